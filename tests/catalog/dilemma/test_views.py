"""What a seat of a Dilemma table sees, moment by moment (section 10)."""

from typing import Any

from games.catalog.dilemma.determinize import imagine
from games.catalog.dilemma.game import GAME
from games.catalog.dilemma.moves import Bet
from games.catalog.dilemma.view import Own
from games.engine.chance import Rng
from games.kit.betting import Pot
from games.kit.poker_hands import Hand
from tests.catalog.dilemma.positions import (
    ALL_IN,
    BOARD,
    CALL,
    CHECK,
    FOLD,
    NOTHING,
    PAIR,
    TWO_PAIR,
    ended,
    flop,
    holes,
    house,
    lay,
    next_step,
    play,
    settled,
)

FLOP = lay(flop(1000, 1000, 1000), PAIR, TWO_PAIR, NOTHING)
HIDDEN = (None, None)


def public(state: Any) -> Any:
    return GAME.view(state, None).public


def test_a_seat_sees_the_board_and_its_own_cards_only() -> None:
    view = GAME.view(FLOP, 1)
    assert view.public.board == ("G2", "F5", "B7")
    assert view.public.holes == (HIDDEN,) * 3
    assert view.public.hands == (None,) * 3
    assert view.own == Own(("F10", "B9"))
    assert view.hand == Hand("high-card", ("10", "9", "7", "5", "2"))
    assert GAME.view(FLOP, None).own is None


def test_a_folded_hand_is_remembered_by_its_owner_alone() -> None:
    state = play(FLOP, FOLD)
    assert GAME.view(state, 0).own == GAME.view(FLOP, 0).own
    assert GAME.view(state, 0).hand == GAME.view(FLOP, 0).hand
    opened = play(state, ALL_IN, ALL_IN)
    while opened.public.phase != "payment":
        opened = next_step(opened).state
    assert public(opened).holes == (HIDDEN, ("F10", "B9"), ("U3", "G4"))
    assert [hand and hand.category for hand in public(opened).hands] == [None, "two-pair", "high-card"]


def test_hands_are_opened_before_the_board_is_run_out() -> None:
    state = play(FLOP, ALL_IN, CALL, FOLD)
    assert public(state).holes == (HIDDEN,) * 3
    opened = next_step(state).state
    assert public(opened).board == ("G2", "F5", "B7")
    assert public(opened).holes == (("G9", "F3"), ("F10", "B9"), HIDDEN)


def test_who_wins_by_folds_shows_nothing() -> None:
    after, _ = settled(play(FLOP, Bet(40), FOLD, FOLD))
    assert public(after).holes == (HIDDEN,) * 3
    assert public(after).last.hands == ()
    assert public(after).last.board == ("G2", "F5", "B7")


def test_the_last_hand_stays_in_view_while_the_next_is_dealt() -> None:
    state, _ = house(ended((40, 40, 40), PAIR, TWO_PAIR, NOTHING, stacks=(960,) * 3, folded=(2,)))
    view = public(state)
    assert (view.hand, view.board, view.holes) == (2, (), (HIDDEN,) * 3)
    last = view.last
    assert (last.hand, last.board) == (1, tuple(BOARD.split()))
    assert [(hand.seat, hand.cards, hand.place) for hand in last.hands] == [(1, ("F10", "B9"), 1), (0, ("G9", "F3"), 2)]


def test_pots_are_what_earlier_rounds_put_in() -> None:
    assert public(FLOP).pots == (Pot(60, (0, 1, 2)),)
    assert public(play(FLOP, Bet(100))).pots == (Pot(60, (0, 1, 2)),)
    assert public(play(FLOP, Bet(100))).pot == 160


def test_sizes_for_a_raise() -> None:
    """60 in the pot, a bet of 100: a call makes 260, so half of it is a raise by 130."""
    view = GAME.view(play(FLOP, Bet(100)), 1)
    assert (view.owed, view.stack) == (100, 1000)
    assert (view.half_pot, view.full_pot) == (230, 360)
    first = GAME.view(FLOP, 0)
    assert (first.owed, first.half_pot, first.full_pot) == (0, 30, 60)
    watching = GAME.view(FLOP, None)
    assert (watching.owed, watching.stack) == (0, 0)


def test_the_bonus_table_and_the_present_penalty() -> None:
    view = public(flop(1000, 1000, bonus_table="100,100,200,200,300,400,400,600,1000", penalty="BB"))
    assert view.bonuses["high-card"] == 100
    assert view.bonuses["straight-flush"] == 1000
    assert view.penalty == 20
    assert public(FLOP).penalty == 20


def test_imagined_worlds_keep_what_is_known_and_vary_the_rest() -> None:
    view = GAME.view(play(FLOP, CHECK), 1)
    worlds = [imagine(view, Rng(b"worlds", str(number))) for number in range(20)]
    assert all(holes(world)[1] == ("F10", "B9") and world.public.board == FLOP.public.board for world in worlds)
    assert len({holes(world)[0] for world in worlds}) > 10
    assert len({world.hidden.deck for world in worlds}) > 10
