"""Addresses with gaps, for scripts that learn only in the browser what belongs there. Made by `reverse`, as all others:

gapped("tables:detail", "{id}")                      "/tables/{id}/"
gapped("replays:position", "k3vm9qk3vm9q", "{n}")    "/replays/k3vm9qk3vm9q/positions/{n}/"
"""

from django.urls import reverse

# What stands in for each while the address is made: fits the pattern, and is in no id of ours.
PLACEHOLDERS: dict[object, str | int] = {
    "{id}": "0placeholder",
    "{slug}": "gap_slug",
    "{key}": "gap_key",
    "{n}": 909_090_909_090,
}


def make_url_template(name: str, *given: object) -> str:
    """The address of that name; what is given as one of GAPS stays one. Raises NoReverseMatch, as `reverse` does."""
    address = reverse(name, args=[PLACEHOLDERS.get(one, one) for one in given])
    for gap in given:
        if gap in PLACEHOLDERS:
            address = address.replace(str(PLACEHOLDERS[gap]), str(gap))
    return address
