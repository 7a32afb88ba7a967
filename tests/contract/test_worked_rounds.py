"""Every game's worked round, step by step, in both languages. Errors name the file and the step."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.practice.lessons.lesson import LessonError
from games.practice.lessons.play import Scene, take_house_step
from games.practice.lessons.rendering import POINTED
from games.practice.lessons.worked_round import (
    RoundStep,
    WorkedRound,
    WorkedRoundRenderer,
    get_worked_round,
    play_round,
)
from games.practice.match import ME
from games.rendering.seats import BOT_NAMES
from games.rendering.translations import load_game_translations
from tests.contract.subject import subject
from tests.contract.test_lessons import (
    BOARDS,
    CODE,
    JAPANESE,
    LATIN_WORD,
    MAX_WORDS,
    WORLDS,
    each_language,
    with_last_state,
)

ROUNDS = [worked_round for slug in registry.list_metadata() if (worked_round := get_worked_round(slug))]
each_round = pytest.mark.parametrize("worked_round", ROUNDS, ids=lambda worked_round: worked_round.slug)


def moments(worked_round: WorkedRound) -> Iterator[tuple[int, RoundStep, Scene]]:
    for n, step in enumerate(worked_round.steps, 1):
        yield n, step, play_round(worked_round, n)


def test_every_game_has_one_of_six_to_fourteen_steps() -> None:
    assert {worked_round.slug for worked_round in ROUNDS} == set(registry.list_metadata())
    assert [worked_round.slug for worked_round in ROUNDS if not 6 <= len(worked_round.steps) <= 14] == []


@each_round
def test_it_is_played_by_the_rules_and_ends_with_the_round(worked_round: WorkedRound) -> None:
    """Every card of the deck lies once, chips are conserved; after the last step the house opens the next chapter."""
    game = subject(worked_round.slug)
    for _, _, scene in moments(worked_round):
        for state in (scene.start, *(event.state for event in scene.events)):
            game.check(state)
    assert not scene.game.rules.waiting_on(scene.state)
    assert take_house_step(worked_round, len(worked_round.steps), scene.game, scene.state) is None


@each_round
def test_every_step_but_the_first_shows_something_new(worked_round: WorkedRound) -> None:
    event_count = 0
    for n, step, scene in moments(worked_round):
        assert n == 1 or len(scene.events) > event_count or step.cards, f"{worked_round.slug}, step {n}"
        event_count = len(scene.events)


@each_round
def test_sentences_are_short_and_there_in_japanese_with_the_same_cards_and_people(worked_round: WorkedRound) -> None:
    words = load_game_translations(worked_round.slug, "ja")
    for step in worked_round.steps:
        assert len(CODE.sub("card", step.text).split()) <= MAX_WORDS, step.text
        japanese = words.gettext(step.text)
        assert JAPANESE.search(japanese), step.text
        assert not LATIN_WORD.search(CODE.sub("", japanese)), japanese
        assert sorted(CODE.findall(japanese)) == sorted(CODE.findall(step.text)), japanese
        for name in BOT_NAMES:
            assert (name["en"] in step.text) >= (f"{name['ja']}さん" in japanese), japanese


@each_round
def test_only_cards_that_the_reader_has_seen_are_named(worked_round: WorkedRound) -> None:
    for n, step, scene in moments(worked_round):
        states = (scene.start, *(event.state for event in scene.events))
        visible_text = dump_canonical([to_json(scene.game.view(state, ME)) for state in states])
        named = {card for code in CODE.findall(step.text) for card in code.split()}
        assert {card for card in named if f'"{card}"' not in visible_text} == set(), f"{worked_round.slug}, step {n}"


@each_language
@each_round
def test_every_page_is_drawn_and_rings_what_is_there(worked_round: WorkedRound, language: str) -> None:
    renderer = WorkedRoundRenderer(BOARDS, worked_round.slug, language)
    for n, step, _ in moments(worked_round):
        page = renderer.render(worked_round, n)
        html = page.board + page.hand
        assert "<button" not in html.replace('<button type="button"', ""), "nothing is asked"
        for card in step.cards:
            assert re.search(f'data-card="{card}" {POINTED}', html), f"{worked_round.slug}, step {n}: {card}"


@each_round
def test_nothing_hidden_stands_on_a_page(worked_round: WorkedRound) -> None:
    game, renderer, different = subject(worked_round.slug), WorkedRoundRenderer(BOARDS, worked_round.slug, "en"), 0
    for n, step, scene in moments(worked_round):
        page = renderer.render_scene(scene, step.text, cards=step.cards, asks=False)
        for seed in range(WORLDS):
            world = game.reshuffle(scene.state, ME, Rng(b"rounds", f"{worked_round.slug}/{n}/{seed}"))
            different += world != scene.state
            elsewhere = with_last_state(scene, world)
            assert renderer.render_scene(elsewhere, step.text, cards=step.cards, asks=False) == page
    assert different


def test_a_move_against_the_rules_is_named_with_its_step() -> None:
    worked_round = next(worked_round for worked_round in ROUNDS if worked_round.slug == "lombard")
    doubled = replace(worked_round, steps=(*worked_round.steps[:3], worked_round.steps[2]))
    with pytest.raises(LessonError, match=r"lombard/worked_round\.toml, step 4"):
        play_round(doubled, 4)
