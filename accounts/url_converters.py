"""URL path converters, registered as soon as the apps are loaded."""

import re

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """`<public_id:…>`: the random id of a person, a table, an imported match or an invitation.

    No URL has a fixed word of twelve letters and digits in the place of an id (tests/site/test_url_order.py).
    """

    regex = "[a-z0-9]{12}"


def is_public_id(text: str) -> bool:
    """Return whether form input has the shape of an id. PostgreSQL would raise an error for a NUL."""
    return re.fullmatch(PublicIdConverter.regex, text) is not None


def register() -> None:
    register_converter(PublicIdConverter, "public_id")
