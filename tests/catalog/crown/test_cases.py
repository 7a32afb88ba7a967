"""The worked cases of the rules sheet, one test each."""

from collections import Counter

import pytest

from games.catalog.crown import rules
from games.catalog.crown.cards import DECK, SET_ASIDE
from games.catalog.crown.game import GAME
from games.catalog.crown.happenings import Defended, Taken
from games.catalog.crown.moves import Attack, Bishops, Defend, Discard, EndTurn, Keep, Nobles, Pick, Reveal, Take, Yield
from games.catalog.crown.state import CrownState
from games.engine.serialization.canonical_json import dump_canonical, to_json
from tests.catalog.crown.positions import (
    A,
    O,
    automaton,
    cards,
    draft,
    drafted,
    hands,
    housed,
    played,
    refused,
    secrets,
    start,
    turn,
    until_asked,
)
from tests.catalog.states import but


def test_a1_setup() -> None:
    assert cards("P2 B1") == SET_ASIDE
    assert Counter(DECK) == Counter(P=1, B=4, N=9, K=11)
    dealt = housed(housed(start()).state).state
    assert [len(hand) for hand in hands(dealt)] == [5, 5]
    assert (len(dealt.hidden.deck), dealt.public.pile, dealt.public.scores) == (15, cards("P2 B1"), (0, 0))


def test_a2_draft() -> None:
    before = draft("K2", "N2", "K1 N1 B1")
    state = played(before, (A, Keep("B")))
    assert rules.legal(state, O).moves_of("pick") == (Pick("N"), Pick("K"))
    assert '"B"' not in dump_canonical(to_json(GAME.view(state, O)))
    after = played(state, (O, Pick("N")))
    assert hands(after) == (cards("K2 B1"), cards("N3"))
    assert (after.public.pile, secrets(after)) == ((), ((), cards("K1")))
    assert len(after.hidden.deck) == len(before.hidden.deck)
    assert '"B"' not in dump_canonical(to_json(GAME.view(after, O)))
    assert GAME.view(after, A) == GAME.view(played(state, (O, Pick("K"))), A)


def test_a2_the_deck_shrinks_by_three() -> None:
    between = but(turn("K2", "N2", phase="draw"), player=A)
    state = until_asked(between)[0]
    assert (len(state.hidden.deck), len(drafted(state))) == (len(between.hidden.deck) - 3, 3)


def test_a3_nobles() -> None:
    two = played(turn("N4"), (A, Nobles(2)))
    assert (two.public.scores, hands(two)[A], two.public.pile) == ((2, 0), cards("N2"), cards("N2"))
    assert played(two, (A, Nobles(2))).public.scores == (4, 0)
    assert refused(turn("N4"), A, Nobles(3)) == "two-nobles"
    for count, points in ((2, 1), (3, 2), (4, 3)):
        assert played(turn("N5", mode="adjusted"), (A, Nobles(count))).public.scores == (points, 0)
    assert played(turn("N5", mode="adjusted"), (A, Nobles(2)), (A, Nobles(3))).public.scores == (3, 0)
    assert refused(turn("N5", mode="adjusted"), A, Nobles(5)) == "two-to-four-nobles"


def test_a4_bishops() -> None:
    three = played(turn("B3"), (A, Bishops(3)))
    assert (three.public.scores, three.public.tabled, hands(three)[A]) == ((1, 0), cards("B3"), cards("B3"))
    assert played(turn("B4"), (A, Bishops(4))).public.scores == (2, 0)
    assert refused(three, A, Bishops(3)) == "not-enough-bishops"
    ended = played(three, (A, EndTurn()))
    assert (ended.public.tabled, hands(ended)[A]) == ((), cards("B3"))
    next_turn = but(ended, phase="act", player=A)
    assert played(next_turn, (A, Bishops(3))).public.scores == (2, 0)


def attack(o: str, vp: tuple[int, int]) -> CrownState:
    """A has attacked, O does not defend, and A sees O's hand."""
    return until_asked(played(turn("K3", o, vp), (A, Attack()), (O, Yield())))[0]


def test_a5_attack_undefended() -> None:
    open_hand = attack("K1 N3 B2", (5, 4))
    private = GAME.view(open_hand, A).own
    assert private is not None
    assert private.known == cards("K1 N3 B2")
    step = rules.apply(open_hand, A, Take("N"))
    assert step.happenings[0].happening == Taken(O, "N", 3, 3)
    after = step.state
    assert (after.public.scores, hands(after)[O], after.public.pile) == ((8, 1), cards("K1 B2"), cards("K3 N3"))
    assert refused(open_hand, A, Take("P")) == "not-held"


@pytest.mark.parametrize(("points", "gain"), [(1, 1), (0, 0)])
def test_a6_attack_with_too_few_points(points: int, gain: int) -> None:
    after = played(attack("N3", (0, points)), (A, Take("N")))
    assert after.public.scores == (gain, 0)
    assert hands(after)[O] == ()


def test_a7_defence() -> None:
    step = rules.apply(played(turn("K3", "K2 N1"), (A, Attack())), O, Defend())
    after = step.state
    assert [happening.happening for happening in step.happenings] == [Defended(O, cards("K2"))]
    assert (after.public.pile, hands(after), after.public.scores) == (cards("K5"), ((), cards("N1")), (0, 0))
    assert (after.public.phase, after.own[A].known) == ("act", ())


