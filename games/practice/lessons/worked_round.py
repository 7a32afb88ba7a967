"""Worked rounds: one round of a game to look at, step by step, on the real board.

It is read from `games/catalog/<slug>/worked_round.toml`:

    position = { hands = [["K8", "N7"], …], board = […] }            # see the game's position.py

    [[steps]]
    text = "Everyone has two cards; three lie open."                # one sentence
    cards = ["K7"]                                                   # highlighted

    [[steps]]
    text = "You call for one coin, and open `K8`."
    moves = [{ seat = 0, type = "call", card = 0 }]                  # moves before this step, in order
    house = 1                                                        # number of house steps after the moves

Seat 0 is the reader's. Cards in sentences are written as code, like in the rulebook.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.catalog import registry
from games.practice.lessons.lesson import LessonError, Reply
from games.practice.lessons.play import Scene, SceneEvent, build_state, play_for, take_house_step
from games.practice.lessons.reader import WORKED_ROUND, has_worked_round
from games.practice.lessons.rendering import LessonPage, SceneRenderer
from games.practice.match import MAX_HOUSE_STEPS
from games.rendering.paths import get_game_path

_STEP_FIELDS = {"text", "cards", "moves", "house"}


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A sentence, its highlights, and the moves and house steps before it."""

    text: str
    cards: tuple[str, ...]
    moves: tuple[Reply, ...]
    house: int


@dataclass(frozen=True, slots=True)
class WorkedRound:
    """The worked round of the game `slug`."""

    slug: str
    position: Mapping[str, Any]
    steps: tuple[RoundStep, ...]

    def step(self, n: int) -> RoundStep:
        """Return step `n`, counted from 1."""
        return self.steps[n - 1]

    def error(self, step: int, problem: object) -> LessonError:
        return LessonError(f"{self.slug}/{WORKED_ROUND}", step, str(problem))


@cache
def get_worked_round(game_slug: str) -> WorkedRound | None:
    """Return a game's worked round, or None. Raises LessonError."""
    if not has_worked_round(game_slug):
        return None
    plain = tomllib.loads(get_game_path(game_slug, WORKED_ROUND).read_text(encoding="utf-8"))
    steps = tuple(_read_step(game_slug, n, step) for n, step in enumerate(plain["steps"], 1))
    return WorkedRound(game_slug, plain["position"], steps)


def play_round(worked_round: WorkedRound, n: int) -> Scene:
    """Return the scene at step `n`, with all events so far. Raises LessonError."""
    game, events = registry.get_game(worked_round.slug), list[SceneEvent]()
    start = build_state(worked_round, 1, worked_round.position)
    for number, step in enumerate(worked_round.steps[:n], 1):
        for reply in step.moves:
            for _ in range(MAX_HOUSE_STEPS):
                state = events[-1].state if events else start
                if reply.seat in game.rules.waiting_on(state):
                    break
                events.append(_let_the_house(worked_round, number, Scene(game, start, tuple(events), ())))
            events.append(play_for(worked_round, number, game, events[-1].state if events else start, reply))
        for _ in range(step.house):
            events.append(_let_the_house(worked_round, number, Scene(game, start, tuple(events), ())))
    return Scene(game, start, tuple(events), ())


class WorkedRoundRenderer(SceneRenderer):
    """Renderer of a worked round in one language, from the view of seat 0."""

    def render(self, worked_round: WorkedRound, n: int) -> LessonPage:
        step = worked_round.step(n)
        return self.render_scene(play_round(worked_round, n), step.text, cards=step.cards, asks=False)


def _let_the_house(worked_round: WorkedRound, n: int, scene: Scene) -> SceneEvent:
    step = take_house_step(worked_round, n, scene.game, scene.state)
    if step is None:
        raise worked_round.error(n, "the house has nothing to do here")
    return step


def _read_step(game_slug: str, n: int, plain: Mapping[str, Any]) -> RoundStep:
    if unknown := set(plain) - _STEP_FIELDS:
        raise LessonError(f"{game_slug}/{WORKED_ROUND}", n, f"what is {', '.join(sorted(unknown))}?")
    moves = [dict(move) for move in plain.get("moves", ())]
    replies = tuple(Reply(move.pop("seat"), move) for move in moves)
    return RoundStep(plain["text"], tuple(plain.get("cards", ())), replies, plain.get("house", 0))
