"""The effects of moderation actions on a locked table. Permissions are checked by `hidden_cards` and `approvals`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from accounts.services import audit_log
from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import parse_json
from games.moderation.models import ModerationAction
from games.tables import signals
from games.tables.bots.substitutes import list_substitute_levels, set_seat_player
from games.tables.clocks.seat_clock import extend_clock, get_open_time_left_data, read_seat_clock, thaw_clocks
from games.tables.errors import BadRequestError, ConflictError, UnprocessableError
from games.tables.gameplay.agreements import settle_proposal
from games.tables.gameplay.client_seeds import has_reveal_started
from games.tables.gameplay.moves import end_match, submit_automatic_move
from games.tables.locked_table import TableSession, require_in_play
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import remove_person
from games.tables.services.seed_reveal import break_off

REASON_LENGTH = 200
MAX_HOURS = 24 * 7
VOID_AFTER = timedelta(hours=24)  # it can be restored until then
Action = ModerationAction.Action


@dataclass(frozen=True, slots=True)
class ActionOrder:
    """An action with its reason; for some actions the seat and the level of the bot.

    `hours`: extra time for the open question. `asked`: the question to answer. `move`: the answer as JSON, "" for the
    safe move.
    """

    action: Action
    reason: str
    seat: int | None = None
    level: str = ""
    hours: int = 0
    asked: int | None = None
    move: str = ""


def clean_reason(text: str) -> str:
    """Return the reason with normalised spaces. Raises BadRequestError if it is missing or too long."""
    text = " ".join(text.split())
    if not 1 <= len(text) <= REASON_LENGTH:
        raise BadRequestError("reason-needed", {"max": REASON_LENGTH})
    return text


def require_possible(session: TableSession, measure: ActionOrder) -> None:
    """Raise a ServiceError if the action isn't possible at the table now."""
    if session.table.is_ended:
        raise ConflictError("table-over")
    match measure.action:
        case Action.FREEZE if session.table.frozen_at is not None:
            raise ConflictError("table-frozen")
        case Action.FREEZE if session.table.reveal_deadline is not None:  # otherwise it could stay undealt forever
            raise ConflictError("opening-begun")
        case Action.THAW if session.table.frozen_at is None:
            raise ConflictError("not-frozen")
        case Action.VOID if session.table.void_due_at is not None:
            raise ConflictError("void-ordered")
        case Action.SEAT_TO_BOT:
            _check_to_bot(session, measure)
        case Action.SEAT_BACK:
            _check_back(_seat(session, measure.seat))
        case Action.EXTEND:
            _check_clock(session, measure)
        case Action.PLAY:
            _check_question(session, measure)
        case Action.REMOVE if _seat(session, measure.seat).user_id is None:
            raise ConflictError("no-such-seat")


def execute_action(
    session: TableSession,
    measure: ActionOrder,
    moderator_id: int,
    *,
    agreed: Sequence[int] = (),
    details: Mapping[str, Any] | None = None,
) -> None:
    """Perform the action as an event, and log who ordered it. Raises a ServiceError if it isn't possible.

    The event names no person, but lists the seats that agreed. `details` are added to the audit log's details.
    """
    require_possible(session, measure)
    seq = _DONE[measure.action](session, measure, {"agreed": sorted(agreed)} if agreed else {})
    ModerationAction.objects.create(
        table=session.table, event_seq=seq, moderator_id=moderator_id, action=measure.action, seat=measure.seat,
        reason=measure.reason,
    )  # fmt: skip
    audit_log.record(
        measure.action, kind=audit_log.TABLE, target=session.table.public_id, by=moderator_id, reason=measure.reason,
        details={"seq": seq, **({} if measure.seat is None else {"seat": measure.seat}), **(details or {})},
    )  # fmt: skip


Data = dict[str, object]


def _freeze(session: TableSession, measure: ActionOrder, data: Data) -> int:
    session.table.frozen_at, session.table.frozen_reason = session.now, measure.reason
    return _event(session, Event.Kind.FREEZE, measure, data)


def _thaw(session: TableSession, measure: ActionOrder, data: Data) -> int:
    """Unfreeze the table, or restore a voided one. Deadlines move by the time it was frozen."""
    thaw_clocks(session)
    session.table.frozen_reason, session.table.void_due_at = "", None
    return _event(session, Event.Kind.THAW, measure, data)


def _void(session: TableSession, measure: ActionOrder, data: Data) -> int:
    """Void the match after a day, with hands and seed hidden until then; an open table immediately.

    A strict match whose opening has begun is broken off.
    """
    if has_reveal_started(session):
        break_off(session, Event.Cause.MODERATOR, "void", data=data)
        return session.event_writer.seq
    if session.table.status == Table.Status.OPEN:
        end_match(session, Table.Status.VOIDED)
        return _event(session, Event.Kind.VOID, measure, data)
    session.table.frozen_at, session.table.frozen_reason = session.table.frozen_at or session.now, measure.reason
    session.table.void_due_at = session.now + VOID_AFTER
    return _event(session, Event.Kind.VOIDING, measure, data)


