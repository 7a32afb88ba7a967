"""Form fields for JSON sent by scripts, with limits, because Python's parser and allauth recurse into it."""

import re
from typing import Any

from django import forms
from django.core.exceptions import BadRequest

MAX_DEPTH = 20  # a browser's answer about a passkey has four levels
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[][{}]")


class BoundedJSONField(forms.JSONField):
    """A JSON field that answers input no browser would send with 400.

    That is JSON nested deeper than MAX_DEPTH, or with a number longer than Python parses. Other invalid JSON is a form
    error.
    """

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and is_too_deep(value):
            raise BadRequest("JSON nested too deep")
        try:
            return super().to_python(value)
        except ValueError as problem:  # a number of thousands of digits
            raise BadRequest("JSON that can't be read") from problem


def is_too_deep(text: str, max_depth: int = MAX_DEPTH) -> bool:
    """Return whether a JSON text is nested deeper than `max_depth`. Doesn't recurse."""
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > max_depth:
            return True
    return False
