"""Bot moves: a worker chooses from a view, then plays through the same service as people.

A move is chosen well before its time and kept in the worker's memory until then (`games.tables.bots.scheduler`), so
that computing time reveals nothing. Levels above normal run a fixed number of simulations. If the machine is too slow
for them, the bot is stopped and normal decides; the event says so, since the record's check recomputes the move.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings

from config.db.unavailable import concerns_everyone
from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.code_digest import get_bot_digest
from games.engine.game import AnyGame, AnyState, Game, Move, Simulator
from games.engine.serialization.canonical_json import parse_json
from games.engine.simulator import OutOfTimeError
from games.tables.errors import ConflictError, ServiceError
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.locked_table import TableSession, get_chance_key, locked_table
from games.tables.models import Event, Seat, Table

logger = logging.getLogger(__name__)
Limit = dict[str, Callable[[], bool]]  # keyword arguments of a Simulator


class BotQuestion(NamedTuple):
    """A bot's open question: its table and seat, and the number of the event that put it."""

    table_pk: int
    number: int
    question_seq: int


class ChosenMove(NamedTuple):
    """A bot's move, before it is played. It never leaves the process."""

    public_id: str
    question: BotQuestion
    move: Move
    is_hurried: bool = False  # its level ran out of time, and normal chose
    is_chosen: bool = True  # False: the bot failed, and the safe move is played


def choose_moves(questions: Sequence[BotQuestion]) -> list[ChosenMove]:
    """Choose moves for those of these questions that are still open. 2 queries."""
    return [move for _, move in choose_each(questions) if move]


def choose_each(questions: Sequence[BotQuestion]) -> Iterator[tuple[BotQuestion, ChosenMove | None]]:
    """Yield each question with its move, computed lazily; None if the question is closed or the table is broken.

    2 queries in total.
    """
    keys = {question.table_pk for question in questions}
    tables = Table.objects.select_related("position", "seed").in_bulk(keys)
    seats = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(table__in=keys).order_by("number"):
        seats[seat.table_id].append(seat)
    states: dict[int, AnyState] = {}  # by table
    for question in questions:
        table = tables.get(question.table_pk)
        is_asked = table is not None and table.is_in_play
        yield question, _try_choose(table, seats[table.pk], question, states) if table and is_asked else None


def play_moves(answers: Sequence[ChosenMove]) -> int:
    """Play chosen moves of one table in one transaction. Return how many were still wanted; late ones are dropped."""
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
    """Play a move. A refusal changes nothing, so the other moves of the transaction remain."""
    question, seat = answer.question, session.seats[answer.question.number]
    try:
        if not seat.is_bot:  # its person is back and has the same question
            raise ConflictError("stale")
        # The bot's code version is recorded only for moves which that code has chosen.
        data: dict[str, Any] = {"bots": get_bot_digest(session.game.metadata.slug)} if answer.is_chosen else {}
        if answer.is_hurried:
            data["hurried"] = True
        submit_automatic_move(session, seat, question.question_seq, answer.move, Event.Cause.BOT, data)
    except ServiceError as refusal:
        logger.info("bot's answer at %s refused: %s", answer.public_id, refusal.code)
        return False
    return True


def _try_choose(
    table: Table, seats: Sequence[Seat], question: BotQuestion, states: dict[int, AnyState]
) -> ChosenMove | None:
    try:
        seat = seats[question.number]
        if not seat.is_bot or seat.question_seq != question.question_seq:
            return None
        game = registry.get_game(table.game_slug)
        if table.pk not in states:
            states[table.pk] = game.read_state(parse_json(table.position.frame))
        choice = _choose_move(table.public_id, game, states[table.pk], seat, get_chance_key(table, seats))
        return ChosenMove(table.public_id, question, *choice)
    except Exception as problem:  # one broken table must not stop all bots; the error text may name cards
        if concerns_everyone(problem):
            raise
        logger.error("no bot can play at table %s: %s", table.pk, type(problem).__name__)
        return None


def _choose_move(public_id: str, game: AnyGame, state: AnyState, seat: Seat, key: bytes) -> tuple[Move, bool, bool]:
    """Return the move, whether normal chose it because the bot ran out of time, and whether the bot chose it at all.

    If the bot failed, the move is the safe move. Only the type of the error is logged: its text may name cards.
    """
    view, legal = game.view(state, seat.number), game.rules.legal(state, seat.number)

    def ask(level: str, limit: Limit) -> Move:
        rng = Rng(key, f"bot|{seat.number}|{seat.question_seq}")
        move: Move = game.bots[level](view, legal, rng, Simulator(game, view, **limit))
        return move

    is_hurried = False
    try:
        try:
            move = ask(seat.bot_level, _start_clock(seat.bot_level))
        except OutOfTimeError:
            logger.warning("%s bot %s ran out of time at %s", game.metadata.slug, seat.bot_level, public_id)
            is_hurried, move = True, ask(Game.NORMAL, {})
        if legal.contains(move):
            return move, is_hurried, True
        problem = "IllegalMove"
    except Exception as raised:
        problem = type(raised).__name__
    logger.error("%s bot %s failed at %s: %s", game.metadata.slug, seat.bot_level, public_id, problem)
    return game.rules.safe_move(state, seat.number, Chance(key)), is_hurried, False


def _start_clock(level: str) -> Limit:
    """Return the time limit for a bot of this level that starts now."""
    until = time.monotonic() + settings.BOT_MAX_THINKING_SECONDS
    return {"has_time": lambda: time.monotonic() < until} if level in Game.MORE_LEVELS else {}
