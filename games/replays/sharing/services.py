"""Who may see a finished match: what its people wish, of which the strictest counts."""

from dataclasses import dataclass

from config.db.compiled_queries import Param, Prepared
from games.replays.models import Wish
from games.tables.access import Access
from games.tables.errors import Conflict, Unprocessable
from games.tables.models import Result, Table, sharing_unasked
from games.tables.session.table_session import desk

Sharing = Table.Sharing
_WISH = Prepared(lambda: Wish.objects.filter(table=Param("table"), user=Param("user")).values_list("sharing"))


@dataclass(frozen=True, slots=True)
class SharingShown:
    """For one who took part: who may see the match, what they wish, and whether somebody else is stricter."""

    now: Table.Sharing
    wish: Table.Sharing
    limited: bool


def sharing_shown(access: Access) -> SharingShown | None:
    """None for who did not take part, or before the end. 1 query."""
    own, table = access.own, access.table
    if own is None or not table.ended:
        return None
    wish = _WISH.first(table=table.pk, user=own.user_id)
    people = sum(seat.user_id is not None for seat in access.seats)
    wished = Sharing(wish[0]) if wish else sharing_unasked(table.visibility, people)
    return SharingShown(Sharing(table.sharing), wished, table.sharing < wished)


def sharing_wish(*, public_id: str, user_id: int, sharing: int) -> None:
    """Note what somebody who took part wishes, and share the match as the strictest of them does.

    Who has said nothing wishes it as it was when the match ended. A wish stays when its person goes. Raises a Refusal.
    """
    if sharing not in Sharing.values:
        raise Unprocessable("bad-option", {"option": "sharing"})
    with desk(public_id) as d:
        d.seat_of(user_id)
        if not d.table.ended:
            raise Conflict("not-ended")
        Wish.objects.update_or_create(table=d.table, user_id=user_id, defaults={"sharing": sharing})
        people = {seat.user_id for seat in d.seats if seat.user_id is not None}
        wishes = dict(Wish.objects.filter(table=d.table).values_list("user", "sharing"))
        unasked = sharing_unasked(d.table.visibility, len(people))
        d.table.sharing = min(wishes.get(person, unasked) for person in people)
        Result.objects.filter(table=d.table).update(public=d.table.sharing == Sharing.LISTED)
