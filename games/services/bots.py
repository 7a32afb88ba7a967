"""Bots: a worker chooses from a view, then plays through the same service as everybody.

How long a bot takes must not depend on its cards: it answers at its appointment plus a fixed time to think.
"""

import logging
import time
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from games import catalog
from games.engine.chance import Rng
from games.engine.codec import parse
from games.engine.contract import Happening, Move, Sim
from games.frames import state_in, view_in
from games.models import Event, Seat, Table
from games.selectors.log import happenings_in
from games.services.errors import Refusal
from games.services.locking import write_transaction
from games.services.moves import Submitted, move_submit
from games.services.progress import table_chance, table_key

logger = logging.getLogger(__name__)
SEEN_EVENTS = 60


def bot_play(table_pk: int, number: int, asked: int) -> bool:
    """Answer a bot's question, if it is still open. Says whether it did; a late job dies quietly."""
    table = Table.objects.select_related("position", "seed").get(pk=table_pk)
    seats = list(table.seats.order_by("number"))
    seat = seats[number]
    if seat.asked != asked or not seat.bot or table.status != Table.Status.RUNNING or table.frozen_at is not None:
        return False
    ready_at = time.monotonic() + settings.BOT_THINK_SECONDS
    move = _chosen(table, seats, seat)
    time.sleep(max(0.0, ready_at - time.monotonic()))
    try:
        move_submit(
            public_id=table.public_id, seat_number=number, asked=asked, submitted=Submitted(move=move),
            cause=Event.Cause.BOT,
        )  # fmt: skip
    except Refusal as refusal:
        logger.info("bot's answer at %s refused: %s", table.public_id, refusal.code)
        return False
    return True


def bots_overdue(limit: int) -> list[tuple[int, int, int]]:
    """Lease the bots whose appointment has passed and whose job got lost: (table pk, seat number, asked)."""
    free = Q(leased_until__isnull=True) | Q(leased_until__lte=Now())
    due = Seat.objects.filter(free, due_at__lte=Now(), table__status=Table.Status.RUNNING, table__frozen_at=None)
    found = list(due.order_by("due_at").values_list("pk", "table_id", "number", "asked")[:limit])
    if found:
        with write_transaction():
            until = timezone.now() + timedelta(seconds=settings.BOT_LEASE_SECONDS)
            Seat.objects.filter(pk__in=[row[0] for row in found]).update(leased_until=until)
    return [(table_pk, number, asked) for _, table_pk, number, asked in found if asked is not None]


def _chosen(table: Table, seats: list[Seat], seat: Seat) -> Move:
    """The bot's choice; the safe move where it fails. Only the kind of failure is logged: its text may name cards."""
    title = catalog.title(table.title)
    frame = parse(table.position.frame)
    state = state_in(title, frame)
    legal = title.rules.legal(state, seat.number)
    view = view_in(title, frame, seat.number)
    rng = Rng(table_key(table, seats), f"bot|{seat.number}|{seat.asked}")
    sim = Sim(title.rules, title.imagine, view)
    try:
        move = title.bots[seat.bot](view, _seen(table, seat.number), legal, rng, sim)
        if legal.contains(move):
            return move
        logger.error("%s bot %s chose no legal move at %s", table.title, seat.bot, table.public_id)
    except Exception as problem:
        logger.error("%s bot %s failed at %s: %s", table.title, seat.bot, table.public_id, type(problem).__name__)
    return title.rules.safe_move(state, seat.number, table_chance(table, seats))


def _seen(table: Table, number: int) -> tuple[Happening, ...]:
    """The recent happenings visible to a seat, oldest first."""
    bodies = table.events.filter(seq__gt=table.seq - SEEN_EVENTS).order_by("seq").values_list("body", flat=True)
    return tuple(told.what for body in bodies for told in happenings_in(table.title, body) if told.visible_to(number))
