"""Telling a chat room whose turn it is at the circle's tables: who, which game, and the way there; never what is asked.

What is due is found in the rows of the seats, so nothing waits for it and nothing is lost with a message. A question is
told once, whether or not it arrives: the next one comes soon, and members have notifications of their own.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from config.db.locking import write_transaction
from games.catalog import registry
from games.circles.models import CircleTurn, CircleWebhook
from games.notifications.backends.webhook import send_webhook
from games.notifications.backends.webhook_formats import build_request
from games.notifications.messages import DeliveryResult
from games.tables.labels import inline_name, localize_text
from games.tables.models import Seat

DELAY = timedelta(seconds=60)  # who moves soon needs no message, so a match that is played live fills no room
CIRCLES_PER_RUN = 16  # each may take as long as `safe_http` waits, all at the same time
TURNS_PER_MESSAGE = 15
VERSION = 1  # of the shape of our JSON


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and where."""

    name: str
    game: str
    link: str

    @property
    def sentence(self) -> str:
        return _("%(name)s: your turn at %(game)s") % {"name": self.name, "game": self.game}


@dataclass(frozen=True, slots=True)
class TurnsMessage:
    """The turns of a circle, as the formats of webhooks take a message (games.notifications.backends)."""

    title: str  # the circle's name
    turns: Sequence[Turn]
    link: str  # its page
    number: str
    mention: str = ""  # a room has many readers

    @property
    def details(self) -> str:
        return "\n".join(turn.sentence for turn in self.turns)

    def get_text(self, called: str = "", clean: Callable[[str], str] = str) -> str:
        return "\n".join(f"{clean(turn.sentence)} {turn.link}" for turn in self.turns)

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, "kind": "circle-turns", "turns": [asdict(turn) for turn in self.turns]}


def send_turns() -> int:
    """Tell what is due, for so many circles at a time. Returns how many messages arrived."""
    posts = _claim()
    if not posts:
        return 0
    with ThreadPoolExecutor(len(posts), "send-circle") as threads:
        sent = {pk: threads.submit(post) for pk, post in posts.items()}
    return sum(_record_result(pk, future.result()) for pk, future in sent.items())


def _claim() -> dict[int, Callable[[], DeliveryResult]]:
    """What is due, noted as told, by circle: what sends it needs no database."""
    with write_transaction():
        waiting = _due_seats().values("table__circle_table__circle")
        # Locked first: who else looks at the same time waits here, and then finds them told.
        hooks = CircleWebhook.objects.select_for_update(of=("self",)).select_related("circle__owner")
        chosen = list(hooks.filter(pk__in=waiting).order_by("pk")[:CIRCLES_PER_RUN])
        found: dict[int, list[Seat]] = {hook.pk: [] for hook in chosen}
        for seat in _due_seats().filter(table__circle_table__circle__in=found).order_by("table__changed_at", "pk"):
            found[seat.table.circle_table.circle_id].append(seat)
        told = [
            CircleTurn(seat=seat, question_seq=seat.question_seq)
            for seats in found.values()
            for seat in seats
            if seat.question_seq is not None
        ]
        CircleTurn.objects.bulk_create(
            told, update_conflicts=True, unique_fields=["seat"], update_fields=["question_seq"]
        )
    return {hook.pk: _build_post(hook, found[hook.pk][:TURNS_PER_MESSAGE]) for hook in chosen if found[hook.pk]}


def _due_seats() -> "QuerySet[Seat]":
    """Whoever has the turn at a circle's table, and was not told of."""
    asked = Seat.objects.in_play().filter(
        table__circle_table__circle__webhook__isnull=False, table__changed_at__lte=timezone.now() - DELAY,
        played_by=Seat.PlayedBy.PERSON, question_seq__isnull=False, act_at=None, on_vacation=False,
    )  # fmt: skip
    return asked.exclude(circle_turn__question_seq=F("question_seq")).select_related("user", "table__circle_table")


def _build_post(hook: CircleWebhook, seats: Sequence[Seat]) -> Callable[[], DeliveryResult]:
    with translation.override(hook.circle.owner.message_language):
        link = settings.SITE_URL + reverse("circles:detail", args=(hook.circle.public_id,))
        number = f"{hook.pk}-{seats[0].pk}-{seats[0].question_seq}"
        message = TurnsMessage(hook.circle.name, [_build_turn(seat) for seat in seats], link, number)
        request = build_request(hook.format, hook.url, message)
    return partial(send_webhook, request, tuple(settings.OUTBOUND_ALLOWED_HOSTS))


def _build_turn(seat: Seat) -> Turn:
    game = localize_text(registry.list_metadata()[seat.table.game_slug].name)
    link = settings.SITE_URL + reverse("tables:detail", args=(seat.table.public_id,))
    return Turn(inline_name(str(seat.user)), game, link)


def _record_result(pk: int, result: DeliveryResult) -> bool:
    """An address that is no more is not written to again."""
    with write_transaction():
        hook = CircleWebhook.objects.filter(pk=pk)
        if result.is_gone:
            hook.delete()
        else:
            hook.update(problem=result.problem)
    return not result.problem
