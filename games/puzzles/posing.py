"""Selection of positions that make a puzzle: one move is clearly better than all others, and not the obvious one.

Each is rated twice: with as many sampled worlds as for a hint, then, if it passes, with several times as many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.advice import WHOLE, Advice
from games.engine.chance import Rng
from games.engine.game import AnyGame, Legal, Move, Simulator
from games.puzzles.moves import list_moves
from games.puzzles.position import PuzzlePosition

CLEAR_ERRORS = 4  # standard errors between the best move and every other
LEAST_LEAD = WHOLE // 5  # minimum lead of the best move, in thousandths of the game's unit …
LEAST_SHARE = 10  # … and at least this fraction (1/n) of the difference between the best move and the worst
LOOKS = ((1, 2), (8, CLEAR_ERRORS))  # factor for the number of worlds in a hint, and required standard errors
FEWEST_MOVES = 3


@dataclass(frozen=True, slots=True)
class PosedPuzzle:
    """A position with the strong bot's advice. `is_complete`: every legal move was rated."""

    position: PuzzlePosition
    advice: Advice[Move]
    is_complete: bool


def pose_puzzle(position: PuzzlePosition, key: bytes) -> PosedPuzzle | None:
    """Return the puzzle for a position; None if it isn't suitable. Depends only on the view and `key`."""
    game, view, legal = position.game, position.view, position.legal
    moves = list_moves(legal)
    if game.adviser is None or (moves is not None and len(moves) < FEWEST_MOVES):
        return None
    usual = [_choose(game, level, view, legal, key) for level in ("beginner", "normal")]
    also = _drop_repeated(position, usual if moves is None else moves)
    for effort, errors in LOOKS:
        rng = Rng(key, f"puzzle/advice/{effort}")
        advice = game.adviser(view, legal, rng, Simulator(game, view), effort, also)
        ratings = {rating.move: rating for rating in advice.ratings}
        distinct = tuple(ratings[move] for move in _drop_repeated(position, tuple(ratings)))
        advice = Advice(distinct, advice.worlds, advice.ahead)
        if not (has_one_answer(advice, errors) and is_worth_thinking(position, advice, usual[0])):
            return None
    return PosedPuzzle(position, advice, moves is not None)


def has_one_answer(advice: Advice[Move], errors: int = CLEAR_ERRORS) -> bool:
    """Return whether all other moves are clearly worse, by the minimum lead and by this many standard errors."""
    best, *alternatives = advice.ratings
    spread = best.value - min((rating.value for rating in alternatives), default=best.value)
    least = max(LEAST_LEAD, spread // LEAST_SHARE)
    leads = [(best.value - rating.value, rating.error) for rating in alternatives]
    return bool(leads) and all(lead >= least and lead > errors * error for lead, error in leads)


def is_worth_thinking(position: PuzzlePosition, advice: Advice[Move], first_thought: Move) -> bool:
    """Return whether a beginner would choose a different move."""
    return position.find_move(first_thought, [advice.best]) is None


def _drop_repeated(position: PuzzlePosition, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Remove moves that lead to the same state as an earlier one, such as calling with all chips and going all-in."""
    distinct: list[Move] = []
    for move in moves:
        if position.find_move(move, distinct) is None:
            distinct.append(move)
    return tuple(distinct)


def _choose(game: AnyGame, level: str, view: Any, legal: Legal[Move], key: bytes) -> Move:
    return game.bots[level](view, legal, Rng(key, f"puzzle/{level}"), Simulator(game, view))
