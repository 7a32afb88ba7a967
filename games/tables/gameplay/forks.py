"""Tables that go on from a position of another: what they take along of it, and how they begin."""

from dataclasses import dataclass
from typing import Any

from games.engine.forks import fork_state, taken_along
from games.engine.game import AnyState
from games.engine.serialization.canonical_json import Json, canonical, parse
from games.tables.models import Fork, Table
from games.tables.session.table_session import Desk


@dataclass(frozen=True, slots=True)
class Origin:
    """A position of an ended table, and the seat whose knowledge is kept; None: all hands, against bots only.

    A record from elsewhere is a table that no row tells of.
    """

    table: Table
    event: int
    seat: int | None
    frame: Json

    @property
    def named(self) -> dict[str, Any]:
        """As events tell of it."""
        return {"table": self.table.public_id, "event": self.event, "seat": self.seat}


def fork_noted(table: Table, origin: Origin) -> None:
    """Keep with a new table where it goes on from."""
    taken = canonical(taken_along(origin.frame, origin.seat))
    known = {"origin": origin.table} if origin.table.pk else {"record": origin.table.public_id}
    Fork.objects.create(table=table, event=origin.event, seat=origin.seat, taken=taken, **known)


def begun(d: Desk) -> tuple[AnyState, dict[str, Any]]:
    """The state that a match begins with and, of one that goes on from another, what its first event tells of that."""
    if not d.table.forked:
        return d.title.rules.setup(d.table.options, len(d.seats)), {}
    fork = Fork.objects.select_related("origin").get(table=d.table)
    taken = parse(fork.taken)
    told = {"table": fork.goes_on_from, "event": fork.event, "seat": fork.seat, "taken": taken}
    return fork_state(d.title, fork.seat, taken, d.chance), {"fork": told}


def bots_only(table: Table) -> bool:
    """Whether nobody else may sit down: somebody there has read all hands. 1 query at most."""
    return table.forked and Fork.objects.filter(table=table, seat=None).exists()
