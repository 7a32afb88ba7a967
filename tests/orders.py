"""What a moderator orders, each as a call of its own. All of them must be carried out at once."""

from functools import partial
from typing import Any

from games.moderation.consent import measure_ordered


def _at_once(action: str, **order: Any) -> None:
    assert measure_ordered(action=action, **order), "the people at the table are asked first"


table_freeze = partial(_at_once, "freeze")
table_thaw = partial(_at_once, "thaw")
table_void = partial(_at_once, "void")
seat_to_bot = partial(_at_once, "seat-to-bot", level="normal")
seat_back = partial(_at_once, "seat-back")
