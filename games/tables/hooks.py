"""What the rooms above are told while something happens at a table. They connect when the app is ready.

All are called inside the transaction that changes the table, its row locked, or while its page is made.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, ParamSpec

from django.http import QueryDict

from games.tables.access import Access
from games.tables.desk import Desk
from games.tables.models import Seat, Table

P = ParamSpec("P")


class Hook(Generic[P]):
    """Calls everybody who is connected, in that order. What they raise undoes the transaction."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, None]] = []

    def connect(self, listener: Callable[P, None]) -> None:
        self._listeners.append(listener)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in self._listeners:
            listener(*args, **kwargs)


# These seats have been put a question, or have none any more; the journal's last event did it. A question that a plan
# is about to answer is told only if the plan is withdrawn.
questions_changed: Hook[[Desk, Sequence[Seat]]] = Hook()
# At a strict table opening has begun: these seats have still to open, by `table.open_until`.
opening_awaited: Hook[[Desk, Sequence[Seat]]] = Hook()
# Somebody wants to sit down who has no seat here; who minds raises a Refusal.
seat_wanted: Hook[[Desk, int]] = Hook()
# The match is over.
match_ended: Hook[[Desk]] = Hook()
# An ended table's rows are dropped, as its verified record holds them: what a room need not keep either.
rows_dropped: Hook[[Table]] = Hook()
# Somebody looks at the table: what a room adds to the page, by a name of its own.
page_made: Hook[[Access, dict[str, Any]]] = Hook()
# Somebody (None: not signed in) who has no seat there follows an invitation to a table: the same for that page.
invitation_made: Hook[[Access, int | None, dict[str, Any]]] = Hook()
# The lobby's lists are made for somebody: what a room adds, by a name of its own; and what that depends on.
lists_made: Hook[[int | None, dict[str, Any]]] = Hook()
lists_glanced: Hook[[int | None, list[object]]] = Hook()
# The form for a new table is shown, to be sent with more than it asks; and a table was set up with what was sent.
form_made: Hook[[int | None, dict[str, Any]]] = Hook()
form_sent: Hook[[Table, int, QueryDict]] = Hook()
# Somebody (None: not signed in) looks at a position of an ended match: what a room adds beside it, by its own name.
replay_made: Hook[[Access, int, int | None, dict[str, Any]]] = Hook()
