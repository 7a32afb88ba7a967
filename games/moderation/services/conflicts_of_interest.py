"""What ties a member of staff to a table, and whether they may look at its cards or act on its seats all the same."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.services import audit_log, browser_devices
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
RIGHTS = {
    SEE_HIDDEN: "tables.view_hidden_cards",
    **dict.fromkeys(ModerationAction.Action.values, "tables.moderate_table"),
}


def connect() -> None:
    known.register(_list_shared_tables, {"link": _("a table to which one invited by link")})
    approvals.register(audit_log.TABLE, list_conflicts_by_public_id, RIGHTS, repeated=[SEE_HIDDEN])


def list_table_conflicts(table: Table, user_id: int) -> list[ConflictOfInterest]:
    """What ties somebody to those who sit at a table: all but playing together elsewhere. About 12 queries."""
    people = [pk for pk in Seat.objects.filter(table=table).values_list("user_id", flat=True) if pk is not None]
    found = known.list_conflicts(user_id, people, table.created_at)
    if user_id in people:
        found.insert(0, ConflictOfInterest(TABLE, user_id))
    return [tie for tie in found if tie.kind != TABLE or tie.person == user_id]


def list_conflicts_by_public_id(user_id: int, public_id: str) -> Sequence[ConflictOfInterest]:
    """The same by the table's public id, with a seat that was left again."""
    table = Table.objects.select_related("seed").filter(public_id=public_id).first()
    if table is None:
        return []
    found = list_table_conflicts(table, user_id)
    return found or (
        [ConflictOfInterest(TABLE, user_id)]
        if has_sat_at(table, [user_id, *browser_devices.list_second_account_ids(user_id)])
        else []
    )


def require_clearance(table: Table, user_id: int, action: str) -> dict[str, Any]:
    """What the audit notes of it. Raises Barred."""
    return approvals.require_clearance(user_id, action, table.public_id, list_table_conflicts(table, user_id))


def record_refusal(
    barred: ConflictOfInterestError, table: Table, user_id: int, action: str, reason: str
) -> ForbiddenError:
    """The error; noted, and put to a second moderator where that helps. Not in the transaction that is given up."""
    target = table.public_id
    approvals.record_refusal(barred, by_pk=user_id, action=action, kind=audit_log.TABLE, target=target, reason=reason)
    code = "tied-refused" if barred.was_rejected else "tied-weakly" if barred.can_be_approved else "tied"
    return ForbiddenError(code, {"ties": known.describe_conflicts(barred.conflicts)})


def has_sat_at(table: Table, people: Collection[int]) -> bool:
    """Whether any of these has ever had a seat there. The log names nobody, but marks whoever sits down. 1 query, or 2
    where the table has ended."""
    marks = [hash_seat_holder(table.public_id, bytes(table.seed.value), person) for person in people]
    if archived := table.archived_log:
        return any(mark in event.body for event in archived.events() for mark in marks)
    named = Q()
    for mark in marks:
        named |= Q(body__contains=mark)
    return Event.objects.filter(named, table=table, kind__in=(Event.Kind.CREATE, Event.Kind.SIT)).exists()


def _list_shared_tables(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """For accounts.staff.conflicts_of_interest. 3 queries."""
    yield from (ConflictOfInterest(TABLE, person) for person in get_tablemates(accounts, people))
    yield from (ConflictOfInterest("link", person) for person in get_joined_by_link(accounts, people))
