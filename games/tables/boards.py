"""Boards, hands, cards and emblems as HTML in the active language, drawn by `games.rendering` for this site."""

from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from markupsafe import Markup

from games.catalog import registry
from games.rendering.cards import CardRenderer
from games.rendering.in_words import WordedPart, read_in_words
from games.rendering.paths import get_game_path, has_template
from games.rendering.renderer import BoardRenderer
from games.tables.time_elements import draw_clock

BOARDS = BoardRenderer(address=static, clock=draw_clock, deck=registry.get_deck)


def compile_templates() -> None:
    """Compile every game's templates in every language, which takes a second, before the first visitors come."""
    BOARDS.compile_templates(registry.list_metadata(), [code for code, _name in settings.LANGUAGES])


def draw_part(slug: str, part: str, **values: Any) -> Markup:
    """Render a game's "table", "hand", "happening", "illegal_move" or "help"."""
    return BOARDS.render(slug, part, get_language() or "", **values)


def draw_shared(file: str, macro: str, *values: Any) -> Markup:
    """Render a macro of the templates that all games share (games/rendering/templates)."""
    return BOARDS.render_shared(file, macro, get_language() or "", *values)


def draw_winning_cards(slug: str, view: Any) -> Markup | str:
    """Render the cards that decided a match, large; "" if it wasn't decided by cards."""
    return draw_part(slug, "winning_cards", view=view).strip() if has_template(slug, "winning_cards") else ""


def describe_board(board: str, hand: str = "", hidden: str = "", hand_name: str = "") -> list[WordedPart]:
    """Describe a rendered board in words, with the hand and the hidden cards rendered next to it."""
    language = get_language() or "en"
    parts = read_in_words(board, language, hand=hand, hand_name=hand_name)
    return parts + read_in_words(hidden, language)


def draw_card(code: str, deck: str, size: str = "normal") -> Markup:
    """Render the face of a card. Raises ValueError for a code the deck doesn't have."""
    return _get_cards().card(str(code), deck, size)


def draw_card_back(size: str = "normal") -> Markup:
    return _get_cards().card_back(size)


def get_card_name(code: str, deck: str) -> str:
    """Return the name of a card, for sentences."""
    return _get_cards().card_name(str(code), deck)


def draw_emblem(slug: str) -> SafeString | str:
    """Render a game's emblem, shown next to its name."""
    address = get_emblem_address(slug)
    return format_html('<img class="emblem" src="{}" alt="" width="40" height="40">', address) if address else ""


def get_emblem_address(slug: str) -> str:
    name = f"{slug}/emblem.svg"
    return static(name) if get_game_path(slug, f"static/{name}").is_file() else ""


def draw_style_link(slug: str) -> SafeString | str:
    """Render the link to a game's stylesheet; needed wherever its board or log is shown."""
    has_it = get_game_path(slug, f"static/{slug}/game.css").is_file()
    return format_html('<link rel="stylesheet" href="{}">', static(f"{slug}/game.css")) if has_it else ""


def get_script(slug: str) -> str:
    """Return the name of a game's script, loaded where it is played."""
    return f"{slug}/game.js" if get_game_path(slug, f"static/{slug}/game.js").is_file() else ""


def _get_cards() -> CardRenderer:
    return BOARDS.cards(get_language() or "")
