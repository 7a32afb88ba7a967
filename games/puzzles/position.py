"""The position of a puzzle: what one seat sees, and nothing else. Everything here follows from that view."""

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
    """`frame` has the public part and the seat's own, with nulls for all that the seat doesn't know."""

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
        """What is legal for the seat is the same in every world that agrees with what it knows."""
        return self.game.rules.legal(self._world, self.seat)

    @cached_property
    def standing(self) -> Standing:
        return self.game.rules.standing(self._world)

    @cached_property
    def waiting(self) -> frozenset[int]:
        return self.game.rules.waiting_on(self._world)

    @cached_property
    def text(self) -> str:
        """The one text of the position: two puzzles with the same are the same."""
        return dump_canonical([self.seat, self.frame])

    def parse_form(self, form: Mapping[str, Sequence[str]]) -> Move:
        """The move that the hand's form stands for. Raises InvalidPayloadError, or IllegalMoveError with the game's
        reason."""
        move = move_from_form(self.game.moves, form)
        self._play(move)
        return move

    def find_move(self, move: Move, among: Sequence[Move]) -> int | None:
        """Which of those it is: the same but for the order of cards, or one that leads to the same."""
        same = next((number for number, one in enumerate(among) if is_same_move(one, move)), None)
        if same is not None:
            return same
        result = self._play(move)
        return next((number for number, one in enumerate(among) if self._play(one) == result), None)

    def _play(self, move: Move) -> AnyState:
        return self.game.rules.apply(self._world, self.seat, move).state

    @cached_property
    def _world(self) -> AnyState:
        """One of those worlds, always the same."""
        return self.game.imagine(self.view, Rng(b"puzzle", ""))


def cut_position(slug: str, view: Any, seats: int) -> PuzzlePosition:
    """The position that a seat's view shows."""
    own = [to_json(view.mine) if seat == view.me else None for seat in range(seats)]
    return PuzzlePosition(slug, view.me, {"hidden": None, "own": own, "public": to_json(view.public)})
