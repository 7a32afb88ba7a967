"""Data classes of lessons. Sentences are msgids of the game's message catalog."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.game import Move
from games.engine.serialization.canonical_json import Json, to_json

Pattern = Mapping[str, Json]  # required values of a move's fields


class LessonError(Exception):
    """A lesson that can't be played. Names the file and the step, and what is wrong."""

    def __init__(self, file: str, step: int, problem: str) -> None:
        super().__init__(f"{file}, step {step}: {problem}" if step else f"{file}: {problem}")


@dataclass(frozen=True, slots=True)
class Reply:
    """A scripted move of another seat."""

    seat: int
    move: Json


@dataclass(frozen=True, slots=True)
class Answer:
    """A class of moves, and the sentence that responds to them. Without patterns, it covers all remaining moves.

    The one with a `move`, which is then played, is the right answer. Its name is part of its URL.
    """

    name: str
    text: str
    patterns: tuple[Pattern, ...]
    move: Json | None = None

    @property
    def is_right(self) -> bool:
        return self.move is not None

    @property
    def label(self) -> str:
        """The label of the answer's button: its name, as words."""
        return label_answer(self.name)

    def contains(self, move: Move) -> bool:
        return not self.patterns or any(matches(pattern, move) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence, and the question to the learner.

    Without a position it continues after the right answer to the previous step. `script` has the moves of the other
    seats in order, before and after the learner's.
    """

    text: str
    answers: tuple[Answer, ...]
    cards: tuple[str, ...]  # highlighted
    moves: tuple[Pattern, ...]  # highlighted, by the moves of their buttons
    position: Mapping[str, Json] | None
    script: tuple[Reply, ...]

    @property
    def right(self) -> Answer:
        return next(answer for answer in self.answers if answer.is_right)

    def classify(self, move: Move) -> Answer:
        """Return the first answer whose class contains the move."""
        return next(answer for answer in self.answers if answer.contains(move))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of the game `slug`; `number` counts from 1."""

    slug: str
    number: int
    name: str
    file: str
    title: str
    steps: tuple[Step, ...]

    def step(self, n: int) -> Step:
        """Return step `n`, counted from 1."""
        return self.steps[n - 1]

    def error(self, step: int, problem: object) -> LessonError:
        return LessonError(self.file, step, str(problem))

    def list_labels(self) -> list[str]:
        """Return the labels of its buttons, without duplicates."""
        return list(dict.fromkeys(answer.label for step in self.steps for answer in step.answers))


def label_answer(name: str) -> str:
    """
    >>> label_answer("keep-the-king")
    'Keep the king'
    """
    return name.replace("-", " ").capitalize()


def matches(pattern: Pattern, move: Move) -> bool:
    """Return whether a move has the pattern's values.

    Cards match in any order, numbers also by `min` and `max`; `some` requires only that these piles are among the
    move's.
    """
    plain = to_json(move)
    return all(name in plain and _matches_value(expected, plain[name]) for name, expected in pattern.items())


def _matches_value(expected: Json, actual: Any) -> bool:
    if isinstance(expected, dict) and "some" in expected:
        return all(any(sorted(pile) == sorted(other) for other in actual) for pile in expected["some"])
    if isinstance(expected, dict):
        return bool(expected.get("min", actual) <= actual <= expected.get("max", actual))
    if isinstance(expected, list) and isinstance(actual, list) and expected and isinstance(expected[0], list):
        return len(expected) == len(actual) and all(map(_matches_value, expected, actual))  # piles
    if isinstance(expected, list) and isinstance(actual, list):
        return sorted(expected) == sorted(actual)
    return bool(expected == actual)
