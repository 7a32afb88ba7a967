"""What plans answer at an SdC Poker table."""

import pytest

from games.catalog.sdc import premoves, rules
from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Drop, Move, Raise
from games.catalog.sdc.premoves import CallRaise, Premove, Replies
from games.catalog.sdc.state import SdcState
from tests.catalog.sdc.positions import M, S, bidding, played


def answered(state: SdcState, seat: int, plan: Premove) -> Move | None:
    planned = premoves.answer(plan, GAME.view(state, seat), rules.legal(state, seat))
    return planned.move if planned else None


@pytest.mark.parametrize(("coins", "move"), [(0, Drop()), (3, Call()), (4, Raise(4)), (5, Raise(5))])
def test_every_bid_has_its_own_reply(coins: int, move: Move) -> None:
    state = played(bidding(), (M, Bid(3)))
    assert answered(state, S, Replies(on1=1, on2=0, on3=coins, on4=0, on5=5)) == move


@pytest.mark.parametrize(("coins", "move"), [(0, Drop()), (3, Drop()), (4, Call()), (5, Call())])
def test_a_raise_is_called_up_to_so_many_coins(coins: int, move: Move) -> None:
    state = played(bidding(), (M, Bid(2)), (S, Raise(4)))
    assert answered(state, M, CallRaise(coins)) == move


def test_nobody_has_planned_the_bid_itself() -> None:
    assert answered(bidding(), M, CallRaise(5)) is None
