"""Template tag for running Python in the browser.

{% load python %} {% get_python_runtime as python %} gives what a page needs for it, or None.
"""

from typing import Any

from django.template import Library

from games.pwa.practice import views

register = Library()


@register.simple_tag
def python_plan() -> dict[str, Any] | None:
    return views.get_python_runtime()
