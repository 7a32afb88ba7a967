"""Games' boards for Django's templates.

{% load boards %}
{% drawn slug "table" view=view names=names seats=seats seat=seat standing=standing open=None result=result %}
{% winning_cards slug view as cards %}  the cards that decided a match, large, or ""
{% in_words board hand hidden name as parts %}  what they show, in words; `name` is the hand's
{% title_style slug %}                 the link to its own style sheet, if it has one
{% emblem slug %}                      its small picture, for eyes only, if it has one
{% emblem_address slug %}              where that is, or ""
{% title_script slug as script %}       the name of its own script, for {% script_module script %}, or ""
{{ "normal"|level }}                   a bot's level in words
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
    """Every game's in every language, a second's work that the first people at a table would wait for."""
    BOARDS.compile_templates(registry.list_metadata(), [code for code, _name in settings.LANGUAGES])


@register.simple_tag
def drawn(slug: str, part: str, **values: Any) -> Markup:
    """A game's "table", "hand", "happening", "illegal_move" or "help", in the active language."""
    return BOARDS.render(slug, part, get_language() or "", **values)


@register.simple_tag
def winning_cards(slug: str, view: Any) -> Markup | str:
    """The cards that decided a match, large; "" where it wasn't cards."""
    return drawn(slug, "winning_cards", view=view).strip() if has_template(slug, "winning_cards") else ""


@register.simple_tag
def in_words(board: str, hand: str = "", hidden: str = "", hand_name: str = "") -> list[WordedPart]:
    """What a drawn board shows, and the hand and what nobody knew where they are drawn beside it, in words."""
    language = get_language() or "en"
    parts = read_in_words(board, language, hand=hand, hand_name=hand_name)
    return parts + read_in_words(hidden, language)


@register.simple_tag
def title_style(slug: str) -> SafeString | str:
    """Stands where a game's board or log is shown."""
    has_it = get_game_path(slug, f"static/{slug}/game.css").is_file()
    return format_html('<link rel="stylesheet" href="{}">', static(f"{slug}/game.css")) if has_it else ""


@register.simple_tag
def emblem(slug: str) -> SafeString | str:
    """Stands beside the game's name."""
    address = emblem_address(slug)
    return format_html('<img class="emblem" src="{}" alt="" width="40" height="40">', address) if address else ""


@register.simple_tag
def emblem_address(slug: str) -> str:
    name = f"{slug}/emblem.svg"
    return static(name) if get_game_path(slug, f"static/{name}").is_file() else ""


@register.simple_tag
def title_script(slug: str) -> str:
    """Loaded where a game is played."""
    return f"{slug}/game.js" if get_game_path(slug, f"static/{slug}/game.js").is_file() else ""


@register.filter
def level(code: str) -> str:
    """A bot's level in words."""
    return level_name(code, get_language() or "")
