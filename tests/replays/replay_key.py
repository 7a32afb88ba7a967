"""The key in the addresses of a replay's pieces, as its page gives them."""

import json
from typing import Any


def replay_key(page: Any) -> str:
    """The last part of the address of a step: `/replays/<id>/positions/{n}/rendered/<key>/`."""
    return json.loads(page.context["replay"]["data"])["step"].split("/")[-2]
