"""A seat's legal moves, in the words of the log, for a moderator who plays one for it.

The table's own board won't do: it is a form for the seat's player, depends on the log-in and stays open, while hidden
cards are shown once for a reason. This list is the same for all games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

from django.utils.translation import get_language
from markupsafe import Markup

from games.engine.chance import Rng
from games.engine.event_kinds import MOVE
from games.engine.game import AnyGame
from games.engine.legal_moves import Amount, Choice, Combos, Pick
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.rendering.log_lines import LogContent
from games.tables.boards import BOARDS

MAX_MOVES = 240  # per group
AMOUNTS = 9


class LegalMove(NamedTuple):
    """A move as JSON, and as text."""

    move: str
    words: Markup


@dataclass(frozen=True, slots=True)
class LegalMoveList:
    """Moves by kind. `is_incomplete`: some are left out because there are too many."""

    groups: list[list[LegalMove]]
    is_incomplete: bool

    @property
    def count(self) -> int:
        return sum(map(len, self.groups))


NO_MOVES = LegalMoveList([], False)


def list_legal_moves(game: AnyGame, view: Any, seat: int, names: Sequence[str]) -> LegalMoveList:
    """List the moves of the view's seat. Only the view is used: unseen cards are imagined, so no text reveals them."""
    world = game.imagine(view, Rng(b"offers", "world"))
    groups, is_incomplete = [], False
    for part in game.rules.legal(world, seat):
        moves = list(_iter_moves(part))
        is_incomplete = (
            is_incomplete
            or not moves
            or len(moves) > MAX_MOVES
            or (isinstance(part, Amount) and _steps(part) >= AMOUNTS)
        )
        described = [(move, _describe_move(game, world, seat, move, names)) for move in moves[:MAX_MOVES]]
        groups.append([LegalMove(dump_canonical(to_json(move)), words) for move, words in described])
    return LegalMoveList([group for group in groups if group], is_incomplete)


def _iter_moves(part: Any) -> Iterator[Any]:
    """Yield the moves of a set, and some evenly spaced ones of an amount; none if there are too many combinations."""
    match part:
        case Choice():
            yield from part.moves
        case Combos():
            yield from (part.make(**{part.field: play}) for play in part.plays)
        case Amount():
            yield from (part.make(**{part.field: value}) for value in _some(part))
        case Pick() if sum(comb(len(part.cards), n) for n in range(part.min, part.max + 1)) <= MAX_MOVES:
            for n in range(part.min, part.max + 1):
                yield from (part.make(**{part.field: cards}) for cards in combinations(part.cards, n))


def _some(part: "Amount[Any]") -> list[int]:
    steps = _steps(part)
    indexes = range(steps + 1) if steps < AMOUNTS else [steps * n // (AMOUNTS - 1) for n in range(AMOUNTS)]
    return [part.min + part.step * n for n in indexes]


def _steps(part: "Amount[Any]") -> int:
    return (part.max - part.min) // part.step


def _describe_move(game: AnyGame, world: Any, seat: int, move: Any, names: Sequence[str]) -> Markup:
    """Describe the move from the seat's own perspective, which has more details than the public one."""
    visible = [
        addressed for addressed in game.rules.apply(world, seat, move).happenings if addressed.is_visible_to(seat)
    ]
    private = [addressed for addressed in visible if not addressed.is_visible_to(None)]
    content = LogContent(MOVE, seat, "player", tuple(addressed.happening for addressed in private or visible))
    return BOARDS.render_log_line(content, game.metadata.slug, get_language() or "", names, None)
