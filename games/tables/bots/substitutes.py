"""Bots that play on for people at a running table: while they may not play, or because they have given up."""

from collections.abc import Sequence

from accounts.services import audit_log
from games.arena.strength import list_levels
from games.engine.game import AnyGame
from games.tables.clocks.seat_clock import charge_clock
from games.tables.errors import ForbiddenError
from games.tables.gameplay.moves import put_question
from games.tables.locked_table import TableSession, locked_table, require_in_play, require_running
from games.tables.models import Event, Seat, Table
from games.tables.premoves.matching import save_premoves

DEFAULT_LEVEL = "normal"


def list_substitute_levels(title: AnyGame, table: Table, seats: Sequence[Seat], number: int) -> list[str]:
    """How strong a bot may be that takes that seat over: no weaker than any other bot at the table. Levels are those
    offered at such a table, and those that play there."""
    levels = list(title.bots)  # weakest first
    others = {seat.bot_level for seat in seats if seat.bot_level in levels and seat.number != number}
    known = {*list_levels(table.game_slug, len(seats), table.options), *others}
    weakest = max(map(levels.index, others), default=0)
    return [level for level in levels[weakest:] if level in known]


def get_substitute_level(session: TableSession, number: int) -> str:
    """A normal player, if that is no weaker than the table's other bots."""
    offered = list_substitute_levels(session.game, session.table, session.seats, number)
    return DEFAULT_LEVEL if DEFAULT_LEVEL in offered else offered[0]


def set_seat_player(session: TableSession, seat: Seat, played_by: Seat.PlayedBy, level: str = "") -> None:
    """Let a bot of that level play a seat, or its person. An open question is asked anew."""
    charge_clock(session, seat)
    seat.set_player(played_by, level)
    seat.timeouts = 0
    save_premoves(seat, ())
    put_question(session, seat, seat.question_seq)


def reclaim_seat(*, public_id: str, user_id: int) -> None:
    """Take the seat back from the bot that plays it since its person let time run out. Doing so twice is fine."""
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_running(session.table)
        if not seat.is_bot:
            return
        if not seat.is_away:
            raise ForbiddenError("not-yours-to-take")
        set_seat_player(session, seat, Seat.PlayedBy.PERSON)
        session.event_writer.append(Event.Kind.SEAT_BACK, cause=Event.Cause.PLAYER, seat=seat.number)


def resign_seat(*, public_id: str, user_id: int) -> None:
    """Give a running match up: a bot plays the seat to the end, and for its person the match counts as resigned.

    Where nobody is left who plays, bots alone finish the match, as they do for people who are gone.
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


def record_substitution(session: TableSession, action: str, seat: Seat) -> None:
    """Note in the audit what the site does by itself in somebody's place."""
    audit_log.record(
        action,
        kind=audit_log.TABLE,
        target=session.table.public_id,
        details={"seat": seat.number, "seq": session.event_writer.seq},
    )
