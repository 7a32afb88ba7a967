"""What company adds to the lobby and to the form for a new table."""

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.http import QueryDict

from config.db.compiled_queries import Param, Prepared
from games.social.friends.invitations import invitations_glance, invitations_of, may_invite
from games.social.friends.services import FRIENDS_MOST, friends_among, friends_of, is_friend
from games.social.models import Invitation, ShownToFriends
from games.tables.access import Access
from games.tables.models import Seat, Table
from games.tables.selectors.table_lists import lines_of
from games.tables.selectors.table_rows import TableLine
from games.tables.services.quotas import LIVE

FRIENDS_TABLES = 20


def lists_added(user_id: int | None, more: dict[str, Any]) -> None:
    """Invitations, and tables of friends."""
    if user_id is not None:
        more["invitations"] = invitations_of(user_id)
        more["friends_tables"] = friends_tables(user_id)


def glance_added(user_id: int | None, parts: list[object]) -> None:
    """What these depend on."""
    if user_id is not None:
        parts += [invitations_glance(user_id), _FRIENDS_TABLES.all(user=user_id)]


def friends_tables(user_id: int) -> list[TableLine]:
    """Live tables where a friend sits: public ones, and those by link that a friend who hosts shows. 3 queries, 1
    without any."""
    return lines_of([pk for pk, _ in _FRIENDS_TABLES.all(user=user_id)], user_id)


def friends_offered(user_id: int | None, more: dict[str, Any]) -> None:
    """Whom the form for a new table can invite. 1 query."""
    more["friends"] = list(friends_of(user_id)[:FRIENDS_MOST]) if user_id is not None else []


def table_told(table: Table, user_id: int, sent: QueryDict) -> None:
    """A table was set up with that form, in the transaction that does it: show it to friends, invite some of them."""
    if sent.get("friends_see") == "on" and table.visibility == Table.Visibility.LINK:
        ShownToFriends.objects.get_or_create(table=table)
    wanted = sent.getlist("friends")
    if wanted:
        Invitation.objects.bulk_create(
            Invitation(table=table, inviter_id=user_id, invited=friend) for friend in friends_among(user_id, wanted)
        )


def _tables() -> Any:
    user_id = Param("user")
    live = Table.objects.filter(status__in=LIVE, frozen_at=None)
    sits = Seat.objects.filter(is_friend(user_id, "user"), user__is_active=True).values("table")
    mine = Seat.objects.filter(table=OuterRef("pk"), user=user_id)
    shown = Q(visibility=Table.Visibility.LINK, shown_to_friends__isnull=False) & is_friend(user_id, "host")
    seen = live.filter(Q(visibility=Table.Visibility.PUBLIC) | shown, pk__in=sits)
    return seen.filter(~Exists(mine)).order_by("-changed_at", "-pk").values_list("pk", "rev")[:FRIENDS_TABLES]


_FRIENDS_TABLES: Prepared[tuple[int, int]] = Prepared(_tables)  # every lobby that stays open asks again and again


def inviting_added(access: Access, page: dict[str, Any]) -> None:
    """Whether the table's page offers to invite by name. No query."""
    page["may_invite"] = may_invite(access)