def _to_bot(session: TableSession, measure: ActionOrder, data: Data) -> int:
    seat = _seat(session, measure.seat)
    set_seat_player(session, seat, Seat.PlayedBy.BOT_BY_MODERATOR if seat.user_id else Seat.PlayedBy.BOT, measure.level)
    seq = _event(session, Event.Kind.SEAT_TO_BOT, measure, {"level": measure.level, **data})
    settle_proposal(session)
    if seat.user_id:
        signals.SeatGivenToBot(session, seat).send()
    return seq


def _back(session: TableSession, measure: ActionOrder, data: Data) -> int:
    seat = _seat(session, measure.seat)
    set_seat_player(session, seat, Seat.PlayedBy.PERSON)
    return _event(session, Event.Kind.SEAT_BACK, measure, {**get_open_time_left_data(session, seat), **data})


def _extend(session: TableSession, measure: ActionOrder, data: Data) -> int:
    seat, extra = _seat(session, measure.seat), timedelta(hours=measure.hours)
    extend_clock(session, seat, extra)
    return _event(session, Event.Kind.EXTEND, measure, {"hours": measure.hours, **data})


def _play(session: TableSession, measure: ActionOrder, data: Data) -> int:
    seat = _seat(session, measure.seat)
    assert measure.asked is not None
    if not measure.move:
        move = session.game.rules.safe_move(session.state, seat.number, session.chance)
        return submit_automatic_move(session, seat, measure.asked, move, Event.Cause.MODERATOR, {"safe": 1, **data}).seq
    try:
        chosen_move = session.game.read_move(parse_json(measure.move))
    except InvalidPayloadError:
        raise BadRequestError("malformed") from None
    return submit_automatic_move(session, seat, measure.asked, chosen_move, Event.Cause.MODERATOR, data).seq


def _remove(session: TableSession, measure: ActionOrder, data: Data) -> int:
    return remove_person(session, _seat(session, measure.seat), data)


_DONE: dict[Action, Callable[[TableSession, ActionOrder, Data], int]] = {
    Action.FREEZE: _freeze,
    Action.THAW: _thaw,
    Action.VOID: _void,
    Action.SEAT_TO_BOT: _to_bot,
    Action.SEAT_BACK: _back,
    Action.EXTEND: _extend,
    Action.PLAY: _play,
    Action.REMOVE: _remove,
}


def _event(session: TableSession, kind: Event.Kind, measure: ActionOrder, data: Data) -> int:
    return session.event_writer.append(kind, cause=Event.Cause.MODERATOR, seat=measure.seat, data=data)


def _check_to_bot(session: TableSession, measure: ActionOrder) -> None:
    if measure.level not in session.game.bots:
        raise UnprocessableError("bad-option", {"option": "level"})
    seat = _seat(session, measure.seat)
    # An empty seat blocks a running match; at an open table it is simply free.
    if seat.is_bot or (seat.user_id is None and session.table.status != Table.Status.RUNNING):
        raise ConflictError("no-such-seat")
    _require_not_forfeited(seat)
    if measure.level not in list_substitute_levels(session.game, session.table, session.seats, seat.number):
        raise UnprocessableError("weaker-bot")


def _check_back(seat: Seat) -> None:
    if seat.user is None or not seat.is_bot:
        raise ConflictError("no-such-seat")
    if not seat.user.is_active:
        raise ConflictError("person-suspended")


def _check_clock(session: TableSession, measure: ActionOrder) -> None:
    seat = _seat(session, measure.seat)
    if not 1 <= measure.hours <= MAX_HOURS:
        raise UnprocessableError("bad-option", {"option": "hours"})
    if read_seat_clock(session.table, session.seats, seat, session.now) is None:
        raise ConflictError("no-clock")


def _check_question(session: TableSession, measure: ActionOrder) -> None:
    require_in_play(session.table)
    seat = _seat(session, measure.seat)
    _require_not_forfeited(seat)
    if seat.question_seq is None or seat.question_seq != measure.asked:
        raise ConflictError("stale")


def _require_not_forfeited(seat: Seat) -> None:
    """Raise ConflictError for a forfeited seat, which the site plays."""
    if seat.has_forfeited:
        raise ConflictError("forfeited")


def _seat(session: TableSession, number: int | None) -> Seat:
    if number is None or not 0 <= number < len(session.seats):
        raise ConflictError("no-such-seat")
    return session.seats[number]
