"""Tables that go on from a position of another: what they take along of it, and how they begin."""

from dataclasses import dataclass
from typing import Any

from games.engine.forks import create_fork_state, get_visible_snapshot
from games.engine.game import AnyState
from games.engine.serialization.canonical_json import Json, dump_canonical, parse_json
from games.tables.locked_table import TableSession
from games.tables.models import Fork, Table


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """A position of an ended table, and the seat whose knowledge is kept; None: all hands, against bots only.

    A record from elsewhere is a table that no row tells of.
    """

    table: Table
    event: int
    seat: int | None
    snapshot: Json

    @property
    def event_data(self) -> dict[str, Any]:
        """As events tell of it."""
        return {"table": self.table.public_id, "event": self.event, "seat": self.seat}


def create_fork(table: Table, origin: ForkOrigin) -> None:
    """Keep with a new table where it goes on from."""
    taken = dump_canonical(get_visible_snapshot(origin.snapshot, origin.seat))
    known = {"origin": origin.table} if origin.table.pk else {"import_id": origin.table.public_id}
    Fork.objects.create(
        table=table, origin_seq=origin.event, perspective_seat=origin.seat, carried_state=taken, **known
    )


def build_initial_state(session: TableSession) -> tuple[AnyState, dict[str, Any]]:
    """The state that a match begins with and, of one that goes on from another, what its first event tells of that."""
    if not session.table.is_fork:
        return session.game.rules.setup(session.table.options, len(session.seats)), {}
    fork = Fork.objects.select_related("origin").get(table=session.table)
    taken = parse_json(fork.carried_state)
    told = {"table": fork.origin_public_id, "event": fork.origin_seq, "seat": fork.perspective_seat, "taken": taken}
    return create_fork_state(session.game, fork.perspective_seat, taken, session.chance), {"fork": told}


def is_bots_only(table: Table) -> bool:
    """Whether nobody else may sit down: somebody there has read all hands. 1 query at most."""
    return table.is_fork and Fork.objects.filter(table=table, perspective_seat=None).exists()
