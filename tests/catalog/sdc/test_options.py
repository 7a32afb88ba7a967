"""Table options, the ways a match ends, time-outs and refusals."""

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.happenings import MatchEnded
from games.catalog.sdc.metadata import METADATA
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import SdcState
from games.engine.errors import IllegalMoveError, InvalidOptionsError
from games.engine.legal_moves import Amount
from tests.catalog.sdc.positions import CHANCE, PAIR, M, S, bidding, drawing, housed, played, start, until_asked
from tests.catalog.states import but


@pytest.mark.parametrize("coins", [5, 10, 20])
def test_start_coins(coins: int) -> None:
    assert start(start_coins=coins).public.coins == (coins, coins)


@pytest.mark.parametrize(("highest", "coins", "limit"), [(3, (10, 10), 3), (5, (10, 10), 5), (10, (12, 8), 8)])
def test_maximum_bid(highest: int, coins: tuple[int, int], limit: int) -> None:
    state = bidding(coins, options={"max_bid": highest})
    assert rules.legal(state, M).of("bid") == Amount(Bid, "coins", 1, limit)


@pytest.mark.parametrize("most", [3, 4, 5])
def test_maximum_exchange(most: int) -> None:
    state = drawing(max_exchange=most)
    for count in range(6):
        move = Draw(state.own[S].hand[:count])
        assert rules.legal(state, S).contains(move) is (count <= most)


def test_unknown_values_are_no_options() -> None:
    for raw in ({"start_coins": 7}, {"start_coins": "10"}, {"stage_limit": True}, {"jokers": 2}):
        with pytest.raises(InvalidOptionsError):
            METADATA.clean_options(raw)


def stage_twenty(coins: tuple[int, int]) -> SdcState:
    options = {"stage_limit": 20}
    state = bidding(coins, responder=PAIR, options=options)
    return but(state, stage=20)


def test_the_stage_limit_ends_the_match_for_more_coins() -> None:
    state, happenings = until_asked(played(stage_twenty((14, 6)), (M, Bid(2)), (S, Call())))
    assert rules.over(state)
    assert happenings[-1] == MatchEnded(M, by_limit=True)
    standing = rules.standing(state)
    assert (standing.places, standing.scores, standing.winners) == ((1, 2), (12, 8), (M,))


def test_equal_coins_at_the_stage_limit_share_the_first_place() -> None:
    state, happenings = until_asked(played(stage_twenty((12, 8)), (M, Bid(2)), (S, Call())))
    assert happenings[-1] == MatchEnded(None, by_limit=True)
    assert rules.standing(state).winners == (M, S)
    assert rules.standing(state).places == (1, 1)


def test_the_stage_before_the_limit_goes_on() -> None:
    state = stage_twenty((14, 6))
    state = but(state, stage=19)
    going, _ = until_asked(played(state, (M, Bid(2)), (S, Call())))
    assert (going.public.stage, going.public.phase) == (20, "draw")


def test_nobody_has_won_while_the_match_runs() -> None:
    standing = rules.standing(bidding((12, 8)))
    assert (standing.places, standing.winners) == ((1, 2), ())


@pytest.mark.parametrize(
    ("state", "seat", "move"),
    [
        (drawing(), S, Draw()),
        (bidding(), M, Bid(1)),
        (played(bidding(), (M, Bid(1))), S, Call()),
        (played(bidding(), (M, Bid(2))), S, Drop()),
        (played(bidding(), (M, Bid(1)), (S, Raise(2))), M, Drop()),
    ],
)
def test_a_timeout_plays(state: SdcState, seat: int, move: Move) -> None:
    assert rules.safe_move(state, seat, CHANCE) == move


DRAWN = housed(played(drawing(), (M, Draw()), (S, Draw()))).state
OWN = tuple(own.hand for own in drawing().own)
OVER = until_asked(played(bidding((4, 16)), (M, Bid(4)), (S, Call())))[0]


@pytest.mark.parametrize(
    ("state", "seat", "move", "code", "params"),
    [
        (drawing(), M, Bid(1), "draw-first", {}),
        (played(drawing(), (M, Draw())), M, Draw(), "already-confirmed", {}),
        (drawing(), M, Draw(OWN[S][:1]), "not-your-card", {}),
        (drawing(), M, Draw(OWN[M][:1] * 2), "same-card-twice", {}),
        (drawing(max_exchange=3), M, Draw(OWN[M][:4]), "too-many-cards", {"max": 3}),
        (DRAWN, S, Bid(1), "not-your-turn", {}),
        (DRAWN, M, Draw(), "not-now", {}),
        (DRAWN, M, Call(), "not-now", {}),
        (DRAWN, M, Drop(), "opener-must-bid", {}),
        (DRAWN, M, Bid(0), "too-little", {"min": 1}),
        (DRAWN, M, Bid(6), "too-much", {"max": 5}),
        (played(DRAWN, (M, Bid(2))), M, Call(), "not-your-turn", {}),
        (played(DRAWN, (M, Bid(2))), S, Bid(3), "not-now", {}),
        (played(DRAWN, (M, Bid(2))), S, Raise(2), "too-little", {"min": 3}),
        (played(DRAWN, (M, Bid(2))), S, Raise(6), "too-much", {"max": 5}),
        (played(DRAWN, (M, Bid(5))), S, Raise(6), "no-raise-left", {"max": 5}),
        (played(DRAWN, (M, Bid(2)), (S, Raise(3))), M, Raise(4), "no-second-raise", {}),
        (played(DRAWN, (M, Bid(2)), (S, Raise(3))), S, Call(), "not-your-turn", {}),
        (played(DRAWN, (M, Bid(2)), (S, Call())), M, Call(), "not-your-turn", {}),
        (OVER, M, Bid(1), "match-over", {}),
    ],
)
def test_a_refusal_says_why(state: SdcState, seat: int, move: Move, code: str, params: dict[str, int]) -> None:
    assert not rules.legal(state, seat).contains(move)
    with pytest.raises(IllegalMoveError) as info:
        rules.apply(state, seat, move)
    assert (info.value.code, info.value.params) == (code, params)
