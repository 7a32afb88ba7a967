"""The position of a puzzle: the view of one seat, from which everything else is derived."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AnyGame, AnyState, Legal, Move, Standing
from games.engine.serialization.canonical_json import Json, dump_canonical, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.puzzles.moves import is_same_move


@dataclass(frozen=True)
class PuzzlePosition:
    """A position in a game.

    `frame` has the public part and the seat's own, with nulls for everything hidden from the seat.
    """

    slug: str
    seat: int
    frame: Json

    @cached_property
    def game(self) -> AnyGame:
        return registry.get_game(self.slug)

    @property
    def seats(self) -> int:
        return len(self.frame["own"])

    @cached_property
    def view(self) -> Any:
        return self.game.read_view(self.frame, self.seat)

    @cached_property
    def legal(self) -> Legal[Move]:
        """The legal moves, which are the same in every world consistent with the view."""
        return self.game.rules.legal(self._world, self.seat)

    @cached_property
    def standing(self) -> Standing:
        return self.game.rules.standing(self._world)

    @cached_property
    def waiting(self) -> frozenset[int]:
        return self.game.rules.waiting_on(self._world)

    @cached_property
    def text(self) -> str:
        """The canonical text of the position, for detecting duplicates."""
        return dump_canonical([self.seat, self.frame])

    def parse_form(self, form: Mapping[str, Sequence[str]]) -> Move:
        """Parse the move selected in a form.

        Raises InvalidPayloadError, or IllegalMoveError with the game's reason.
        """
        move = move_from_form(self.game.moves, form)
        self._play(move)
        return move

    def find_move(self, move: Move, among: Sequence[Move]) -> int | None:
        """Return the index of the equivalent move: the same except for the order of cards, or with the same result."""
        same = next((number for number, candidate in enumerate(among) if is_same_move(candidate, move)), None)
        if same is not None:
            return same
        result = self._play(move)
        return next((number for number, candidate in enumerate(among) if self._play(candidate) == result), None)

    def _play(self, move: Move) -> AnyState:
        return self.game.rules.apply(self._world, self.seat, move).state

    @cached_property
    def _world(self) -> AnyState:
        """A fixed sample of the worlds consistent with the view."""
        return self.game.imagine(self.view, Rng(b"puzzle", ""))


def cut_position(game_slug: str, view: Any, seats: int) -> PuzzlePosition:
    """Return the position shown by a seat's view."""
    own_parts = [to_json(view.mine) if seat == view.me else None for seat in range(seats)]
    return PuzzlePosition(game_slug, view.me, {"hidden": None, "own": own_parts, "public": to_json(view.public)})
