"""What a moderator's measure does to a locked table. Who may order it is for `moderation` and `consent` to say."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games import catalog
from games.moderation.models import ModAction
from games.tables.errors import Conflict, Malformed, Unprocessable
from games.tables.journal import Journal
from games.tables.models import Event, Seat, Table
from games.tables.progress import question_renewed, questions_saved, table_ended

REASON_LENGTH = 200
Action = ModAction.Action


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be done and why; for some actions to which seat, and with how strong a bot."""

    action: Action
    reason: str
    seat: int | None = None
    level: str = ""


def reason_checked(text: str) -> str:
    """The reason without needless blanks. Raises Malformed without one, and for one that is too long."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= REASON_LENGTH:
        raise Malformed("reason-needed", {"max": REASON_LENGTH})
    return text


def seats_with_people(table: Table) -> list[Seat]:
    """The table's seats in order. 1 query."""
    return list(table.seats.select_related("user").order_by("number"))


def measure_checked(table: Table, seats: Sequence[Seat], measure: Measure) -> None:
    """Raises a Refusal unless the measure makes sense at the table as it stands."""
    if table.ended:
        raise Conflict("table-over")
    match measure.action:
        case Action.FREEZE if table.frozen_at is not None:
            raise Conflict("table-frozen")
        case Action.THAW if table.frozen_at is None:
            raise Conflict("not-frozen")
        case Action.SEAT_TO_BOT:
            _check_to_bot(table, seats, measure)
        case Action.SEAT_BACK:
            _check_back(seats, measure)


def measure_carried_out(
    table: Table, seats: Sequence[Seat], measure: Measure, moderator_id: int, *, agreed: Sequence[int] = ()
) -> None:
    """Do it, as an event that names no person but tells which seats had to agree, and note whose order it was.

    Raises a Refusal where it makes no sense.
    """
    measure_checked(table, seats, measure)
    journal = Journal(table, catalog.title(table.title), table.now)
    match measure.action:
        case Action.FREEZE:
            table.frozen_at, table.frozen_reason = journal.now, measure.reason
        case Action.THAW:
            _thawed(table, seats)
        case Action.VOID:
            _voided(journal, seats)
        case Action.SEAT_TO_BOT:
            seat_played_by(table, _seat(seats, measure.seat), measure.level)
        case Action.SEAT_BACK:
            seat_played_by(table, _seat(seats, measure.seat), "")
    _noted(journal, measure, moderator_id, agreed)


def levels_offered(table: Table, seats: Sequence[Seat], number: int) -> list[str]:
    """How strong a bot may be that takes that seat over: no weaker than any other bot at the table."""
    levels = list(catalog.title(table.title).bots)  # weakest first
    others = [levels.index(seat.bot) for seat in seats if seat.bot in levels and seat.number != number]
    return levels[max(others, default=0) :]


def seat_played_by(table: Table, seat: Seat, level: str, *, absent: bool = False) -> None:
    """Let a bot of that level play a seat, or ("") its person. An open question is asked anew.

    `absent`: the bot stays only for as long as the person may not play.
    """
    seat.bot, seat.absent = level, absent
    # A frozen table's times count from the moment it was frozen: the thaw moves them all.
    question_renewed(seat, table, table.frozen_at or table.now)
    seat.save()


def _check_to_bot(table: Table, seats: Sequence[Seat], measure: Measure) -> None:
    if measure.level not in catalog.title(table.title).bots:
        raise Unprocessable("bad-option", {"option": "level"})
    seat = _seat(seats, measure.seat)
    # A seat of nobody holds a running match up; at an open table it is simply free.
    if seat.bot or (seat.user_id is None and table.status != Table.Status.RUNNING):
        raise Conflict("no-such-seat")
    if measure.level not in levels_offered(table, seats, seat.number):
        raise Unprocessable("weaker-bot")


def _check_back(seats: Sequence[Seat], measure: Measure) -> None:
    seat = _seat(seats, measure.seat)
    if seat.user is None or not seat.bot:
        raise Conflict("no-such-seat")
    if not seat.user.is_active:
        raise Conflict("person-suspended")


def _seat(seats: Sequence[Seat], number: int | None) -> Seat:
    if number is None or not 0 <= number < len(seats):
        raise Conflict("no-such-seat")
    return seats[number]


def _thawed(table: Table, seats: Sequence[Seat]) -> None:
    """Every deadline moves by the time it was frozen."""
    assert table.frozen_at is not None
    asked = [seat for seat in seats if seat.asked is not None]
    for seat in asked:
        _shift(seat, table.frozen_at, table.now)
    questions_saved(asked)
    table.frozen_at, table.frozen_reason = None, ""


def _shift(seat: Seat, frozen_at: datetime, now: datetime) -> None:
    for name in ("deadline", "due_at", "leased_until"):
        if (moment := getattr(seat, name)) is not None:
            setattr(seat, name, moment + (now - frozen_at))


def _voided(journal: Journal, seats: Sequence[Seat]) -> None:
    for seat in seats:
        seat.asked = seat.deadline = seat.due_at = seat.leased_until = None
    questions_saved(seats)
    table_ended(journal, seats, Table.Status.VOIDED)


def _noted(journal: Journal, measure: Measure, moderator_id: int, agreed: Sequence[int]) -> None:
    data = {"level": measure.level} if measure.level else {}
    seq = journal.add(
        measure.action.value, cause=Event.Cause.MODERATOR, seat=measure.seat,
        data={**data, "agreed": sorted(agreed)} if agreed else data,
    )  # fmt: skip
    journal.write()
    ModAction.objects.create(
        table=journal.table, event_seq=seq, moderator_id=moderator_id, action=measure.action, seat=measure.seat,
        reason=measure.reason,
    )  # fmt: skip
