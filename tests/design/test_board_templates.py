"""All that the templates of boards say is there in Japanese."""

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

from games.rendering.translations import DOMAIN
from tests.design.paths import ROOT, board_templates

OPTIONS = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}

EACH = pytest.mark.parametrize("path", board_templates(), ids=lambda path: str(path.relative_to(ROOT / "games")))
FOLDERS = sorted({path.parents[1] for path in board_templates()})


@EACH
def test_every_text_has_its_japanese(path: Path) -> None:
    words = gettext.translation(DOMAIN, path.parents[1] / "locale", ["ja"])
    translated_texts = set(words._catalog)  # type: ignore[attr-defined]
    with path.open("rb") as file:
        texts = [text for _, _, text, _ in babel_extract(file, ["_", "gettext", "ngettext"], [], OPTIONS)]
    messages = {text if isinstance(text, str) else text[0] for text in texts}
    assert {text for text in messages if text not in translated_texts and (text, 0) not in translated_texts} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_compiled_catalogue_is_up_to_date(folder: Path) -> None:
    """Every entry of the .po is in the .mo: msgfmt was run."""
    words = gettext.translation(DOMAIN, folder / "locale", ["ja"])
    with (folder / "locale/ja/LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        entries = len(read_po(file))
    assert len([key for key in words._catalog if key]) == entries  # type: ignore[attr-defined]


@EACH
def test_every_sentence_about_somebody_has_one_for_when_that_is_the_reader(path: Path) -> None:
    """ "Ada folds." for others is "You fold." for Ada. In questions to the reader, `who` can only be another player."""
    if path.stem in ("actions", "coach", "choose", "hand"):
        return
    words = gettext.translation(DOMAIN, path.parents[1] / "locale", ["en"], fallback=True)
    with path.open("rb") as file:
        extracted = [text for _, _, text, _ in babel_extract(file, ["_", "gettext", "ngettext"], [], OPTIONS)]
    messages = {text if isinstance(text, str) else text[0] for text in extracted}
    about = {text for text in messages if "%(who)s" in text}
    texts = {text for text in about if words.npgettext("reader", text, text, 1) != text}
    texts |= {text for text in about if words.pgettext("reader", text) != text}
    assert about - texts == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_no_sentence_to_the_reader_names_them_or_is_out_of_use(folder: Path) -> None:
    file = folder / "locale/en/LC_MESSAGES" / f"{DOMAIN}.po"
    if not file.exists():
        return
    with file.open("rb") as english, (folder / "locale/ja/LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as japanese:
        entries, all_of_them = [entry for entry in read_po(english) if entry.id], read_po(japanese)
    assert [entry.id for entry in entries if "%(who)s" in str(entry.string) or entry.context != "reader"] == []
    assert [entry.id for entry in entries if all_of_them.get(entry.id) is None] == []
    words = gettext.translation(DOMAIN, folder / "locale", ["en"])
    assert len([key for key in words._catalog if key]) == sum(len(_forms(entry)) for entry in entries)  # type: ignore[attr-defined]


def _forms(entry: Message) -> tuple[str, ...]:
    return entry.string if isinstance(entry.string, tuple) else (entry.string,)
