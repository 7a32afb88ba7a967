"""A broken lesson names its file, the step and the error."""

import io
from pathlib import Path

import pytest

from games.practice.lessons.lesson import Lesson, LessonError
from games.practice.lessons.messages import extract
from games.practice.lessons.play import Refusal, classify_form, open_step, play_answer
from games.practice.lessons.reader import list_lessons, read_lesson

GOOD = """
title = "A title"

[[steps]]
text = "Do it."
cards = ["K8"]
script = [{ seat = 1, type = "fold" }]

[steps.position]
dealer = 1
hands = [["K8", "N7"], ["K3", "N5"]]
board = ["K7", "B5", "N2"]

[[steps.answers]]
name = "double"
move = { type = "double" }
text = "Right."

[[steps.answers]]
name = "anything-else"
text = "Wrong."
"""


def lesson(folder: Path, text: str, name: str = "1-first.toml") -> Lesson:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_lesson(path, "lombard")


def test_a_good_one_is_played(tmp_path):
    read = lesson(tmp_path, GOOD)
    assert (read.number, read.name, read.title, read.steps[0].text) == (1, "first", "A title", "Do it.")
    assert [answer.text for answer in read.steps[0].answers] == ["Right.", "Wrong."]
    assert open_step(read, 1).legal
    assert [event.seat for event in play_answer(read, 1).events] == [0, 1, None]
    refused = classify_form(read, 1, {"type": ["call"], "card": ["3"]})
    assert isinstance(refused, Refusal)
    assert refused.code == "not-among-them"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('title = "A title"', "", "a lesson has a title and steps"),
        ('text = "Do it."', "", "step 1: text is missing"),
        ('text = "Right."', "", "step 1: text is missing"),
        ("cards =", "card =", "step 1: what is card?"),
        ('name = "double"', 'name = "Double!"', "step 1: 'Double!' is no name for an address"),
        ('name = "double"', 'name = "anything-else"', "step 1: two answers have one name"),
        ('move = { type = "double" }', "", "step 1: one answer is right: it has a move"),
        ('text = "Wrong."', 'text = "Wrong."\nwhen = [{ type = "fold" }]', "step 1: the last answer, and no other"),
        ("seat = 1, ", "", "step 1: the script names another seat"),
        ("title", "titel = = ", "Invalid value"),
        ("[[steps]]", "[[steps]]\nhint = 1", "step 1: what is hint?"),
    ],
)
def test_what_cannot_be_read(tmp_path, old, new, problem):
    assert old in GOOD
    with pytest.raises(LessonError, match=r"^1-first\.toml") as error:
        lesson(tmp_path, GOOD.replace(old, new, 1))
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"K3", "N5"', '"K3", "K8"', "step 1: not so often in the deck: K8"),
        ('"K3", "N5"', '"K3", "Q5"', "step 1: not so often in the deck: Q5"),
        ('"K3", "N5"', '"K3"', "step 1: three cards lie open, and everybody holds two"),
        (', ["K3", "N5"]', "", "step 1: 2 to 11 hands"),
        ("dealer = 1", "dealer = 2", "step 1: 2 to 11 hands"),
        ("dealer = 1", "dealers = 1", "step 1: what is dealers?"),
        ("dealer = 1", 'dealer = "me"', "step 1: dealer: 'me' is no number"),
        ("dealer = 1", "dealer = 1\nbalances = [8, 16]", "step 1: somebody has won already"),
        ("dealer = 1", "dealer = 1\nbalances = [8, 7]", "step 1: before round 1"),
        ("dealer = 1", "dealer = 1\noptions = { target_coins = 17 }", "step 1: no such option: target_coins"),
        ("dealer = 1", "dealer = 0\ndeck = []", "step 1: seat 1 is not asked for the rest of the script"),
        ('seat = 1, type = "fold"', 'seat = 1, type = "raise"', "step 1: seat 1 may not do this"),
        ('seat = 1, type = "fold"', 'seat = 1, type = "call", card = 2', "step 1: seat 1 may not do this"),
        ('move = { type = "double" }', 'move = { type = "call", card = 2 }', "step 1: double: "),
    ],
)
def test_what_cannot_be_played(tmp_path, old, new, problem):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if "rest of the script" in problem:  # it is seat 1's turn once, before the learner's
        text = text.replace("script = [", 'script = [{ seat = 1, type = "double" }, ')
    with pytest.raises(LessonError, match=r"^1-first\.toml") as error:
        play_answer(lesson(tmp_path, text), 1)
    assert problem in str(error.value)


def test_a_file_of_another_name(tmp_path):
    with pytest.raises(LessonError, match=r"^first\.toml: a lesson is called"):
        lesson(tmp_path, GOOD, "first.toml")


def test_a_step_without_a_question(tmp_path):
    """Seat 1 would be asked first, and the script doesn't say what it does."""
    with pytest.raises(LessonError, match="step 1: the learner isn't asked"):
        open_step(lesson(tmp_path, GOOD.replace("dealer = 1", "dealer = 0").replace("seat = 1", "seat = 2")), 1)


def test_the_first_step_needs_a_position(tmp_path):
    start, end = GOOD.index("[steps.position]"), GOOD.index("[[steps.answers]]")
    with pytest.raises(LessonError, match="step 1: the first step needs a position"):
        lesson(tmp_path, GOOD[:start] + GOOD[end:])


def test_a_game_without_lessons_has_none():
    assert list_lessons("nothing_of_the_kind") == ()


def test_translators_get_every_sentence_with_its_line():
    sentences = list(extract(io.BytesIO(GOOD.encode()), [], [], {}))
    assert [(line, text) for line, _, text, _ in sentences] == [
        (2, "A title"), (5, "Do it."), (17, "Right."), (21, "Wrong."), (1, "Double"), (1, "Anything else"),
    ]  # fmt: skip
