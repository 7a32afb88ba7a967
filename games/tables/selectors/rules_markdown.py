"""A game's rulebook for players, rendered from its RULES.<language>.md.

Cards are written as code: `K7`, or several as `P8 K7 K8`. Code in which every word is a card of the game's deck is
drawn. Headings end in the section's id, which is the same in every language: `## Hands {#hands}` gets the anchor
#rules-hands. The section `{#glance}` summarizes aim, turn and end in three lines, and is shown above the table of
contents.
"""

import re
import unicodedata
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext, override
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from games.catalog import registry
from games.rendering.paths import get_game_path
from games.tables.boards import draw_card

SOURCE_MARK = re.compile(r"[ 　]*[\[［][SDX](?:[ :;,：、][^\]］]*)?[\]］]")  # source reference of a rule
PHONE_WIDTH, CARD_WIDTH = 34, 4  # in letters
ROLES = {
    "thead_open": "rowgroup", "tbody_open": "rowgroup", "tr_open": "row", "th_open": "columnheader", "td_open": "cell",
}  # fmt: skip
GLANCE = "rules-glance"
HEADING_ID = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
MARKS_EXPLAINED = re.compile(r"^\*[^*].*\*\n+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesText:
    """A rendered rulebook: HTML before the first section, the summary, the other sections' ids, headings and HTML."""

    opening: SafeString
    glance: SafeString
    contents: tuple[tuple[str, str], ...]
    body: SafeString


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A single section: its heading as plain text, and the HTML below it including subsections."""

    heading: str
    body: SafeString


@cache
def get_rules_text(slug: str, language: str, *, sources: bool = False) -> RulesText:
    """Return the rules of an existing game; with `sources`, each rule has its source reference.

    Raw HTML in the text is escaped.
    """
    text = _read(slug, language)
    if not sources:
        text = _without_sources(text)
    with override(_suffix(language)):
        return render_rules(text, _deck(slug))


@lru_cache(maxsize=256)  # URLs name sections, including nonexistent ones
def get_rules_section(slug: str, language: str, section_id: str) -> RulesSection | None:
    """Return one section of an existing game's rules by its id; None if there is no such section."""
    with override(_suffix(language)):
        return render_section(_without_sources(_read(slug, language)), _deck(slug), section_id)


def render_rules(text: str, deck: str) -> RulesText:
    """Render a rulebook from Markdown, with card names in the active language."""
    parser, env = _parser(), {"deck": deck}
    tokens = parser.parse(text, env)
    contents = tuple(entry for entry in _with_ids(tokens) if entry[0] != GLANCE)
    _label_cells(tokens)
    start = next((at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"), None)
    opening, sections = tokens[:start], tokens[start:] if start is not None else []
    end = _section_end(sections, 0) if sections and sections[0].attrs["id"] == GLANCE else 0
    opening_html, glance, body = (
        mark_safe(parser.renderer.render(part, parser.options, env))
        for part in (opening, sections[:end], sections[end:])
    )
    return RulesText(opening_html, glance, contents, body)


def render_section(text: str, deck: str, section_id: str) -> RulesSection | None:
    """Render the section with this id, with card names in the active language.

    Ids of headings within are left out, as the page may already contain them.
    """
    parser, env = _parser(), {"deck": deck}
    tokens = parser.parse(text, env)
    _with_ids(tokens)
    _label_cells(tokens)
    html_id = f"rules-{section_id}"
    start = next((at for at, token in enumerate(tokens) if token.attrs.get("id") == html_id), None)
    if start is None:
        return None
    body = tokens[start + 3 : _section_end(tokens, start)]
    for token in body:
        token.attrs.pop("id", None)
        token.meta.pop("link", None)
    return RulesSection(_plain(tokens[start + 1]), mark_safe(parser.renderer.render(body, parser.options, env)))


def _section_end(tokens: Sequence[Token], start: int) -> int:
    """Return the index of the next heading of the same or a higher level."""
    return next(
        (
            at
            for at in range(start + 1, len(tokens))
            if tokens[at].type == "heading_open" and tokens[at].tag <= tokens[start].tag
        ),
        len(tokens),
    )


def _suffix(language: str) -> str:
    return "ja" if language == "ja" else "en"


def _read(slug: str, language: str) -> str:
    return get_game_path(slug, f"RULES.{_suffix(language)}.md").read_text(encoding="utf-8")


def _without_sources(text: str) -> str:
    return SOURCE_MARK.sub("", MARKS_EXPLAINED.sub("", text, count=1))


def _deck(slug: str) -> str:
    return registry.list_metadata()[slug].deck.name


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("code_inline", _code)
    parser.add_render_rule("heading_open", _heading_open)
    parser.add_render_rule("heading_close", _heading_close)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _with_ids(tokens: Sequence[Token]) -> tuple[tuple[str, str], ...]:
    """Give every heading below the first level a unique id. Return ids and headings of the sections."""
    used_ids: set[str] = set()
    contents = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            named = _take_id(tokens[at + 1])
            heading = _plain(tokens[at + 1])
            token.attrSet("id", _fresh(f"rules-{named or slugify(heading, allow_unicode=True)}", used_ids))
            token.meta["link"] = tokens[at + 2].meta["link"] = (str(token.attrs["id"]), heading)
            if token.tag == "h2":
                contents.append((str(token.attrs["id"]), heading))
    return tuple(contents)


def _take_id(heading: Token) -> str:
    """Remove the id from the end of a heading's text, and return it."""
    last = heading.children[-1] if heading.children else None
    match = HEADING_ID.search(last.content) if last else None
    if last is None or match is None:
        return ""
    last.content = last.content[: match.start()]
    return match[1]


def _plain(heading: Token) -> str:
    text = "".join(part.content for part in heading.children or () if part.type in ("text", "code_inline"))
    return SOURCE_MARK.sub("", text)


def _fresh(name: str, used_ids: set[str]) -> str:
    while name in used_ids:
        name += "-2"
    used_ids.add(name)
    return name


def _heading_open(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    plain = renderer.renderToken(tokens, at, options, env)
    return f'<div class="prose__heading">{plain}' if "link" in tokens[at].meta else plain


def _heading_close(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Put the anchor link after the heading, not inside, where screen readers would read it with every heading."""
    plain = renderer.renderToken(tokens, at, options, env)
    if "link" not in tokens[at].meta:
        return plain
    section_id, heading = tokens[at].meta["link"]
    label = gettext("Link to “%(heading)s”") % {"heading": heading}
    return plain + format_html('<a class="prose__anchor" href="#{}" aria-label="{}">#</a></div>\n', section_id, label)


def _label_cells(tokens: Sequence[Token]) -> None:
    """Label each cell of a wide table with its column heading, since phones show rows as blocks.

    Displayed this way, screen readers recognize a table only by explicit roles.
    """
    for start in [at for at, token in enumerate(tokens) if token.type == "table_open"]:
        end = next(at for at in range(start, len(tokens)) if tokens[at].type == "table_close")
        rows = _rows(tokens[start:end])
        if not _is_wide(rows):
            continue
        tokens[start].meta["wide"] = True
        headings = [_plain(text) for _, text in rows[0]]
        for row in rows[1:]:
            for heading, (cell, _) in zip(headings, row, strict=True):
                cell.attrSet("data-label", heading)
        for token in tokens[start:end]:
            if token.type in ROLES:
                token.attrSet("role", ROLES[token.type])


def _rows(table: Sequence[Token]) -> list[list[tuple[Token, Token]]]:
    """Return the table's cells with their texts, by row."""
    rows: list[list[tuple[Token, Token]]] = []
    for at, token in enumerate(table):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append((token, table[at + 1]))
    return rows


def _is_wide(rows: Sequence[Sequence[tuple[Token, Token]]]) -> bool:
    """Return whether a phone would break several columns into very short lines. Two columns always fit."""
    columns = [max(_width(text) for _, text in column) for column in zip(*rows[1:], strict=True)]
    return len(columns) > 2 and sum(columns) > PHONE_WIDTH


def _width(text: Token) -> int:
    """Return the width in letters; a card or a Japanese character counts as several."""
    parts = text.children or ()
    cards = sum(CARD_WIDTH * len(part.content.split()) for part in parts if part.type == "code_inline")
    letters = "".join(part.content for part in parts if part.type == "text")
    return cards + sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in letters)


def _table_open(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Make tables that may scroll focusable by keyboard; wide ones don't scroll."""
    if "wide" not in tokens[at].meta:
        return '<div class="prose__table" tabindex="0"><table>\n'
    return '<div class="prose__table prose__table--wide"><table role="table">\n'


def _code(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Render cards if all words are cards, else plain code."""
    words = tokens[at].content.split()
    try:
        cards = [(draw_card(word, env["deck"], "inline"),) for word in words]
    except ValueError:
        cards = []
    if not cards:
        return renderer.code_inline(tokens, at, options, env)
    return format_html('<span class="prose__cards">{}</span>', format_html_join(" ", "{}", cards))
