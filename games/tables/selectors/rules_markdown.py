"""A game's rules as players read them, from its RULES.<language>.md.

Cards are written as code: `K7`, or several as `P8 K7 K8`. Where every word is a card of the game's deck, they are
drawn.
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
MARKS_EXPLAINED = re.compile(r"^\*[^*].*\*\n+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesText:
    """A page of rules: HTML before the first section, the sections' ids and headings, HTML of the sections."""

    opening: SafeString
    contents: tuple[tuple[str, str], ...]
    body: SafeString


@cache
def get_rules_text(slug: str, language: str, *, sources: bool = False) -> RulesText:
    """The rules of a known title, with `sources` each with the mark of where it comes from.

    Raw HTML in the text is shown, not obeyed.
    """
    suffix = "ja" if language == "ja" else "en"
    text = get_game_path(slug, f"RULES.{suffix}.md").read_text(encoding="utf-8")
    if not sources:
        text = SOURCE_MARK.sub("", MARKS_EXPLAINED.sub("", text, count=1))
    with override(suffix):
        return render_rules(text, registry.list_metadata()[slug].deck.name)


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
            heading = _plain(tokens[at + 1])
            token.attrSet("id", _fresh(f"rules-{slugify(heading, allow_unicode=True)}", taken))
            if token.tag == "h2":
                contents.append((str(token.attrs["id"]), heading))
    return tuple(contents)


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
