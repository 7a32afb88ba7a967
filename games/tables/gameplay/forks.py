"""Forks: tables that continue from a position of another table."""

from dataclasses import dataclass
from typing import Any

from games.engine.forks import create_fork_state, get_visible_snapshot
from games.engine.game import AnyState
from games.engine.serialization.canonical_json import Json, dump_canonical, parse_json
from games.tables.locked_table import TableSession
from games.tables.models import Fork, Table


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """A position of an ended table, and the seat whose knowledge is kept.

    `seat` None keeps all hands, against bots only. For an imported record, `table` is an unsaved instance.
    """

    table: Table
    event: int
    seat: int | None
    snapshot: Json

    @property
    def event_data(self) -> dict[str, Any]:
        """Event data that names the origin."""
        return {"table": self.table.public_id, "event": self.event, "seat": self.seat}


def create_fork(table: Table, origin: ForkOrigin) -> None:
    """Store where a new table continues from."""
    carried_state = dump_canonical(get_visible_snapshot(origin.snapshot, origin.seat))
    origin_fields = {"origin": origin.table} if origin.table.pk else {"import_id": origin.table.public_id}
    Fork.objects.create(
        table=table, origin_seq=origin.event, perspective_seat=origin.seat, carried_state=carried_state, **origin_fields
    )


def build_initial_state(session: TableSession) -> tuple[AnyState, dict[str, Any]]:
    """Return the state a match starts with and, for a fork, the event data that describes its origin."""
    if not session.table.is_fork:
        return session.game.rules.setup(session.table.options, len(session.seats)), {}
    fork = Fork.objects.select_related("origin").get(table=session.table)
    carried_state = parse_json(fork.carried_state)
    fork_data = {
        "table": fork.origin_public_id,
        "event": fork.origin_seq,
        "seat": fork.perspective_seat,
        "taken": carried_state,
    }
    return create_fork_state(session.game, fork.perspective_seat, carried_state, session.chance), {"fork": fork_data}


def is_bots_only(table: Table) -> bool:
    """Return whether only bots may sit with the fork's host, who has seen all hands. At most 1 query."""
    return table.is_fork and Fork.objects.filter(table=table, perspective_seat=None).exists()
