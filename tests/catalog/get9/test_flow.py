"""Splits and choices, the button, elimination, the end, timeouts, refusals, and payments in layers."""

from collections import Counter

import pytest

from games.catalog.get9 import rules
from games.catalog.get9.cards import DECK
from games.catalog.get9.game import GAME
from games.catalog.get9.happenings import ChoiceBegan, GameEnded, MatchBegan
from games.catalog.get9.metadata import METADATA
from games.catalog.get9.moves import Choose, Move, Open, Split
from games.catalog.get9.payment import settle_pots
from games.catalog.get9.state import Get9State
from games.engine.chance import Chance
from games.engine.errors import InvalidOptionsError
from games.engine.serialization.form_parsing import move_from_form
from tests.catalog.get9.positions import (
    CALL,
    CHANCE,
    CHECK,
    DULL,
    FOLD,
    OPEN,
    A,
    B,
    C,
    betting,
    cards,
    changed,
    housed,
    piles,
    play,
    refused,
    split,
    start,
    until_asked,
)
from tests.catalog.states import but

SPLIT = Split(piles(DULL))


def begun(seats: int = 3) -> Get9State:
    """All players have to split."""
    return until_asked(start(seats))[0]


def test_the_dealers_piles_are_all_nine_cards_and_new_in_every_match() -> None:
    laid = [housed(but(start(), match=n)).state for n in range(4)]
    assert all(sorted(c for pile in state.hidden.dealer for c in pile) == list(DECK) for state in laid)
    assert len({state.hidden.dealer for state in laid}) > 1


def test_who_has_split_may_choose_the_first_card_at_once() -> None:
    state = play(begun(), (B, SPLIT))
    assert rules.waiting_on(state) == {A, C}
    assert rules.legal(state, B).contains(Choose("9"))
    assert not rules.legal(state, B).contains(Choose("6"))
    state = rules.apply(state, B, Choose("9")).state
    assert state.public.chosen[B]
    assert rules.waiting_on(state) == {A, C}
    assert rules.waiting_on(play(state, (A, SPLIT), (C, SPLIT))) == {A, C}
    assert not state.public.rounds


def test_a_card_filed_with_the_split_shows_when_everybody_has_split() -> None:
    states = [play(begun(), (B, Split(SPLIT.piles, card))) for card in ("", "9", "3")]
    for eye in (A, C, None):
        assert len({repr(GAME.view(state, eye)) for state in states}) == 1
    assert rules.waiting_on(states[1]) == {A, C}
    state, happenings = until_asked(rules.apply(play(states[1], (A, SPLIT)), C, Split(SPLIT.piles, "3")).state)
    assert happenings == [ChoiceBegan((B, C))]
    assert (state.own[B].picks, state.own[B].filed, state.public.chosen) == (("9",), "", (False, True, True))
    assert rules.waiting_on(state) == {A}


def test_a_filed_card_may_still_be_exchanged_for_another() -> None:
    state = rules.apply(play(begun(), (B, Split(SPLIT.piles, "9"))), B, Choose("3")).state
    assert (state.own[B].picks, state.own[B].filed) == (("3",), "")
    assert refused(state, B, Choose("9")) == "already-chosen"
    assert until_asked(play(state, (A, SPLIT), (C, SPLIT)))[0].own[B].picks == ("3",)


def test_what_all_filed_is_opened_at_once() -> None:
    state = play(begun(), *((seat, Split(SPLIT.piles, "3")) for seat in (A, B, C)))
    assert state.public.rounds[0].played == ("3", "3", "3")


def test_a_choice_shows_to_nobody_else_until_all_have_chosen() -> None:
    split = play(begun(), (B, SPLIT))
    states = [rules.apply(split, B, Choose(card)).state for card in "139"]
    for eye in (A, C, None):
        assert len({repr(GAME.view(state, eye)) for state in states}) == 1
    assert len({repr(GAME.view(state, B)) for state in states}) == 3


def test_piles_are_kept_in_order() -> None:
    state = play(begun(), (A, Split((("9", "1", "3"), ("2", "6", "5"), ("4", "8", "7")))))
    assert state.own[A].piles == (("1", "3", "9"), ("2", "5", "6"), ("4", "7", "8"))


