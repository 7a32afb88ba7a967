"""Bots: a worker chooses from a view, then plays through the same service as everybody.

How long a bot takes must not depend on its cards: it answers at its appointment plus a fixed time to think.
"""

import logging
import time
from collections import deque
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from games import catalog
from games.engine.chance import Rng
from games.engine.codec import parse
from games.engine.contract import Move, Sim
from games.tables.errors import Refusal
from games.tables.locking import write_transaction
from games.tables.models import Event, Seat, Table
from games.tables.moves import Submitted, move_submit
from games.tables.progress import table_chance, table_key

logger = logging.getLogger(__name__)
SEEN_EVENTS = 60
FREE = Q(leased_until__isnull=True) | Q(leased_until__lte=Now())  # nobody is at it


class Question(NamedTuple):
    """What a bot is asked: its table and seat, and the number of the event that asks."""

    table_pk: int
    number: int
    asked: int


class Answer(NamedTuple):
    """A bot's choice, before it is played. It never leaves the process."""

    public_id: str
    question: Question
    move: Move


def bot_play(table_pk: int, number: int, asked: int) -> bool:
    """Answer one question, if it is still open and nobody else is at it. Says whether it did."""
    return bots_play([Question(table_pk, number, asked)]) == 1


def bots_play(questions: Sequence[Question]) -> int:
    """Answer these questions, in this order, as far as they are open and free. Returns how many were answered.

    What fails keeps its lease, and is given out again when that has run out.
    """
    waiting, played = deque(questions), 0
    while waiting:
        played += _round(waiting)
    return played


def _round(waiting: deque[Question]) -> int:
    """As many as can choose within one time to think (BOT_THINK_SECONDS) share it, so that it tells nothing of any."""
    ready_at = time.monotonic() + settings.BOT_THINK_SECONDS
    answers = [_answer(waiting.popleft())]
    while waiting and time.monotonic() < ready_at:
        answers.append(_answer(waiting.popleft()))
    chosen = [answer for answer in answers if answer is not None]
    if chosen:
        time.sleep(max(0.0, ready_at - time.monotonic()))
    return sum(_played(answer) for answer in chosen)


def _answer(question: Question) -> Answer | None:
    """Take the question's lease and choose. None: it is no longer open, or somebody else is at it."""
    try:
        table = Table.objects.select_related("position", "seed").get(pk=question.table_pk)
        seats = list(table.seats.order_by("number"))
        seat = seats[question.number]
        is_open = seat.asked == question.asked and seat.bot and table.frozen_at is None
        if not is_open or table.status != Table.Status.RUNNING or not _leased(seat):
            return None
        return Answer(table.public_id, question, _chosen(table, seats, seat))
    except Exception as problem:  # one broken table must not stop all bots; its text may name cards
        logger.error("no bot can play at table %s: %s", question.table_pk, type(problem).__name__)
        return None


def _leased(seat: Seat) -> bool:
    """Take the lease: of many who try, in whatever process, exactly one gets it."""
    until = timezone.now() + timedelta(seconds=settings.BOT_LEASE_SECONDS)
    with write_transaction():
        free = Seat.objects.filter(FREE, pk=seat.pk, asked=seat.asked)
        return free.update(leased_until=until, tries=F("tries") + 1) == 1


def _played(answer: Answer) -> bool:
    try:
        move_submit(
            public_id=answer.public_id, seat_number=answer.question.number, asked=answer.question.asked,
            submitted=Submitted(move=answer.move), cause=Event.Cause.BOT,
        )  # fmt: skip
    except Refusal as refusal:
        logger.info("bot's answer at %s refused: %s", answer.public_id, refusal.code)
        return False
    except Exception as problem:
        logger.error("bot's answer at %s failed: %s", answer.public_id, type(problem).__name__)
        return False
    return True


def _chosen(table: Table, seats: list[Seat], seat: Seat) -> Move:
    """The bot's choice; the safe move where it fails. Only the kind of failure is logged: its text may name cards."""
    title = catalog.title(table.title)
    frame = parse(table.position.frame)
    state = title.read_state(frame)
    legal = title.rules.legal(state, seat.number)
    view = title.read_view(frame, seat.number)
    rng = Rng(table_key(table, seats), f"bot|{seat.number}|{seat.asked}")
    sim = Sim(title, view)
    try:
        move = title.bots[seat.bot](view, legal, rng, sim)
        if legal.contains(move):
            return move
        logger.error("%s bot %s chose no legal move at %s", table.title, seat.bot, table.public_id)
    except Exception as problem:
        logger.error("%s bot %s failed at %s: %s", table.title, seat.bot, table.public_id, type(problem).__name__)
    return title.rules.safe_move(state, seat.number, table_chance(table, seats))
