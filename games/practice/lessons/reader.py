"""Reader of a game's lessons, whose files look like this:

    title = "One turn"

    [[steps]]
    text = "You hold `K8` and `N7`. Call, and open the knight."      # one sentence
    cards = ["K8"]                                                   # highlighted
    moves = [{ type = "call", card = 0 }]                            # highlighted, too
    script = [{ seat = 1, type = "fold" }]                           # moves of the other seats, in order
    position = { hands = [["K8", "N7"], …], board = […] }            # see the game's position.py

    [[steps.answers]]                                                # at most six
    name = "open-the-knight"                                         # part of its URL
    move = { type = "call", card = 0 }                               # marks the right answer; is played
    text = "Why that was right."

    [[steps.answers]]
    name = "double"
    when = [{ type = "double" }]                                     # any of these
    text = "What it would have cost."

    [[steps.answers]]
    name = "anything-else"                                           # the last: all other moves
    text = "What that would have cost."

The learner has seat 0. Cards in sentences are written as code, like in the rulebook.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.practice.lessons.lesson import Answer, Lesson, LessonError, Pattern, Reply, Step
from games.rendering.paths import CATALOG_DIR, get_game_path

MAX_ANSWERS = 6
WORKED_ROUND = "worked_round.toml"
_FILE = re.compile(r"([0-9]+)-([a-z0-9]+(?:-[a-z0-9]+)*)\.toml")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_STEP_FIELDS = {"text", "cards", "moves", "script", "position", "answers"}
_ANSWER_FIELDS = {"name", "text", "when", "move"}

Plain = Mapping[str, Any]


@cache
def has_worked_round(game_slug: str) -> bool:
    """Return whether a game has a worked round, without reading it."""
    return get_game_path(game_slug, WORKED_ROUND).is_file()


@cache
def list_lessons(game_slug: str) -> tuple[Lesson, ...]:
    """Return a game's lessons in order. Raises LessonError."""
    paths = sorted(
        get_game_path(game_slug, "lessons").glob("*.toml"), key=lambda path: int(path.name.partition("-")[0])
    )
    return tuple(read_lesson(path, game_slug) for path in paths)


def get_lesson(game_slug: str, name: str) -> Lesson | None:
    """Return the lesson of that name, or None."""
    return next((lesson for lesson in list_lessons(game_slug) if lesson.name == name), None)


def read_lesson(path: Path, game_slug: str) -> Lesson:
    """Read a lesson from its file. Raises LessonError with the file's name."""
    file = str(path.relative_to(CATALOG_DIR)) if path.is_relative_to(CATALOG_DIR) else path.name
    named = _FILE.fullmatch(path.name)
    if named is None:
        raise LessonError(file, 0, "a lesson is called <number>-<name>.toml")
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise LessonError(file, 0, str(problem)) from None
    _require(set(plain) == {"title", "steps"}, file, 0, "a lesson has a title and steps")
    steps = tuple(_read_step(step, file, n) for n, step in enumerate(plain["steps"], 1))
    _require(bool(steps) and steps[0].position is not None, file, 1, "the first step needs a position")
    return Lesson(game_slug, int(named[1]), named[2], file, _read_text(plain, "title", file, 0), steps)


def _read_step(plain: Plain, file: str, n: int) -> Step:
    _require(set(plain) <= _STEP_FIELDS, file, n, f"what is {', '.join(sorted(set(plain) - _STEP_FIELDS))}?")
    answers = tuple(_read_answer(item, file, n) for item in plain.get("answers", ()))
    names = [answer.name for answer in answers]
    _require(2 <= len(answers) <= MAX_ANSWERS, file, n, f"a step has two to {MAX_ANSWERS} answers")
    _require(len(set(names)) == len(names), file, n, "two answers have one name")
    _require(sum(answer.is_right for answer in answers) == 1, file, n, "one answer is right: it has a move")
    general = [answer.name for answer in answers if not answer.patterns]
    _require(general == names[-1:], file, n, "the last answer, and no other, is for anything else")
    script = tuple(_read_reply(item, file, n) for item in plain.get("script", ()))
    return Step(
        _read_text(plain, "text", file, n), answers, tuple(plain.get("cards", ())), tuple(plain.get("moves", ())),
        plain.get("position"), script,
    )  # fmt: skip


def _read_answer(plain: Plain, file: str, n: int) -> Answer:
    _require(set(plain) <= _ANSWER_FIELDS, file, n, f"what is {', '.join(sorted(set(plain) - _ANSWER_FIELDS))}?")
    name = _read_text(plain, "name", file, n)
    _require(bool(_NAME.fullmatch(name)), file, n, f"{name!r} is no name for an address")
    move: Pattern | None = plain.get("move")
    patterns = (*([move] if move else []), *plain.get("when", ()))
    return Answer(name, _read_text(plain, "text", file, n), patterns, dict(move) if move else None)


def _read_reply(plain: Plain, file: str, n: int) -> Reply:
    move = dict(plain)
    seat = move.pop("seat", None)
    if type(seat) is not int or seat < 1:
        raise LessonError(file, n, "the script names another seat with each move, from 1")
    return Reply(seat, move)


def _read_text(plain: Plain, name: str, file: str, n: int) -> str:
    value = plain.get(name)
    if not isinstance(value, str) or not value:
        raise LessonError(file, n, f"{name} is missing")
    return value


def _require(is_valid: bool, file: str, n: int, problem: str) -> None:
    if not is_valid:
        raise LessonError(file, n, problem)
