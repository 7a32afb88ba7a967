"""Turn notifications of a circle in a chat room: name, game and a link; never the question.

Due turns are found in the seats' rows, so no lost message matters. A question is sent once, whether or not it arrives:
the next one comes soon, and members have their own notifications.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from config.db.locking import write_transaction
from games.catalog import registry
from games.circles.models import CircleMember, CircleTable, CircleTurn, CircleWebhook
from games.notifications.backends.webhook import send_webhook
from games.notifications.backends.webhook_service import FormatError
from games.notifications.backends.webhooks import build_request
from games.notifications.messages import DeliveryResult
from games.notifications.models import Delivery
from games.tables.labels import inline_name, localize_text
from games.tables.models import Seat

DELAY = timedelta(seconds=60)  # quick moves need no message, so a live match doesn't flood the room
CIRCLES_PER_RUN = 16  # sent in parallel; each may take as long as `safe_http` allows
TURNS_PER_MESSAGE = 15
VERSION = 1  # of our JSON format


@dataclass(frozen=True, slots=True)
class Turn:
    """A member's turn, with a link to the table."""

    name: str
    game: str
    link: str

    @property
    def sentence(self) -> str:
        return _("%(name)s: your turn at %(game)s") % {"name": self.name, "game": self.game}


@dataclass(frozen=True, slots=True)
class TurnsMessage:
    """The turns of a circle, in the shape that webhook formats take (games.notifications.backends)."""

    title: str  # the circle's name
    turns: Sequence[Turn]
    link: str  # the circle's page
    number: str
    mention: str = ""  # no one: a room has many readers

    @property
    def details(self) -> str:
        return "\n".join(turn.sentence for turn in self.turns)

    def get_text(self, called: str = "", clean: Callable[[str], str] = str) -> str:
        return "\n".join(f"{clean(turn.sentence)} {turn.link}" for turn in self.turns)

    def to_json(self) -> dict[str, Any]:
        return {"version": VERSION, "kind": "circle-turns", "turns": [asdict(turn) for turn in self.turns]}


def send_turns() -> int:
    """Send due turns, for CIRCLES_PER_RUN circles. Return how many messages arrived."""
    posts = _claim()
    if not posts:
        return 0
    with ThreadPoolExecutor(len(posts), "send-circle") as threads:
        sent = {pk: threads.submit(post) for pk, post in posts.items()}
    return sum(_record_result(pk, future.result()) for pk, future in sent.items())


def _claim() -> dict[int, Callable[[], DeliveryResult]]:
    """Mark due turns as sent and return a function per circle that sends them without the database."""
    with write_transaction():
        waiting = _due_seats().values("table__circle_table__circle")
        # Lock the webhooks first: a concurrent run waits here and then finds the turns marked.
        hooks = CircleWebhook.objects.select_for_update(of=("self",)).select_related("circle__owner")
        due_hooks = list(hooks.filter(pk__in=waiting).order_by("pk")[:CIRCLES_PER_RUN])
        seats_by_circle: dict[int, list[Seat]] = {hook.pk: [] for hook in due_hooks}
        for seat in (
            _due_seats().filter(table__circle_table__circle__in=seats_by_circle).order_by("table__changed_at", "pk")
        ):
            seats_by_circle[seat.table.circle_table.circle_id].append(seat)
        sent_turns = [
            CircleTurn(seat=seat, question_seq=seat.question_seq)
            for seats in seats_by_circle.values()
            for seat in seats
            if seat.question_seq is not None
        ]
        CircleTurn.objects.bulk_create(
            sent_turns, update_conflicts=True, unique_fields=["seat"], update_fields=["question_seq"]
        )
    return {
        hook.pk: _build_post(hook, seats_by_circle[hook.pk][:TURNS_PER_MESSAGE])
        for hook in due_hooks
        if seats_by_circle[hook.pk]
    }


def _due_seats() -> "QuerySet[Seat]":
    """Return seats of members whose turn it is at a circle's table hosted by a member, and that weren't sent yet."""
    members = CircleMember.objects.filter(circle=OuterRef("table__circle_table__circle"), user=OuterRef("user"))
    seats = Seat.objects.in_play().filter(
        Exists(members), table__circle_table__in=CircleTable.objects.of_members(),
        table__circle_table__circle__webhook__isnull=False, table__changed_at__lte=timezone.now() - DELAY,
        played_by=Seat.PlayedBy.PERSON, question_seq__isnull=False, act_at=None, on_vacation=False,
    )  # fmt: skip
    return seats.exclude(circle_turn__question_seq=F("question_seq")).select_related("user", "table__circle_table")


def _build_post(hook: CircleWebhook, seats: Sequence[Seat]) -> Callable[[], DeliveryResult]:
    with translation.override(hook.circle.owner.message_language):
        link = settings.SITE_URL + reverse("circles:detail", args=(hook.circle.public_id,))
        number = f"{hook.pk}-{seats[0].pk}-{seats[0].question_seq}"
        message = TurnsMessage(hook.circle.name, [_build_turn(seat) for seat in seats], link, number)
        try:
            request = build_request(hook.format, hook.url, message)
        except FormatError:
            return lambda: DeliveryResult(Delivery.Problem.FORBIDDEN)
    return partial(send_webhook, request, tuple(settings.OUTBOUND_ALLOWED_HOSTS))


def _build_turn(seat: Seat) -> Turn:
    game = localize_text(registry.list_metadata()[seat.table.game_slug].name)
    link = settings.SITE_URL + reverse("tables:detail", args=(seat.table.public_id,))
    return Turn(inline_name(str(seat.user)), game, link)


def _record_result(pk: int, result: DeliveryResult) -> bool:
    """Store the result. Delete a webhook whose address no longer exists."""
    with write_transaction():
        hook = CircleWebhook.objects.filter(pk=pk)
        if result.is_gone:
            hook.delete()
        else:
            hook.update(problem=result.problem)
    return not result.problem
