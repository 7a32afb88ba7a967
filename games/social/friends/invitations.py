"""Invitations to tables.

The response to an invitation by name is always the same, so that no one learns who exists or has blocked them. One that
can't arrive isn't stored or isn't shown.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.staff.conflicts_of_interest import ConflictOfInterest
from config.db.compiled_queries import CompiledQuery
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.catalog import registry
from games.social import signals
from games.social.friends.services import NO_USER_ID
from games.social.models import Block, TableInvitation
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.forms.short_form import ShortTableForm
from games.tables.labels import inline_name, localize_text
from games.tables.locked_table import require_open
from games.tables.models import Seat, Table
from games.tables.services.quotas import lock_people
from games.tables.services.seats import create_table_with_bots, take_seat

SHOWN = 20


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation as shown to its recipient."""

    table: str
    game_name: str
    by: str
    at: datetime
    table_name: str  # chosen by its host; "" for none


def can_invite(access: TableAccess) -> bool:
    """Return whether the user may invite by name: the host, and at a public table everyone who plays."""
    own_seat, table = access.own_seat, access.table
    if own_seat is None or not access.has_room or table.frozen_at is not None:
        return False
    return own_seat.user_id == table.host_id or table.visibility == Table.Visibility.PUBLIC


def invite_person(access: TableAccess, user_id: int, invited: User | None, *, by_name: bool = False) -> None:
    """Invite a person to the table. Raises a ServiceError if the user may invite no one.

    If no one has the name (None), or its owner can't be invited, the same statements run as for a real recipient, so
    that neither response nor timing reveals it.
    """
    require_open(access.table)
    if not access.has_room:
        raise ConflictError("seat-taken")
    if not can_invite(access):
        raise ForbiddenError("not-host")
    seated = {user_id, *(seat.user_id for seat in access.seats)}
    invited_id = invited.pk if invited is not None and invited.pk not in seated else NO_USER_ID
    with write_transaction():
        if invited_id not in lock_people(user_id, [invited_id]):
            invited_id = NO_USER_ID
        _invite(access.table, user_id, invited_id, by_name=by_name)


def _invite(table: Table, user_id: int, invited_id: int, *, by_name: bool) -> None:
    """Store the invitation and queue its notification. For NO_USER_ID, write a row and delete it again."""
    invitee_id = user_id if invited_id == NO_USER_ID else invited_id
    rows = TableInvitation.objects.filter(table=table, invitee=invitee_id)
    row = TableInvitation(table=table, inviter_id=user_id, invitee_id=invitee_id, by_name=by_name, needs_notice=True)
    TableInvitation.objects.bulk_create([row], ignore_conflicts=True)
    # People who accepted and left since are invited again.
    rows.filter(accepted_at__isnull=False).exclude(invitee=user_id).update(
        accepted_at=None, created_at=Now(), inviter=user_id, by_name=by_name, needs_notice=True
    )
    if not by_name:
        rows.filter(inviter=user_id).update(by_name=False)
    TableInvitation.objects.filter(table=table, inviter=user_id, invitee=user_id).delete()
    queue_on_commit("social.tell_recipients")


def notify_of_invitations(limit: int) -> None:
    """Notify people with open invitations, unless they and the inviter or the host have blocked each other."""
    rows = TableInvitation.objects.filter(needs_notice=True).select_related("table").order_by("pk")[:limit]
    for row in rows:
        with write_transaction():
            if not TableInvitation.objects.filter(pk=row.pk, needs_notice=True).update(needs_notice=False):
                continue  # taken by another worker
            hosts = {row.inviter_id, row.table.host_id}
            blocks = Block.objects.filter(
                Q(user=row.invitee_id, other_user__in=hosts) | Q(user__in=hosts, other_user=row.invitee_id)
            )
            is_open = TableInvitation.objects.filter(pk=row.pk, accepted_at=None, declined_at=None).exists()
            if is_open and not blocks.exists():
                signals.Invited(row.table_id, row.inviter_id, [row.invitee_id]).send_on_commit()


