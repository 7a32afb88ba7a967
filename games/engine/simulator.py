"""Simulator for bots: worlds consistent with what their seat knows, and what would happen in them."""

from collections.abc import Callable
from typing import Any

from games.engine.chance import Chance, Rng
from games.engine.legal_moves import Legal
from games.engine.serialization.values import Move
from games.engine.transitions import Standing


class OutOfTimeError(Exception):
    """The bot's time is up. Bots don't catch it."""


def _has_time() -> bool:
    return True


class Simulator:
    """Imagined worlds as opaque handles, so that a bot never sees a real state.

    `has_time` is called for every world, house step and `check_time`; OutOfTimeError is raised once it returns False.
    """

    def __init__(self, game: Any, view: Any, has_time: Callable[[], bool] = _has_time) -> None:  # of a `Game`
        self._game, self._view, self._has_time = game, view, has_time

    def check_time(self) -> None:
        """Raise OutOfTimeError if time is up. For bots that think without worlds, to be called now and then."""
        if not self._has_time():
            raise OutOfTimeError

    def imagine(self, rng: Rng) -> Any:
        """Return a world that is consistent with everything the bot knows."""
        self.check_time()
        return self._game.imagine(self._view, rng)

    def view(self, world: Any, seat: int) -> Any:
        """Return what that seat would know in an imagined world, for bots that predict the moves of others."""
        return self._game.view(world, seat)

    def waiting_on(self, world: Any) -> frozenset[int]:
        seats: frozenset[int] = self._game.rules.waiting_on(world)
        return seats

    def over(self, world: Any) -> bool:
        is_over: bool = self._game.rules.over(world)
        return is_over

    def legal(self, world: Any, seat: int) -> Legal[Any]:
        moves: Legal[Any] = self._game.rules.legal(world, seat)
        return moves

    def apply(self, world: Any, seat: int, move: Move) -> Any:
        return self._game.rules.apply(world, seat, move).state

    def advance(self, world: Any, chance: Chance) -> Any:
        self.check_time()
        step = self._game.rules.advance(world, chance)
        return step.state if step else None

    def standing(self, world: Any) -> Standing:
        result: Standing = self._game.rules.standing(world)
        return result
