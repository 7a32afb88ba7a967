"""A game's rules as players read them, from its RULES.<language>.md.

Cards are written as code: `K7`, or several as `P8 K7 K8`. Where every word is a card of the game's deck, they are
drawn. A heading ends in the section's id, the same in every language: `## Hands {#hands}`; it stands at #rules-hands.
"""

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import override
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from games.catalog import registry
from games.rendering.paths import get_game_path
from games.tables.templatetags.cards import card

SOURCE_MARK = re.compile(r"[ 　]*[\[［][SDX](?:[ :;,：、][^\]］]*)?[\]］]")  # says where a rule comes from
HEADING_ID = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
MARKS_EXPLAINED = re.compile(r"^\*[^*].*\*\n+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesText:
    """A page of rules: HTML before the first section, the sections' ids and headings, HTML of the sections."""

    opening: SafeString
    contents: tuple[tuple[str, str], ...]
    body: SafeString


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A section by itself: its heading as plain text, the HTML below it with that of the sections within."""

    heading: str
    body: SafeString


@cache
def get_rules_text(slug: str, language: str, *, sources: bool = False) -> RulesText:
    """The rules of a known title, with `sources` each with the mark of where it comes from.

    Raw HTML in the text is shown, not obeyed.
    """
    text = _read(slug, language)
    if not sources:
        text = _without_sources(text)
    with override(_suffix(language)):
        return render_rules(text, _deck(slug))


@cache
def get_rules_section(slug: str, language: str, section_id: str) -> RulesSection | None:
    """One section of a known title's rules, by the id its heading ends in; None if there is none of that id."""
    with override(_suffix(language)):
        return render_section(_without_sources(_read(slug, language)), _deck(slug), section_id)


def render_rules(text: str, deck: str) -> RulesText:
    """A page of rules from its Markdown, its cards named in the active language."""
    parser, env = _parser(), {"deck": deck}
    tokens = parser.parse(text, env)
    contents = _with_ids(tokens)
    sections = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    start = sections[0] if sections else len(tokens)
    opening, body = (
        mark_safe(parser.renderer.render(part, parser.options, env)) for part in (tokens[:start], tokens[start:])
    )
    return RulesText(opening, contents, body)


def render_section(text: str, deck: str, section_id: str) -> RulesSection | None:
    """The section of that id, its cards named in the active language. Ids of headings within are left out: the page
    it is shown on may have them already."""
    parser, env = _parser(), {"deck": deck}
    tokens = parser.parse(text, env)
    _with_ids(tokens)
    wanted = f"rules-{section_id}"
    start = next((at for at, token in enumerate(tokens) if token.attrs.get("id") == wanted), None)
    if start is None:
        return None
    body = tokens[start + 3 : _section_end(tokens, start)]
    for token in body:
        token.attrs.pop("id", None)
    return RulesSection(_plain(tokens[start + 1]), mark_safe(parser.renderer.render(body, parser.options, env)))


def _section_end(tokens: Sequence[Token], start: int) -> int:
    """Where the next heading of the same rank or a higher one begins."""
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
    parser.add_render_rule("table_open", lambda *_: '<div class="prose__table" tabindex="0"><table>\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _with_ids(tokens: Sequence[Token]) -> tuple[tuple[str, str], ...]:
    """Gives every heading below the first an id of its own; the ids and headings of the sections."""
    taken: set[str] = set()
    contents = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            named = _take_id(tokens[at + 1])
            heading = _plain(tokens[at + 1])
            token.attrSet("id", _fresh(f"rules-{named or slugify(heading, allow_unicode=True)}", taken))
            if token.tag == "h2":
                contents.append((str(token.attrs["id"]), heading))
    return tuple(contents)


def _take_id(heading: Token) -> str:
    """The id that a heading's text ends in, taken out of it."""
    last = heading.children[-1] if heading.children else None
    found = HEADING_ID.search(last.content) if last else None
    if last is None or found is None:
        return ""
    last.content = last.content[: found.start()]
    return found[1]


def _plain(heading: Token) -> str:
    text = "".join(part.content for part in heading.children or () if part.type in ("text", "code_inline"))
    return SOURCE_MARK.sub("", text)


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "-2"
    taken.add(name)
    return name


def _code(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Cards, if that is what the words are, else plain code."""
    words = tokens[at].content.split()
    try:
        drawn = [(card(word, env["deck"], "inline"),) for word in words]
    except ValueError:
        drawn = []
    if not drawn:
        return renderer.code_inline(tokens, at, options, env)
    return format_html('<span class="prose__cards">{}</span>', format_html_join(" ", "{}", drawn))
