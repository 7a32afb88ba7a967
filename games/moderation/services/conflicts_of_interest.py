"""What ties a member of staff to a table, and whether they may look at its cards or act on its seats all the same."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.services import audit_log, browser_devices
from accounts.staff import approvals
from accounts.staff import conflicts_of_interest as known
from accounts.staff.approvals import Barred
from accounts.staff.conflicts_of_interest import TABLE, Tie
from games.engine.hash_chain import holder_mark
from games.moderation.models import ModAction
from games.tables.errors import NotAllowed
from games.tables.models import Event, Seat, Table
from games.tables.selectors.table_lists import joined_by_link, playing_with

LOOK = "see-hidden"
RIGHTS = {LOOK: "tables.see_hidden_cards", **dict.fromkeys(ModAction.Action.values, "tables.moderate_table")}


def connect() -> None:
    known.register(_tables_shared, {"link": _("a table to which one invited by link")})
    approvals.register(audit_log.TABLE, ties_to_table, RIGHTS, repeated=[LOOK])


def table_ties(table: Table, user_id: int) -> list[Tie]:
    """What ties somebody to those who sit at a table: all but playing together elsewhere. About 12 queries."""
    people = [pk for pk in Seat.objects.filter(table=table).values_list("user_id", flat=True) if pk is not None]
    found = known.between(user_id, people, table.created_at)
    if user_id in people:
        found.insert(0, Tie(TABLE, user_id))
    return [tie for tie in found if tie.kind != TABLE or tie.person == user_id]


def ties_to_table(user_id: int, public_id: str) -> Sequence[Tie]:
    """The same by the table's public id, with a seat that was left again."""
    table = Table.objects.select_related("seed").filter(public_id=public_id).first()
    if table is None:
        return []
    found = table_ties(table, user_id)
    return found or (
        [Tie(TABLE, user_id)] if sat_there(table, [user_id, *browser_devices.accounts_beside(user_id)]) else []
    )


def check_cleared(table: Table, user_id: int, action: str) -> dict[str, Any]:
    """What the audit notes of it. Raises Barred."""
    return approvals.cleared(user_id, action, table.public_id, table_ties(table, user_id))


def barred_noted(barred: Barred, table: Table, user_id: int, action: str, reason: str) -> NotAllowed:
    """The refusal; noted, and put to a second moderator where that helps. Not in the transaction that is given up."""
    target = table.public_id
    approvals.barred_noted(barred, by_pk=user_id, action=action, kind=audit_log.TABLE, target=target, reason=reason)
    code = "tied-refused" if barred.refused else "tied-weakly" if barred.second else "tied"
    return NotAllowed(code, {"ties": known.in_words(barred.ties)})


def sat_there(table: Table, people: Collection[int]) -> bool:
    """Whether any of these has ever had a seat there. The log names nobody, but marks whoever sits down. 1 query."""
    marks = Q()
    for person in people:
        marks |= Q(body__contains=holder_mark(table.public_id, bytes(table.seed.value), person))
    return Event.objects.filter(marks, table=table, kind__in=(Event.Kind.CREATE, Event.Kind.SIT)).exists()


def _tables_shared(accounts: Collection[int], people: Collection[int]) -> Iterator[Tie]:
    """For accounts.staff.conflicts_of_interest. 3 queries."""
    yield from (Tie(TABLE, person) for person in playing_with(accounts, people))
    yield from (Tie("link", person) for person in joined_by_link(accounts, people))
