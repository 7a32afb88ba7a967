"""What stands around a position of a match for one reader: how to share it, playing on from it, notes and comments."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from accounts.middleware.user import LINKED
from games.catalog import registry
from games.rendering.seats import SeatLine
from games.replays.forks.services import PEOPLE, against_whom, trusted
from games.replays.sharing.services import SharingShown, sharing_shown
from games.tables import signals
from games.tables.access import Access
from games.tables.context_processors import level_chosen
from games.tables.labels import in_language, seat_lines
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Around:
    """`address` leads to the position, seen with the same eyes in the same language. `more` is what other rooms add.

    `trusted` and `people`: whether one can play on at all, and with people.
    """

    id: str
    n: int
    seat: str
    open: bool
    title_name: str
    address: str
    picture: str
    ended_at: datetime | None
    secluded: bool
    sharing: SharingShown | None
    choices: list[tuple[int, str]]
    can_fork: bool
    seats: list[SeatLine]
    own: int
    brought: bool
    people: bool
    trusted: bool
    levels: tuple[str, ...]
    level: str
    more: dict[str, Any]


def around(request: HttpRequest, access: Access, n: int) -> Around:
    """No query for strangers, 1 for who is signed in, at most 5 for who took part."""
    table, user_id = access.table, request.user.pk
    seat, everything = request.GET.get("seat", ""), request.GET.get("open") == "1"
    title, more = registry.title(table.title), dict[str, Any]()
    if not (brought := table.pk is None):
        signals.ReplayPageBuilt(access, n, user_id, more).send()
    return Around(
        id=table.public_id,
        n=n,
        seat=seat,
        open=everything,
        title_name=in_language(title.meta.name),
        address=request.build_absolute_uri(_address(table.public_id, n, seat, everything)),
        picture=request.build_absolute_uri(reverse("replays:replay_preview", args=(table.public_id,))),
        ended_at=table.ended_at,
        secluded=table.secluded,
        sharing=sharing_shown(access),
        choices=[(int(value), str(label)) for value, label in Table.Sharing.choices],
        can_fork=table.status == Table.Status.FINISHED and n < table.seq,
        seats=seat_lines(access.seats, access.seat),
        own=int(seat) if seat else access.seat or 0,
        brought=brought,
        people=PEOPLE in against_whom(access),
        trusted=trusted(table),
        levels=tuple(title.bots),
        level=level_chosen(request),
        more=more,
    )


def _address(public_id: str, n: int, seat: str, everything: bool) -> str:
    eyes = {"open": "1"} if everything else {"seat": seat} if seat else {}
    query = urlencode({**eyes, LINKED: get_language() or "en"})
    return f"{reverse('replays:replay_at', args=(public_id, n))}?{query}"
