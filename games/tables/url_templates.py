"""URLs with placeholders for scripts that fill in ids in the browser. Built with `reverse`, like all others:

make_url_template("tables:detail", "{id}")                      "/tables/{id}/"
make_url_template("replays:position", "k3vm9qk3vm9q", "{n}")    "/replays/k3vm9qk3vm9q/positions/{n}/"
"""

from django.urls import reverse

# Values passed to `reverse` for each placeholder: they match the URL pattern and occur in no real id.
PLACEHOLDERS: dict[object, str | int] = {
    "{id}": "0placeholder",
    "{slug}": "gap_slug",
    "{key}": "gap_key",
    "{n}": 909_090_909_090,
}


def make_url_template(name: str, *arguments: object) -> str:
    """Return the URL of the view, keeping arguments that are in PLACEHOLDERS as they are. Raises NoReverseMatch."""
    address = reverse(name, args=[PLACEHOLDERS.get(argument, argument) for argument in arguments])
    for argument in arguments:
        if argument in PLACEHOLDERS:
            address = address.replace(str(PLACEHOLDERS[argument]), str(argument))
    return address
