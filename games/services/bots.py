"""Bots: a worker chooses from a view, then plays through the same service as everybody.

A choice is made well before its appointment and kept in the worker's memory until then (`games.services.appointments`),
so that how long it took tells nothing.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games import catalog
from games.engine.chance import Rng
from games.engine.codec import parse
from games.engine.contract import Happening, Move, Sim
from games.frames import state_in, view_in
from games.models import Event, Seat, Table
from games.selectors.log import happenings_in
from games.services.errors import Refusal
from games.services.moves import Submitted, move_submit
from games.services.progress import table_chance, table_key

logger = logging.getLogger(__name__)
SEEN_EVENTS = 60


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


def answers_chosen(table_pk: int, questions: Sequence[Question]) -> list[Answer]:
    """What the bots of one table answer, as far as these questions are still open. 3 queries and one per question."""
    try:
        return list(_answers(table_pk, questions))
    except Exception as problem:  # one broken table must not stop all bots; its text may name cards
        logger.error("no bot can play at table %s: %s", table_pk, type(problem).__name__)
        return []


def answer_played(answer: Answer) -> bool:
    """Play a choice. Says whether it was still wanted: a late one dies quietly."""
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


def _answers(table_pk: int, questions: Sequence[Question]) -> Iterator[Answer]:
    table = Table.objects.select_related("position", "seed").get(pk=table_pk)
    if table.status != Table.Status.RUNNING or table.frozen_at is not None:
        return
    seats = list(table.seats.order_by("number"))
    for question in questions:
        seat = seats[question.number]
        if seat.bot and seat.asked == question.asked:
            yield Answer(table.public_id, question, _chosen(table, seats, seat))


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
