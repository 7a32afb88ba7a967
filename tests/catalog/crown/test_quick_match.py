"""The quick form of the game keeps its cards together, and knows the rules that it plays by."""

from collections import Counter
from math import exp

import pytest

from games.catalog.crown.bots.chances import WHOLE, get_chance
from games.catalog.crown.bots.counts import ORDER, SIZES, STEPS, can_defend, decode_hand, encode_hand, pay_defence
from games.catalog.crown.bots.quick_match import QuickMatch
from games.catalog.crown.bots.quick_solo import QuickSolo
from games.catalog.crown.bots.worth import MOMENTS, TURN_ENDS, WEIGHTS, get_worth
from games.catalog.crown.cards import ALL, DECK, SET_ASIDE, cost
from games.catalog.crown.choices import HAND_LIMIT
from games.catalog.crown.moves import Attack, Defend
from games.engine.chance import Rng
from tests.catalog.crown.positions import A, O, cards, hands, legal_moves, played, turn

MODES = ("classic", "adjusted", "solo")


def deal(mode: str, target: int, seed: int) -> QuickMatch:
    rng = Rng(b"quick", f"{mode}/{seed}")
    deck = [STEPS[card] for card in rng.shuffled(DECK)]
    kind = QuickSolo if mode == "solo" else QuickMatch
    both = (sum(deck[:5]), sum(deck[5:10]))
    return kind(get_worth(mode, target), rng, both, deck[10:], [STEPS[card] for card in SET_ASIDE])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", [5, 10, 15])
def test_matches_end_with_every_card_in_one_place(mode: str, target: int) -> None:
    letters = {step: kind for kind, step in STEPS.items()}
    for seed in range(5):
        match, seat = deal(mode, target, seed), seed % 2
        for _ in range(300):
            match.take_turn(seat)
            lying = [letters[step] for step in match.deck + match.pile]
            held = decode_hand(match.hands[0]) + decode_hand(match.hands[1])
            assert Counter(held) + Counter(lying) == Counter(ALL)
            assert min(match.scores) >= 0
            assert match.winner is not None or max(match.scores) < target
            if match.winner is not None:
                break
            assert mode == "solo" or SIZES[match.hands[seat]] < HAND_LIMIT
            seat = 1 - seat
        assert match.winner is not None


def test_a_number_is_a_hand() -> None:
    assert [encode_hand(decode_hand(code)) for code in range(len(ORDER))] == list(range(len(ORDER)))


@pytest.mark.parametrize("hand", ["K1", "K2 N1", "K1 P2", "K3 P2", "P3 B1", "B1"])
def test_who_can_defend_and_with_what(hand: str) -> None:
    attacked = played(turn("K3", hand, (0, 5)), (A, Attack()))
    defences = [move for move in legal_moves(attacked, O) if isinstance(move, Defend)]
    code = encode_hand(hands(attacked)[O])
    assert can_defend(code) == bool(defences)
    if defences:
        paid = encode_hand(cost("K", 2, defences[0].pair))
        assert pay_defence(code) == code - paid


def test_chances_are_the_logistic_function() -> None:
    for weight in range(-16_000, 16_000, 37):
        assert get_chance(weight) == pytest.approx(WHOLE / (1 + exp(-weight / 1000)), abs=1100)
    assert get_chance(800) + get_chance(-800) == WHOLE


@pytest.mark.parametrize("mode", MODES)
def test_both_moments_have_all_weights(mode: str) -> None:
    worth = get_worth(mode, 10)
    assert [len(worth.weights[moment]) for moment in MOMENTS] == [WEIGHTS, WEIGHTS]
    assert all(any(weights) for weights in worth.weights)


@pytest.mark.parametrize("mode", MODES)
def test_points_princes_and_bishops_are_worth_something(mode: str) -> None:
    worth = get_worth(mode, 10)

    def rate(own_hand: str, rival_hand: str, goals: tuple[int, int]) -> int:
        return worth.rate(TURN_ENDS, encode_hand(cards(own_hand)), encode_hand(cards(rival_hand)), goals, False)

    even = rate("K2 N1 B2", "K2 N1 B2", (6, 6))
    assert rate("K2 N1 B2", "K2 N1 B2", (3, 6)) > even > rate("K2 N1 B2", "K2 N1 B2", (6, 3))
    assert rate("K2 B3", "K2 N1 B2", (6, 6)) > even > rate("K2 N1 B2", "K2 B3", (6, 6))
