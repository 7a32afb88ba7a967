"""Cards for Django's templates.

{% load cards %}
{% card "K7" deck="court" %}                   a face, 56 × 80
{% card "N10" deck="court" size="small" %}     40 × 56; "large" is for own hands, "inline" for sentences
{% card_back size="small" %}
{% card h.card deck="court" size="inline" as shown %}
{% blocktranslate %}{{ who }} opens {{ shown }}.{% endblocktranslate %}
{{ code|card_name:"court" }}                   "knight 7", as plain text
"""

from django import template
from django.utils.translation import get_language
from markupsafe import Markup

from games.rendering.cards import CardRenderer
from games.tables.templatetags.game_templates import BOARDS

register = template.Library()


@register.simple_tag
def card(code: str, deck: str, size: str = "normal") -> Markup:
    """Render the face of a card. Raises ValueError for a code the deck doesn't have."""
    return _cards().card(str(code), deck, size)


@register.simple_tag
def card_back(size: str = "normal") -> Markup:
    """Render the back of a card."""
    return _cards().card_back(size)


@register.filter
def card_name(code: str, deck: str) -> str:
    """Return the name of a card, for sentences."""
    return _cards().card_name(str(code), deck)


def _cards() -> CardRenderer:
    return BOARDS.cards(get_language() or "")
