"""What commits more than half of what one has is asked about once more, and nothing else is."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from games.catalog.registry import get_game
from games.engine.serialization.canonical_json import parse_json
from tests.rendering.boards import Boards, random_match

BUTTON = re.compile(r"<button\b[^>]*>", re.DOTALL)
Price = tuple[int, int, int]  # of a move and of the cheapest other way to go on, and what the seat has


def sdc(public: Any, seat: int, move: dict[str, Any]) -> Price:
    coins = public.coins[seat]
    if move["type"] == "bid":
        return move["coins"], 1, coins
    if move["type"] == "raise":
        return move["to"], public.bid, coins
    return (
        (public.raised or public.bid, public.bid if public.raised else 1, coins)
        if move["type"] == "call"
        else (0, 0, 0)
    )


def get9(public: Any, seat: int, move: dict[str, Any]) -> Price:
    chips, paid = public.chips[seat], public.bets[seat]
    amount = move.get("chips", move.get("to", paid)) - paid
    return {"call": public.owed[seat], "all-in": chips}.get(move["type"], amount), 0, chips


def dilemma(public: Any, seat: int, move: dict[str, Any]) -> Price:
    stack = public.betting.stacks[seat]
    call_amount = min(public.betting.highest - public.betting.bets[seat], stack)
    return {"call": call_amount, "all-in": stack}.get(move["type"], 0), 0, stack


@pytest.mark.parametrize("price", [sdc, get9, dilemma])
def test_a_button_asks_where_it_costs_more_than_half_and_more_than_the_alternative(price: Callable[..., Price]) -> None:
    game = get_game(price.__name__)
    boards, asks = Boards(game), {True: 0, False: 0}
    for number in range(4):
        for state, _ in random_match(game, 3, f"sure {number}"):
            for seat in game.rules.waiting_on(state):
                for tag in BUTTON.findall(boards.hand(state, seat)):
                    if match := re.search(r"value='(\{.*?\})'", tag):
                        amount, other, have = price(state.public, seat, parse_json(unescape(match[1])))
                        is_asked = 0 < have < 2 * amount and amount > other
                        asks[is_asked] += 1
                        assert ("data-sure=" in tag) == is_asked, tag
    assert min(asks.values()) > 0
