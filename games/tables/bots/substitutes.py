"""Bots that take over a person's seat in a running match, temporarily or after resigning."""

from collections.abc import Sequence

from accounts.services import audit_log
from games.arena.strength import list_levels
from games.engine.game import AnyGame
from games.tables.clocks.seat_clock import charge_clock, get_open_time_left_data
from games.tables.errors import ForbiddenError
from games.tables.gameplay.agreements import settle_proposal
from games.tables.gameplay.moves import put_question
from games.tables.locked_table import TableSession, locked_table, require_in_play, require_running
from games.tables.models import Event, Seat, Table
from games.tables.premoves.matching import save_premoves

DEFAULT_LEVEL = "normal"


def list_substitute_levels(game: AnyGame, table: Table, seats: Sequence[Seat], number: int) -> list[str]:
    """List the levels for a bot that takes over this seat: no weaker than any other bot at the table.

    Levels are those offered at such a table, and those that already play there.
    """
    levels = list(game.bots)  # weakest first
    other_levels = {seat.bot_level for seat in seats if seat.bot_level in levels and seat.number != number}
    allowed = {*list_levels(table.game_slug, len(seats), table.options), *other_levels}
    weakest = max(map(levels.index, other_levels), default=0)
    return [level for level in levels[weakest:] if level in allowed]


def get_substitute_level(session: TableSession, number: int) -> str:
    """Return the normal level, or the weakest allowed one if normal is too weak."""
    offered = list_substitute_levels(session.game, session.table, session.seats, number)
    return DEFAULT_LEVEL if DEFAULT_LEVEL in offered else offered[0]


def set_seat_player(session: TableSession, seat: Seat, played_by: Seat.PlayedBy, level: str = "") -> None:
    """Hand a seat to a bot of this level, or back to its person. An open question is put again."""
    charge_clock(session, seat)
    seat.set_player(played_by, level)
    seat.timeouts = 0
    save_premoves(seat, ())
    put_question(session, seat, seat.question_seq)


def reclaim_seat(*, public_id: str, user_id: int) -> None:
    """Give the seat back to a person who had run out of time. Idempotent."""
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_running(session.table)
        if not seat.is_bot:
            return
        if not seat.is_away:
            raise ForbiddenError("not-yours-to-take")
        set_seat_player(session, seat, Seat.PlayedBy.PERSON)
        times = get_open_time_left_data(session, seat)
        session.event_writer.append(Event.Kind.SEAT_BACK, cause=Event.Cause.PLAYER, seat=seat.number, data=times)


def resign_seat(*, public_id: str, user_id: int) -> None:
    """Resign from a running match: a bot plays the seat to the end, and the person's result is "resigned".

    If no person is left, the bots finish the match alone.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        if seat.is_bot:
            raise ForbiddenError("not-seated")
        if seat.has_forfeited:
            raise ForbiddenError("forfeited")
        level = get_substitute_level(session, seat.number)
        set_seat_player(session, seat, Seat.PlayedBy.BOT_AFTER_RESIGNING, level)
        session.event_writer.append(
            Event.Kind.SEAT_TO_BOT, cause=Event.Cause.PLAYER, seat=seat.number, data={"level": level}
        )
        settle_proposal(session)


def record_substitution(session: TableSession, action: str, seat: Seat) -> None:
    """Record an automatic substitution in the audit log."""
    audit_log.record(
        action,
        kind=audit_log.TABLE,
        target=session.table.public_id,
        details={"seat": seat.number, "seq": session.event_writer.seq},
    )
