"""What a strong player makes of a position, from one seat's view: for hints, the analysis of a match, and puzzles."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from games.engine.chance import Rng
from games.engine.legal_moves import Legal
from games.engine.serialization.canonical_json import Json, to_json
from games.engine.serialization.values import Move, frozen_dataclass
from games.engine.simulator import Simulator

M = TypeVar("M", bound=Move)
V = TypeVar("V")

WHOLE = 1000  # parts of a unit in which values are counted


@frozen_dataclass
class MoveRating(Generic[M]):
    """What a move is worth: `value` in thousandths of the unit of the game's scores, on average over imagined worlds.

    `error` is the standard error of the difference to the first of the ratings, in the same thousandths.
    """

    move: M
    value: int
    error: int


@frozen_dataclass
class Advice(Generic[M]):
    """The moves looked at; the first is what the strong player does, the others follow by value.

    `worlds`: how many deals that fit what the seat knows were looked at, each with every move. `ahead`: in how many of
    them its hand, or its side, wins the chapter if the first move is played; None where a chapter has no such winner.
    """

    ratings: tuple[MoveRating[M], ...]
    worlds: int
    ahead: int | None

    @property
    def best(self) -> M:
        return self.ratings[0].move

    def rating_of(self, move: M) -> MoveRating[M] | None:
        """Of one that was looked at."""
        return next((rating for rating in self.ratings if rating.move == move), None)

    def cost_of(self, move: M) -> tuple[int, int] | None:
        """What that move gives away against the first, at least 0, and the error of it; None if it wasn't looked at."""
        rating = self.rating_of(move)
        return None if rating is None else (max(0, self.ratings[0].value - rating.value), rating.error)


# `effort` multiplies the number of worlds, 1 being what a person waits for; the moves named last are looked at in any
# case. Never asked where there is only one move.
Adviser = Callable[[V, Legal[Any], Rng, Simulator, int, tuple[Any, ...]], Advice[Any]]


def advice_to_json(advice: Advice[Any]) -> Json:
    """As it is stored; `read_advice` reads it."""
    ratings = [{"move": to_json(one.move), "value": one.value, "error": one.error} for one in advice.ratings]
    return {"ratings": ratings, "worlds": advice.worlds, "ahead": advice.ahead}


def read_advice(read_move: Callable[[Json], M], plain: Json) -> Advice[M]:
    """`read_move` is the game's."""
    ratings = tuple(MoveRating(read_move(one["move"]), one["value"], one["error"]) for one in plain["ratings"])
    return Advice(ratings, plain["worlds"], plain["ahead"])
