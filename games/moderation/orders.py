"""What moderators do to tables. Every action asks for a reason and is an event like any other.

Nobody acts at a table they play at with other people: these have to agree first (`consent`).
"""

from games.moderation.measures import Action, Measure, measure_carried_out, reason_checked
from games.moderation.proposals import people_asked
from games.tables.desk import desk
from games.tables.errors import NotAllowed


def table_freeze(*, public_id: str, moderator_id: int, reason: str) -> None:
    """Stop the clock and refuse moves until thawed. The reason is shown at the table."""
    _moderated(public_id, moderator_id, Measure(Action.FREEZE, reason_checked(reason)))


def table_thaw(*, public_id: str, moderator_id: int, reason: str) -> None:
    """Let a frozen table go on; every deadline moves by the time it was frozen."""
    _moderated(public_id, moderator_id, Measure(Action.THAW, reason_checked(reason)))


def table_void(*, public_id: str, moderator_id: int, reason: str) -> None:
    """End a table without a result. Its seed is revealed like any ended table's."""
    _moderated(public_id, moderator_id, Measure(Action.VOID, reason_checked(reason)))


def seat_to_bot(*, public_id: str, moderator_id: int, reason: str, number: int, level: str = "normal") -> None:
    """Hand a person's seat (at a running table also nobody's) to a bot. The person stays its owner, and can get it."""
    _moderated(public_id, moderator_id, Measure(Action.SEAT_TO_BOT, reason_checked(reason), number, level))


def seat_back(*, public_id: str, moderator_id: int, reason: str, number: int) -> None:
    """Give a seat that a bot stands in for back to its person."""
    _moderated(public_id, moderator_id, Measure(Action.SEAT_BACK, reason_checked(reason), number))


def _moderated(public_id: str, moderator_id: int, measure: Measure) -> None:
    with desk(public_id) as d:
        if people_asked(d.seats, moderator_id):
            raise NotAllowed("own-table")
        measure_carried_out(d, measure, moderator_id)
