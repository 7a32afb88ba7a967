"""Drafts, decks, the hand limit, fights and ends beyond the worked cases."""

from collections import Counter

import pytest

from games.catalog.crown import rules
from games.catalog.crown.cards import ALL, cost, remove_cards
from games.catalog.crown.determinize import imagine
from games.catalog.crown.game import GAME
from games.catalog.crown.happenings import Drew, MatchEnded, Reshuffled, TurnBegan
from games.catalog.crown.metadata import METADATA
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Keep,
    Move,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.catalog.crown.state import CrownState
from games.engine.chance import Chance, Rng
from games.engine.game import AddressedHappening
from tests.catalog.crown.play import check
from tests.catalog.crown.positions import (
    A,
    O,
    cards,
    draft,
    drafted,
    hands,
    housed,
    played,
    refused,
    secrets,
    start,
    stocked,
    turn,
    until_asked,
)
from tests.catalog.states import but


def drawing(deck: str, pile: str, secret: str = "") -> CrownState:
    """A is about to draw from this deck, with this pile and A's secret discards."""
    return stocked(turn("K2", "N2", phase="draw"), cards(deck), cards(pile), cards(secret))


def test_the_lot_decides_who_begins() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(40):
        state = start()
        for _ in range(3):
            step = rules.advance(state, Chance(str(seed).encode()))
            assert step is not None
            state = step.state
        assert step
        assert step.happenings[0].happening == TurnBegan(1, state.public.player)
        firsts[state.public.player] += 1
    assert min(firsts[A], firsts[O]) > 8


def test_an_empty_deck_is_refilled_before_drawing() -> None:
    state, happenings = until_asked(drawing("", "P2 B1 N3", "K2"))
    assert happenings == [Reshuffled(8), Drew(A, 3)]
    assert (len(state.hidden.deck), len(drafted(state)), state.public.pile, secrets(state)) == (5, 3, (), ((), ()))


def test_the_deck_may_run_out_in_the_middle_of_three_cards() -> None:
    state, happenings = until_asked(drawing("K2", "P2 B1 N3"))
    assert happenings == [Drew(A, 2), Reshuffled(6), Drew(A, 1)]
    assert drafted(state).count("K") == 2
    assert (len(state.hidden.deck), len(drafted(state))) == (5, 3)


def test_a_deck_that_is_just_enough_is_not_refilled() -> None:
    state, happenings = until_asked(drawing("K2 N1", "P2 B1"))
    assert happenings == [Drew(A, 3)]
    assert (state.hidden.deck, state.public.pile) == ((), cards("P2 B1"))


@pytest.mark.parametrize(("mine", "theirs", "mode"), [("K7 N1", "N7", "classic"), ("K7", "P2 B5 N1 K2", "solo")])
def test_the_fullest_hands_there_can_be_leave_enough_to_draw(mine: str, theirs: str, mode: str) -> None:
    """Seven after the own turn and a card picked since; the automaton has all that it never spends."""
    drawing_state = turn(mine, theirs, phase="draw", mode=mode)
    state, happenings = until_asked(
        stocked(drawing_state, (), remove_cards(ALL, hands(drawing_state)[A] + hands(drawing_state)[O]))
    )
    assert happenings[0].type == "reshuffled"
    assert (state.public.phase, len(drafted(state))) == ("keep", 3)
    check(state)


def test_every_reshuffle_has_chance_of_its_own() -> None:
    piles = drawing("", "P2 B4 N8 K9")
    orders = {housed(but(piles, shuffles=n)).state.hidden.deck for n in range(5)}
    assert len(orders) == 5


def test_of_equal_cards_one_choice_is_offered() -> None:
    same = draft("K2", "N2", "K3")
    assert rules.legal(same, A).moves_of("keep") == (Keep("K"),)
    passed = played(same, (A, Keep("K")))
    assert rules.legal(passed, O).moves_of("pick") == (Pick("K"),)
    assert [private.known for private in played(passed, (O, Pick("K"))).own] == [cards("K1"), ()]


def test_a_full_hand_of_the_opponent_is_checked_in_its_own_turn_only() -> None:
    state = played(turn("K1", "N7 B1"), (A, EndTurn()))
    assert state.public.phase == "between"
    own_turn = but(turn("K1", "N7 B1"), player=O)
    assert played(own_turn, (O, EndTurn())).public.phase == "limit"


def test_what_was_shown_counts_at_the_hand_limit() -> None:
    state = played(turn("B3 K5"), (A, Bishops(3)), (A, EndTurn()))
    assert state.public.phase == "limit"
    assert rules.legal(state, A).contains(Discard(cards("B3 K1")))


