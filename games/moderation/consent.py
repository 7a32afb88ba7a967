"""A moderator who plays at a table asks the others there. The last one who agrees has it carried out.

A small site's only moderator plays too: without a way to ask, nobody could help at their tables.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

from games.live.announce import announce
from games.moderation.measures import (
    Action,
    Measure,
    measure_carried_out,
    measure_checked,
    reason_checked,
    seats_with_people,
)
from games.moderation.models import Proposal
from games.moderation.proposals import people_asked
from games.tables.errors import Conflict, NotAllowed, Refusal
from games.tables.locking import locked_table
from games.tables.models import Seat, Table
from games.tables.opening import own_seat

logger = logging.getLogger(__name__)
OPEN_FOR = timedelta(days=7)  # some look in but once a week
REST = timedelta(days=1)  # after a refusal, before the same people may be asked again


def measure_ordered(
    *, public_id: str, moderator_id: int, action: str, reason: str, number: int | None = None, level: str = ""
) -> bool:
    """Carry a measure out at once; or, where the moderator plays with other people, put it to them.

    `action` is a ModAction.Action's value. Says whether it has been carried out. Raises a Refusal.
    """
    measure = Measure(Action(action), reason_checked(reason), number, level)
    with locked_table(public_id) as table:
        seats = seats_with_people(table)
        if not people_asked(seats, moderator_id):
            measure_carried_out(table, seats, measure, moderator_id)
            return True
        measure_checked(table, seats, measure)
        _put(table, seats, measure, moderator_id)
        return False


def proposal_answer(*, public_id: str, user_id: int, proposal_pk: int, agrees: bool) -> None:
    """Somebody who plays there agrees or refuses; whoever proposed it can only take it back, by refusing it."""
    with locked_table(public_id) as table:
        seats = seats_with_people(table)
        own_seat(table, seats, user_id)
        proposal = Proposal.objects.filter(table=table, pk=proposal_pk, refused_at=None).first()
        if proposal is None or _lapsed(table, seats, proposal):
            raise Conflict("proposal-over")
        if user_id == proposal.moderator_id:
            if agrees:
                raise NotAllowed("own-proposal")
            _withdrawn(table, proposal)
        elif agrees:
            _agreed(table, seats, proposal, user_id)
        else:
            proposal.refused_at = table.now
            proposal.save(update_fields=["refused_at"])
            _page_changed(table)


def proposals_settled(limit: int) -> int:
    """See to what nobody's answer settles: what has lapsed goes, and what only waits for people who left is done.

    The oldest `limit` proposals, each in a transaction of its own. Returns how many were settled.
    """
    found = Proposal.objects.order_by("made_at").values_list("table__public_id", flat=True)[:limit]
    return sum(_settled(public_id) for public_id in list(found))


def _settled(public_id: str) -> bool:
    """Whether it was. One broken table must not stop the others; what it says may name cards."""
    try:
        return _settled_under_lock(public_id)
    except Exception as problem:
        logger.error("the proposal at %s failed: %s", public_id, type(problem).__name__)
        return False


def _settled_under_lock(public_id: str) -> bool:
    with locked_table(public_id) as table:
        seats = seats_with_people(table)
        proposal = Proposal.objects.filter(table=table).first()
        if proposal is None:
            return False
        if _lapsed(table, seats, proposal):
            _withdrawn(table, proposal)
            return True
        return proposal.refused_at is None and _carried_out(table, seats, proposal)


def _put(table: Table, seats: Sequence[Seat], measure: Measure, moderator_id: int) -> None:
    earlier = Proposal.objects.filter(table=table).first()
    if earlier is not None:
        if not _lapsed(table, seats, earlier):
            raise Conflict("proposal-refused" if earlier.refused_at else "proposal-open")
        earlier.delete()
    Proposal.objects.create(
        table=table, moderator_id=moderator_id, action=measure.action, seat=measure.seat, level=measure.level,
        reason=measure.reason, made_at=table.now,
    )  # fmt: skip
    _page_changed(table)


def _agreed(table: Table, seats: Sequence[Seat], proposal: Proposal, user_id: int) -> None:
    if user_id in proposal.agreed:
        return
    proposal.agreed = [*proposal.agreed, user_id]
    proposal.save(update_fields=["agreed"])
    if not _carried_out(table, seats, proposal):
        _page_changed(table)


def _carried_out(table: Table, seats: Sequence[Seat], proposal: Proposal) -> bool:
    """Do it if everybody who is to be asked by now has agreed: who has sat down meanwhile is asked as well."""
    asked = people_asked(seats, proposal.moderator_id)
    if any(seat.user_id not in proposal.agreed for seat in asked):
        return False
    agreed = [seat.number for seat in asked]
    measure_carried_out(table, seats, _measure(proposal), proposal.moderator_id, agreed=agreed)
    proposal.delete()
    return True


def _lapsed(table: Table, seats: Sequence[Seat], proposal: Proposal) -> bool:
    """Whether it has had its time, or makes no sense any more, or comes from nobody who may still order it."""
    if proposal.refused_at is not None:
        return table.ended or proposal.refused_at + REST <= table.now
    by = next((seat.user for seat in seats if seat.user_id == proposal.moderator_id), None)
    if by is None or not by.has_perm("games.moderate_table") or proposal.made_at + OPEN_FOR <= table.now:
        return True
    try:
        measure_checked(table, seats, _measure(proposal))
    except Refusal:
        return True
    return False


def _measure(proposal: Proposal) -> Measure:
    return Measure(Action(proposal.action), proposal.reason, proposal.seat, proposal.level)


def _withdrawn(table: Table, proposal: Proposal) -> None:
    proposal.delete()
    _page_changed(table)


def _page_changed(table: Table) -> None:
    """Nothing has happened in the match, but its pages show something else."""
    table.rev += 1
    table.save(update_fields=["rev"])
    announce(table.public_id, table.rev)
