"""What commits more than half of what one has is asked about once more, and nothing else is."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from games.catalog.registry import get_game
from games.engine.serialization.canonical_json import parse_json
from tests.rendering.boards import Boards, random_match

SHORT = {"lombard": {"start_coins": 4}}
BUTTON = re.compile(r"<button\b[^>]*>", re.DOTALL)


def lombard(public: Any, seat: int, move: dict[str, Any]) -> tuple[int, int]:
    return {"call": 1, "double": 2}.get(move["type"], 0), public.balances[seat]


def sdc(public: Any, seat: int, move: dict[str, Any]) -> tuple[int, int]:
    called = (public.raised or public.bid) if move["type"] == "call" else 0
    return move.get("coins", move.get("to", called)), public.coins[seat]


def get9(public: Any, seat: int, move: dict[str, Any]) -> tuple[int, int]:
    chips = public.chips[seat]
    return {"call": public.owed[seat], "all-in": chips}.get(move["type"], 0), chips


def dilemma(public: Any, seat: int, move: dict[str, Any]) -> tuple[int, int]:
    stack = public.betting.stacks[seat]
    call_amount = min(public.betting.highest - public.betting.bets[seat], stack)
    return {"call": call_amount, "all-in": stack}.get(move["type"], 0), stack


@pytest.mark.parametrize("price", [lombard, sdc, get9, dilemma])
def test_a_button_asks_where_it_costs_more_than_half(price: Callable[..., tuple[int, int]]) -> None:
    game = get_game(price.__name__)
    boards, asks = Boards(game), {True: 0, False: 0}
    for number in range(4):
        for state, _ in random_match(game, 3, f"sure {number}", **SHORT.get(price.__name__, {})):
            for seat in game.rules.waiting_on(state):
                for tag in BUTTON.findall(boards.hand(state, seat)):
                    if match := re.search(r"value='(\{.*?\})'", tag):
                        amount, have = price(state.public, seat, parse_json(unescape(match[1])))
                        asks[0 < have < 2 * amount] += 1
                        assert ("data-sure=" in tag) == (0 < have < 2 * amount), tag
    assert min(asks.values()) > 0