def test_the_hand_limit_takes_any_half() -> None:
    state = played(turn("P1 B2 N3 K3"), (A, EndTurn()))
    offered = set(rules.legal(state, A).moves_of("discard"))
    assert len(offered) == 19
    assert Discard(("K", "P", "N", "B")) in offered
    assert refused(state, A, Discard(cards("K3"))) == "wrong-number"
    assert refused(state, A, Discard(cards("P2 B2"))) == "not-your-card"
    assert refused(state, A, Discard(("X",) * 4)) == "not-your-card"
    assert refused(state, A, EndTurn()) == "limit-first"


def test_several_attacks_in_one_turn() -> None:
    state = turn("K6", "K2 N2 B1", (0, 3))
    after = played(state, (A, Attack()), (O, Defend()), (A, Attack()), (O, Yield()), (A, Take("N")))
    assert (after.public.scores, hands(after)) == ((2, 1), ((), cards("B1")))
    assert [deed.struck for deed in after.public.deeds] == [True, True]


def test_an_attack_on_an_empty_hand_goes_on_at_once() -> None:
    after, _ = until_asked(played(turn("K3 N1", "", (0, 5)), (A, Attack()), (O, Yield())))
    assert (after.public.phase, after.public.asked, after.public.scores) == ("act", A, (0, 5))


def test_an_attack_may_win() -> None:
    after = until_asked(played(turn("K3", "N3", (8, 5)), (A, Attack()), (O, Yield()), (A, Take("N"))))[0]
    assert rules.over(after)
    assert (after.public.scores, rules.standing(after).winners) == ((11, 2), (A,))


def test_the_defender_is_asked_even_if_helpless() -> None:
    state = played(turn("K3", "N1"), (A, Attack()))
    assert rules.waiting_on(state) == {O}
    assert rules.legal(state, O).contains(Yield())


@pytest.mark.parametrize(
    ("hand", "shows"),
    [
        ("B5", {Bishops(3), Bishops(4), Bishops(5)}),
        ("B2 P2", {Bishops(3, True)}),
        ("B3 P3", {Bishops(3), Bishops(3, True), Bishops(4, True)}),
        ("B1 P2", set()),
    ],
)
def test_which_bishops_may_be_shown(hand: str, shows: set[Bishops]) -> None:
    assert set(rules.legal(turn(hand), A).moves_of("bishops")) == shows


def test_five_bishops_count_as_four() -> None:
    assert played(turn("B5"), (A, Bishops(5))).public.scores == (2, 0)


def test_six_with_the_pair_may_be_three_and_three() -> None:
    once = played(turn("B5 P2"), (A, Bishops(3)))
    twice = played(once, (A, Bishops(3, pair=True)))
    assert (twice.public.scores, twice.public.tabled) == ((2, 0), cards("P2 B5"))
    assert not rules.legal(twice, A).moves_of("bishops")


def test_a_fourth_bishop_is_not_added_later() -> None:
    state = played(turn("B4"), (A, Bishops(3)))
    assert not rules.legal(state, A).moves_of("bishops")


def test_a_pair_on_show_may_fight() -> None:
    after = played(turn("B2 P2 K2"), (A, Bishops(3, pair=True)), (A, Attack(pair=True)))
    assert (hands(after)[A], after.public.tabled) == (cards("B2"), cards("B2"))
    state = played(turn("B4 P2"), (A, Bishops(3, pair=True)))
    assert refused(state, A, Bishops(3, pair=True)) == "prince-pair-shown"


def test_the_third_prince_may_still_be_shown_after_the_pair() -> None:
    state = played(turn("B2 P3"), (A, Bishops(3, pair=True)))
    assert rules.over(until_asked(played(state, (A, Reveal())))[0])


@pytest.mark.parametrize(
    ("hand", "move", "code"),
    [
        ("P2", Reveal(), "need-three-princes"),
        ("B2", Bishops(2), "too-few-bishops"),
        ("B2", Bishops(3), "not-enough-bishops"),
        ("B9", Bishops(7), "not-enough-bishops"),
        ("B2 P1", Bishops(3, True), "no-prince-pair"),
        ("N1", Nobles(2), "not-enough-nobles"),
        ("N4", Nobles(4), "two-nobles"),
        ("N1 P1", Nobles(2, True), "no-prince-pair"),
        ("P2", Nobles(2, True), "not-enough-nobles"),
        ("K2", Attack(), "not-enough-knights"),
        ("K2 P1", Attack(True), "no-prince-pair"),
        ("K3", Keep("K"), "not-now"),
        ("K3", Defend(), "not-now"),
        ("K3", Take("K"), "not-now"),
        ("K3", Discard(("K",)), "not-now"),
    ],
)
def test_refused_actions_say_why(hand: str, move: Move, code: str) -> None:
    assert refused(turn(hand, "N9"), A, move) == code


