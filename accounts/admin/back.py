"""The page to return to, carried in the query string and limited to the admin."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def get_back_url(parameters: Mapping[str, str], name: str = "back") -> str:
    """Return the back URL from a query string or form; "" for none, and for URLs outside of the admin."""
    back = parameters.get(name, "")
    ours = url_has_allowed_host_and_scheme(back, None) and back.startswith(reverse("admin:index"))
    return back if ours else ""
