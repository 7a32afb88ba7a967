"""Bots that play on for people at a running table: while they may not play, or because they have given up."""

from collections.abc import Sequence

from games.engine.game import AnyTitle
from games.tables.clocks.seat_clock import clock_charged
from games.tables.errors import NotAllowed
from games.tables.gameplay.match_flow import question_put
from games.tables.models import Event, Seat
from games.tables.premoves.matching import entries_kept
from games.tables.session.table_session import Desk, check_in_play, check_running, desk

LEVEL = "normal"


def levels_offered(title: AnyTitle, seats: Sequence[Seat], number: int) -> list[str]:
    """How strong a bot may be that takes that seat over: no weaker than any other bot at the table."""
    levels = list(title.bots)  # weakest first
    others = [levels.index(seat.bot) for seat in seats if seat.bot in levels and seat.number != number]
    return levels[max(others, default=0) :]


def level_offered(d: Desk, number: int) -> str:
    """A normal player, if that is no weaker than the table's other bots."""
    offered = levels_offered(d.title, d.seats, number)
    return LEVEL if LEVEL in offered else offered[0]


def played_by(
    d: Desk, seat: Seat, level: str, *, absent: bool = False, resigned: bool = False, away: bool = False
) -> None:
    """Let a bot of that level play a seat, or ("") its person. An open question is asked anew.

    `absent`: the bot stays only for as long as the person may not play; `away`: until the person wants the seat back.
    """
    clock_charged(d, seat)
    seat.bot, seat.absent, seat.resigned, seat.away = level, absent, resigned, away
    seat.timeouts = 0
    entries_kept(seat, ())
    question_put(d, seat, seat.asked)


def seat_reclaim(*, public_id: str, user_id: int) -> None:
    """Take the seat back from the bot that plays it since its person let time run out. Doing so twice is fine."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_running(d.table)
        if not seat.bot:
            return
        if not seat.away:
            raise NotAllowed("not-yours-to-take")
        played_by(d, seat, "")
        d.journal.add(Event.Kind.SEAT_BACK, cause=Event.Cause.PLAYER, seat=seat.number)


def seat_resign(*, public_id: str, user_id: int) -> None:
    """Give a running match up: a bot plays the seat to the end, and for its person the match counts as resigned.

    Where nobody is left who plays, bots alone finish the match, as they do for people who are gone.
    """
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_in_play(d.table)
        if seat.bot:
            raise NotAllowed("not-seated")
        if seat.forfeited:
            raise NotAllowed("forfeited")
        level = level_offered(d, seat.number)
        played_by(d, seat, level, resigned=True)
        d.journal.add(Event.Kind.SEAT_TO_BOT, cause=Event.Cause.PLAYER, seat=seat.number, data={"level": level})
