"""What the page of a table tells of the match that it goes on from."""

from dataclasses import dataclass
from typing import Any

from games.tables.access import Access
from games.tables.models import Fork, Seat
from games.tables.names import in_sentence, seat_name


@dataclass(frozen=True, slots=True)
class ForkShown:
    """`id` and `n` are the other match's position, "" for who may not see that. `known` is whose cards whoever has read
    it knows; "": everybody's."""

    id: str
    n: int
    known: str


def page_made(access: Access, more: dict[str, Any]) -> None:
    """Adds it to the page of such a table. 2 queries, none for other tables."""
    if access.table.forked:
        fork = Fork.objects.select_related("origin").get(table=access.table)
        more["fork"] = ForkShown(_seen_id(fork, access), fork.event, _known(fork, access))


def _seen_id(fork: Fork, access: Access) -> str:
    own = access.own.user_id if access.own else None
    took_part = own is not None and Seat.objects.filter(table=fork.origin, user=own).exists()
    return "" if fork.origin.secluded and not took_part else fork.origin.public_id


def _known(fork: Fork, access: Access) -> str:
    return "" if fork.seat is None else in_sentence(seat_name(access.seats[fork.seat]))
