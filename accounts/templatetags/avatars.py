"""{% load avatars %} {% avatar person.shown_avatar %}: a decorative avatar next to a name."""

from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = Library()

_CLASSES = {"": "avatar", "large": "avatar avatar--large"}
_AVATAR = '<svg class="{}" viewBox="0 0 320 320" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>'


@register.simple_tag
def avatar(symbol: str, size: str = "") -> SafeString:
    """Return the avatar's SVG; "large" for a person's own page. Empty without a symbol."""
    if not symbol:
        return SafeString("")
    return format_html(_AVATAR, _CLASSES[size], static("site/avatars.svg"), symbol)
