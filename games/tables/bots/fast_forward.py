"""Bots that nobody but one waiting person looks at need not take their time."""

from games.tables.access import plays_alone
from games.tables.errors import Conflict
from games.tables.session.table_session import check_in_play, desk


def bots_hurried(*, public_id: str, user_id: int | None) -> None:
    """Let the bots answer without a pause until the person is asked again.

    Raises a Refusal unless that person waits, and plays against bots only.
    """
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_in_play(d.table)
        if seat.asked is not None or not plays_alone(d.seats):
            raise Conflict("stale")
        if seat.due_at is None:
            seat.due_at = d.now
            d.page_changed()
