"""What a puzzle is made of: a seat's view and nothing else; the same on every try."""

from datetime import timedelta
from itertools import islice

import pytest
from django.utils import timezone

from games.catalog import registry
from games.engine.advice import advice_to_json, read_advice
from games.engine.chance import Rng
from games.engine.game import Legal
from games.engine.serialization.canonical_json import dump_canonical
from games.engine.serialization.form_parsing import move_from_form, value_to_form
from games.puzzles.finding import list_public_decisions, list_public_tables, walk_positions
from games.puzzles.moves import is_same_move, list_moves
from games.puzzles.posing import has_one_answer, pose_puzzle
from games.puzzles.position import cut_position
from games.replays.analysis.decisions import Decision, list_arena_decisions
from games.replays.archive.services import archive_table
from games.tables.models import Table
from tests.every_game import every_game
from tests.matches import finished
from tests.puzzles.puzzles import FIRST_OF_BOTS, KEY, QUICK_DAY, SLUG, first_position, posed

LISTED = Table.ReplayVisibility.LISTED


def decisions(slug: str) -> tuple[list[Decision], int]:
    game = registry.get_game(slug)
    seats = game.metadata.seats_default
    arena_decisions = list_arena_decisions(game, game.metadata.clean_options({}), ["beginner"] * seats, b"puzzles")
    return list(Rng(b"puzzles", "").shuffled(arena_decisions)[:25]), seats


@every_game
def test_a_position_is_its_seats_view(slug: str) -> None:
    game = registry.get_game(slug)
    arena_decisions, seats = decisions(slug)
    assert arena_decisions
    for decision in arena_decisions:
        position = cut_position(slug, decision.view, seats)
        assert position.view == decision.view
        assert position.legal == decision.legal
        assert position.frame["hidden"] is None
        assert [seat for seat, private in enumerate(position.frame["own"]) if private is not None] == [decision.view.me]
        for chance in (b"one", b"another"):  # worlds that agree with all it knows
            world = game.imagine(decision.view, Rng(chance, ""))
            assert cut_position(slug, game.view(world, decision.view.me), seats).text == position.text


@every_game
def test_moves_that_are_listed_are_the_legal_ones(slug: str) -> None:
    for decision in decisions(slug)[0]:
        moves = list_moves(decision.legal)
        assert list_moves(Legal(decision.legal.sets), limit=0) is None
        sample = decision.legal.sample(Rng(b"any", ""))
        assert moves is None or any(is_same_move(move, sample) for move in moves)
        for move in moves or ():
            assert decision.legal.contains(move)
            assert [is_same_move(move, other) for other in moves or ()].count(True) == 1


@every_game
def test_a_form_stands_for_one_of_them(slug: str) -> None:
    game = registry.get_game(slug)
    for decision in decisions(slug)[0]:
        for move in list_moves(decision.legal) or ():
            form = {name: [text] for name, text in value_to_form(move)}
            assert is_same_move(move_from_form(game.moves, form), move)


def test_the_order_of_cards_makes_no_other_move() -> None:
    moves = registry.get_game("sdc").moves
    first, second = (move_from_form(moves, {"type": ["draw"], "cards": cards}) for cards in (["W3 E2"], ["E2", "W3"]))
    assert is_same_move(first, second)
    assert not is_same_move(first, move_from_form(moves, {"type": ["draw"], "cards": ["W3"]}))


def test_it_is_made_once_and_for_all() -> None:
    """Of the view and the day alone: once more, and from a world of which only the view is the same."""
    position, first = first_position(), posed()
    world = position.game.imagine(position.view, Rng(b"elsewhere", ""))
    second = pose_puzzle(cut_position(SLUG, position.game.view(world, position.seat), position.seats), KEY)
    assert second is not None
    assert dump_canonical(advice_to_json(second.advice)) == dump_canonical(advice_to_json(first.advice))
    assert read_advice(position.game.read_move, advice_to_json(first.advice)) == first.advice
    assert has_one_answer(first.advice)
    assert first.is_complete


