"""What strong makes of given hands: coins of the stage, with their error."""

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.bots.advice import WORLDS, advise
from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import SdcState
from games.engine.advice import Advice
from games.engine.chance import Rng
from games.engine.game import Simulator
from tests.catalog.sdc.positions import FOUR, HIGH, PAIR, M, S, bidding, cards, played

WORST = "W7 F5 A4 E3 F2"


def advice_on(state: SdcState, seat: int, *also: Move, seed: str = "advice") -> Advice[Move]:
    view = GAME.view(state, seat)
    return advise(view, rules.legal(state, seat), Rng(b"sdc", seed), Simulator(GAME, view), 1, also)


def test_four_of_a_kind_stays_whole() -> None:
    state = bidding(opener=HIGH, responder=FOUR, phase="draw")
    broken = Draw(cards(FOUR)[:2])
    advice = advice_on(state, S, broken)
    assert len(advice.best.cards) <= 1  # type: ignore[attr-defined]
    assert advice.ahead is not None
    assert advice.ahead > 0.95 * advice.worlds == 0.95 * WORLDS
    cost = advice.cost_of(broken)
    assert cost is not None
    assert cost[0] > 4 * cost[1]


def test_a_sure_winner_is_not_dropped() -> None:
    state = played(bidding(opener=HIGH, responder=FOUR), (M, Bid(4)))
    advice = advice_on(state, S)
    assert advice.best in (Call(), Raise(5))
    cost = advice.cost_of(Drop())
    assert cost is not None
    assert cost[0] > 4 * cost[1]
    assert {rating.move for rating in advice.ratings} == {Drop(), Call(), Raise(5)}


def test_a_drop_costs_what_the_rules_say() -> None:
    raised = played(bidding(opener=WORST), (M, Bid(2)), (S, Raise(5)))
    dropped = advice_on(raised, M).rating_of(Drop())
    assert dropped is not None
    assert dropped.value == -2000
    answered = advice_on(played(bidding(responder=WORST, opener=PAIR), (M, Bid(4))), S).rating_of(Drop())
    assert answered is not None
    assert answered.value == -1000


def test_high_bids_and_raises_make_a_weak_hand_weaker() -> None:
    """A player's actions weight the hands they may hold."""
    state = bidding(opener=PAIR, responder="WK FK A4 E3 F2")
    low, high = (advice_on(played(state, (M, Bid(bid))), S).ahead for bid in (1, 5))
    assert low is not None
    assert high is not None
    assert low > high


def test_the_same_chance_says_the_same() -> None:
    state = bidding(opener=PAIR)
    assert advice_on(state, M) == advice_on(state, M)
    assert advice_on(state, M) != advice_on(state, M, seed="other")


def test_the_other_ones_cards_are_nothing_to_it() -> None:
    weak, other = (bidding(opener=PAIR, responder=hand) for hand in (HIGH, FOUR))
    assert advice_on(weak, M) == advice_on(other, M)


@pytest.mark.parametrize("options", [{}, {"max_exchange": 3}, {"max_bid": 10, "start_coins": 20}])
def test_in_every_phase(options: dict[str, int]) -> None:
    start = bidding(phase="draw", options=options)
    bid_state = bidding(options=options)
    for state, seat in (
        (start, M), (start, S), (bid_state, M), (played(bid_state, (M, Bid(1))), S),
        (played(bid_state, (M, Bid(2)), (S, Raise(4))), M),
    ):  # fmt: skip
        advice = advice_on(state, seat)
        assert len(advice.ratings) > 1
        assert all(rules.legal(state, seat).contains(rating.move) for rating in advice.ratings)
