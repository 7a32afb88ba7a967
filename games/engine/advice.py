"""Evaluation of a position by the strong bot, from one seat's view: for hints, match analysis and puzzles."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from games.engine.chance import Rng
from games.engine.legal_moves import Legal
from games.engine.serialization.canonical_json import Json, to_json
from games.engine.serialization.values import Move, frozen_dataclass
from games.engine.simulator import Simulator

M = TypeVar("M", bound=Move)
V = TypeVar("V")

WHOLE = 1000  # values are integers in thousandths of a unit


@frozen_dataclass
class MoveRating(Generic[M]):
    """The value of a move in thousandths of the game's score unit, averaged over imagined worlds.

    `error` is the standard error of the difference from the first rating, also in thousandths.
    """

    move: M
    value: int
    error: int


@frozen_dataclass
class Advice(Generic[M]):
    """The rated moves: first the one the strong bot plays, then the others by descending value.

    `worlds`: number of deals consistent with the seat's knowledge in which every move was tried. `ahead`: in how many
    of them the seat, or its side, wins the chapter after the first move; None if chapters have no winner.
    """

    ratings: tuple[MoveRating[M], ...]
    worlds: int
    ahead: int | None

    @property
    def best(self) -> M:
        return self.ratings[0].move

    def rating_of(self, move: M) -> MoveRating[M] | None:
        """Return the rating of `move`, or None if it wasn't rated."""
        return next((rating for rating in self.ratings if rating.move == move), None)

    def cost_of(self, move: M) -> tuple[int, int] | None:
        """Return how much less `move` is worth than the first one, and the error; None if it wasn't rated."""
        rating = self.rating_of(move)
        return None if rating is None else (max(0, self.ratings[0].value - rating.value), rating.error)


# `effort` multiplies the number of worlds; 1 is what a person waiting gets. The moves in the last argument are always
# rated. Never called if there is only one legal move.
Adviser = Callable[[V, Legal[Any], Rng, Simulator, int, tuple[Any, ...]], Advice[Any]]


def advice_to_json(advice: Advice[Any]) -> Json:
    """Return the stored form, which `read_advice` reads."""
    ratings = [
        {"move": to_json(rating.move), "value": rating.value, "error": rating.error} for rating in advice.ratings
    ]
    return {"ratings": ratings, "worlds": advice.worlds, "ahead": advice.ahead}


def read_advice(read_move: Callable[[Json], M], plain: Json) -> Advice[M]:
    """Read stored advice, using the game's `read_move`."""
    ratings = tuple(
        MoveRating(read_move(rating["move"]), rating["value"], rating["error"]) for rating in plain["ratings"]
    )
    return Advice(ratings, plain["worlds"], plain["ahead"])
