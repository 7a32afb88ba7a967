"""What the templates of every game owe their readers, over random matches of every setup and in both languages."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from games.catalog import registry
from games.engine.game import State
from tests.contract.harness import match
from tests.contract.subject import Subject, slugs, subject
from tests.rendering.boards import JAPANESE, LANGUAGES, Boards, text

SHARED = Path("games/rendering/templates")
ENGLISH = re.compile(r"\b(you|your|the|cards?|points?|discard|turn|bet|wins?)\b", re.IGNORECASE)
EVERY = 12  # moments between two that are drawn
# What refusals of all games ask for, where they ask for something.
PARAMS = {
    "min": 3, "max": 4, "owed": 5, "chips": 2, "step": 10, "count": 4, "size": 2,
    "kind": "pair", "top": "single", "flaw": "triple", "shape": "3 + 1",
}  # fmt: skip

pytestmark = [pytest.mark.parametrize("slug", slugs())]
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def moments(game: Subject) -> Iterator[State]:
    """States of a match of every setup, some moves apart."""
    for setup in game.setups:
        for number, moment in enumerate(match(game, setup, 0)):
            if number % EVERY == 0 or game.title.rules.over(moment.state):
                yield moment.state


def seats(game: Subject, state: State) -> range:
    return range(len(game.title.rules.standing(state).places))


@both_languages
def test_every_happening_is_a_sentence(slug: str, language: str) -> None:
    game, met = subject(slug), set()
    boards = Boards(game.title)
    for setup, seed in product(game.setups, range(2)):
        for moment in match(game, setup, seed):
            for happening in moment.step.happenings:
                met.add(type(happening.happening))
                names = boards.seated(moment.state)
                sentence = Boards(game.title, names).sentence(happening, language)
                assert len(sentence) > 5
                assert bool(JAPANESE.search(sentence)) is (language == "ja"), sentence
                seat = getattr(happening.happening, "seat", None)
                assert seat is None or seat >= len(names) or names[seat] in sentence
    assert met == set(game.title.happenings)


@both_languages
def test_refusals_and_help_are_sentences_of_their_own(slug: str, language: str) -> None:
    boards = Boards(registry.get_game(slug))
    templates = Path("games/catalog", slug, "templates")
    codes = {code for file in templates.glob("*.jinja") for code in re.findall(r'code == "([\w-]+)"', file.read_text())}
    sentences = [text(boards.draw("illegal_move", language, code=code, params=PARAMS)) for code in sorted(codes)]
    sentences.append(text(boards.draw("help", language)))
    assert len(set(sentences)) == len(codes) + 1
    assert all(bool(JAPANESE.search(each)) is (language == "ja") and len(each) > 5 for each in sentences)


def test_boards_and_hands_are_whole_in_japanese(slug: str) -> None:
    game = subject(slug)
    boards = Boards(game.title, "葵蓮凛湊澪樹楓翼光薫忍望渚碧")
    for state in moments(game):
        for seat in seats(game, state):
            shown_text = text(boards.table(state, seat, "ja") + boards.hand(state, seat, "ja"))
            assert not ENGLISH.search(shown_text), shown_text


def test_names_are_text_wherever_they_stand(slug: str) -> None:
    game = subject(slug)
    boards, parts = Boards(game.title), defaultdict(str)
    for state in moments(game):
        parts["table"] += boards.table(state, None)
        parts["hand"] += "".join(boards.hand(state, seat) for seat in seats(game, state))
    for moment in match(game, game.setups[0], 0):
        for happening in moment.step.happenings:
            parts["log"] += boards.draw(
                "happening", h=happening.happening, names=boards.seated(moment.state), seat=None
            )
    assert not [part for part, html in parts.items() if "<A>" in html]
    assert "&lt;A&gt;" in parts["table"]
    assert "&lt;A&gt;" in parts["log"]


def test_there_are_controls_exactly_when_something_is_to_decide(slug: str) -> None:
    game = subject(slug)
    boards = Boards(game.title)
    for state in moments(game):
        for seat in seats(game, state):
            hand_html, legal = boards.hand(state, seat), game.title.rules.legal(state, seat)
            assert ("<button" in hand_html) is bool(legal)
            assert all(legal.contains(move) for move in boards.buttons(hand_html))