def test_what_has_no_clear_answer_makes_none() -> None:
    best, *worse = posed().advice.ratings
    close = [type(best)(other.move, best.value - 10, 0) for other in worse]
    unsure = [type(best)(other.move, other.value, best.value - other.value) for other in worse]
    for ratings in (close, unsure, []):
        assert not has_one_answer(type(posed().advice)((best, *ratings), 100, None))


def test_a_search_that_stopped_goes_on_with_the_same(db: None) -> None:
    now, day = timezone.now(), QUICK_DAY
    every = list(islice(walk_positions(SLUG, day, now), FIRST_OF_BOTS + 30))
    assert every[:FIRST_OF_BOTS] == [None] * FIRST_OF_BOTS, "there are no public matches"
    for begin in (FIRST_OF_BOTS, FIRST_OF_BOTS + 7, FIRST_OF_BOTS + 13):
        rest = every[begin:]
        assert list(islice(walk_positions(SLUG, day, now, begin), len(rest))) == rest
    other = list(islice(walk_positions(SLUG, day + timedelta(days=1), now, FIRST_OF_BOTS), 30))
    assert other != every[FIRST_OF_BOTS:]


# --- Public matches


@pytest.fixture
def public(alice, bob) -> Table:
    """A public match whose people have it listed."""
    table = finished("sdc", alice, bob, visibility=Table.Visibility.PUBLIC)
    Table.objects.filter(pk=table.pk).update(replay_visibility=LISTED)
    return table


def list_tables(slug: str = SLUG) -> list[Table]:
    return list_public_tables(slug, QUICK_DAY, timezone.now() + timedelta(minutes=1))


def test_public_matches_come_first(public) -> None:
    assert list_tables() == [public]
    first = next(walk_positions(SLUG, QUICK_DAY, timezone.now() + timedelta(minutes=1)))
    assert first is not None
    assert first.view in [decision.view for decision in list_public_decisions(public)[0]]


def test_a_sealed_match_reads_the_same(public) -> None:
    before = list_public_decisions(public)
    archive_table(public.pk)
    assert list_public_decisions(Table.objects.get(pk=public.pk)) == before
    assert before[0]


@pytest.mark.parametrize(
    "change",
    [
        {"visibility": Table.Visibility.LINK},
        {"visibility": Table.Visibility.PRIVATE},
        {"replay_visibility": Table.ReplayVisibility.LINK},
        {"replay_visibility": Table.ReplayVisibility.PARTICIPANTS},
        {"status": Table.Status.VOIDED},
        {"status": Table.Status.ABANDONED},
        {"ended_at": None},
    ],
)
def test_no_others_do(public, change) -> None:
    Table.objects.filter(pk=public.pk).update(**change)
    assert list_tables() == []


def test_nobody_is_named(public, alice, bob) -> None:
    texts = [cut_position(SLUG, decision.view, 2).text for decision in list_public_decisions(public)[0]]
    for word in (alice.name, bob.name, alice.public_id, bob.public_id, public.public_id):
        assert not any(word in text for text in texts)


def test_moves_that_lead_to_the_same_are_one() -> None:
    """A call with all one has is the same as going all-in."""
    game, indexes = registry.get_game("dilemma"), []
    seats = game.metadata.seats_default
    options = game.metadata.clean_options({})
    every = [
        decision
        for key in (b"a", b"b", b"c")
        for decision in list_arena_decisions(game, options, ["normal"] * seats, key)
    ]
    for decision in every:
        kinds = {move.type: move for move in list_moves(decision.legal) or ()}
        if {"call", "all-in", "fold"} <= set(kinds):
            position, among = cut_position("dilemma", decision.view, seats), [kinds["fold"], kinds["call"]]
            indexes.append(position.find_move(kinds["all-in"], among))
            assert position.find_move(kinds["fold"], among) == 0
    assert 1 in indexes
