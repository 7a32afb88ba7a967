"""Where a page was opened from, as its address says: the ways back lead there, and only within the administration."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def get_back_url(said: Mapping[str, str], name: str = "back") -> str:
    """What an address or a form has by that name; "" for none, and for one that leads elsewhere."""
    back = said.get(name, "")
    ours = url_has_allowed_host_and_scheme(back, None) and back.startswith(reverse("admin:index"))
    return back if ours else ""
