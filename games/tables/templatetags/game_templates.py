"""Boards and other game templates for Django's templates (`games.tables.boards`).

{% load game_templates %}
{% drawn slug "table" view=view names=names seats=seats seat=seat standing=standing open=None result=result %}
{% winning_cards slug view as cards %}  the cards that decided a match, large, or ""
{% in_words board hand hidden name as parts %}  a description of them; `name` is that of the hand
{% title_style slug %}                 the link to the game's stylesheet, if it has one
{% emblem slug %}                      its decorative picture, if it has one
{% emblem_address slug %}              the URL of the picture, or ""
{% title_script slug as script %}       the name of the game's script, for {% script_module script %}, or ""
{{ "normal"|level }}                   the name of a bot level
"""

from django.template import Library
from django.utils.translation import get_language

from games.rendering.labels import level_name
from games.tables import boards

register = Library()
register.simple_tag(boards.draw_part, name="drawn")
register.simple_tag(boards.draw_winning_cards, name="winning_cards")
register.simple_tag(boards.describe_board, name="in_words")
register.simple_tag(boards.draw_style_link, name="title_style")
register.simple_tag(boards.draw_emblem, name="emblem")
register.simple_tag(boards.get_emblem_address, name="emblem_address")
register.simple_tag(boards.get_script, name="title_script")


@register.filter
def level(code: str) -> str:
    """Return the name of a bot level."""
    return level_name(code, get_language() or "")
