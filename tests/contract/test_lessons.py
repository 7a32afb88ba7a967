"""Every lesson of every game, along every answer, in both languages. Errors name the file and the step."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from markupsafe import Markup

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import AnyState
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.practice.lessons.lesson import Answer, Lesson, Pattern, matches
from games.practice.lessons.play import Scene, open_step, play_answer
from games.practice.lessons.reader import list_lessons
from games.practice.lessons.rendering import POINTED, LessonPage, LessonRenderer
from games.practice.match import ME
from games.rendering.renderer import BoardRenderer
from games.rendering.seats import BOT_NAMES
from games.rendering.translations import load_game_translations
from tests.contract.legal_moves import list_moves
from tests.contract.subject import subject

MAX_WORDS = 25
WORLDS = 5
LANGUAGES = ("en", "ja")
BOARDS = BoardRenderer(lambda name: f"/static/{name}", lambda deadline: "", registry.get_deck)
CODE = re.compile(r"`([^`]+)`")
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")

LESSONS = [lesson for slug in registry.list_metadata() for lesson in list_lessons(slug)]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.file)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def steps(lesson: Lesson) -> range:
    return range(1, len(lesson.steps) + 1)


def where(lesson: Lesson, n: int) -> str:
    return f"{lesson.file}, step {n}"


def shown(text: Markup) -> str:
    return " ".join(text.striptags().split())


def test_there_are_lessons() -> None:
    assert "lombard" in {lesson.slug for lesson in LESSONS}


@pytest.mark.parametrize("slug", sorted({lesson.slug for lesson in LESSONS}))
def test_a_game_with_lessons_has_three_to_five(slug: str) -> None:
    lessons = list_lessons(slug)
    assert 3 <= len(lessons) <= 5
    assert [lesson.number for lesson in lessons] == list(range(1, len(lessons) + 1))
    assert len({lesson.name for lesson in lessons}) == len(lessons)


@each_lesson
def test_positions_are_whole_all_along(lesson: Lesson) -> None:
    """Every card of the deck occurs once, chips are conserved, repeated facts agree, as the game's own tests check.

    No script is left over, and every seat's view can be made.
    """
    game = subject(lesson.slug)
    for n in steps(lesson):
        for scene in (open_step(lesson, n), play_answer(lesson, n)):
            states = [scene.start, *(event.state for event in scene.events)]
            for state in states:
                try:
                    game.check(state)
                except AssertionError as problem:
                    raise lesson.error(n, problem) from problem
                assert game.title.read_state(to_json(state)) == state, where(lesson, n)
                for seat in (None, *range(len(state.own))):
                    assert game.title.read_view(to_json(state), seat) == game.title.view(state, seat)


@each_lesson
def test_every_answer_can_be_given_and_every_move_is_answered(lesson: Lesson) -> None:
    for n in steps(lesson):
        scene, step = open_step(lesson, n), lesson.step(n)
        counts = {answer.name: 0 for answer in step.answers}
        for move in list_moves(scene.legal):
            assert scene.game.rules.apply(scene.state, ME, move), where(lesson, n)
            counts[step.classify(move).name] += 1
        assert [name for name, count in counts.items() if not count] == [], where(lesson, n)
        assert step.classify(scene.game.read_move(step.right.move)) is step.right, where(lesson, n)


def list_sentences(lesson: Lesson) -> list[str]:
    """Return all that a lesson says, in reading order."""
    steps = [text for step in lesson.steps for text in (step.text, *(answer.text for answer in step.answers))]
    return [lesson.title, *steps]


@each_lesson
def test_sentences_are_short(lesson: Lesson) -> None:
    long = [text for text in list_sentences(lesson) if len(CODE.sub("card", text).split()) > MAX_WORDS]
    assert long == [], lesson.file


@each_lesson
def test_sentences_are_there_in_japanese_with_the_same_cards_and_people(lesson: Lesson) -> None:
    words = load_game_translations(lesson.slug, "ja")
    for text in list_sentences(lesson):
        japanese = words.gettext(text)
        assert JAPANESE.search(japanese), f"{lesson.file}: {text}"
        assert not LATIN_WORD.search(CODE.sub("", japanese)), f"{lesson.file}: {japanese}"
        assert sorted(CODE.findall(japanese)) == sorted(CODE.findall(text)), f"{lesson.file}: {japanese}"
        for name in BOT_NAMES:
            assert (name["en"] in text) >= (f"{name['ja']}さん" in japanese), f"{lesson.file}: {japanese}"


@each_lesson
def test_answers_have_labels_in_japanese_that_differ_within_a_step(lesson: Lesson) -> None:
    """They are buttons where there is no connection. A number says itself."""
    words = load_game_translations(lesson.slug, "ja")
    for n in steps(lesson):
        labels = [words.gettext(answer.label) for answer in lesson.step(n).answers]
        assert len(set(labels)) == len(labels), where(lesson, n)
        assert [label for label in labels if LATIN_WORD.search(label)] == [], where(lesson, n)


@each_lesson
def test_only_cards_that_the_learner_sees_are_named(lesson: Lesson) -> None:
    """Neither in a sentence nor by a pointer; nor is anybody named who isn't at the table."""
    for n in steps(lesson):
        for text, cards, scene in spoken(lesson, n):
            offered = [card for part in scene.legal for card in getattr(part, "cards", ())]  # a hand still to be split
            visible_text = dump_canonical([to_json(scene.game.view(scene.state, ME)), offered])
            named = {card for code in CODE.findall(text) for card in code.split()} | set(cards)
            assert {card for card in named if f'"{card}"' not in visible_text} == set(), f"{where(lesson, n)}: {text}"
            people = {number for number, name in enumerate(BOT_NAMES) if name["en"] in text}
            assert people <= set(range(1, len(scene.state.own))), f"{where(lesson, n)}: {text}"


