"""Players in the arena: a game's bots, and two others to compare them with."""

from typing import Any

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AnyBot, AnyGame, Move, Simulator
from games.engine.legal_moves import Legal

RANDOM, LESSONS = "random", "lessons"


def list_players(game: AnyGame) -> tuple[str, ...]:
    """List the bots of a game, weakest first, then the random player and the one that follows the lessons."""
    has_lessons = registry.get_lesson_player(game.metadata.slug) is not None
    return (*game.bots, RANDOM, *([LESSONS] if has_lessons else []))


def get_player(game: AnyGame, name: str) -> AnyBot:
    """Return the player of that name. Raises KeyError if there is none."""
    if name == RANDOM:
        return play_at_random
    if name == LESSONS and (lesson_player := registry.get_lesson_player(game.metadata.slug)):
        return lesson_player
    return game.bots[name]


def play_at_random(view: Any, legal: Legal[Move], rng: Rng, sim: Simulator) -> Move:
    """Choose a random legal move, like someone who doesn't know the rules: first the kind of move, then which."""
    return legal.sample(rng)
