"""Who can sit in an arena's seats: a game's bots, and two from outside to measure them by."""

from typing import Any

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AnyBot, AnyGame, Move, Simulator
from games.engine.legal_moves import Legal

RANDOM, LESSONS = "random", "lessons"


def list_players(title: AnyGame) -> tuple[str, ...]:
    """The bots of a game, weakest first; then who plays anything legal, and who does what the lessons teach."""
    has_lessons = registry.get_lesson_player(title.metadata.slug) is not None
    return (*title.bots, RANDOM, *([LESSONS] if has_lessons else []))


def get_player(title: AnyGame, name: str) -> AnyBot:
    """Raises KeyError where there is none."""
    if name == RANDOM:
        return play_at_random
    if name == LESSONS and (found := registry.get_lesson_player(title.metadata.slug)):
        return found
    return title.bots[name]


def play_at_random(view: Any, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Any move, like somebody who doesn't know the rules: first what kind of move, then which."""
    return legal.sample(rng)
