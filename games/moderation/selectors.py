"""Proposals of moderators at tables where they play, as the other players see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.moderation.models import LoneActionNotice, ModerationAction, ProposedAction
from games.tables.access import TableAccess
from games.tables.labels import seat_name
from games.tables.models import Seat


@dataclass(frozen=True, slots=True)
class ApprovalView:
    """A moderator's proposal as shown to a player. `action` is a ModerationAction.Action's value."""

    id: int
    by: str
    action: str
    name: str
    level: str
    hours: int
    reason: str
    agreed: list[str]
    awaited: list[str]
    refused: bool
    is_own: bool
    can_answer: bool


def list_people_to_ask(seats: Sequence[Seat], moderator_id: int) -> list[Seat]:
    """Return the seats of all other people who play there; none if the moderator has no seat.

    A person with a bot standing in still counts. Suspended or deleted ones don't.
    """
    if all(seat.user_id != moderator_id for seat in seats):
        return []
    return [seat for seat in seats if seat.user and seat.user.is_active and seat.user_id != moderator_id]


def add_approval_to_page(access: TableAccess, page: dict[str, Any]) -> None:
    """Add a moderator's proposal, and actions taken without an approval, to the table's page."""
    page["proposal"] = get_approval(access)
    page["lone_actions"] = list_lone_actions(access)


def list_lone_actions(access: TableAccess) -> list[tuple[int, str]]:
    """List the actions that moderators with a conflict of interest took alone, as event number and name.

    Empty for readers who don't play. 1 query, unless it was prefetched.
    """
    notice: LoneActionNotice | None = getattr(access.table, "lone_action_notice", None)
    if access.own_seat is None or notice is None:
        return []
    return [(seq, str(ModerationAction.Action(action).label)) for seq, action in notice.actions]


def get_approval(access: TableAccess) -> ApprovalView | None:
    """Return the open proposal, if the reader plays at the table. 1 query, unless it was prefetched."""
    table = access.table
    if access.own_seat is None or table.is_ended:
        return None
    proposal: ProposedAction | None = getattr(table, "proposed_action", None)
    if proposal is None:
        return None
    by = next((seat for seat in access.seats if seat.user_id == proposal.moderator_id), None)
    if by is None:
        return None
    seats_to_ask = list_people_to_ask(access.seats, proposal.moderator_id)
    awaited = [seat for seat in seats_to_ask if seat.user_id not in proposal.approved_by]
    return ApprovalView(
        id=proposal.pk,
        by=seat_name(by),
        action=proposal.action,
        name="" if proposal.seat is None else seat_name(access.seats[proposal.seat]),
        level=proposal.level,
        hours=proposal.parameters.get("hours", 0),
        reason=proposal.reason,
        agreed=[seat_name(seat) for seat in seats_to_ask if seat not in awaited],
        awaited=[seat_name(seat) for seat in awaited],
        refused=proposal.rejected_at is not None,
        is_own=by is access.own_seat,
        can_answer=access.own_seat in awaited,
    )
