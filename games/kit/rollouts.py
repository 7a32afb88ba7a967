"""Comparison of moves by playing on in imagined worlds: the same worlds for every move, integers throughout.

>>> ratings = rate_moves(["pass", "bid"], [1, 2, 3, 4], lambda move, world: 1000 * world if move == "bid" else 500)
>>> [(rating.move, rating.value, rating.error) for rating in ratings]
[('pass', 500, 0), ('bid', 2500, 645)]
>>> is_significant(ratings[1], 500)
True
"""

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from typing import Any, TypeVar

from games.engine.advice import MoveRating

W = TypeVar("W")
M = TypeVar("M")

Ratings = tuple[MoveRating[Any], ...]
MIN_ERRORS = 2  # standard errors by which a move must beat the default move


def rate_moves(moves: Sequence[M], worlds: Sequence[W], play_on: Callable[[M, W], int]) -> Ratings:
    """Return every move's average over the worlds; the first of `moves` stays first, the others follow by value.

    `play_on(move, world)` returns the seat's final score in thousandths. Its random choices must be derived from the
    world, so that every move has the same luck.
    """
    return rank_results({move: [play_on(move, world) for world in worlds] for move in moves})


def rank_results(results: Mapping[M, Sequence[int]]) -> Ratings:
    """Rate moves by known results: for each move one per world, with the worlds in the same order."""
    base = next(iter(results.values()))
    ratings: list[MoveRating[Any]] = [
        MoveRating(move, sum(values) // len(values), standard_error([a - b for a, b in zip(values, base, strict=True)]))
        for move, values in results.items()
    ]
    return (ratings[0], *sorted(ratings[1:], key=lambda rating: -rating.value))


def put_first(results: Mapping[M, Sequence[int]], first: M) -> dict[M, Sequence[int]]:
    """Return the same results, with those of `first` first."""
    return {first: results[first], **results}


def choose_by_results(results: Mapping[M, Sequence[int]]) -> M:
    """Return the best move that is significantly better than the first; otherwise the first."""
    ratings = rank_results(results)
    better = [rating for rating in ratings[1:] if is_significant(rating, ratings[0].value)]
    best: M = better[0].move if better else ratings[0].move
    return best


def is_significant(rating: MoveRating[Any], value: int) -> bool:
    """Return whether a rating is better than `value`, that of the first move, by more than chance explains."""
    return rating.value - value > MIN_ERRORS * rating.error


def standard_error(values: Sequence[int]) -> int:
    """Return the standard error of the average, rounded down; 0 for a single value."""
    count, total = len(values), sum(values)
    if count < 2:
        return 0
    squares = sum(value * value for value in values)
    return isqrt((count * squares - total * total) // (count * count * (count - 1)))
