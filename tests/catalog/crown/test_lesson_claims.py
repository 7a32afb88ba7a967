"""What the lessons say of points, attacks and the automaton holds, played out."""

from collections import Counter
from itertools import permutations

import pytest

from games.catalog.crown.cards import ALL, DECK, SET_ASIDE
from games.catalog.crown.moves import Attack, Bishops, Defend, EndTurn, Give, Keep, Move, Nobles, Reveal, Take, Yield
from games.catalog.crown.state import CrownState
from games.practice.lessons.play import open_step
from games.practice.lessons.reader import get_lesson
from tests.catalog.crown.positions import hands, legal_moves, played, refused, until_asked

ME, TSUBAKI = 0, 1


def at(name: str, n: int) -> CrownState:
    lesson = get_lesson("crown", name)
    assert lesson is not None
    return open_step(lesson, n).state


def best_points(state: CrownState) -> int:
    """The most points that the learner's cards alone bring in this turn."""
    scoring = [move for move in legal_moves(state, ME) if isinstance(move, Bishops | Nobles)]
    after = [played(state, (ME, move)) for move in scoring]
    return max([state.public.scores[ME], *(best_points(next_state) for next_state in after)])


def gain(state: CrownState, *moves: tuple[int, Move]) -> int:
    return best_points(played(state, *moves)) - state.public.scores[ME]


def kept(state: CrownState, kind: str) -> CrownState:
    """The card kept, and the other's pick of the two; which, is all the same to the learner."""
    passed = played(state, (ME, Keep(kind)))
    return played(passed, (TSUBAKI, legal_moves(passed, TSUBAKI)[0]))


def test_a_fourth_noble_is_worth_two_points_and_nothing_else_is() -> None:
    assert {kind: gain(kept(at("keep-one", 1), kind)) for kind in "NKB"} == {"N": 4, "K": 2, "B": 2}


def test_no_card_but_the_bishop_matters_to_either() -> None:
    state = at("keep-one", 2)
    assert {kind: gain(kept(state, kind)) for kind in "BKN"} == {"B": 2, "K": 2, "N": 2}
    attacks = {kind: sum(isinstance(move, Attack) for move in legal_moves(kept(state, kind), ME)) for kind in "BKN"}
    assert set(attacks.values()) == {1}
    assert state.own[ME].known == ("B", "B", "B")


def test_four_bishops_bring_two_points_and_come_back() -> None:
    state = at("points", 1)
    assert gain(state) == gain(state, (ME, Bishops(4))) == 2
    assert gain(state, (ME, Bishops(3))) == 1
    assert refused(played(state, (ME, Bishops(3))), ME, Bishops(4)) == "not-enough-bishops"
    assert hands(played(state, (ME, Bishops(4)), (ME, EndTurn()))) == hands(state)


def test_eight_cards_are_halved_and_six_are_not() -> None:
    state = at("points", 2)
    assert played(state, (ME, EndTurn())).public.phase == "limit"
    lighter = played(state, (ME, Nobles(2)))
    assert (len(hands(lighter)[ME]), hands(lighter)[ME].count("K")) == (6, 2)
    assert played(lighter, (ME, EndTurn())).public.phase == "between"
    assert gain(lighter) == 0


def test_all_knights_are_in_sight() -> None:
    state = at("attack", 1)
    assert state.public.pile.count("K") + state.own[ME].hand.count("K") == ALL.count("K") == 11
    assert legal_moves(played(state, (ME, Attack())), TSUBAKI) == [Yield()]


@pytest.mark.parametrize(("kind", "left"), [("N", "BB"), ("B", "NNN")])
def test_nobles_and_bishops_both_cost_two_points(kind: str, left: str) -> None:
    after = played(at("attack", 2), (ME, Take(kind)))
    assert after.public.scores == (5, 0)
    assert hands(after)[TSUBAKI] == tuple(left)


def test_what_an_attack_on_the_bishops_costs() -> None:
    state = at("attack", 3)
    attacked = until_asked(played(state, (ME, Yield()), (TSUBAKI, Take("B"))))[0]
    assert attacked.public.scores == (0, 5)
    defended = played(state, (ME, Defend()))
    assert (defended.public.scores, hands(defended)[ME]) == ((3, 2), tuple("BBBN"))
    assert defended.own[TSUBAKI].known == ("B", "B", "B")


def test_princes_are_bishops_first() -> None:
    state = at("princes", 1)
    assert gain(state, (ME, Bishops(4, pair=True))) == 4  # and afterwards a noble, if one likes
    assert gain(state, (ME, Nobles(2, pair=True))) == 3
    assert max(gain(state, (ME, Bishops(3, pair))) for pair in (False, True)) == 3
    assert hands(played(state, (ME, Bishops(4, pair=True)), (ME, EndTurn()))) == hands(state)


def test_three_princes_win_and_points_do_not() -> None:
    state = at("princes", 3)
    assert played(state, (ME, Reveal())).public.winner == ME
    assert state.public.scores[ME] + gain(state) < 10
    assert (DECK.count("P"), SET_ASIDE.count("P")) == (1, 2)


def share(state: CrownState, kept_card: str, its: str) -> CrownState:
    return played(state, (ME, Keep(kept_card)), (ME, Give(its)))


def test_only_the_noble_completes_nothing_for_the_automaton() -> None:
    """Points gained by the automaton's turn, and whether it attacks."""
    state, results = at("alone", 1), {}
    for kept_card, its in permutations("BKN", 2):
        after, _ = until_asked(played(show_all(share(state, kept_card, its)), (ME, EndTurn())))
        attacks = after.public.phase == "defend"
        results[kept_card, its] = (after.public.scores[1] - state.public.scores[1], attacks)
    assert results == {
        ("B", "N"): (0, False), ("B", "K"): (0, True), ("K", "N"): (0, False), ("K", "B"): (1, False),
        ("N", "B"): (1, False), ("N", "K"): (0, True),
    }  # fmt: skip


def show_all(state: CrownState) -> CrownState:
    bishops = [move for move in legal_moves(state, ME) if isinstance(move, Bishops)]
    return played(state, *((ME, move) for move in bishops[:1]))


def test_what_each_card_brings_alone() -> None:
    state = at("alone", 1)
    assert {kind: gain(share(state, kind, left(kind))) for kind in "BKN"} == {"B": 2, "K": 1, "N": 2}


def left(kind: str) -> str:
    return next(card for card in "BKN" if card != kind)


def test_the_automaton_takes_three_bishops_and_three_points() -> None:
    revealed = show_all(share(at("alone", 1), "B", "K"))
    attacked, _ = until_asked(played(revealed, (ME, EndTurn())))
    assert legal_moves(attacked, ME) == [Yield()]
    state, _ = until_asked(played(attacked, (ME, Yield())))
    assert state.public.scores[ME] == revealed.public.scores[ME] - 3
    assert Counter(hands(state)[ME])["B"] == 0
