"""Playing of lessons by the game's rules: the scene of each step, and what follows an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from games.catalog import registry
from games.engine.chance import Chance, Rng
from games.engine.errors import EngineError, IllegalMoveError, Params
from games.engine.event_kinds import HOUSE, MOVE
from games.engine.game import AnyAddressedHappening, AnyGame, AnyState, Legal, Move
from games.engine.positions import InvalidPositionError
from games.engine.serialization.form_parsing import move_from_form
from games.practice.lessons.lesson import Answer, Lesson, LessonError, Reply
from games.practice.match import MAX_HOUSE_STEPS, ME


class Played(Protocol):
    """Something played by a script, like a lesson; creates errors that name a step."""

    @property
    def slug(self) -> str: ...

    def error(self, step: int, problem: object) -> LessonError: ...


class NoChance(Chance):
    """The chance of a lesson, which has none: records whether the rules asked for it."""

    def __init__(self) -> None:
        super().__init__(b"lesson")
        self.was_asked = False

    def stream(self, label: str) -> Rng:
        self.was_asked = True
        return super().stream(label)


@dataclass(frozen=True, slots=True)
class SceneEvent:
    """A move or a house step, with the state after it."""

    kind: str
    seat: int | None
    happenings: tuple[AnyAddressedHappening, ...]
    state: AnyState


@dataclass(frozen=True, slots=True)
class Scene:
    """The current state of a lesson. `events` are those since the step's position, or since the learner's answer."""

    game: AnyGame
    start: AnyState
    events: tuple[SceneEvent, ...]
    replies: tuple[Reply, ...]  # the remaining part of the step's script

    @property
    def state(self) -> AnyState:
        return self.events[-1].state if self.events else self.start

    @property
    def legal(self) -> Legal[Move]:
        """The learner's legal moves. Falsy if there is no question."""
        is_asked = ME in self.game.rules.waiting_on(self.state)
        return self.game.rules.legal(self.state, ME) if is_asked else Legal()

    @property
    def over(self) -> bool:
        return self.game.rules.over(self.state)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer was rejected. `common`: the message is the site's, not the game's."""

    code: str
    params: Params
    common: bool


def open_step(lesson: Lesson, n: int) -> Scene:
    """Return the scene of step `n` with its question. Raises LessonError."""
    step = lesson.step(n)
    if step.position is not None:
        start = Scene(registry.get_game(lesson.slug), build_state(lesson, n, step.position), (), step.script)
    else:
        start = replace(play_answer(lesson, n - 1), replies=step.script)
    scene = _run(lesson, n, start)
    if not scene.legal:
        raise lesson.error(n, "the learner isn't asked")
    return scene


def play_answer(lesson: Lesson, n: int) -> Scene:
    """Return the scene after the right answer to step `n`, with the scripted moves and house steps.

    Raises LessonError.
    """
    scene, answer = open_step(lesson, n), lesson.step(n).right
    try:
        move = scene.game.read_move(answer.move)
        step = scene.game.rules.apply(scene.state, ME, move)
    except EngineError as problem:
        raise lesson.error(n, f"{answer.name}: {problem}") from None
    played = SceneEvent(MOVE, ME, step.happenings, step.state)
    led = _run(lesson, n, Scene(scene.game, scene.state, (played,), scene.replies))
    if led.replies:
        raise lesson.error(n, f"seat {led.replies[0].seat} is not asked for the rest of the script")
    return led


def classify_form(lesson: Lesson, n: int, form: Mapping[str, Sequence[str]]) -> Answer | Refusal:
    """Return the answer that a submitted form of the board falls under, or why the move is illegal."""
    scene = open_step(lesson, n)
    try:
        move = move_from_form(scene.game.moves, form)
        scene.game.rules.apply(scene.state, ME, move)
    except EngineError as problem:
        return Refusal(problem.code, problem.params, common=not isinstance(problem, IllegalMoveError))
    return lesson.step(n).classify(move)


def build_state(lesson: Played, n: int, position: Mapping[str, object]) -> AnyState:
    """Build the state that a position describes. Raises LessonError."""
    builder = registry.get_position_builder(lesson.slug)
    if builder is None:
        raise lesson.error(n, "the game has no position.py")
    try:
        return builder.build_position(position)
    except InvalidPositionError as problem:
        raise lesson.error(n, problem) from None


def _run(lesson: Lesson, n: int, scene: Scene) -> Scene:
    """Play the script and the house's steps until the learner has a question or nothing is left.

    Stops before the next chapter, because its deal isn't part of the lesson.
    """
    game, events, replies = scene.game, list(scene.events), list(scene.replies)
    state = scene.state
    for _ in range(MAX_HOUSE_STEPS):
        waiting = game.rules.waiting_on(state)
        if replies and replies[0].seat in waiting:
            events.append(play_for(lesson, n, game, state, replies.pop(0)))
            state = events[-1].state
            continue
        if waiting or game.rules.over(state):
            break
        step = take_house_step(lesson, n, game, state)
        if step is None:
            break
        state = step.state
        events.append(step)
    return Scene(game, scene.start, tuple(events), tuple(replies))


def take_house_step(lesson: Played, n: int, game: AnyGame, state: AnyState) -> SceneEvent | None:
    """Return the next house step, or None before the next chapter. Raises LessonError if the step draws cards."""
    chance = NoChance()
    step = game.rules.advance(state, chance)
    if step is None or _opens_chapter(game, step.happenings):
        return None
    if chance.was_asked:
        raise lesson.error(n, "the house draws something that the position doesn't say")
    return SceneEvent(HOUSE, None, step.happenings, step.state)


def play_for(lesson: Played, n: int, game: AnyGame, state: AnyState, reply: Reply) -> SceneEvent:
    """Play a scripted move. Raises LessonError."""
    try:
        step = game.rules.apply(state, reply.seat, game.read_move(reply.move))
    except EngineError as problem:
        raise lesson.error(n, f"seat {reply.seat} may not do this: {problem}") from None
    return SceneEvent(MOVE, reply.seat, step.happenings, step.state)


def _opens_chapter(game: AnyGame, happenings: Sequence[AnyAddressedHappening]) -> bool:
    return any(addressed.happening.type == game.metadata.chapter.start_happening for addressed in happenings)
