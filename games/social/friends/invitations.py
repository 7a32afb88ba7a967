"""Invitations by name. Whoever invites is always told the same, so that nobody learns by it who exists or blocks them;
where it cannot arrive, nothing is kept or nothing shown."""

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
from games.catalog import registry
from games.social import signals
from games.social.models import Block, TableInvitation
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.forms.short_form import ShortTableForm
from games.tables.labels import inline_name, localize_text
from games.tables.locked_table import require_open
from games.tables.models import Seat, Table
from games.tables.services.seats import create_table_with_bots, take_seat

SHOWN = 20


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation in its reader's list."""

    table: str
    game_name: str
    by: str
    at: datetime


def can_invite(access: TableAccess) -> bool:
    """Whether the reader may invite by name: the host, and at a public table everybody who sits there."""
    own, table = access.own_seat, access.table
    if own is None or not access.has_room or table.frozen_at is not None:
        return False
    return own.user_id == table.host_id or table.visibility == Table.Visibility.PUBLIC


def invite_person(access: TableAccess, user_id: int, invited: User | None, *, by_name: bool = False) -> None:
    """Invite somebody. Raises a ServiceError where this person may invite nobody; else it may or may not arrive."""
    require_open(access.table)
    if not access.has_room:
        raise ConflictError("seat-taken")
    if not can_invite(access):
        raise ForbiddenError("not-host")
    if invited is None or invited.pk == user_id or any(seat.user_id == invited.pk for seat in access.seats):
        return
    with write_transaction():
        row, made = TableInvitation.objects.get_or_create(
            table=access.table, invitee=invited, defaults={"inviter_id": user_id, "by_name": by_name}
        )
        if not made and row.accepted_at is not None:  # who has stood up since may be invited anew
            TableInvitation.objects.filter(pk=row.pk).update(
                accepted_at=None, created_at=Now(), inviter=user_id, by_name=by_name
            )
        elif row.by_name and not by_name:
            TableInvitation.objects.filter(pk=row.pk, inviter=user_id).update(by_name=False)
        if made or row.accepted_at is not None:
            tell_invited(access.table, user_id, [invited])


def tell_invited(table: Table, inviter_id: int, invited: Collection[User]) -> None:
    """Others hear that they are invited, but for those who block the inviter or the host, or are blocked. 1 query."""
    hosts = {inviter_id, table.host_id}
    pairs = Block.objects.filter(
        Q(user__in=invited, other_user__in=hosts) | Q(user__in=hosts, other_user__in=invited)
    ).values_list("user", "other_user")
    shunned = {pk for pair in pairs for pk in pair}
    if welcome := [person.pk for person in invited if person.pk not in shunned]:
        signals.Invited(table.pk, inviter_id, welcome).send_on_commit()


def create_and_invite(form: ShortTableForm, host: User, invited: Iterable[User], *, seats: int, bots: int = 0) -> Table:
    """Set up a table by link as the valid form says, and invite these people: all of it, or nothing. Raises
    UnprocessableError for seats that the game does not have."""
    with write_transaction():
        table = create_table_with_bots(
            host_id=host.pk, bots=bots, level="normal", start=False, title_slug=form.cleaned_data["game"], options={},
            seats=seats, visibility=Table.Visibility.LINK, timing=form.get_time_control(),
        )  # fmt: skip
        invite_people(table, host.pk, invited)
    return table


def invite_people(table: Table, user_id: int, invited: Iterable[User]) -> None:
    """Invite to a table that was just set up, in the transaction that does it. 2 queries."""
    people = list(invited)
    TableInvitation.objects.bulk_create(
        TableInvitation(table=table, inviter_id=user_id, invitee=person) for person in people
    )
    tell_invited(table, user_id, people)


def answer_invitation(*, public_id: str, user_id: int, accepts: bool) -> None:
    """Sit down where one was invited to, or don't. Raises NotFoundError for whoever was not."""
    row = _open_invitations(user_id).filter(table__public_id=public_id).select_related("table").first()
    if row is None:
        raise NotFoundError("no-such-table")
    if not accepts:
        with write_transaction():
            # Stays, so that nobody asks again and again.
            TableInvitation.objects.filter(pk=row.pk).update(declined_at=Now())
            signals.InvitationAnswered(row.table_id, user_id).send_on_commit()
        return
    take_seat(public_id=public_id, user_id=user_id, invite_code=row.table.invite_code)
    with write_transaction():
        TableInvitation.objects.filter(pk=row.pk).update(accepted_at=Now())
        signals.InvitationAnswered(row.table_id, user_id).send_on_commit()


def list_invitations(user_id: int) -> list[InvitationView]:
    """Newest first. 1 query."""
    rows = _NEWEST.all(user_id=user_id)
    metas = registry.list_metadata()
    return [
        InvitationView(
            row.table.public_id,
            localize_text(metas[row.table.game_slug].name),
            inline_name(str(row.inviter)),
            row.created_at,
        )
        for row in rows
    ]


def list_invitation_conflicts(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """For accounts.staff.conflicts_of_interest: who of `people` was invited by name by any of `accounts`, or invited
    one who came. 1 query.

    Who only invited is none: else anybody could tie all moderators to themselves.
    """
    came = Q(accepted_at__isnull=False, inviter__in=people, invitee__in=accounts)
    pairs = TableInvitation.objects.filter(Q(inviter__in=accounts, invitee__in=people) | came)
    for pair in pairs.values_list("inviter", "invitee"):
        yield from (ConflictOfInterest("invitation", person) for person in pair)


def get_invitations_version(user_id: int) -> list[object]:
    """What that list depends on. 1 query."""
    return list(_open_invitations(user_id).order_by("-created_at").values_list("pk")[:SHOWN])


def _open_invitations(user_id: Any) -> "QuerySet[TableInvitation]":
    """Where somebody could sit down, by people who neither block nor are blocked."""
    hosts = Q(pk=OuterRef("inviter")) | Q(pk=OuterRef("table__host"))
    blocked_by_me, block_me = (
        Q(pk__in=_blocks(user=user_id, who="other_user")),
        Q(pk__in=_blocks(other_user=user_id, who="user")),
    )
    shunned = get_user_model().objects.filter(hosts, blocked_by_me | block_me)
    vacant = Seat.objects.filter(table=OuterRef("table"), played_by=Seat.PlayedBy.NOBODY)
    mine = Seat.objects.filter(table=OuterRef("table"), user=user_id)
    sits = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("inviter"))
    return TableInvitation.objects.filter(
        ~Exists(shunned), ~Exists(mine), Exists(vacant), Exists(sits), invitee=user_id,
        declined_at=None, accepted_at=None, table__status=Table.Status.OPEN, table__frozen_at=None,
    )  # fmt: skip


def _blocks(who: str, **pair: Any) -> "QuerySet[Block, int]":
    return Block.objects.filter(**pair).values_list(who, flat=True)


_NEWEST = CompiledQuery(
    lambda user_id: _open_invitations(user_id).select_related("table", "inviter").order_by("-created_at")[:SHOWN]
)
