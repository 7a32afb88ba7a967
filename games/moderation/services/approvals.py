"""Proposals by moderators at tables where they play. The action is performed when the last other player agrees.

The only moderator of a small site plays too: without proposals, no one could help at their tables.
"""

import logging
from datetime import timedelta
from typing import Any

from accounts.staff.approvals import ConflictOfInterestError
from config.db.unavailable import concerns_everyone
from games.moderation.models import LoneActionNotice, ProposedAction
from games.moderation.selectors import list_people_to_ask
from games.moderation.services.actions import Action, ActionOrder, clean_reason, execute_action, require_possible
from games.moderation.services.conflicts_of_interest import record_refusal, require_clearance
from games.moderation.services.hidden_cards import require_can_see_hidden
from games.tables.errors import ConflictError, ForbiddenError, ServiceError
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Table

logger = logging.getLogger(__name__)
OPEN_FOR = timedelta(days=7)  # long enough for players who look in once a week
DETAILS = ("hours", "asked")
RETRY_DELAY = timedelta(days=1)  # after a refusal, before another proposal


def order_action(
    *,
    public_id: str,
    moderator_id: int,
    action: str,
    reason: str,
    number: int | None = None,
    alone: bool = False,
    **fields: Any,
) -> bool:
    """Perform an action immediately, or propose it to the other players of a table where the moderator plays.

    `action` is a ModerationAction.Action's value, `fields` holds the other fields of `ActionOrder`. Return whether it
    was performed. A moderator with a conflict of interest is refused or needs an approval (`conflicts_of_interest`);
    with `alone` they act without one if no one could give it, which is shown at the table.

    Raises a ServiceError. A move other than the safe one needs the permission to see the seat's cards.
    """
    measure = ActionOrder(Action(action), clean_reason(reason), number, **fields)
    try:
        with locked_table(public_id) as session:
            return _order_action(session, measure, moderator_id, alone=alone)
    except ConflictOfInterestError as barred:
        table = Table.objects.get(public_id=public_id)
        raise record_refusal(barred, table, moderator_id, measure.action, measure.reason) from None


def _order_action(session: TableSession, measure: ActionOrder, moderator_id: int, *, alone: bool) -> bool:
    if measure.move:  # requires seeing the seat's cards, so the moderator doesn't play here
        execute_action(
            session, measure, moderator_id, details=require_can_see_hidden(session.table, moderator_id, measure.action)
        )
        return True
    if list_people_to_ask(session.seats, moderator_id):
        require_possible(session, measure)
        _request_approval(session, measure, moderator_id)
        return False
    sits = any(seat.user_id == moderator_id for seat in session.seats)
    details = {} if sits else require_clearance(session.table, moderator_id, measure.action, alone=alone)
    execute_action(session, measure, moderator_id, details=details)
    if "alone" in details:
        _show_at_table(session, measure)
    return True


def _show_at_table(session: TableSession, measure: ActionOrder) -> None:
    """Show the players that this was done without an approval."""
    notice, _ = LoneActionNotice.objects.get_or_create(table=session.table)
    notice.actions = [*notice.actions, [session.event_writer.seq, measure.action]]
    notice.save(update_fields=["actions"])


def answer_approval(*, public_id: str, user_id: int, proposal_pk: int, agrees: bool) -> None:
    """Record a player's answer to a proposal. Its proposer can only withdraw it, by refusing."""
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
    """Settle proposals without an answer: delete expired ones, and perform those that waited only for players who left.

    Handles the oldest `limit` proposals, with one transaction each. Return how many were settled.
    """
    public_ids = ProposedAction.objects.order_by("created_at").values_list("table__public_id", flat=True)[:limit]
    return sum(_settle(public_id) for public_id in list(public_ids))


def _settle(public_id: str) -> bool:
    """Return whether the proposal was settled.

    Log errors: one broken table must not stop the others; messages may name cards.
    """
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
    """Perform the action if all current players have agreed, including those who sat down since."""
    seats = list_people_to_ask(session.seats, proposal.moderator_id)
    if any(seat.user_id not in proposal.approved_by for seat in seats):
        return False
    agreed = [seat.number for seat in seats]
    execute_action(session, _measure(proposal), proposal.moderator_id, agreed=agreed)
    proposal.delete()
    return True


def _lapsed(session: TableSession, proposal: ProposedAction) -> bool:
    """Return whether the proposal has expired, isn't possible any more, or its moderator may not order it any more."""
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
