"""The contract, for every title of the catalogue: random matches of every setup that the title's tests name."""

from dataclasses import replace

import pytest

from games.engine.game import Game
from tests.contract.bots import bot_match
from tests.contract.harness import match
from tests.contract.runs import bots, each, forks, gives_away, leaks, reshuffled_share, walk
from tests.contract.secrecy import worlds
from tests.contract.subject import Subject, slugs, subject
from tests.contract.trace import trace, trace_elsewhere
from tests.contract.varied import unvaried

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.parametrize("slug", slugs(), scope="module"),  # one after the other: matches are kept
]


def test_setups_show_every_option_and_size(slug: str) -> None:
    game = subject(slug)
    meta, options = game.title.metadata, [game.options(setup) for setup in game.setups]
    for option in meta.options:
        values = {checked[option.key] for checked in options}
        assert values >= set(option.choices), option.key
        assert (values > set(option.choices)) is (option.amounts is not None), option.key
    assert {meta.seats_min, meta.seats_max} <= {seats for _, seats in game.setups}


def test_random_matches_keep_the_contract(slug: str) -> None:
    each(subject(slug), range(1), walk)


def test_a_match_goes_on_from_anywhere(slug: str) -> None:
    each(subject(slug), range(3), forks)


def test_a_match_falls_into_chapters(slug: str) -> None:
    """The happening that the name card says opens one is a public one of the house, and comes in every match."""
    game = subject(slug)
    for setup in game.setups:
        moments = list(match(game, setup, 0))
        opening = [(m.seat, t.to) for m in moments for t in m.step.happenings if t.happening.type == chapter(game)]
        assert opening
        assert set(opening) == {(None, None)}


def test_what_clears_the_table_is_told_to_everybody_by_the_house(slug: str) -> None:
    """So are the results; otherwise a page would show a board whose end a seat may not know."""
    game = subject(slug)
    named = {*game.title.metadata.chapter.clearing_happenings, *game.title.metadata.chapter.results}
    assert named <= {kind.type for kind in game.title.happenings}
    for setup in game.setups:
        happenings = [(m.seat, t) for m in match(game, setup, 0) for t in m.step.happenings]
        assert {t.to for _, t in happenings if t.happening.type in named} <= {None}
        assert {
            seat for seat, t in happenings if t.happening.type in game.title.metadata.chapter.clearing_happenings
        } <= {None}


def chapter(game: Subject) -> str:
    return game.title.metadata.chapter.start_happening


def test_no_seat_learns_what_is_hidden(slug: str) -> None:
    each(subject(slug), range(1), leaks(percent=6))


def test_other_worlds_are_whole_and_really_different(slug: str) -> None:
    assert reshuffled_share(subject(slug), range(2)) > 0.5


def test_other_worlds_vary_all_that_is_hidden(slug: str) -> None:
    assert unvaried(subject(slug), range(1)) == set()


def test_worlds_for_other_tests_look_the_same_to_the_seat(slug: str) -> None:
    title = subject(slug).title
    triples = list(worlds(slug, 1))
    assert len(triples) >= 5
    assert all(state != other and title.view(state, seat) == title.view(other, seat) for state, other, seat in triples)


def test_planted_leaks_are_found(slug: str) -> None:
    game = subject(slug)
    assert len(game.leaks) >= 2
    leaky = {name: game.with_rules(plant(game.title.rules)) for name, plant in game.leaks.items()}
    assert [name for name, subject_ in leaky.items() if not gives_away(subject_, range(30))] == []


def test_bots_finish_matches_by_legal_moves(slug: str) -> None:
    game = subject(slug)
    assert tuple(game.title.bots) in (Game.LEVELS, Game.LEVELS + Game.MORE_LEVELS)  # substitutes go by the order
    quickest = min(game.setups, key=lambda setup: setup[1])
    for level in game.title.bots:
        assert bot_match(game, quickest, [level], 1) > 0
    each(game, range(1), bots)


def test_same_bytes_under_another_hash_seed(slug: str) -> None:
    here = trace(subject(slug), 0, 1)
    assert trace_elsewhere(slug, 0, 1, hash_seed=1) == here  # here strings hash as chance has it


# Two thousand matches of every setup: each is looked at in fewer places than the few of every day.
LONG = pytest.mark.parametrize("block", range(8))


def seeds(block: int, count: int) -> range:
    return range(1000 * (block + 1), 1000 * (block + 1) + count)


@LONG
@pytest.mark.slow
def test_long_random_matches_keep_the_contract(slug: str, block: int) -> None:
    each(replace(subject(slug), look=10), seeds(block, 250), walk)


@LONG
@pytest.mark.slow
def test_long_a_match_goes_on_from_anywhere(slug: str, block: int) -> None:
    each(subject(slug), seeds(block, 40), forks)


@pytest.mark.slow
def test_long_other_worlds_vary_all_that_is_hidden(slug: str) -> None:
    assert unvaried(subject(slug), range(1, 5)) == set()


@LONG
@pytest.mark.slow
def test_long_no_seat_learns_what_is_hidden(slug: str, block: int) -> None:
    each(subject(slug), seeds(block, 64), leaks(percent=5))


@LONG
@pytest.mark.slow
def test_long_bots_finish_matches_by_legal_moves(slug: str, block: int) -> None:
    each(subject(slug), seeds(block, 12), bots)
