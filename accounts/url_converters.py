"""What addresses may hold beside Django's own kinds. Known to every urls.py as soon as the apps are loaded."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """`<public_id:…>`: the random id of a person, a table, an imported match or an invitation.

    Where an id may stand, no word of twelve letters and digits does, so none is taken for one
    (tests/site/test_url_order.py).
    """

    regex = "[a-z0-9]{12}"


def register() -> None:
    """Once, when the apps are loaded."""
    register_converter(PublicIdConverter, "public_id")
