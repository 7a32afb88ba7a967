"""The surroundings of a position for one reader: sharing, playing on, notes and comments."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.middleware.user import LANGUAGE_PARAMETER
from games.catalog import registry
from games.rendering.seats import SeatLine
from games.replays.forks.services import PEOPLE, is_trusted, list_opponents
from games.replays.sharing.services import SharingView, get_sharing
from games.tables import signals
from games.tables.access import TableAccess
from games.tables.bots.levels import LevelChoice, list_level_choices
from games.tables.context_processors import get_chosen_level
from games.tables.labels import list_seat_lines, localize_text
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Sidebar:
    """`address` leads to the position, seen with the same eyes in the same language. `more` is what other rooms add.

    `trusted` and `people`: whether one can play on at all, and with people.
    """

    id: str
    slug: str
    n: int
    seat: str
    open: bool
    game_name: str
    address: str
    preview_url: str
    ended_at: datetime | None
    secluded: bool
    sharing: SharingView | None
    choices: list[tuple[int, str]]
    is_finished: bool
    can_fork: bool
    seats: list[SeatLine]
    own: int
    is_imported: bool
    people: bool
    is_trusted: bool
    levels: Sequence[LevelChoice]
    level: str
    more: dict[str, Any]

    @property
    def has_comments(self) -> bool:
        """Return whether this reader has comments or a note here."""
        beside = self.more.get("beside")
        return beside is not None and not (beside.comments is None and beside.note is None)


def build_sidebar(request: HttpRequest, access: TableAccess, n: int) -> Sidebar:
    """No query for strangers, 1 for logged-in people, at most 5 for participants."""
    table, user_id = access.table, request.user.pk
    seat, everything = request.GET.get("seat", ""), request.GET.get("open") == "1"
    game, added_context = registry.get_game(table.game_slug), dict[str, Any]()
    if not (brought := table.pk is None):
        signals.ReplayPageBuilt(access, n, user_id, added_context).send()
    return Sidebar(
        id=table.public_id,
        slug=table.game_slug,
        n=n,
        seat=seat,
        open=everything,
        game_name=localize_text(game.metadata.name),
        address=request.build_absolute_uri(_address(table.public_id, n, seat, everything)),
        preview_url=request.build_absolute_uri(reverse("replays:preview", args=(table.public_id,))),
        ended_at=table.ended_at,
        secluded=table.is_participants_only,
        sharing=get_sharing(access),
        choices=[(int(value), str(label)) for value, label in Table.ReplayVisibility.choices],
        is_finished=table.status == Table.Status.FINISHED,
        can_fork=table.status == Table.Status.FINISHED and n < table.last_seq,
        seats=list_seat_lines(access.seats, access.seat_number),
        own=int(seat) if seat else access.seat_number or 0,
        is_imported=brought,
        people=PEOPLE in list_opponents(access),
        is_trusted=is_trusted(table),
        levels=list_level_choices(table.game_slug, len(access.seats), table.options),
        level=get_chosen_level(request),
        more=added_context,
    )


def _address(public_id: str, n: int, seat: str, everything: bool) -> str:
    viewpoint = {"open": "1"} if everything else {"seat": seat} if seat else {}
    query = urlencode({**viewpoint, LANGUAGE_PARAMETER: get_language() or "en"})
    return f"{reverse('replays:position', args=(public_id, n))}?{query}"
