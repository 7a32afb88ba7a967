"""What friends add to the lobby and to the form for a new table."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import QueryDict

from games.social.friends.invitations import can_invite, get_invitations_version, list_invitations, tell_invited
from games.social.friends.services import MAX_FRIENDS, filter_friends, friend_filter, list_friends
from games.social.models import ShownToFriends, TableInvitation
from games.tables.access import TableAccess
from games.tables.models import Seat, Table
from games.tables.selectors.table_lists import list_table_rows
from games.tables.selectors.table_rows import TableRow
from games.tables.services.quotas import LIVE_STATUSES

MAX_FRIENDS_TABLES = 20


def add_to_lobby(user_id: int | None, more: dict[str, Any]) -> None:
    """Invitations, and tables of friends."""
    if user_id is not None:
        more["invitations"] = list_invitations(user_id)
        more["friends_tables"] = list_friends_tables(user_id)


def add_to_lobby_version(user_id: int | None, parts: list[object]) -> None:
    """What these depend on."""
    if user_id is not None:
        parts += [get_invitations_version(user_id), list(_friends_tables(user_id))]


def list_friends_tables(user_id: int) -> list[TableRow]:
    """Live tables where a friend sits: public ones, and those by link that a friend who hosts shows. 3 queries, 1
    without any."""
    return list_table_rows([pk for pk, _ in _friends_tables(user_id)], user_id)


def add_friends_to_form(user_id: int | None, more: dict[str, Any]) -> None:
    """Whom the form for a new table can invite. 1 query."""
    more["friends"] = list(list_friends(user_id)[:MAX_FRIENDS]) if user_id is not None else []


def invite_from_form(table: Table, user_id: int, sent: QueryDict) -> None:
    """A table was set up with that form, in the transaction that does it: show it to friends, invite some of them."""
    if sent.get("friends_see") == "on" and table.visibility == Table.Visibility.LINK:
        ShownToFriends.objects.get_or_create(table=table)
    wanted = sent.getlist("friends")
    if wanted:
        invited = filter_friends(user_id, wanted)
        TableInvitation.objects.bulk_create(
            TableInvitation(table=table, inviter_id=user_id, invitee=friend) for friend in invited
        )
        tell_invited(table, user_id, invited)


def _friends_tables(user_id: int) -> "QuerySet[Table, tuple[int, int]]":
    live = Table.objects.filter(status__in=LIVE_STATUSES, frozen_at=None)
    sits = Seat.objects.filter(friend_filter(user_id, "user"), user__is_active=True).values("table")
    mine = Seat.objects.filter(table=OuterRef("pk"), user=user_id)
    shown = Q(visibility=Table.Visibility.LINK, shown_to_friends__isnull=False) & friend_filter(user_id, "host")
    seen = live.filter(Q(visibility=Table.Visibility.PUBLIC) | shown, pk__in=sits)
    return seen.filter(~Exists(mine)).order_by("-lobby_at", "-pk").values_list("pk", "revision")[:MAX_FRIENDS_TABLES]


def add_can_invite(access: TableAccess, page: dict[str, Any]) -> None:
    """Whether the table's page offers to invite by name. No query."""
    page["may_invite"] = can_invite(access)
