"""Everything the house says is there in Japanese."""

import gettext
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.template import engines
from django.template.base import Node
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from tests.design.paths import ROOT, site_templates


@pytest.fixture(scope="module")
def japanese() -> gettext.NullTranslations:
    """The compiled catalogue of the templates alone, without Django's own texts behind it."""
    return gettext.translation("django", str(ROOT / "locale"), ["ja"])


def catalogues() -> list[Path]:
    return [path for folder in ("accounts", "games", "locale") for path in sorted((ROOT / folder).rglob("*.po"))]


def list_messages(path: Path) -> Iterator[tuple[str, str | None, str | None]]:
    """Texts of a template with their plurals and contexts."""
    template = engines["django"].engine.from_string(path.read_text(encoding="utf-8"))
    for node in _nodes(template.nodelist):
        context = getattr(node, "message_context", None)
        where = context.resolve({}) if context else None
        if isinstance(node, TranslateNode):
            yield str(node.filter_expression.var.literal), None, where
        elif isinstance(node, BlockTranslateNode):
            plural = node.render_token_list(node.plural)[0] if node.plural else None
            yield node.render_token_list(node.singular)[0], plural, where


def _nodes(nodelist: list[Node]) -> Iterator[Node]:
    for node in nodelist:
        yield from node.get_nodes_by_type(Node)


def translate(catalogue: gettext.NullTranslations, text: str, plural: str | None, context: str | None) -> str:
    if plural:
        return catalogue.npgettext(context, text, plural, 1) if context else catalogue.ngettext(text, plural, 1)
    return catalogue.pgettext(context, text) if context else catalogue.gettext(text)


@pytest.mark.parametrize("path", site_templates(), ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_text_of_a_template_has_its_japanese(path: Path, japanese: gettext.NullTranslations) -> None:
    missing = [text for text, *plural in list_messages(path) if translate(japanese, text, *plural) == text]
    assert missing == []


def test_texts_are_found_in_templates() -> None:
    texts = {text for path in site_templates() for text, *_ in list_messages(path)}
    assert {"Your turn", "The host has freed your seat at a table of %(name)s.", "Sit down"} <= texts


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_catalogue_is_whole_and_compiled(path: Path) -> None:
    """Every entry occurs once, is translated, isn't fuzzy, and is in the .mo, so msgfmt was run after changes and
    merges.
    """
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parts[-3])
    entries = [message for message in catalogue if message.id]
    assert len(entries) == path.read_text(encoding="utf-8").count("\nmsgid ") - 1  # the header's
    assert [message.id for message in entries if message.fuzzy or not all(_forms(message))] == []
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    with path.with_suffix(".mo").open("rb") as file:
        assert _texts(gettext.GNUTranslations(file)) == _texts(gettext.GNUTranslations(compiled))


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def _texts(catalogue: gettext.GNUTranslations) -> dict[object, str]:
    return {key: text for key, text in catalogue._catalog.items() if key}  # type: ignore[attr-defined]
