"""Data export of a person's seats, results and moves."""

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.engine.serialization.canonical_json import parse_json
from games.tables.models import Event, PlayedPremove, Result, Seat, SeatPremoves
from games.tables.selectors.event_source import list_log_rows

OWN_CAUSES = (Event.Cause.PLAYER, Event.Cause.PLAN)


def export_tables(person: User) -> list[dict[str, Any]]:
    """Return every seat of the person, with its result and premoves."""
    ends = {row.table_id: row for row in Result.objects.filter(user=person)}
    plans = dict(get_premoves(person).values_list("seat", "body"))
    seats = Seat.objects.filter(user=person).select_related("table").order_by("table_id")
    return [_seat(seat, ends.get(seat.table_id), plans.get(seat.pk)) for seat in seats]


def export_moves(person: User) -> list[dict[str, Any]]:
    """Return the person's own decisions; what others did or held is in the replays. 2 queries per table."""
    seats = Seat.objects.filter(user=person).select_related("table").order_by("table_id")
    return [
        {"table": seat.table.public_id, "number": row.seq, "at": row.created_at, "move": parse_json(row.body)["move"]}
        for seat in seats.iterator(chunk_size=50)
        for row in list_log_rows(seat.table, 0, seat.table.last_seq)
        if (row.kind, row.seat) == (Event.Kind.MOVE, seat.number) and row.cause in OWN_CAUSES
    ]


def get_premoves(person: User) -> "QuerySet[SeatPremoves]":
    return SeatPremoves.objects.filter(user=person)


def delete_premoves(person: User) -> None:
    """Delete the person's premoves and the descriptions of those played."""
    get_premoves(person).delete()
    PlayedPremove.objects.filter(user=person).delete()


def _seat(seat: Seat, end: Result | None, plan: str | None) -> dict[str, Any]:
    table = seat.table
    return {
        "table": table.public_id, "title": table.game_slug, "name": table.name,
        "seat": seat.number + 1, "status": table.status,
        "host": table.host_id == seat.user_id, "began": table.started_at, "ended": table.ended_at,
        "outcome": end.outcome if end else None, "place": end.place if end else None,
        "score": end.score if end else None, "planned": plan,
    }  # fmt: skip
