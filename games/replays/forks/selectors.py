"""The origin of a table that continues another match, for players and invited people."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.catalog import registry
from games.replays.models import ImportedMatch
from games.tables.access import TableAccess
from games.tables.labels import inline_name, localize_text, seat_name
from games.tables.models import Fork, Seat


@dataclass(frozen=True, slots=True)
class ForkView:
    """`id` and `n` are the other match's position, "" for readers who may not see it; `where` is it in words.

    `known` names the seats whose cards its readers know; "": all.
    """

    id: str
    n: int
    where: str
    game_name: str
    is_imported: bool
    known: str


def add_fork_to_table_page(access: TableAccess, context: dict[str, Any]) -> None:
    """Adds it to the page of such a table. 2 queries, none for other tables."""
    add_fork_to_invite_page(access, access.own_seat.user_id if access.own_seat else None, context)


def add_fork_to_invite_page(access: TableAccess, user_id: int | None, context: dict[str, Any]) -> None:
    """Return the same for an invited person."""
    if not access.table.is_fork:
        return
    fork = Fork.objects.select_related("origin").get(table=access.table)
    public_id, steps = _get_table_origin(fork, user_id) if fork.origin else _get_import_origin(fork, user_id)
    context["fork"] = ForkView(
        id=public_id,
        n=fork.origin_seq,
        where=_where(fork.origin_seq, steps),
        game_name=localize_text(registry.get_game(access.table.game_slug).metadata.name),
        is_imported=fork.origin is None,
        known="" if fork.perspective_seat is None else inline_name(seat_name(access.seats[fork.perspective_seat])),
    )


def _get_table_origin(fork: Fork, user_id: int | None) -> tuple[str, int]:
    """The other match's address for this reader, and how many steps it had."""
    assert fork.origin
    took_part = user_id is not None and Seat.objects.filter(table=fork.origin, user=user_id).exists()
    return "" if fork.origin.is_participants_only and not took_part else fork.origin.public_id, fork.origin.last_seq


def _get_import_origin(fork: Fork, user_id: int | None) -> tuple[str, int]:
    """The same of an imported record; nothing where it is gone."""
    row = (
        ImportedMatch.objects.filter(public_id=fork.import_id)
        .only("public_id", "is_link_shared", "owner", "summary")
        .first()
    )
    if row is None:
        return "", 0
    may_look = row.is_link_shared or row.owner_id == user_id
    return row.public_id if may_look else "", (row.summary or {}).get("end_seq", 0)


def _where(n: int, steps: int) -> str:
    return _("step %(n)s of %(of)s") % {"n": n, "of": steps} if steps else _("step %(n)s") % {"n": n}
