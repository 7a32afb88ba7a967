"""A moderator who plays at a table asks the others there. The last one who agrees has it carried out.

A small site's only moderator plays too: without a way to ask, nobody could help at their tables.
"""

import logging
from datetime import timedelta
from typing import Any

from accounts.staff.approvals import ConflictOfInterestError
from config.db.unavailable import concerns_everyone
from games.moderation.models import ProposedAction
from games.moderation.selectors import list_people_to_ask
from games.moderation.services.actions import Action, ActionOrder, clean_reason, execute_action, require_possible
from games.moderation.services.conflicts_of_interest import record_refusal, require_clearance
from games.moderation.services.hidden_cards import require_can_see_hidden
from games.tables.errors import ConflictError, ForbiddenError, ServiceError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Table

logger = logging.getLogger(__name__)
OPEN_FOR = timedelta(days=7)  # some look in but once a week
DETAILS = ("hours", "asked")
RETRY_DELAY = timedelta(days=1)  # after a refusal, before the same people may be asked again


def order_action(
    *, public_id: str, moderator_id: int, action: str, reason: str, number: int | None = None, **more: Any
) -> bool:
    """Carry an action out at once; or, where the moderator plays with other people, put it to them.

    `action` is a ModerationAction.Action's value, `more` what `ActionOrder` takes for it. Says whether it was
    carried out.
    Who is tied to somebody there otherwise is refused, or needs a second moderator's word (`conflicts_of_interest`).
    Raises a ServiceError; a move that takes more than the safe one is for those alone who may see the seat's cards.
    """
    measure = ActionOrder(Action(action), clean_reason(reason), number, **more)
    try:
        with locked_table(public_id) as session:
            return _order_action(session, measure, moderator_id)
    except ConflictOfInterestError as barred:
        table = Table.objects.get(public_id=public_id)
        raise record_refusal(barred, table, moderator_id, measure.action, measure.reason) from None


def _order_action(session: TableSession, measure: ActionOrder, moderator_id: int) -> bool:
    if measure.move:  # in sight of the seat's cards, so nobody who sits there
        execute_action(
            session, measure, moderator_id, noted=require_can_see_hidden(session.table, moderator_id, measure.action)
        )
        return True
    if list_people_to_ask(session.seats, moderator_id):
        require_possible(session, measure)
        _request_approval(session, measure, moderator_id)
        return False
    sits = any(seat.user_id == moderator_id for seat in session.seats)
    more = {} if sits else require_clearance(session.table, moderator_id, measure.action)
    execute_action(session, measure, moderator_id, noted=more)
    return True


def answer_approval(*, public_id: str, user_id: int, proposal_pk: int, agrees: bool) -> None:
    """Somebody who plays there agrees or refuses; whoever proposed it can only take it back, by refusing it."""
    with locked_table(public_id) as session:
        session.get_seat_for(user_id)
        proposal = ProposedAction.objects.filter(table=session.table, pk=proposal_pk, rejected_at=None).first()
        if proposal is None or _lapsed(session, proposal):
            raise ConflictError("proposal-over")
        if user_id == proposal.moderator_id:
            if agrees:
                raise ForbiddenError("own-proposal")
            _withdraw(session, proposal)
        elif agrees:
            _agree(session, proposal, user_id)
        else:
            proposal.rejected_at = session.now
            proposal.save(update_fields=["rejected_at"])
            session.mark_page_changed()


def settle_approvals(limit: int) -> int:
    """See to what nobody's answer settles: what has lapsed goes, and what only waits for people who left is done.

    The oldest `limit` proposals, each in a transaction of its own. Returns how many were settled.
    """
    found = ProposedAction.objects.order_by("created_at").values_list("table__public_id", flat=True)[:limit]
    return sum(_settle(public_id) for public_id in list(found))


def _settle(public_id: str) -> bool:
    """Whether it was. One broken table must not stop the others; what it says may name cards."""
    try:
        return _settle_locked(public_id)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.error("the proposal at %s failed: %s", public_id, type(problem).__name__)
        return False


def _settle_locked(public_id: str) -> bool:
    with locked_table(public_id) as session:
        proposal = ProposedAction.objects.filter(table=session.table).first()
        if proposal is None:
            return False
        if _lapsed(session, proposal):
            _withdraw(session, proposal)
            return True
        return proposal.rejected_at is None and _execute_if_agreed(session, proposal)


def _request_approval(session: TableSession, measure: ActionOrder, moderator_id: int) -> None:
    earlier = ProposedAction.objects.filter(table=session.table).first()
    if earlier is not None:
        if not _lapsed(session, earlier):
            raise ConflictError("proposal-refused" if earlier.rejected_at else "proposal-open")
        earlier.delete()
    ProposedAction.objects.create(
        table=session.table, moderator_id=moderator_id, action=measure.action, seat=measure.seat, level=measure.level,
        parameters={name: getattr(measure, name) for name in DETAILS}, reason=measure.reason, created_at=session.now,
    )  # fmt: skip
    session.mark_page_changed()


def _agree(session: TableSession, proposal: ProposedAction, user_id: int) -> None:
    if user_id in proposal.approved_by:
        return
    proposal.approved_by = [*proposal.approved_by, user_id]
    proposal.save(update_fields=["approved_by"])
    if not _execute_if_agreed(session, proposal):
        session.mark_page_changed()


def _execute_if_agreed(session: TableSession, proposal: ProposedAction) -> bool:
    """Do it if everybody who is to be asked by now has agreed: who has sat down meanwhile is asked as well."""
    asked = list_people_to_ask(session.seats, proposal.moderator_id)
    if any(seat.user_id not in proposal.approved_by for seat in asked):
        return False
    agreed = [seat.number for seat in asked]
    execute_action(session, _measure(proposal), proposal.moderator_id, agreed=agreed)
    proposal.delete()
    return True


def _lapsed(session: TableSession, proposal: ProposedAction) -> bool:
    """Whether it has had its time, or makes no sense any more, or comes from nobody who may still order it."""
    if proposal.rejected_at is not None:
        return session.table.is_ended or proposal.rejected_at + RETRY_DELAY <= session.now
    by = next((seat.user for seat in session.seats if seat.user_id == proposal.moderator_id), None)
    if by is None or not by.has_perm("tables.moderate_table") or proposal.created_at + OPEN_FOR <= session.now:
        return True
    try:
        require_possible(session, _measure(proposal))
    except ServiceError:
        return True
    return False


def _measure(proposal: ProposedAction) -> ActionOrder:
    return ActionOrder(Action(proposal.action), proposal.reason, proposal.seat, proposal.level, **proposal.parameters)


def _withdraw(session: TableSession, proposal: ProposedAction) -> None:
    proposal.delete()
    session.mark_page_changed()
