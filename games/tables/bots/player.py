"""Bots: a worker chooses from a view, then plays through the same service as everybody.

A choice is made well before its appointment and kept in the worker's memory until then (`games.tables.bots.scheduler`),
so that how long it took tells nothing.
"""

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from config.db.unavailable import concerns_everyone
from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.game import AnyGame, AnyState, Move, Simulator
from games.engine.serialization.canonical_json import parse_json
from games.tables.errors import ConflictError, ServiceError
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.locked_table import TableSession, get_chance_key, locked_table
from games.tables.models import Event, Seat, Table

logger = logging.getLogger(__name__)


class BotQuestion(NamedTuple):
    """What a bot is asked: its table and seat, and the number of the event that asks."""

    table_pk: int
    number: int
    asked: int


class ChosenMove(NamedTuple):
    """A bot's choice, before it is played. It never leaves the process."""

    public_id: str
    question: BotQuestion
    move: Move


def choose_moves(questions: Sequence[BotQuestion]) -> list[ChosenMove]:
    """What bots answer, as far as these questions are still open. 2 queries."""
    return [move for _, moves in choose_by_tables(questions) for move in moves]


def choose_by_tables(questions: Sequence[BotQuestion]) -> Iterator[tuple[int, list[ChosenMove]]]:
    """The same of many tables: the key of each and what is chosen there, in the order in which the questions come.
    2 queries in all; what is chosen for a table is computed when it is asked for."""
    by_table = defaultdict[int, list[BotQuestion]](list)
    for question in questions:
        by_table[question.table_pk].append(question)
    tables = Table.objects.select_related("position", "seed").in_bulk(by_table)
    seats = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(table__in=by_table).order_by("number"):
        seats[seat.table_id].append(seat)
    for table_pk, asked in by_table.items():
        table = tables.get(table_pk)
        yield table_pk, _try_choose(table, seats[table_pk], asked) if table and table.is_in_play else []


def play_moves(answers: Sequence[ChosenMove]) -> int:
    """Play choices of one table, in one transaction. Returns how many were still wanted: a late one dies quietly."""
    public_id = answers[0].public_id
    try:
        with locked_table(public_id) as session:
            return sum([_try_play(session, answer) for answer in answers])
    except ServiceError as refusal:
        logger.info("bots' answers at %s refused: %s", public_id, refusal.code)
    except Exception as problem:
        if concerns_everyone(problem):
            raise
        logger.error("bots' answers at %s failed: %s", public_id, type(problem).__name__)
    return 0


def _try_play(session: TableSession, answer: ChosenMove) -> bool:
    """An error has changed nothing, so that the others' answers stand."""
    question, seat = answer.question, session.seats[answer.question.number]
    try:
        if not seat.is_bot:  # its person is back, and is asked the same
            raise ConflictError("stale")
        submit_automatic_move(session, seat, question.asked, answer.move, Event.Cause.BOT)
    except ServiceError as refusal:
        logger.info("bot's answer at %s refused: %s", answer.public_id, refusal.code)
        return False
    return True


def _try_choose(table: Table, seats: Sequence[Seat], questions: Sequence[BotQuestion]) -> list[ChosenMove]:
    try:
        return list(_choose_for_questions(table, seats, questions))
    except Exception as problem:  # one broken table must not stop all bots; its text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("no bot can play at table %s: %s", table.pk, type(problem).__name__)
        return []


def _choose_for_questions(
    table: Table, seats: Sequence[Seat], questions: Sequence[BotQuestion]
) -> Iterator[ChosenMove]:
    title, key = registry.get_game(table.game_slug), get_chance_key(table, seats)
    state = title.read_state(parse_json(table.position.frame))
    for question in questions:
        seat = seats[question.number]
        if seat.is_bot and seat.question_seq == question.asked:
            yield ChosenMove(table.public_id, question, _choose_move(table.public_id, title, state, seat, key))


def _choose_move(public_id: str, title: AnyGame, state: AnyState, seat: Seat, key: bytes) -> Move:
    """The bot's choice; the safe move where it fails. Only the kind of failure is logged: its text may name cards."""
    view, legal = title.view(state, seat.number), title.rules.legal(state, seat.number)
    try:
        rng = Rng(key, f"bot|{seat.number}|{seat.question_seq}")
        move: Move = title.bots[seat.bot_level](view, legal, rng, Simulator(title, view))
        if legal.contains(move):
            return move
        problem = "IllegalMove"
    except Exception as raised:
        problem = type(raised).__name__
    logger.error("%s bot %s failed at %s: %s", title.metadata.slug, seat.bot_level, public_id, problem)
    return title.rules.safe_move(state, seat.number, Chance(key))
