"""What moderators do to a table. Every action asks for a reason and is an event like any other."""

from datetime import datetime

from games import catalog
from games.models import Event, ModAction, Seat, Table
from games.services.errors import Conflict, Malformed, Unprocessable
from games.services.journal import Journal
from games.services.locking import locked_table
from games.services.progress import bots_nudged, question_renewed, questions_saved, table_ended

REASON_LENGTH = 200
Action = ModAction.Action


def table_freeze(*, public_id: str, moderator_id: int, reason: str) -> None:
    """Stop the clock and refuse moves until thawed. The reason is shown at the table."""
    reason = _reason(reason)
    with locked_table(public_id) as table:
        _check_alive(table)
        if table.frozen_at is not None:
            raise Conflict("table-frozen")
        journal = _journal(table)
        table.frozen_at, table.frozen_reason = journal.now, reason
        _note(journal, Action.FREEZE, moderator_id, reason)


def table_thaw(*, public_id: str, moderator_id: int, reason: str) -> None:
    """Let a frozen table go on; every deadline moves by the time it was frozen."""
    reason = _reason(reason)
    with locked_table(public_id) as table:
        _check_alive(table)
        if table.frozen_at is None:
            raise Conflict("not-frozen")
        journal = _journal(table)
        seats = list(table.seats.filter(asked__isnull=False).order_by("number"))
        _shift(seats, table.frozen_at, journal.now)
        table.frozen_at, table.frozen_reason = None, ""
        _note(journal, Action.THAW, moderator_id, reason)
        bots_nudged(table, seats)


def table_void(*, public_id: str, moderator_id: int, reason: str) -> None:
    """End a table without a result. Its seed is revealed like any ended table's."""
    reason = _reason(reason)
    with locked_table(public_id) as table:
        _check_alive(table)
        journal = _journal(table)
        seats = list(table.seats.order_by("number"))
        for seat in seats:
            seat.asked = seat.deadline = seat.due_at = seat.leased_until = None
        questions_saved(seats)
        table_ended(journal, seats, Table.Status.VOIDED)
        _note(journal, Action.VOID, moderator_id, reason)


def seat_to_bot(*, public_id: str, moderator_id: int, reason: str, number: int, level: str = "normal") -> None:
    """Hand a person's seat to a bot. The person stays its owner and can get it back."""
    _seat_changed(public_id, moderator_id, _reason(reason), number, level)


def seat_back(*, public_id: str, moderator_id: int, reason: str, number: int) -> None:
    """Give a seat that a bot stands in for back to its person."""
    _seat_changed(public_id, moderator_id, _reason(reason), number, "")


def _seat_changed(public_id: str, moderator_id: int, reason: str, number: int, level: str) -> None:
    with locked_table(public_id) as table:
        _check_alive(table)
        if level and level not in catalog.title(table.title).bots:
            raise Unprocessable("bad-option", {"option": "level"})
        seat = table.seats.filter(number=number).first()
        if seat is None or seat.user_id is None or bool(seat.bot) == bool(level):
            raise Conflict("no-such-seat")
        journal = _journal(table)
        seat.bot = level
        # A frozen table's times count from the moment it was frozen: the thaw moves them all.
        question_renewed(seat, table, table.frozen_at or journal.now)
        seat.save()
        action = Action.SEAT_TO_BOT if level else Action.SEAT_BACK
        _note(journal, action, moderator_id, reason, number, {"level": level} if level else {})
        if table.frozen_at is None:
            bots_nudged(table, [seat])


def _journal(table: Table) -> Journal:
    return Journal(table, catalog.title(table.title), table.now)


def _note(
    journal: Journal,
    action: Action,
    moderator_id: int,
    reason: str,
    seat: int | None = None,
    data: dict[str, str] | None = None,
) -> None:
    seq = journal.add(action.value, cause=Event.Cause.MODERATOR, seat=seat, data=data)
    journal.write()
    ModAction.objects.create(
        table=journal.table, event_seq=seq, moderator_id=moderator_id, action=action, seat=seat, reason=reason
    )


def _shift(seats: list[Seat], frozen_at: datetime, now: datetime) -> None:
    for seat in seats:
        for name in ("deadline", "due_at", "leased_until"):
            if (moment := getattr(seat, name)) is not None:
                setattr(seat, name, moment + (now - frozen_at))
    questions_saved(seats)


def _reason(text: str) -> str:
    text = " ".join(text.split())
    if not 1 <= len(text) <= REASON_LENGTH:
        raise Malformed("reason-needed", {"max": REASON_LENGTH})
    return text


def _check_alive(table: Table) -> None:
    if table.ended:
        raise Conflict("table-over")
