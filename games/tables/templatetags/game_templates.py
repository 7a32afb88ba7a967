"""Boards and other game templates for Django's templates.

{% load boards %}
{% drawn slug "table" view=view names=names seats=seats seat=seat standing=standing open=None result=result %}
{% winning_cards slug view as cards %}  the cards that decided a match, large, or ""
{% in_words board hand hidden name as parts %}  a description of them; `name` is that of the hand
{% title_style slug %}                 the link to the game's stylesheet, if it has one
{% emblem slug %}                      its decorative picture, if it has one
{% emblem_address slug %}              the URL of the picture, or ""
{% title_script slug as script %}       the name of the game's script, for {% script_module script %}, or ""
{{ "normal"|level }}                   the name of a bot level
"""

from typing import Any

from django.conf import settings
from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from markupsafe import Markup

from games.catalog import registry
from games.rendering.in_words import WordedPart, read_in_words
from games.rendering.labels import level_name
from games.rendering.paths import get_game_path, has_template
from games.rendering.renderer import BoardRenderer
from games.tables.templatetags.clocks import clock

register = Library()


BOARDS = BoardRenderer(address=static, clock=clock, deck=registry.get_deck)


def compile_templates() -> None:
    """Compile every game's templates in every language, which takes a second, before the first visitors come."""
    BOARDS.compile_templates(registry.list_metadata(), [code for code, _name in settings.LANGUAGES])


@register.simple_tag
def drawn(slug: str, part: str, **values: Any) -> Markup:
    """Render a game's "table", "hand", "happening", "illegal_move" or "help" in the active language."""
    return BOARDS.render(slug, part, get_language() or "", **values)


@register.simple_tag
def winning_cards(slug: str, view: Any) -> Markup | str:
    """Render the cards that decided a match, large; "" if it wasn't decided by cards."""
    return drawn(slug, "winning_cards", view=view).strip() if has_template(slug, "winning_cards") else ""


@register.simple_tag
def in_words(board: str, hand: str = "", hidden: str = "", hand_name: str = "") -> list[WordedPart]:
    """Describe a rendered board in words, with the hand and the hidden cards rendered next to it."""
    language = get_language() or "en"
    parts = read_in_words(board, language, hand=hand, hand_name=hand_name)
    return parts + read_in_words(hidden, language)


@register.simple_tag
def title_style(slug: str) -> SafeString | str:
    """Render the link to a game's stylesheet; needed wherever its board or log is shown."""
    has_it = get_game_path(slug, f"static/{slug}/game.css").is_file()
    return format_html('<link rel="stylesheet" href="{}">', static(f"{slug}/game.css")) if has_it else ""


@register.simple_tag
def emblem(slug: str) -> SafeString | str:
    """Render a game's emblem, shown next to its name."""
    address = emblem_address(slug)
    return format_html('<img class="emblem" src="{}" alt="" width="40" height="40">', address) if address else ""


@register.simple_tag
def emblem_address(slug: str) -> str:
    name = f"{slug}/emblem.svg"
    return static(name) if get_game_path(slug, f"static/{name}").is_file() else ""


@register.simple_tag
def title_script(slug: str) -> str:
    """Return the name of a game's script, loaded where it is played."""
    return f"{slug}/game.js" if get_game_path(slug, f"static/{slug}/game.js").is_file() else ""


@register.filter
def level(code: str) -> str:
    """Return the name of a bot level."""
    return level_name(code, get_language() or "")