def test_a_form_with_boxes_makes_the_split() -> None:
    form = {"type": ["split"], "piles.0": ["1", "3", "9"], "piles.1": ["2", "5", "6"], "piles.2": ["4", "7", "8"]}
    assert rules.legal(begun(), A).contains(move_from_form(GAME.moves, form))
    for missing in ("piles.0", "piles.1", "piles.2"):
        partial = {name: values for name, values in form.items() if name != missing}
        assert refused(begun(), A, move_from_form(GAME.moves, partial)) == "wrong-piles"
    assert refused(begun(), A, move_from_form(GAME.moves, {"type": ["split"]})) == "wrong-piles"


CHOOSING = play(begun(), (A, SPLIT))
CHOSEN = rules.apply(CHOOSING, A, Choose("9")).state


@pytest.mark.parametrize(
    ("state", "move", "code"),
    [
        (begun(), Choose("9"), "split-first"),
        (begun(), Open(1), "cards-first"),
        (begun(), Split(piles("123 456 78")), "wrong-piles"),
        (begun(), Split(piles("1234 56 789")), "wrong-piles"),
        (begun(), Split(piles("123 456 779")), "same-card-twice"),
        (begun(), Split(piles("123 456 780")), "not-your-card"),
        (begun(), Split((("1", "2", "3"), ("4", "5", "6"), ("7", "8", "10"))), "not-your-card"),
        (begun(), Split(SPLIT.piles, "5"), "not-in-first-pile"),
        (CHOOSING, SPLIT, "already-split"),
        (CHOOSING, Choose("2"), "not-among-them"),
        (CHOSEN, Choose("9"), "already-chosen"),
        (CHOSEN, CALL, "cards-first"),
        (changed(CHOOSING, statuses={A: "out"}), Choose("9"), "not-in-match"),
        (betting(), Choose("9"), "open-first"),
        (play(betting(), (A, OPEN[1]), (B, CALL), (C, CALL)), OPEN[1], "cards-first"),
        (but(start(), phase="over"), SPLIT, "match-over"),
        (start(), SPLIT, "not-your-turn"),
        (changed(betting(2), turn=A), Choose("9"), "not-now"),
    ],
)
def test_a_refusal_says_why(state: Get9State, move: Move, code: str) -> None:
    assert refused(state, A, move) == code


def test_unknown_values_are_no_options() -> None:
    for raw in ({"matches": 4}, {"matches": "5"}, {"bet_limit": "none"}, {"free_call": 1}, {"bet_limit_per": "game"}):
        with pytest.raises(InvalidOptionsError):
            METADATA.clean_options(raw)


def test_the_button_skips_who_began_the_match_without_chips() -> None:
    state = until_asked(changed(start(4), chips={B: 0, A: 30}, statuses={B: "out"}))[0]
    assert (state.public.button, state.public.statuses[B]) == (A, "out")
    assert rules.waiting_on(state) == {A, C, 3}
    state = split(changed(start(4), chips={B: 0, A: 30}, statuses={B: "out"}), "123 456 789", DULL, "", DULL, DULL)
    state = play(cards(state, "3-33"), (A, OPEN[1]), (C, FOLD), (3, CALL))
    assert state.public.button == C, "who has folded keeps it all the same"


def test_the_button_is_not_put_back_between_matches() -> None:
    state = but(betting(3), button=A, turn=None, match=1)
    assert until_asked(state)[0].public.button == B


def test_who_has_lost_everything_is_out_of_the_next_match() -> None:
    state = changed(betting(3, points=(9, 0, 0)), chips={A: 20, B: 10, C: 0}, pots={A: 5, B: 5, C: 5}, turn=None)
    after, happenings = until_asked(changed(state, statuses={C: "all-in"}))
    assert after.public.statuses == ("active", "active", "out")
    assert (after.public.chips, rules.waiting_on(after)) == ((35, 10, 0), frozenset({A, B}))
    assert isinstance(happenings[-1], MatchBegan)


def test_one_player_with_chips_ends_the_game_at_once() -> None:
    state = changed(betting(3, points=(9, 0, 0)), chips={A: 30, B: 0, C: 0}, pots={A: 5, B: 5, C: 5}, turn=None)
    ended, happenings = until_asked(changed(state, statuses={B: "all-in", C: "all-in"}))
    assert rules.over(ended)
    assert happenings[-1] == GameEnded((A,), 45, 0)
    standing = rules.standing(ended)
    assert (standing.places, standing.scores, standing.winners) == ((1, 2, 2), (45, 0, 0), (A,))


