"""A moderator who plays at a table asks the others there. The last one who agrees has it carried out.

A small site's only moderator plays too: without a way to ask, nobody could help at their tables.
"""

import logging
from datetime import timedelta
from typing import Any

from accounts.staff.approvals import Barred
from config.db.unavailable import concerns_all
from games.moderation.models import Proposal
from games.moderation.selectors import people_asked
from games.moderation.services.actions import Action, Measure, measure_carried_out, measure_checked, reason_checked
from games.moderation.services.conflicts_of_interest import barred_noted, check_cleared
from games.moderation.services.hidden_cards import check_eyes
from games.tables.errors import Conflict, NotAllowed, Refusal
from games.tables.models import Table
from games.tables.session.table_session import Desk, desk

logger = logging.getLogger(__name__)
OPEN_FOR = timedelta(days=7)  # some look in but once a week
DETAILS = ("hours", "asked")
REST = timedelta(days=1)  # after a refusal, before the same people may be asked again


def measure_ordered(
    *, public_id: str, moderator_id: int, action: str, reason: str, number: int | None = None, **more: Any
) -> bool:
    """Carry a measure out at once; or, where the moderator plays with other people, put it to them.

    `action` is a ModAction.Action's value, `more` what `Measure` takes for it. Says whether it has been carried out.
    Who is tied to somebody there otherwise is refused, or needs a second moderator's word (moderation.ties).
    Raises a Refusal; a move that takes more than the safe one is for those alone who may see the seat's cards.
    """
    measure = Measure(Action(action), reason_checked(reason), number, **more)
    try:
        with desk(public_id) as d:
            return _ordered(d, measure, moderator_id)
    except Barred as barred:
        table = Table.objects.get(public_id=public_id)
        raise barred_noted(barred, table, moderator_id, measure.action, measure.reason) from None


def _ordered(d: Desk, measure: Measure, moderator_id: int) -> bool:
    if measure.move:  # in sight of the seat's cards, so nobody who sits there
        measure_carried_out(d, measure, moderator_id, noted=check_eyes(d.table, moderator_id, measure.action))
        return True
    if people_asked(d.seats, moderator_id):
        measure_checked(d, measure)
        _put(d, measure, moderator_id)
        return False
    sits = any(seat.user_id == moderator_id for seat in d.seats)
    more = {} if sits else check_cleared(d.table, moderator_id, measure.action)
    measure_carried_out(d, measure, moderator_id, noted=more)
    return True


def proposal_answer(*, public_id: str, user_id: int, proposal_pk: int, agrees: bool) -> None:
    """Somebody who plays there agrees or refuses; whoever proposed it can only take it back, by refusing it."""
    with desk(public_id) as d:
        d.seat_of(user_id)
        proposal = Proposal.objects.filter(table=d.table, pk=proposal_pk, refused_at=None).first()
        if proposal is None or _lapsed(d, proposal):
            raise Conflict("proposal-over")
        if user_id == proposal.moderator_id:
            if agrees:
                raise NotAllowed("own-proposal")
            _withdrawn(d, proposal)
        elif agrees:
            _agreed(d, proposal, user_id)
        else:
            proposal.refused_at = d.now
            proposal.save(update_fields=["refused_at"])
            d.page_changed()


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
        if concerns_all(problem):
            raise
        logger.error("the proposal at %s failed: %s", public_id, type(problem).__name__)
        return False


def _settled_under_lock(public_id: str) -> bool:
    with desk(public_id) as d:
        proposal = Proposal.objects.filter(table=d.table).first()
        if proposal is None:
            return False
        if _lapsed(d, proposal):
            _withdrawn(d, proposal)
            return True
        return proposal.refused_at is None and _carried_out(d, proposal)


def _put(d: Desk, measure: Measure, moderator_id: int) -> None:
    earlier = Proposal.objects.filter(table=d.table).first()
    if earlier is not None:
        if not _lapsed(d, earlier):
            raise Conflict("proposal-refused" if earlier.refused_at else "proposal-open")
        earlier.delete()
    Proposal.objects.create(
        table=d.table, moderator_id=moderator_id, action=measure.action, seat=measure.seat, level=measure.level,
        details={name: getattr(measure, name) for name in DETAILS}, reason=measure.reason, made_at=d.now,
    )  # fmt: skip
    d.page_changed()


def _agreed(d: Desk, proposal: Proposal, user_id: int) -> None:
    if user_id in proposal.agreed:
        return
    proposal.agreed = [*proposal.agreed, user_id]
    proposal.save(update_fields=["agreed"])
    if not _carried_out(d, proposal):
        d.page_changed()


def _carried_out(d: Desk, proposal: Proposal) -> bool:
    """Do it if everybody who is to be asked by now has agreed: who has sat down meanwhile is asked as well."""
    asked = people_asked(d.seats, proposal.moderator_id)
    if any(seat.user_id not in proposal.agreed for seat in asked):
        return False
    agreed = [seat.number for seat in asked]
    measure_carried_out(d, _measure(proposal), proposal.moderator_id, agreed=agreed)
    proposal.delete()
    return True


def _lapsed(d: Desk, proposal: Proposal) -> bool:
    """Whether it has had its time, or makes no sense any more, or comes from nobody who may still order it."""
    if proposal.refused_at is not None:
        return d.table.ended or proposal.refused_at + REST <= d.now
    by = next((seat.user for seat in d.seats if seat.user_id == proposal.moderator_id), None)
    if by is None or not by.has_perm("tables.moderate_table") or proposal.made_at + OPEN_FOR <= d.now:
        return True
    try:
        measure_checked(d, _measure(proposal))
    except Refusal:
        return True
    return False


def _measure(proposal: Proposal) -> Measure:
    return Measure(Action(proposal.action), proposal.reason, proposal.seat, proposal.level, **proposal.details)


def _withdrawn(d: Desk, proposal: Proposal) -> None:
    proposal.delete()
    d.page_changed()