def create_and_invite(form: ShortTableForm, host: User, invited: Iterable[User], *, seats: int, bots: int = 0) -> Table:
    """Create a link-only table from a valid form and invite these people, in one transaction.

    Raises UnprocessableError if the game can't be played with this many seats.
    """
    invited = list(invited)
    with write_transaction():
        lock_people(host.pk, [person.pk for person in invited])
        table = create_table_with_bots(
            host_id=host.pk, bots=bots, level="normal", start=False, game_slug=form.cleaned_data["game"], options={},
            seats=seats, visibility=Table.Visibility.LINK, timing=form.get_time_control(),
            starts_when_full=form.cleaned_data["starts_when_full"],
        )  # fmt: skip
        invite_people(table, host.pk, invited)
    return table


def invite_people(table: Table, user_id: int, invited: Iterable[User]) -> None:
    """Invite people to a new table. Call it in the transaction that creates it and has locked them. 2 queries."""
    ids = [person.pk for person in invited]
    people = lock_people(user_id, ids)
    TableInvitation.objects.bulk_create(
        TableInvitation(table=table, inviter_id=user_id, invitee_id=pk, needs_notice=True) for pk in ids if pk in people
    )
    if ids:
        queue_on_commit("social.tell_recipients")


def answer_invitation(*, public_id: str, user_id: int, accepts: bool) -> None:
    """Accept an invitation and take a seat, or decline it. Raises NotFoundError without an open invitation."""
    row = _open_invitations(user_id).filter(table__public_id=public_id).select_related("table").first()
    if row is None:
        raise NotFoundError("no-such-table")
    if not accepts:
        with write_transaction():
            # Kept, so that no one can invite again and again.
            TableInvitation.objects.filter(pk=row.pk).update(declined_at=Now())
            signals.InvitationAnswered(row.table_id, user_id).send_on_commit()
        return
    take_seat(public_id=public_id, user_id=user_id, invite_code=row.table.invite_code)
    with write_transaction():
        TableInvitation.objects.filter(pk=row.pk).update(accepted_at=Now())
        signals.InvitationAnswered(row.table_id, user_id).send_on_commit()


def list_invitations(user_id: int) -> list[InvitationView]:
    """List open invitations, newest first. 1 query."""
    rows = _NEWEST.all(user_id=user_id)
    metas = registry.list_metadata()
    return [
        InvitationView(
            row.table.public_id,
            localize_text(metas[row.table.game_slug].name),
            inline_name(str(row.inviter)),
            row.created_at,
            row.table.name,
        )
        for row in rows
    ]


def list_invitation_conflicts(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """List conflicts of interest: those of `people` invited by name by any of `accounts`, or who invited one.

    1 query. An invitation that wasn't accepted counts only against its sender: otherwise anyone could create conflicts
    with all moderators.
    """
    came = Q(accepted_at__isnull=False, inviter__in=people, invitee__in=accounts)
    pairs = TableInvitation.objects.filter(Q(inviter__in=accounts, invitee__in=people) | came)
    for pair in pairs.values_list("inviter", "invitee"):
        yield from (ConflictOfInterest("invitation", person) for person in pair)


def get_invitations_version(user_id: int) -> list[object]:
    """Return what the list of invitations depends on. 1 query."""
    return list(_open_invitations(user_id).order_by("-created_at").values_list("pk")[:SHOWN])


def _open_invitations(user_id: Any) -> "QuerySet[TableInvitation]":
    """Return invitations to tables with a free seat, without those between people who block each other."""
    hosts = Q(pk=OuterRef("inviter")) | Q(pk=OuterRef("table__host"))
    blocked_by_me, block_me = (
        Q(pk__in=_blocks(user=user_id, field="other_user")),
        Q(pk__in=_blocks(other_user=user_id, field="user")),
    )
    shunned = get_user_model().objects.filter(hosts, blocked_by_me | block_me)
    vacant = Seat.objects.filter(table=OuterRef("table"), played_by=Seat.PlayedBy.NOBODY)
    own_seats = Seat.objects.filter(table=OuterRef("table"), user=user_id)
    sits = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("inviter"))
    return TableInvitation.objects.filter(
        ~Exists(shunned), ~Exists(own_seats), Exists(vacant), Exists(sits), invitee=user_id,
        declined_at=None, accepted_at=None, table__status=Table.Status.OPEN, table__frozen_at=None,
    )  # fmt: skip


def _blocks(field: str, **pair: Any) -> "QuerySet[Block, int]":
    return Block.objects.filter(**pair).values_list(field, flat=True)


_NEWEST = CompiledQuery(
    lambda user_id: _open_invitations(user_id).select_related("table", "inviter").order_by("-created_at")[:SHOWN]
)