def test_refused_answers_say_why() -> None:
    keep = draft("K2", "N2", "K1 N1 B1")
    assert refused(keep, A, Keep("P")) == "not-among-them"
    assert refused(keep, A, Nobles(2)) == "keep-first"
    assert refused(keep, O, Keep("K")) == "not-your-turn"
    pick = played(keep, (A, Keep("B")))
    assert refused(pick, O, Pick("B")) == "not-among-them"
    assert refused(pick, O, EndTurn()) == "pick-first"
    assert refused(pick, A, EndTurn()) == "not-your-turn"
    defend = played(turn("K3", "K1"), (A, Attack()))
    assert refused(defend, O, Defend()) == "no-defence"
    assert refused(defend, O, EndTurn()) == "defend-first"
    choose = until_asked(played(defend, (O, Yield())))[0]
    assert refused(choose, A, Take("P")) == "not-held"
    assert refused(choose, A, EndTurn()) == "choose-first"
    over = until_asked(played(turn("P3"), (A, Reveal())))[0]
    assert {refused(over, seat, EndTurn()) for seat in (A, O)} == {"match-over"}


def test_three_princes_at_any_time_if_the_table_says_so() -> None:
    off = played(turn("K3", "P3 N1"), (A, Attack()))
    assert refused(off, O, Reveal()) == "defend-first"
    idle = turn("K3", "P3 N1", reveal_princes_any_time=True)
    assert rules.waiting_on(idle) == {A}
    assert rules.legal(idle, O).moves_of("reveal") == (Reveal(),)
    won, happenings = until_asked(played(idle, (O, Reveal())))
    assert happenings == [MatchEnded(O, 0, by_princes=True)]
    assert rules.standing(won).winners == (O,)
    early = draft("P3", "N1", "K3", reveal_princes_any_time=True)
    assert rules.over(until_asked(played(early, (A, Reveal())))[0])
    assert not rules.legal(draft("P3", "N1", "K3"), A).contains(Reveal())


@pytest.mark.parametrize("mode", ["classic", "solo"])
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("seat", [A, O])
def test_princes_shown_during_a_draft_leave_every_card_in_its_place(mode: str, kept: bool, seat: int) -> None:
    if mode == "solo" and seat == O:
        return  # the automaton waits for its turn
    state = draft(*(("P3", "K1") if seat == A else ("K1", "P3")), "N1 B2", mode=mode, reveal_princes_any_time=True)
    state = played(state, (A, Keep("B"))) if kept else state
    won = until_asked(played(state, (seat, Reveal())))[0]
    check(won)
    for eye in (A,) if mode == "solo" else (A, O):
        view = GAME.view(won, eye)
        assert GAME.view(imagine(view, Rng(b"princes", "x")), eye) == view
    assert GAME.view(won, A).public.pile_size == (2 if kept else 0)


@pytest.mark.parametrize("target", [5, 10, 15])
def test_the_target_is_an_option(target: int) -> None:
    assert not rules.over(until_asked(played(turn("N2", vp=(target - 3, 0), target_points=target), (A, Nobles(2))))[0])
    assert rules.over(until_asked(played(turn("N2", vp=(target - 2, 0), target_points=target), (A, Nobles(2))))[0])


def test_both_may_see_what_both_saw() -> None:
    step = rules.apply(draft("K2", "N2", "K1 N1 B1"), A, Keep("B"))
    assert [happening.to for happening in step.happenings] == [None, (A,), (A, O)]
    assert [happening.happening.type for happening in step.happenings] == ["kept", "kept-card", "passed"]


def test_the_hand_limit_is_secret() -> None:
    step = rules.apply(played(turn("K4 N4"), (A, EndTurn())), A, Discard(cards("K4")))
    seen_by_o = [happening.happening.type for happening in step.happenings if happening.is_visible_to(O)]
    assert seen_by_o == ["discarded"]
    assert AddressedHappening(step.happenings[1].happening, (A,)) == step.happenings[1]


def test_a_cost_with_the_pair_has_one_card_more() -> None:
    assert [len(cost("N", 2, pair)) for pair in (False, True)] == [2, 3]


def test_the_wrong_number_of_seats_is_refused() -> None:
    for mode, seats in (("solo", 2), ("classic", 1)):
        with pytest.raises(ValueError, match="seats"):
            rules.setup(METADATA.clean_options({"mode": mode}), seats)
