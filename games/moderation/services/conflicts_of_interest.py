"""Conflicts of interest between staff and tables, for looking at cards and acting on seats."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.services import audit_log, browser_devices
from accounts.services.guest_merge import list_merged_guests
from accounts.staff import approvals
from accounts.staff import conflicts_of_interest as known
from accounts.staff.approvals import ConflictOfInterestError
from accounts.staff.conflicts_of_interest import TABLE, ConflictOfInterest
from games.engine.hash_chain import hash_seat_holder
from games.moderation.models import ModerationAction
from games.tables.errors import ForbiddenError
from games.tables.models import Event, Seat, Table
from games.tables.selectors.table_lists import get_joined_by_link, get_tablemates

SEE_HIDDEN = "see-hidden"
ALONE_OFFERED = "tied-alone"  # code of a refusal that the moderator may override by confirming to act alone
RIGHTS = {
    SEE_HIDDEN: "tables.view_hidden_cards",
    **dict.fromkeys(ModerationAction.Action.values, "tables.moderate_table"),
}


def connect() -> None:
    known.register(_list_shared_tables, {"link": _("a table where one invited the other by link")})
    approvals.register(audit_log.TABLE, list_conflicts_by_public_id, RIGHTS, repeated=[SEE_HIDDEN])


def list_table_conflicts(table: Table, user_id: int) -> list[ConflictOfInterest]:
    """List a person's conflicts with the players of a table, except playing together elsewhere. About 12 queries."""
    people = [pk for pk in Seat.objects.filter(table=table).values_list("user_id", flat=True) if pk is not None]
    conflicts = known.list_conflicts(user_id, people, table.created_at)
    if user_id in people:
        conflicts.insert(0, ConflictOfInterest(TABLE, user_id))
    return [tie for tie in conflicts if tie.kind != TABLE or tie.person == user_id]


def list_conflicts_by_public_id(user_id: int, public_id: str) -> Sequence[ConflictOfInterest]:
    """List the conflicts by the table's public id, including a seat that the person or a second account has left."""
    table = Table.objects.select_related("seed").filter(public_id=public_id).first()
    if table is None:
        return []
    conflicts = list_table_conflicts(table, user_id)
    return conflicts or (
        [ConflictOfInterest(TABLE, user_id)]
        if has_sat_at(table, [user_id, *browser_devices.list_second_account_ids(user_id)])
        else []
    )


def require_clearance(table: Table, user_id: int, action: str, *, alone: bool | None = None) -> dict[str, Any]:
    """Call `accounts.staff.approvals.require_clearance` for a table."""
    conflicts = list_table_conflicts(table, user_id)
    return approvals.require_clearance(user_id, action, table.public_id, conflicts, kind=audit_log.TABLE, alone=alone)


def record_refusal(
    barred: ConflictOfInterestError, table: Table, user_id: int, action: str, reason: str
) -> ForbiddenError:
    """Log the refusal, request an approval if that helps, and return the error.

    Call it after the transaction was rolled back.
    """
    target = table.public_id
    approvals.record_refusal(barred, by_pk=user_id, action=action, kind=audit_log.TABLE, target=target, reason=reason)
    return ForbiddenError(_get_code(barred), {"ties": known.describe_conflicts(barred.conflicts)})


def _get_code(refusal: ConflictOfInterestError) -> str:
    if not refusal.can_be_approved:
        return "tied"
    if refusal.was_rejected:
        return "tied-refused"
    if refusal.has_approver:
        return "tied-weakly"
    return ALONE_OFFERED if refusal.can_act_alone else "tied-nobody"


def has_sat_at(table: Table, people: Collection[int]) -> bool:
    """Return whether any of these people ever had a seat at the table.

    The log names no one, but marks everyone who sits down. 2 queries, 3 for an archived table.
    """
    guests = [guest for merged in list_merged_guests(people).values() for guest in merged]
    marks = [hash_seat_holder(table.public_id, bytes(table.seed.value), person) for person in [*people, *guests]]
    if archived := table.archived_log:
        return any(mark in event.body for event in archived.events() for mark in marks)
    named = Q()
    for mark in marks:
        named |= Q(body__contains=mark)
    return Event.objects.filter(named, table=table, kind__in=(Event.Kind.CREATE, Event.Kind.SIT)).exists()


def _list_shared_tables(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """Yield conflicts by shared tables and invitation links, for accounts.staff.conflicts_of_interest. 3 queries."""
    yield from (ConflictOfInterest(TABLE, person) for person in get_tablemates(accounts, people))
    yield from (ConflictOfInterest("link", person) for person in get_joined_by_link(accounts, people))
