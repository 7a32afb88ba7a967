"""All that the templates of boards say is there in Japanese."""

import gettext
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

from games.boards.words import DOMAIN
from tests.look.paths import ROOT, board_templates

OPTIONS = {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}

EACH = pytest.mark.parametrize("path", board_templates(), ids=lambda path: str(path.relative_to(ROOT / "games")))
FOLDERS = sorted({path.parents[1] for path in board_templates()})


@EACH
def test_every_text_has_its_japanese(path: Path) -> None:
    words = gettext.translation(DOMAIN, path.parents[1] / "locale", ["ja"])
    known = set(words._catalog)  # type: ignore[attr-defined]
    with path.open("rb") as file:
        found = [text for _, _, text, _ in babel_extract(file, ["_", "gettext", "ngettext"], [], OPTIONS)]
    said = {text if isinstance(text, str) else text[0] for text in found}
    assert {text for text in said if text not in known and (text, 0) not in known} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_the_compiled_catalogue_is_up_to_date(folder: Path) -> None:
    """Every entry of the .po is in the .mo: somebody ran msgfmt."""
    words = gettext.translation(DOMAIN, folder / "locale", ["ja"])
    with (folder / "locale/ja/LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        entries = len(read_po(file))
    assert len([key for key in words._catalog if key]) == entries  # type: ignore[attr-defined]