def test_no_extra_match_when_one_player_has_all_chips_but_the_carry_over_pot() -> None:
    state = changed(betting(3, points=(9, 9, 9)), chips={A: 30, B: 0, C: 0}, pots={A: 5, B: 5, C: 5}, turn=None)
    ended, happenings = until_asked(but(state, match=5))
    assert rules.over(ended)
    assert happenings[-1] == GameEnded((A,), 30, 15)


@pytest.mark.parametrize("matches", [3, 5, 10])
def test_number_of_matches(matches: int) -> None:
    state = but(betting(3, points=(9, 0, 0), matches=matches), turn=None)
    assert rules.over(until_asked(but(state, match=matches))[0])
    assert not rules.over(until_asked(but(state, match=matches - 1))[0])


def test_a_timeout_splits_at_random_and_plays_the_highest_card() -> None:
    moves = [rules.safe_move(begun(), A, Chance(str(n).encode())) for n in range(30)]
    assert all(rules.legal(begun(), A).contains(move) for move in moves)
    assert len(set(moves)) > 25
    assert rules.safe_move(begun(), A, CHANCE) != rules.safe_move(begun(), B, CHANCE)
    assert rules.safe_move(CHOOSING, A, CHANCE) == Choose("9")


@pytest.mark.parametrize(
    ("state", "seat", "move"),
    [
        (betting(), A, OPEN[1]),
        (play(betting(), (A, OPEN[1])), B, FOLD),
        (betting(2), A, CHECK),
        (play(changed(betting(), chips={B: 1}), (A, OPEN[2])), B, FOLD),
    ],
)
def test_a_timeout_bets(state: Get9State, seat: int, move: Move) -> None:
    assert rules.safe_move(state, seat, CHANCE) == move


@pytest.mark.parametrize(
    ("pots", "points", "dealer", "contenders", "won", "left"),
    [
        ((3, 5, 5, 5), (20, 15, 10, 5), 9, (0, 1, 2, 3), (12, 6, 0, 0), 0),
        ((2, 3, 5, 5), (20, 15, 10, 5), 9, (0, 1, 2, 3), (8, 3, 4, 0), 0),
        ((5, 3, 5, 2), (20, 15, 10, 5), 9, (0, 1, 2, 3), (15, 0, 0, 0), 0),
        ((2, 5, 4, 1), (20, 0, 3, 1), 9, (0, 2), (7, 0, 4, 0), 1),
        ((2, 3, 5, 5), (20, 15, 10, 10), 9, (0, 1, 2, 3), (8, 3, 0, 0), 4),
        ((2, 1, 5, 5), (20, 15, 10, 5), 16, (0, 1, 2, 3), (7, 0, 6, 0), 0),
        ((4, 4, 4, 4), (0, 0, 0, 8), 3, (0, 1, 2), (0, 0, 0, 0), 16),
        ((0, 0, 0, 0), (20, 0, 0, 0), 9, (0, 1, 2, 3), (0, 0, 0, 0), 0),
    ],
    ids=["one short", "two short", "next best shorter", "folded pots", "tie below", "next below the dealer",
         "only the folded beat the dealer", "nothing bet"],
)  # fmt: skip
def test_payment_in_layers(
    pots: tuple[int, ...],
    points: tuple[int, ...],
    dealer: int,
    contenders: tuple[int, ...],
    won: tuple[int, ...],
    left: int,
) -> None:
    deal = settle_pots(pots, points, dealer, contenders)
    assert (deal.won, deal.unclaimed) == (won, left)
    assert sum(won) + left == sum(pots)


def test_every_round_plays_the_next_pile_and_the_dealers_second_card() -> None:
    state = cards(split(start(), "941 625 378", DULL, DULL, DULL), "913")
    state = play(state, (A, OPEN[1]), (B, CALL), (C, CALL))
    state = cards(state, "652")
    state = play(state, (B, CHECK), (C, CHECK), (A, CHECK))
    state = cards(state, "874")
    assert [opened.dealer for opened in state.public.rounds] == ["4", "2", "7"]
    assert [opened.points for opened in state.public.rounds] == [(4, 0, 0), (7, 8, 0), (11, 0, 0)]
    assert Counter(card for opened in state.public.rounds for card in opened.played) == Counter("913652874")
