"""The key of a form that creates something (games.tables.views.sent_forms)."""

from collections.abc import Mapping
from secrets import token_urlsafe
from typing import Any

from django import template
from django.utils.html import format_html

register = template.Library()


@register.simple_tag(takes_context=True)
def form_key(context: Mapping[str, Any]) -> str:
    """Render a hidden field with a new key, so that a repeated submission creates nothing twice.

    Like the CSRF token, it is left out of cached pages.
    """
    if not context.get("csrf_token"):
        return ""
    return format_html('<input type="hidden" name="key" value="{}">', token_urlsafe(16))
