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


def coach(known: Subject, state: AnyState, seat: int, language: str, web: Rules | None = None) -> str:
    view, legal = known.title.view(state, seat), known.title.rules.legal(state, seat)
    return str(BOARDS.render(known.title.metadata.slug, "coach", language, view=view, legal=legal, web=web)).strip()


def said(line: str) -> str:
    return " ".join(line.partition(">")[2].partition("<")[0].split())


@each_game
def test_it_says_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    known, different = subject(slug), 0
    for setup in known.setups[:WORLDS]:
        rng = Rng(b"coach", str(setup))
        for moment in match(known, setup, 1):
            state = moment.state
            for seat in asked(known, state):
                world = known.reshuffle(state, seat, rng)
                different += world != state
                assert coach(known, world, seat, "en", Rules()) == coach(known, state, seat, "en", Rules())
    assert different


def list_coach_lines(slug: str, language: str, web: Rules | None = None) -> set[str]:
    """Return the coach's texts in played matches of every setup."""
    known, lines, rules = subject(slug), set[str](), web or Rules()
    for setup in known.setups:
        for moment in match(known, setup, 2):
            lines |= {said(coach(known, moment.state, seat, language, rules)) for seat in asked(known, moment.state)}
    return lines


def asked(known: Subject, state: AnyState) -> list[int]:
    """Seats that can decide something."""
    return [seat for seat in range(len(state.own)) if known.title.rules.legal(state, seat)]


@each_game
def test_every_question_has_a_short_line_and_a_section(slug: str) -> None:
    web = Rules()
    for language in LANGUAGES:
        lines = list_coach_lines(slug, language, web)
        assert [line for line in lines if not 15 < len(line) <= LONGEST[language]] == []
        assert all(get_rules_section(slug, language, section) for section in web.asked), web.asked


@each_game
def test_without_a_site_it_is_a_sentence_alone(slug: str) -> None:
    known = subject(slug)
    state = next(
        moment.state for moment in match(known, known.setups[0], 1) if known.title.rules.waiting_on(moment.state)
    )
    seat = min(known.title.rules.waiting_on(state))
    assert coach(known, state, seat, "en").startswith('<p class="coach">')


# --- Rings around what it speaks of: `data-coached` on the board


@each_game
def test_it_marks_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    known, boards, different = subject(slug), Boards(subject(slug).title), 0
    for setup in known.setups[:WORLDS]:
        rng = Rng(b"rings", str(setup))
        for moment in match(known, setup, 1):
            for seat in asked(known, moment.state):
                world = known.reshuffle(moment.state, seat, rng)
                different += world != moment.state
                assert boards.table(world, seat) == boards.table(moment.state, seat)
    assert different


@each_game
def test_every_question_but_those_about_ones_cards_alone_marks_something(slug: str) -> None:
    known, boards = subject(slug), Boards(subject(slug).title)
    for setup in known.setups:
        for moment in match(known, setup, 2):
            for seat in known.title.rules.waiting_on(moment.state):
                web = Rules()
                coach(known, moment.state, seat, "en", web)
                question = f"{moment.state.public.phase}/{min(web.asked)}"
                marked = MARK in boards.table(moment.state, seat)
                assert marked != (question in UNMARKED.get(slug, set())), question


@each_game
def test_only_who_is_asked_has_marks_and_no_card_of_ones_own(slug: str) -> None:
    known, boards = subject(slug), Boards(subject(slug).title)
    for setup in known.setups[:WORLDS]:
        for moment in match(known, setup, 1):
            waiting, seats = known.title.rules.waiting_on(moment.state), range(len(moment.state.own))
            assert all(seat in waiting or MARK not in boards.table(moment.state, seat) for seat in (None, *seats))
            assert all(MARK not in boards.hand(moment.state, seat) for seat in seats)
