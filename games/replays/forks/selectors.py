"""What the page of a table tells of the match that it goes on from, to whoever sits there or is invited."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalog import registry
from games.replays.models import Brought
from games.tables.access import Access
from games.tables.labels import in_language, in_sentence, seat_name
from games.tables.models import Fork, Seat


@dataclass(frozen=True, slots=True)
class ForkShown:
    """`id` and `n` are the other match's position, "" for who may not see that; `where` is it in words.

    `known` is whose cards whoever has read it knows; "": everybody's.
    """

    id: str
    n: int
    where: str
    title_name: str
    brought: bool
    known: str


def page_made(access: Access, more: dict[str, Any]) -> None:
    """Adds it to the page of such a table. 2 queries, none for other tables."""
    invitation_made(access, access.own.user_id if access.own else None, more)


def invitation_made(access: Access, user_id: int | None, more: dict[str, Any]) -> None:
    """The same for whoever is invited."""
    if not access.table.forked:
        return
    fork = Fork.objects.select_related("origin").get(table=access.table)
    seen, steps = _own(fork, user_id) if fork.origin else _record(fork, user_id)
    more["fork"] = ForkShown(
        id=seen,
        n=fork.event,
        where=_where(fork.event, steps),
        title_name=in_language(registry.title(access.table.title).meta.name),
        brought=fork.origin is None,
        known="" if fork.seat is None else in_sentence(seat_name(access.seats[fork.seat])),
    )


def _own(fork: Fork, user_id: int | None) -> tuple[str, int]:
    """The other match's address for this reader, and how many steps it had."""
    assert fork.origin
    took_part = user_id is not None and Seat.objects.filter(table=fork.origin, user=user_id).exists()
    return "" if fork.origin.secluded and not took_part else fork.origin.public_id, fork.origin.seq


def _record(fork: Fork, user_id: int | None) -> tuple[str, int]:
    """The same of a record that was brought along; nothing where it is gone."""
    row = Brought.objects.filter(public_id=fork.record).only("public_id", "by_link", "bringer", "outline").first()
    if row is None:
        return "", 0
    may_look = row.by_link or row.bringer_id == user_id
    return row.public_id if may_look else "", (row.outline or {}).get("last", 0)


def _where(n: int, steps: int) -> str:
    return _("step %(n)s of %(of)s") % {"n": n, "of": steps} if steps else _("step %(n)s") % {"n": n}
