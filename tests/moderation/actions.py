"""A moderator's orders, each as a function. All of them must be carried out immediately."""

from functools import partial
from typing import Any

from games.moderation.services.actions import VOID_AFTER
from games.moderation.services.approvals import order_action
from games.moderation.services.voiding import execute_due_voids
from games.tables.models import Table
from tests.time_travel import time_passes


def _at_once(action: str, **order: Any) -> None:
    assert order_action(action=action, **order), "the people at the table are asked first"


table_freeze = partial(_at_once, "freeze")
table_thaw = partial(_at_once, "thaw")
void_ordered = partial(_at_once, "void")
seat_to_bot = partial(_at_once, "seat-to-bot", level="normal")
seat_back = partial(_at_once, "seat-back")
clock_extend = partial(_at_once, "extend", hours=24)


def table_void(*, public_id: str, **order: Any) -> None:
    """Declared void, and the day in which that can be taken back is over."""
    void_ordered(public_id=public_id, **order)
    a_day_later(public_id)


def a_day_later(public_id: str) -> None:
    """The sweep comes when there is no time left to take a voiding back."""
    if table := Table.objects.filter(public_id=public_id, void_due_at__isnull=False).first():
        time_passes(table, VOID_AFTER)
        assert execute_due_voids(10) == 1
