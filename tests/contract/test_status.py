"""The status line of every game: it says nothing its seat may not know, and leads to a section of the rules."""

from dataclasses import dataclass, field

import pytest

from games.engine.chance import Rng
from games.engine.game import AnyState
from games.tables.selectors.rules_markdown import get_rules_section
from tests.contract.harness import match
from tests.contract.subject import Subject, slugs, subject
from tests.contract.test_lessons import LANGUAGES
from tests.rendering.boards import Boards

each_game = pytest.mark.parametrize("slug", slugs())
WORLDS = 3
LONGEST = {"en": 90, "ja": 44}  # characters


@dataclass
class Rules:
    """In place of the site's addresses; keeps which sections were asked for."""

    asked: set[str] = field(default_factory=set)

    def rules(self, section: str = "") -> str:
        self.asked.add(section)
        return f"/rules/#{section}"

    def rules_section(self, section: str) -> str:
        return f"/rules/{section}/"


def status(game: Subject, state: AnyState, seat: int, language: str, web: Rules | None = None) -> str:
    return Boards(game.title).status(state, seat, language, web)


def strip_tags(line: str) -> str:
    return " ".join(line.partition(">")[2].partition("<")[0].split())


@each_game
def test_it_says_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    game, different = subject(slug), 0
    for setup in game.setups[:WORLDS]:
        rng = Rng(b"status", str(setup))
        for moment in match(game, setup, 1):
            state = moment.state
            for seat in list_deciding_seats(game, state):
                world = game.reshuffle(state, seat, rng)
                different += world != state
                assert status(game, world, seat, "en", Rules()) == status(game, state, seat, "en", Rules())
    assert different


def list_status_lines(slug: str, language: str, web: Rules | None = None) -> set[str]:
    """Return the texts in played matches of every setup."""
    game, lines, rules = subject(slug), set[str](), web or Rules()
    for setup in game.setups:
        for moment in match(game, setup, 2):
            lines |= {
                strip_tags(status(game, moment.state, seat, language, rules))
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
        lines = list_status_lines(slug, language, web)
        assert [line for line in lines if not 15 < len(line) <= LONGEST[language]] == []
        assert all(get_rules_section(slug, language, section) for section in web.asked), web.asked


@each_game
def test_without_a_site_it_is_a_sentence_alone(slug: str) -> None:
    game = subject(slug)
    state = next(moment.state for moment in match(game, game.setups[0], 1) if game.title.rules.waiting_on(moment.state))
    seat = min(game.title.rules.waiting_on(state))
    assert "<" not in status(game, state, seat, "en")


@each_game
def test_the_board_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(slug: str) -> None:
    game, boards, different = subject(slug), Boards(subject(slug).title), 0
    for setup in game.setups[:WORLDS]:
        rng = Rng(b"boards", str(setup))
        for moment in match(game, setup, 1):
            for seat in list_deciding_seats(game, moment.state):
                world = game.reshuffle(moment.state, seat, rng)
                different += world != moment.state
                assert boards.table(world, seat) == boards.table(moment.state, seat)
    assert different
