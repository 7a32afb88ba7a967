"""What the tables keep of somebody, for them to take along: where they sat, and what they decided there."""

from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from games.engine.codec import parse
from games.tables.models import Event, Plan, Result, Seat

OWN = (Event.Cause.PLAYER, Event.Cause.PLAN)


def tables_exported(person: User) -> list[dict[str, Any]]:
    """Every seat, with its end if there was one, and what is filed for later."""
    ends = {row.table_id: row for row in Result.objects.filter(user=person)}
    plans = dict(plans_of(person).values_list("seat", "body"))
    seats = Seat.objects.filter(user=person).select_related("table").order_by("table_id")
    return [_seat(seat, ends.get(seat.table_id), plans.get(seat.pk)) for seat in seats]


def moves_exported(person: User) -> list[dict[str, Any]]:
    """Each of their own decisions. Nothing of what others held or did: that is in the replays."""
    events = Event.objects.filter(
        kind=Event.Kind.MOVE, cause__in=OWN, table__seats__user=person, seat=F("table__seats__number")
    )
    rows = events.order_by("table_id", "seq").values_list("table__public_id", "seq", "created_at", "body")
    return [
        {"table": table, "number": seq, "at": at, "move": parse(body)["move"]}
        for table, seq, at, body in rows.iterator(chunk_size=500)
    ]


def plans_of(person: User) -> "QuerySet[Plan]":
    return Plan.objects.filter(user=person)


def _seat(seat: Seat, end: Result | None, plan: str | None) -> dict[str, Any]:
    table = seat.table
    return {
        "table": table.public_id, "title": table.title, "seat": seat.number + 1, "status": table.status,
        "host": table.host_id == seat.user_id, "began": table.started_at, "ended": table.ended_at,
        "outcome": end.outcome if end else None, "place": end.place if end else None,
        "score": end.score if end else None, "planned": plan,
    }  # fmt: skip
