"""Guess first: a seat's decisions, each asked before it is shown.

The data of a position is made only from that position and earlier ones: it doesn't even contain whether, or where,
something follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.errors import IllegalMoveError
from games.engine.event_kinds import MOVE, PLAYER
from games.engine.game import AnyGame, AnyState, Legal, Move
from games.engine.serialization.canonical_json import Json, parse_json
from games.engine.transitions import Step
from games.rendering.log_lines import LogContent, LogLine
from games.replays.viewer.log import list_lines
from games.replays.viewer.perspective import Perspective
from games.tables.errors import UnprocessableError
from games.tables.gameplay.moves import SubmittedMove
from games.tables.selectors.event_source import get_next_move_seq, get_snapshot_at, list_log_rows, walk_snapshots

RECENT = 40  # events of the log next to a question


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's question at position `n`. Pages get its view and its legal moves, never the state."""

    n: int
    view: Any
    legal: Legal[Move]
    state: AnyState


@dataclass(frozen=True, slots=True)
class Decision:
    """How a question was answered, at position `n`, from the state just before."""

    n: int
    move: Move
    state: AnyState


@dataclass(frozen=True, slots=True)
class Outcome:
    """The position after the decision, whose line of the log describes it; or where the question ended unanswered."""

    n: int
    is_answered: bool
    guess: LogContent | None
    is_same: bool


def get_question(look: Perspective, n: int) -> Question | None:
    """Return the seat's question at position `n`; None: none, or one without a choice. At most 1 query."""
    frame = get_snapshot_at(look.access.table, n)
    return None if frame is None or n >= look.last else _read_question(look, n, frame)


def find_question(look: Perspective, n: int) -> int:
    """The first position from `n` on where the seat is asked something. Where nothing more is asked, what the viewer
    steps on to: the next chapter, else the end. At most 1 query."""
    for at, frame in walk_snapshots(look.access.table, n, look.last - 1):
        if _read_question(look, at, frame):
            return at
    return next((begins for begins in look.outline.chapter_starts if begins > n), look.last)


def parse_guess(look: Perspective, question: Question, form: Mapping[str, Sequence[str]]) -> Move | None:
    """Return the move of a form; None for one that wasn't filled in. Raise a ServiceError, as a table does."""
    if not form.get("move") and not form.get("type"):
        return None
    title = _game(look)
    move = SubmittedMove(form=form).parse(title)
    try:
        _play(title, question.state, _seat(look), move)
    except IllegalMoveError as refusal:
        raise UnprocessableError(refusal.code, refusal.params, common=False) from None
    return move


def get_outcome(look: Perspective, question: Question, guess: Move | None) -> Outcome:
    """Return the decision after the question, compared with the guess. At most 3 queries."""
    game, seat = _game(look), _seat(look)
    described_guess = _tell(game, question.state, seat, guess) if guess else None
    decision = _find_decision(look, question.n)
    if isinstance(decision, int):
        return Outcome(decision, is_answered=False, guess=described_guess, is_same=False)
    is_same = guess is not None and _is_same(game, decision, seat, guess)
    return Outcome(decision.n, is_answered=True, guess=described_guess, is_same=is_same)


def list_recent_lines(look: Perspective, n: int) -> list[LogLine]:
    """The log's newest lines at position `n`. 1 query."""
    return list(list_lines(look, max(look.first - 1, n - RECENT), n))


def _find_decision(look: Perspective, n: int) -> Decision | int:
    """Return how the question of position `n` was answered, or the position where it ended unanswered."""
    table, seat, title = look.access.table, _seat(look), _game(look)
    answered = get_next_move_seq(table, seat, n)
    until = look.last if answered is None else answered
    before: AnyState | None = None
    for at, frame in walk_snapshots(table, n, until):
        if at == answered and before is not None:
            (row,) = list_log_rows(table, at - 1, at)
            return Decision(at, title.read_move(parse_json(row.body)["move"]), before)
        before = title.read_state(frame)
        if seat not in title.rules.waiting_on(before):
            return at
    return look.last


def _read_question(look: Perspective, n: int, frame: Json) -> Question | None:
    title, seat = _game(look), _seat(look)
    state = title.read_state(frame)
    if seat not in title.rules.waiting_on(state):
        return None
    legal = title.rules.legal(state, seat)
    return Question(n, title.view(state, seat), legal, state) if legal.is_choice else None


def _tell(game: AnyGame, state: AnyState, seat: int, move: Move) -> LogContent:
    """Describe a decision as the seat's log does."""
    happenings = [
        addressed.happening for addressed in _play(game, state, seat, move).happenings if addressed.is_visible_to(seat)
    ]
    return LogContent(MOVE, seat, PLAYER, tuple(happenings))


def _is_same(game: AnyGame, decision: Decision, seat: int, guess: Move) -> bool:
    """Return whether both lead to the same state, regardless of the order of named cards."""
    try:
        guessed = _play(game, decision.state, seat, guess)
    except IllegalMoveError:  # others have decided since the question was put
        return False
    return bool(guessed.state == _play(game, decision.state, seat, decision.move).state)


def _play(game: AnyGame, state: AnyState, seat: int, move: Move) -> Step[Any, Any]:
    """Make the move in a world the seat can imagine, so that errors reveal nothing. Raise IllegalMoveError."""
    world = game.imagine(game.view(state, seat), Rng(b"guess first", ""))
    return game.rules.apply(world, seat, move)


def _game(look: Perspective) -> AnyGame:
    return registry.get_game(look.access.table.game_slug)


def _seat(look: Perspective) -> int:
    assert look.viewpoint.seat is not None
    return look.viewpoint.seat
