"""Bots: a worker chooses from a view, then plays through the same service as everybody.

A choice is made well before its appointment and kept in the worker's memory until then (`games.tables.bots.scheduler`),
so that how long it took tells nothing.
"""

import logging
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from config.db.compiled_queries import Param, Prepared
from config.db.unavailable import concerns_all
from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.game import AnyState, AnyTitle, Move, Sim
from games.engine.serialization.canonical_json import parse
from games.tables.errors import Conflict, Refusal
from games.tables.gameplay.moves import seat_moves
from games.tables.models import Event, Seat, Table
from games.tables.session.table_session import Desk, desk, table_key

logger = logging.getLogger(__name__)
_TABLE = Prepared(lambda: Table.objects.select_related("position", "seed").filter(pk=Param("id")))
_SEATS = Prepared(lambda: Seat.objects.filter(table=Param("table")))


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
    """What the bots of one table answer, as far as these questions are still open. 2 queries."""
    try:
        return list(_answers(table_pk, questions))
    except Exception as problem:  # one broken table must not stop all bots; its text may name cards
        if concerns_all(problem):
            raise
        logger.error("no bot can play at table %s: %s", table_pk, type(problem).__name__)
        return []


def answers_played(answers: Sequence[Answer]) -> int:
    """Play choices of one table, in one transaction. Returns how many were still wanted: a late one dies quietly."""
    public_id = answers[0].public_id
    try:
        with desk(public_id) as d:
            return sum([_played(d, answer) for answer in answers])
    except Refusal as refusal:
        logger.info("bots' answers at %s refused: %s", public_id, refusal.code)
    except Exception as problem:
        if concerns_all(problem):
            raise
        logger.error("bots' answers at %s failed: %s", public_id, type(problem).__name__)
    return 0


def _played(d: Desk, answer: Answer) -> bool:
    """A refusal has changed nothing, so that the others' answers stand."""
    question, seat = answer.question, d.seats[answer.question.number]
    try:
        if not seat.bot:  # its person is back, and is asked the same
            raise Conflict("stale")
        seat_moves(d, seat, question.asked, answer.move, Event.Cause.BOT)
    except Refusal as refusal:
        logger.info("bot's answer at %s refused: %s", answer.public_id, refusal.code)
        return False
    return True


def _answers(table_pk: int, questions: Sequence[Question]) -> Iterator[Answer]:
    table = _TABLE.first(id=table_pk)
    if table is None or not table.in_play:
        return
    seats = sorted(_SEATS.all(table=table_pk), key=attrgetter("number"))
    title, key = registry.title(table.title), table_key(table, seats)
    state = title.read_state(parse(table.position.frame))
    for question in questions:
        seat = seats[question.number]
        if seat.bot and seat.asked == question.asked:
            yield Answer(table.public_id, question, _chosen(table.public_id, title, state, seat, key))


def _chosen(public_id: str, title: AnyTitle, state: AnyState, seat: Seat, key: bytes) -> Move:
    """The bot's choice; the safe move where it fails. Only the kind of failure is logged: its text may name cards."""
    view, legal = title.view(state, seat.number), title.rules.legal(state, seat.number)
    try:
        rng = Rng(key, f"bot|{seat.number}|{seat.asked}")
        move: Move = title.bots[seat.bot](view, legal, rng, Sim(title, view))
        if legal.contains(move):
            return move
        problem = "IllegalMove"
    except Exception as raised:
        problem = type(raised).__name__
    logger.error("%s bot %s failed at %s: %s", title.meta.slug, seat.bot, public_id, problem)
    return title.rules.safe_move(state, seat.number, Chance(key))