def test_a8_prince_pair() -> None:
    nobles = played(turn("P2 N1"), (A, Nobles(2, pair=True)))
    assert (nobles.public.scores, hands(nobles)[A], nobles.public.pile) == ((2, 0), (), cards("N1 P2"))
    bishops = played(turn("P2 B2"), (A, Bishops(3, pair=True)))
    assert (bishops.public.scores, hands(bishops)[A]) == ((1, 0), cards("P2 B2"))
    fight = played(turn("P2 K2", "P1 K1"), (A, Attack(pair=True)))
    assert (hands(fight)[A], fight.public.pile) == ((), cards("K2 P2"))
    defence = played(turn("K3", "P2 K1"), (A, Attack()), (O, Defend(pair=True)))
    assert (hands(defence)[O], defence.public.pile) == ((), cards("K4 P2"))
    helpless = played(turn("K3", "P2"), (A, Attack()))
    assert not rules.legal(helpless, O).moves_of("defend")
    assert refused(helpless, O, Defend(pair=True)) == "no-defence"


def test_a9_bishop_then_something_else() -> None:
    state = played(turn("P2 B2 N1"), (A, Bishops(3, pair=True)))
    both = played(state, (A, Nobles(2, pair=True)))
    assert (both.public.scores, both.public.tabled) == ((3, 0), cards("B2"))
    assert hands(played(both, (A, EndTurn())))[A] == cards("B2")
    discarded = played(turn("P2 B2 N1"), (A, Nobles(2, pair=True)))
    assert refused(discarded, A, Bishops(3, pair=True)) == "no-prince-pair"


@pytest.mark.parametrize(("held", "gone"), [(7, 0), (8, 4), (9, 4), (10, 5)])
def test_a10_hand_limit(held: int, gone: int) -> None:
    ended = played(turn(f"K{held}", "N8"), (A, EndTurn()))
    assert ended.public.phase == ("limit" if gone else "between")
    if gone:
        assert rules.legal(ended, A).moves_of("discard") == (Discard(("K",) * gone),)
        ended = played(ended, (A, Discard(("K",) * gone)))
        assert (secrets(ended)[A], ended.public.pile) == (("K",) * gone, ())
    assert [len(hand) for hand in hands(ended)] == [held - gone, 8]


def test_a11_win() -> None:
    won, happenings = until_asked(played(turn("N2", vp=(9, 0)), (A, Nobles(2))))
    assert won.public.scores == (11, 0)
    assert rules.over(won)
    assert rules.standing(won).winners == (A,)
    assert [happening.type for happening in happenings] == ["match-ended"]
    princes = until_asked(played(turn("P3", vp=(0, 9)), (A, Reveal())))[0]
    assert (rules.standing(princes).winners, rules.standing(princes).places) == ((A,), (1, 2))


def test_a11_the_third_prince_wins_only_in_the_own_turn() -> None:
    picked = played(draft("K2", "P2", "P1 K1 N1"), (A, Keep("K")), (O, Pick("P")))
    assert hands(picked)[O] == cards("P3")
    assert not rules.over(until_asked(picked)[0])
    assert refused(picked, O, Reveal()) == "not-your-turn"
    own_turn = played(picked, (A, EndTurn()))
    own_turn = until_asked(own_turn)[0]
    own_turn = played(own_turn, (O, Keep(drafted(own_turn)[0])))
    own_turn = played(own_turn, (A, Pick(drafted(own_turn)[0])))
    assert rules.standing(until_asked(played(own_turn, (O, Reveal())))[0]).winners == (O,)


def test_a12_solo_nobles_and_knights() -> None:
    nobles = housed(automaton("N5", "K5")).state
    assert (nobles.public.scores, hands(nobles)[1], nobles.public.pile) == ((0, 3), (), cards("N5"))
    first = until_asked(automaton("K6", "K2 N4"))[0]
    assert (first.public.phase, first.public.asked, hands(first)[1]) == ("defend", 0, cards("K3"))
    second = until_asked(played(first, (0, Defend())))[0]
    assert (second.public.phase, second.public.asked, hands(second)[1]) == ("defend", 0, ())
    bishops = housed(automaton("B3", "K5")).state
    assert (bishops.public.scores, hands(bishops)[1]) == ((0, 1), cards("B3"))
    refilled = until_asked(automaton("B2 K1", "N3"))[0]
    assert (len(hands(refilled)[1]), refilled.public.player) == (5, 0)


def test_a12_solo_the_automaton_defends_with_the_pair() -> None:
    attacked = played(turn("K3", "K1 P2", mode="solo"), (0, Attack()))
    step = housed(attacked)
    assert [happening.happening for happening in step.happenings] == [Defended(1, cards("K1 P2"))]


@pytest.mark.parametrize(
    ("player", "taken"),
    [("N2 B2 K1", Taken(0, "B", 2, 2)), ("P2 N2", Taken(0, "P", 2, 2)), ("K3 N2", Taken(0, "K", 3, 3))],
)
def test_a13_solo_attack_target(player: str, taken: Taken) -> None:
    state = until_asked(automaton("K3", player, (5, 0)))[0]
    _, happenings = until_asked(played(state, (0, Yield())))
    assert taken in happenings
