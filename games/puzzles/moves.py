"""Lists of legal moves, and comparison of moves, in the same way as in browsers.

Fields of a move are strings as in a form: lists as sorted words, piles separated by a bar. The browser uses them to
find the move selected in the form (static/puzzles/controllers/puzzle_controller.js).
"""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from itertools import combinations

from games.engine.game import Legal, Move
from games.engine.legal_moves import Amount, Arrange, Choice, Combos, Pick
from games.engine.serialization.canonical_json import Json, to_json

MOST_MOVES = 40  # limit up to which all moves are rated


def list_moves(legal: Legal[Move], limit: int = MOST_MOVES) -> tuple[Move, ...] | None:
    """Return all legal moves; None if there are more than `limit`."""
    moves: dict[Move, None] = {}
    for move in _walk(legal):
        if len(moves) == limit and move not in moves:
            return None
        moves[move] = None
    return tuple(moves)


def _walk(legal: Legal[Move]) -> Iterator[Move]:
    for part in legal:
        match part:
            case Choice(moves):
                yield from moves
            case Amount(make, field, least, most, step):
                yield from (make(**{field: value}) for value in range(least, most + 1, step))
            case Pick(make, field, cards, least, most):
                for count in range(least, most + 1):
                    yield from (make(**{field: picked}) for picked in combinations(cards, count))
            case Combos(make, field, plays):
                yield from (make(**{field: play}) for play in plays)
            case Arrange():
                # Far too many ways to rate them all; yield enough placeholders to exceed the limit.
                yield from (_Countless(number) for number in range(MOST_MOVES + 1))


class _Countless(Move):
    number: int


def to_fields(move: Move) -> dict[str, str]:
    """Return a move's fields as strings, with its type."""
    return {name: _text(value) for name, value in to_json(move).items()}


def get_default_fields(move: Move) -> dict[str, str]:
    """Return the values of fields missing from a form."""
    defaults = {field.name: field.default for field in fields(move) if field.default is not MISSING}
    return {name: _text(to_json(value)) for name, value in defaults.items()}


def is_same_move(first: Move, second: Move) -> bool:
    """Return whether two moves are the same, ignoring the order of cards."""
    return to_fields(first) == to_fields(second)


def _text(value: Json) -> str:
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return "|".join(map(_text, value))
        return " ".join(sorted(map(str, value)))
    return str(value).lower() if isinstance(value, bool) else str(value)
