"""Bots that nobody but one waiting person looks at need not take their time."""

from games.tables.access import is_solo
from games.tables.errors import ConflictError
from games.tables.locked_table import locked_table, require_in_play


def fast_forward_bots(*, public_id: str, user_id: int | None) -> None:
    """Let the bots answer without a pause until the person is asked again.

    Raises a ServiceError unless that person waits, and plays against bots only.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        if seat.asked is not None or not is_solo(session.seats):
            raise ConflictError("stale")
        if seat.due_at is None:
            seat.due_at = session.now
            session.mark_page_changed()
