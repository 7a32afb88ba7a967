"""The coach's line of every game: it says nothing its seat may not know, and leads to a section of the rules."""

from dataclasses import dataclass, field

import pytest

from games.engine.chance import Rng
from games.engine.game import AnyState
from games.tables.selectors.rules_markdown import get_rules_section
from tests.contract.harness import match
from tests.contract.subject import Subject, slugs, subject
from tests.contract.test_lessons import BOARDS, LANGUAGES
from tests.rendering.boards import Boards

MARK = "data-coached"
# Phase and section of the questions about the reader's own cards.
UNMARKED = {
    "doudizhu": {"play/combinations"},
    "sdc": {"draw/stage"},
    "crown": {*(f"{phase}/draft" for phase in ("keep", "give", "pick")), "choose/attack", "limit/turn-end"},
}

each_game = pytest.mark.parametrize("slug", slugs())
WORLDS = 3
LONGEST = {"en": 90, "ja": 44}  # characters: two rows at 360 px, which tests/browser measures


@dataclass
class Rules:
    """In place of the site's addresses; keeps which sections were asked for."""

    asked: set[str] = field(default_factory=set)

    def rules(self, section: str = "") -> str:
        self.asked.add(section)
        return f"/rules/#{section}"

    def rules_section(self, section: str) -> str:
        return f"/rules/{section}/"


def coach(game: Subject, state: AnyState, seat: int, language: str, web: Rules | None = None) -> str:
    view, legal = game.title.view(state, seat), game.title.rules.legal(state, seat)
    return str(BOARDS.render(game.title.metadata.slug, "coach", language, view=view, legal=legal, web=web)).strip()


def strip_tags(line: str) -> str:
    return " ".join(line.partition(">")[2].partition("<")[0].split())


@each_game
def test_it_says_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    game, different = subject(slug), 0
    for setup in game.setups[:WORLDS]:
        rng = Rng(b"coach", str(setup))
        for moment in match(game, setup, 1):
            state = moment.state
            for seat in list_deciding_seats(game, state):
                world = game.reshuffle(state, seat, rng)
                different += world != state
                assert coach(game, world, seat, "en", Rules()) == coach(game, state, seat, "en", Rules())
    assert different


def list_coach_lines(slug: str, language: str, web: Rules | None = None) -> set[str]:
    """Return the coach's texts in played matches of every setup."""
    game, lines, rules = subject(slug), set[str](), web or Rules()
    for setup in game.setups:
        for moment in match(game, setup, 2):
            lines |= {
                strip_tags(coach(game, moment.state, seat, language, rules))
                for seat in list_deciding_seats(game, moment.state)
            }
    return lines


def list_deciding_seats(game: Subject, state: AnyState) -> list[int]:
    """Seats that can decide something."""
    return [seat for seat in range(len(state.own)) if game.title.rules.legal(state, seat)]


@each_game
def test_every_question_has_a_short_line_and_a_section(slug: str) -> None:
    web = Rules()
    for language in LANGUAGES:
        lines = list_coach_lines(slug, language, web)
        assert [line for line in lines if not 15 < len(line) <= LONGEST[language]] == []
        assert all(get_rules_section(slug, language, section) for section in web.asked), web.asked


@each_game
def test_without_a_site_it_is_a_sentence_alone(slug: str) -> None:
    game = subject(slug)
    state = next(moment.state for moment in match(game, game.setups[0], 1) if game.title.rules.waiting_on(moment.state))
    seat = min(game.title.rules.waiting_on(state))
    assert coach(game, state, seat, "en").startswith('<p class="coach">')


# --- Rings around what it speaks of: `data-coached` on the board


@each_game
def test_it_marks_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    game, boards, different = subject(slug), Boards(subject(slug).title), 0
    for setup in game.setups[:WORLDS]:
        rng = Rng(b"rings", str(setup))
        for moment in match(game, setup, 1):
            for seat in list_deciding_seats(game, moment.state):
                world = game.reshuffle(moment.state, seat, rng)
                different += world != moment.state
                assert boards.table(world, seat) == boards.table(moment.state, seat)
    assert different


@each_game
def test_every_question_but_those_about_ones_cards_alone_marks_something(slug: str) -> None:
    game, boards = subject(slug), Boards(subject(slug).title)
    for setup in game.setups:
        for moment in match(game, setup, 2):
            for seat in game.title.rules.waiting_on(moment.state):
                web = Rules()
                coach(game, moment.state, seat, "en", web)
                question = f"{moment.state.public.phase}/{min(web.asked)}"
                is_marked = MARK in boards.table(moment.state, seat)
                assert is_marked != (question in UNMARKED.get(slug, set())), question


@each_game
def test_only_who_is_asked_has_marks_and_no_card_of_ones_own(slug: str) -> None:
    game, boards = subject(slug), Boards(subject(slug).title)
    for setup in game.setups[:WORLDS]:
        for moment in match(game, setup, 1):
            waiting, seats = game.title.rules.waiting_on(moment.state), range(len(moment.state.own))
            assert all(seat in waiting or MARK not in boards.table(moment.state, seat) for seat in (None, *seats))
            assert all(MARK not in boards.hand(moment.state, seat) for seat in seats)