def spoken(lesson: Lesson, n: int) -> Iterator[tuple[str, tuple[str, ...], Scene]]:
    scene, step = open_step(lesson, n), lesson.step(n)
    yield step.text, step.cards, scene
    for answer in step.answers:
        yield answer.text, (), play_answer(lesson, n) if answer.is_right else scene


@each_language
@each_lesson
def test_every_page_is_drawn_and_points_at_what_is_there(lesson: Lesson, language: str) -> None:
    renderer = LessonRenderer(BOARDS, lesson, language)
    for n in steps(lesson):
        page, step = renderer.render_step(n), lesson.step(n)
        html = page.board + page.hand
        assert page.can_answer, where(lesson, n)
        for card in step.cards:
            assert re.search(f'data-card="{card}" {POINTED}', html), f"{where(lesson, n)}: {card} is not to be seen"
        for pattern in step.moves:
            assert pressed(pattern, page), f"{where(lesson, n)}: nothing to press for {pattern}"
        assert step.cards or step.moves, f"{where(lesson, n)} points at nothing"
        for answer in step.answers:
            check_answer(renderer, lesson, n, answer)


def pressed(pattern: Pattern, page: LessonPage) -> bool:
    """Return whether a marked button sends a move, or the type of move, that is meant."""
    whole = re.findall(f"""<button\\b[^>]*name="move"\\s[^>]*?\\bvalue='([^']*)' {POINTED}""", page.hand)
    kinds = re.findall(f'<button\\b[^>]*name="type" value="([^"]*)" {POINTED}', page.hand)
    return any(f'"{pattern["type"]}"' in value for value in whole) or pattern["type"] in kinds


def check_answer(renderer: LessonRenderer, lesson: Lesson, n: int, answer: Answer) -> None:
    page = renderer.render_answer(n, answer.name)
    assert shown(page.sentence), where(lesson, n)
    assert page.can_answer or answer.is_right, where(lesson, n)
    assert POINTED not in page.board + page.hand
    if answer.is_right:
        assert page.events, f"{where(lesson, n)}: nothing happens"


@each_lesson
def test_nothing_hidden_stands_on_a_page(lesson: Lesson) -> None:
    """Other worlds that the learner can't tell apart from the lesson's give the same page, byte for byte."""
    game, renderer, different = subject(lesson.slug), LessonRenderer(BOARDS, lesson, "en"), 0
    for n in steps(lesson):
        scene, step = open_step(lesson, n), lesson.step(n)
        page = renderer.render_scene(scene, step.text, cards=step.cards, moves=step.moves)
        for seed in range(WORLDS):
            world = game.reshuffle(scene.state, ME, Rng(b"lessons", f"{lesson.file}/{n}/{seed}"))
            different += world != scene.state
            elsewhere = with_last_state(scene, world)
            other_page = renderer.render_scene(elsewhere, step.text, cards=step.cards, moves=step.moves)
            assert other_page == page, where(lesson, n)
    assert different, f"{lesson.file}: nothing is hidden"


def with_last_state(scene: Scene, state: AnyState) -> Scene:
    if not scene.events:
        return replace(scene, start=state)
    return replace(scene, events=(*scene.events[:-1], replace(scene.events[-1], state=state)))


def test_patterns_say_what_they_match() -> None:
    game = registry.get_game("lombard")
    call, fold = game.read_move({"type": "call", "card": 1}), game.read_move({"type": "fold"})
    assert matches({"type": "call"}, call)
    assert matches({"type": "call", "card": {"min": 1}}, call)
    assert not matches({"type": "call", "card": {"max": 0}}, call)
    assert not matches({"type": "call", "card": 0}, call)
    assert not matches({"type": "call"}, fold)
    assert not matches({"card": 1}, fold)
