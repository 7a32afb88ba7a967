"""What a moderator's measure does to a locked table. Who may order it is for `moderation` and `consent` to say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from accounts.services import audit_log
from games.engine.errors import BadPayload
from games.engine.serialization.canonical_json import parse
from games.moderation.models import ModAction
from games.tables.bots.substitutes import levels_offered, played_by
from games.tables.clocks.seat_clock import clocks_thawed
from games.tables.errors import Conflict, Malformed, Unprocessable
from games.tables.gameplay.client_seeds import opening_begun
from games.tables.gameplay.match_flow import match_ended
from games.tables.gameplay.moves import seat_moves
from games.tables.models import Event, Seat, Table
from games.tables.services.removal import person_removed
from games.tables.services.seed_reveal import break_off
from games.tables.session.table_session import Desk, check_in_play

REASON_LENGTH = 200
HOURS_MOST = 24 * 7
VOID_AFTER = timedelta(hours=24)  # until then it can be taken back
Action = ModAction.Action


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be done and why; for some actions to which seat, and with how strong a bot.

    `hours`: more time for the open question; `asked`: which question is answered, `move`: as JSON, "" the safe one.
    """

    action: Action
    reason: str
    seat: int | None = None
    level: str = ""
    hours: int = 0
    asked: int | None = None
    move: str = ""


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
        case Action.FREEZE if d.table.open_until is not None:  # else it could stay undealt for ever, uncounted
            raise Conflict("opening-begun")
        case Action.THAW if d.table.frozen_at is None:
            raise Conflict("not-frozen")
        case Action.VOID if d.table.void_at is not None:
            raise Conflict("void-ordered")
        case Action.SEAT_TO_BOT:
            _check_to_bot(d, measure)
        case Action.SEAT_BACK:
            _check_back(_seat(d, measure.seat))
        case Action.EXTEND:
            _check_clock(d, measure)
        case Action.PLAY:
            _check_question(d, measure)
        case Action.REMOVE if _seat(d, measure.seat).user_id is None:
            raise Conflict("no-such-seat")


def measure_carried_out(
    d: Desk, measure: Measure, moderator_id: int, *, agreed: Sequence[int] = (), noted: Mapping[str, Any] | None = None
) -> None:
    """Do it, as an event that names no person but tells which seats had to agree, and note whose order it was; in the
    audit with what is to be `noted` besides.

    Raises a Refusal where it makes no sense.
    """
    measure_checked(d, measure)
    seq = _DONE[measure.action](d, measure, {"agreed": sorted(agreed)} if agreed else {})
    ModAction.objects.create(
        table=d.table, event_seq=seq, moderator_id=moderator_id, action=measure.action, seat=measure.seat,
        reason=measure.reason,
    )  # fmt: skip
    audit_log.record(
        measure.action, kind=audit_log.TABLE, target=d.table.public_id, by=moderator_id, reason=measure.reason,
        details={"seq": seq, **({} if measure.seat is None else {"seat": measure.seat}), **(noted or {})},
    )  # fmt: skip


Data = dict[str, object]


def _freeze(d: Desk, measure: Measure, data: Data) -> int:
    d.table.frozen_at, d.table.frozen_reason = d.now, measure.reason
    return _event(d, Event.Kind.FREEZE, measure, data)


def _thaw(d: Desk, measure: Measure, data: Data) -> int:
    """Every deadline moves by the time it was frozen; a table about to be void is so no longer."""
    clocks_thawed(d)
    d.table.frozen_reason, d.table.void_at = "", None
    return _event(d, Event.Kind.THAW, measure, data)


def _void(d: Desk, measure: Measure, data: Data) -> int:
    """A match rests for a day, hands and seed closed, before it ends for good; with an open table nothing is lost.

    A strict one where opening has begun is broken off.
    """
    if opening_begun(d):
        break_off(d, Event.Cause.MODERATOR, "void", data=data)
        return d.journal.seq
    if d.table.status == Table.Status.OPEN:
        match_ended(d, Table.Status.VOIDED)
        return _event(d, Event.Kind.VOID, measure, data)
    d.table.frozen_at, d.table.frozen_reason = d.table.frozen_at or d.now, measure.reason
    d.table.void_at = d.now + VOID_AFTER
    return _event(d, Event.Kind.VOIDING, measure, data)


def _to_bot(d: Desk, measure: Measure, data: Data) -> int:
    played_by(d, _seat(d, measure.seat), measure.level)
    return _event(d, Event.Kind.SEAT_TO_BOT, measure, {"level": measure.level, **data})


def _back(d: Desk, measure: Measure, data: Data) -> int:
    played_by(d, _seat(d, measure.seat), "")
    return _event(d, Event.Kind.SEAT_BACK, measure, data)


def _extend(d: Desk, measure: Measure, data: Data) -> int:
    seat, more = _seat(d, measure.seat), timedelta(hours=measure.hours)
    if seat.deadline is not None:
        seat.deadline += more
    elif seat.left is not None:  # stands still at present
        seat.left += more
    return _event(d, Event.Kind.EXTEND, measure, {"hours": measure.hours, **data})


def _play(d: Desk, measure: Measure, data: Data) -> int:
    seat = _seat(d, measure.seat)
    assert measure.asked is not None
    if not measure.move:
        move = d.title.rules.safe_move(d.state, seat.number, d.chance)
        return seat_moves(d, seat, measure.asked, move, Event.Cause.MODERATOR, {"safe": 1, **data}).seq
    try:
        chosen = d.title.read_move(parse(measure.move))
    except BadPayload:
        raise Malformed("malformed") from None
    return seat_moves(d, seat, measure.asked, chosen, Event.Cause.MODERATOR, data).seq


def _remove(d: Desk, measure: Measure, data: Data) -> int:
    return person_removed(d, _seat(d, measure.seat), data)


_DONE: dict[Action, Callable[[Desk, Measure, Data], int]] = {
    Action.FREEZE: _freeze,
    Action.THAW: _thaw,
    Action.VOID: _void,
    Action.SEAT_TO_BOT: _to_bot,
    Action.SEAT_BACK: _back,
    Action.EXTEND: _extend,
    Action.PLAY: _play,
    Action.REMOVE: _remove,
}


def _event(d: Desk, kind: Event.Kind, measure: Measure, data: Data) -> int:
    return d.journal.add(kind, cause=Event.Cause.MODERATOR, seat=measure.seat, data=data)


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


def _check_clock(d: Desk, measure: Measure) -> None:
    seat = _seat(d, measure.seat)
    if not 1 <= measure.hours <= HOURS_MOST:
        raise Unprocessable("bad-option", {"option": "hours"})
    if seat.asked is None or seat.bot or (seat.deadline is None and seat.left is None):
        raise Conflict("no-clock")


def _check_question(d: Desk, measure: Measure) -> None:
    check_in_play(d.table)
    seat = _seat(d, measure.seat)
    if seat.forfeited:  # the house plays what follows from it
        raise Conflict("forfeited")
    if seat.asked is None or seat.asked != measure.asked:
        raise Conflict("stale")


def _seat(d: Desk, number: int | None) -> Seat:
    if number is None or not 0 <= number < len(d.seats):
        raise Conflict("no-such-seat")
    return d.seats[number]
