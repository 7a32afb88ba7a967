"""What a moderator's measure does to a locked table. Who may order it is for `moderation` and `consent` to say."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts import audit
from games.moderation.models import ModAction
from games.tables.desk import Desk
from games.tables.errors import Conflict, Malformed, Unprocessable
from games.tables.models import Event, Seat, Table
from games.tables.seat_clocks import clocks_thawed
from games.tables.stand_ins import levels_offered, played_by
from games.tables.turns import match_ended

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


def measure_checked(d: Desk, measure: Measure) -> None:
    """Raises a Refusal unless the measure makes sense at the table as it stands."""
    if d.table.ended:
        raise Conflict("table-over")
    match measure.action:
        case Action.FREEZE if d.table.frozen_at is not None:
            raise Conflict("table-frozen")
        case Action.THAW if d.table.frozen_at is None:
            raise Conflict("not-frozen")
        case Action.SEAT_TO_BOT:
            _check_to_bot(d, measure)
        case Action.SEAT_BACK:
            _check_back(_seat(d, measure.seat))


def measure_carried_out(d: Desk, measure: Measure, moderator_id: int, *, agreed: Sequence[int] = ()) -> None:
    """Do it, as an event that names no person but tells which seats had to agree, and note whose order it was.

    Raises a Refusal where it makes no sense.
    """
    measure_checked(d, measure)
    match measure.action:
        case Action.FREEZE:
            d.table.frozen_at, d.table.frozen_reason = d.now, measure.reason
        case Action.THAW:
            _thawed(d)
        case Action.VOID:
            match_ended(d, Table.Status.VOIDED)
        case Action.SEAT_TO_BOT:
            played_by(d, _seat(d, measure.seat), measure.level)
        case Action.SEAT_BACK:
            played_by(d, _seat(d, measure.seat), "")
    _noted(d, measure, moderator_id, agreed)


def _check_to_bot(d: Desk, measure: Measure) -> None:
    if measure.level not in d.title.bots:
        raise Unprocessable("bad-option", {"option": "level"})
    seat = _seat(d, measure.seat)
    # A seat of nobody holds a running match up; at an open table it is simply free.
    if seat.bot or (seat.user_id is None and d.table.status != Table.Status.RUNNING):
        raise Conflict("no-such-seat")
    if measure.level not in levels_offered(d.title, d.seats, seat.number):
        raise Unprocessable("weaker-bot")


def _check_back(seat: Seat) -> None:
    if seat.user is None or not seat.bot:
        raise Conflict("no-such-seat")
    if not seat.user.is_active:
        raise Conflict("person-suspended")


def _seat(d: Desk, number: int | None) -> Seat:
    if number is None or not 0 <= number < len(d.seats):
        raise Conflict("no-such-seat")
    return d.seats[number]


def _thawed(d: Desk) -> None:
    """Every deadline moves by the time it was frozen."""
    clocks_thawed(d)
    d.table.frozen_reason = ""


def _noted(d: Desk, measure: Measure, moderator_id: int, agreed: Sequence[int]) -> None:
    data = {"level": measure.level} if measure.level else {}
    seq = d.journal.add(
        Event.Kind(measure.action.value), cause=Event.Cause.MODERATOR, seat=measure.seat,
        data={**data, "agreed": sorted(agreed)} if agreed else data,
    )  # fmt: skip
    ModAction.objects.create(
        table=d.table, event_seq=seq, moderator_id=moderator_id, action=measure.action, seat=measure.seat,
        reason=measure.reason,
    )  # fmt: skip
    audit.record(
        measure.action, kind=audit.TABLE, target=d.table.public_id, by=moderator_id, reason=measure.reason, seq=seq,
        **({} if measure.seat is None else {"seat": measure.seat}),
    )  # fmt: skip
