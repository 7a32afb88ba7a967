"""Undoing the last decision, for people playing alone with bots (`games.engine.take_back`).

It is an event like any other, which restores the state before the decision. The match no longer counts in statistics.
"""

from typing import Any

from games.engine.game import AnyGame
from games.engine.take_back import is_undoable
from games.rendering.log_lines import RecentLog
from games.tables.access import is_solo
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.gameplay.moves import advance_match, open_questions_after
from games.tables.locked_table import TableSession, locked_table, require_in_play
from games.tables.models import Event, Seat
from games.tables.selectors.event_log import get_recent_log
from games.tables.selectors.event_source import get_snapshot_at

EVENTS = 50  # how far to look back


def take_back_move(public_id: str, *, user_id: int | None, move_seq: int | None) -> TableSession:
    """Undo the person's last decision, event `move_seq`, with everything that followed from it. Idempotent.

    Returns the session. Raises a ServiceError, in which case nothing has changed.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        tail = get_recent_log(session.table, seat.number, EVENTS)
        if _is_taken_back(tail, move_seq):
            return session
        if not is_solo(session.seats) or not seat.is_person:
            raise ForbiddenError("no-take-back")
        if move_seq is None or get_undoable_move(session.game, session.state.public, seat, tail) != move_seq:
            raise ConflictError("too-late-to-take-back")
        _restore(session, seat, move_seq - 1)
        return session


def get_undoable_move(game: AnyGame, public: Any, seat: Seat, tail: RecentLog) -> int | None:
    """Return the number of the decision that the person, alone with bots, may undo now, or None."""
    if seat.took_back_in == game.get_chapter_number(public):
        return None
    last = tail.last_move_seq
    if last is None or last <= tail.after:
        return None
    return last if is_undoable((line for line in tail.lines if line.seq > last), seat.number, game.metadata) else None


def _is_taken_back(tail: RecentLog, move_seq: int | None) -> bool:
    """Return whether that decision, the last one, has already been undone."""
    undone = any(line.kind == Event.Kind.TAKE_BACK and line.seq > (tail.last_move_seq or 0) for line in tail.lines)
    return undone and tail.last_move_seq == move_seq


def _restore(session: TableSession, seat: Seat, seq: int) -> None:
    """Restore the state after event `seq` and put its open questions again."""
    state = session.game.read_state(get_snapshot_at(session.table, seq))
    now = session.event_writer.append(
        Event.Kind.TAKE_BACK, cause=Event.Cause.PLAYER, seat=seat.number, state=state, data={"to": seq}
    )
    seat.took_back_in = session.game.get_chapter_number(state.public)
    advance_match(session, open_questions_after(session, {}, now))
