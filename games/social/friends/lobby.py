"""Friends' additions to the lobby and to the form for a new table."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from accounts.models import User
from config.db.compiled_queries import CompiledQuery
from games.social.friends.invitations import can_invite, get_invitations_version, invite_people, list_invitations
from games.social.friends.services import MAX_FRIENDS, filter_friends, friend_filter, list_friends
from games.social.models import Block, ShownToFriends, TableInvitation
from games.tables.access import TableAccess
from games.tables.labels import inline_name
from games.tables.models import Seat, Table
from games.tables.selectors.table_lists import list_table_rows
from games.tables.selectors.table_rows import TableRow
from games.tables.services.quotas import LIVE_STATUSES, lock_people

MAX_FRIENDS_TABLES = 20


@dataclass(frozen=True, slots=True)
class InvitableFriend:
    """A friend who can be invited to a table, and whether they have been."""

    person: User
    is_invited: bool


def add_to_lobby(user_id: int | None, context: dict[str, Any]) -> None:
    """Add invitations and friends' tables to the lobby's context."""
    if user_id is not None:
        context["invitations"] = list_invitations(user_id)
        context["friends_tables"] = list_friends_tables(user_id)


def add_to_lobby_version(user_id: int | None, parts: list[object]) -> None:
    """Add what these depend on to the lobby's version."""
    if user_id is not None:
        parts += [get_invitations_version(user_id), _FRIENDS_TABLES.all(user_id=user_id)]


def list_friends_tables(user_id: int) -> list[TableRow]:
    """List live tables where a friend plays: public ones, and link-only ones that a friend who hosts shows.

    3 queries, or 1.
    """
    return list_table_rows([pk for pk, _ in _FRIENDS_TABLES.all(user_id=user_id)], user_id)


def add_friends_to_form(user_id: int | None, context: dict[str, Any]) -> None:
    """Add the friends who can be invited from the form for a new table. 1 query."""
    context["friends"] = list(list_friends(user_id)[:MAX_FRIENDS]) if user_id is not None else []


def lock_friends_in_form(user_id: int, sent: QueryDict) -> None:
    """Lock the friends invited from the form for a new table together with the host.

    2 queries, none without invitations.
    """
    if friend_ids := sent.getlist("friends"):
        lock_people(user_id, [friend.pk for friend in filter_friends(user_id, friend_ids)])


def invite_from_form(table: Table, user_id: int, sent: QueryDict) -> None:
    """Show a new table to friends and invite those chosen in its form, in the transaction that creates the table."""
    if sent.get("friends_see") == "on" and table.visibility == Table.Visibility.LINK:
        ShownToFriends.objects.get_or_create(table=table)
    friend_ids = sent.getlist("friends")
    if friend_ids:
        invite_people(table, user_id, filter_friends(user_id, friend_ids))


def _friends_tables(user_id: Any) -> "QuerySet[Table, tuple[int, int]]":
    live = Table.objects.filter(status__in=LIVE_STATUSES, frozen_at=None)
    sits = Seat.objects.filter(friend_filter(user_id, "user"), user__is_active=True).values("table")
    own_seats = Seat.objects.filter(table=OuterRef("pk"), user=user_id)
    is_shown_link = Q(visibility=Table.Visibility.LINK, shown_to_friends__isnull=False) & friend_filter(user_id, "host")
    tables = live.filter(Q(visibility=Table.Visibility.PUBLIC) | is_shown_link, pk__in=sits)
    return (
        tables.filter(~Exists(own_seats))
        .order_by("-lobby_at", "-pk")
        .values_list("pk", "revision")[:MAX_FRIENDS_TABLES]
    )


_FRIENDS_TABLES = CompiledQuery(_friends_tables)


def list_blocked_players(access: TableAccess, user_id: int | None) -> list[str]:
    """List the names of people at an open table whom the reader has blocked. 1 query, none for anonymous visitors."""
    if user_id is None or access.own_seat is not None or not access.has_room:
        return []
    seated = [seat for seat in access.seats if seat.user is not None]
    blocked = set(
        Block.objects.filter(user=user_id, other_user__in=[seat.user_id for seat in seated]).values_list(
            "other_user", flat=True
        )
    )
    return [inline_name(str(seat.user)) for seat in seated if seat.user_id in blocked]


def add_inviting(access: TableAccess, page: dict[str, Any]) -> None:
    """Add whether the table's page offers to invite, and which friends. 1 query if it does."""
    page["may_invite"] = can_invite(access)
    own_seat = access.own_seat
    if page["may_invite"] and own_seat is not None and own_seat.user is not None and not own_seat.user.is_guest:
        page["friends"] = _list_invitable_friends(access, own_seat.user.pk)


def _list_invitable_friends(access: TableAccess, user_id: int) -> list[InvitableFriend]:
    """List friends who don't play at the table yet."""
    # Don't reveal which friend has a typed name.
    own_invitations = TableInvitation.objects.filter(
        table=access.table, inviter=user_id, invitee=OuterRef("pk"), accepted_at=None, by_name=False
    )
    seated = [seat.user_id for seat in access.seats if seat.user_id is not None]
    friends = list_friends(user_id).exclude(pk__in=seated).annotate(is_invited=Exists(own_invitations))[:MAX_FRIENDS]
    return [InvitableFriend(friend, vars(friend)["is_invited"]) for friend in friends]
