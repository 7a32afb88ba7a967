"""The sheet's bids, settlement, end and score, read a second time and slowly, over random matches."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from games.catalog.sdc import rules
from games.catalog.sdc.game import GAME
from games.catalog.sdc.moves import Bid, Call, Drop, Raise
from games.catalog.sdc.state import SdcState
from games.catalog.sdc.types import Score
from games.engine.chance import Chance, Rng
from games.engine.game import Happening
from games.engine.serialization.values import Move
from tests.catalog.sdc.positions import start
from tests.catalog.sdc.test_hands import NAMES, better, named

MOST = 25
EVERY_BID: list[Move] = [Call(), Drop(), *(make(n) for make in (Bid, Raise) for n in range(MOST))]
TABLES = [
    {"start_coins": coins, "max_bid": bid, "stage_limit": limit}
    for coins, bid, limit in product((5, 10, 20), (3, 5, 10), (0, 20))
]
MATCHES = pytest.mark.parametrize("number", range(len(TABLES)))
LUCK = {"high card": 0, "pair": 10, "two pair": 30, "three": 50, "straight": 60, "flush": 70, "full house": 80,
        "four": 90, "straight flush": 95, "royal": 100}  # fmt: skip


def steps(number: int) -> Iterator[tuple[SdcState, SdcState, list[Happening]]]:
    """Yield the steps of a random match: the state before, the state after, and all happenings."""
    state, house, rng = start(**TABLES[number]), Chance(bytes([number])), Rng(bytes([number]), "moves")
    while not rules.over(state):
        step = rules.advance(state, house)
        if step is None:
            seat = rng.choice(sorted(rules.waiting_on(state)))
            step = rules.apply(state, seat, rules.legal(state, seat).sample(rng))
        yield state, step.state, [happening.happening for happening in step.happenings]
        state = step.state


def allowed(state: SdcState, seat: int) -> Iterator[Move]:
    """Step 3 of a stage, a to c."""
    limit = min(state.public.options.max_bid, *state.public.coins)
    opener = seat == state.public.opener
    if state.public.phase == "bid" and opener and limit > 1:  # else the house bids it
        yield from map(Bid, range(1, limit + 1))
    if (state.public.phase == "answer" and not opener) or (state.public.phase == "reply" and opener):
        yield from (Call(), Drop())
    if state.public.phase == "answer" and not opener:
        yield from (Raise(to) for to in range(MOST) if state.public.bid < to <= limit)


@MATCHES
def test_bids_are_those_of_the_sheet(number: int) -> None:
    for state, _, _ in steps(number):
        for seat in (0, 1):
            legal = rules.legal(state, seat)
            assert {move for move in EVERY_BID if legal.contains(move)} == set(allowed(state, seat))


class Stage:
    """Collect a stage's bidding from the happenings alone."""

    def __init__(self, opener: int) -> None:
        self.opener, self.said, self.hands = opener, dict[str, int](), dict[int, tuple[str, ...]]()

    def hear(self, happening: Happening) -> None:
        if happening.type in ("bid-made", "raised", "dropped"):
            amount = getattr(happening, "coins", 0) or getattr(happening, "to", 0)
            self.said[happening.type] = happening.seat if happening.type == "dropped" else amount  # type: ignore[attr-defined]
        if happening.type == "shown":
            self.hands[happening.seat] = happening.cards  # type: ignore[attr-defined]

    def result(self) -> tuple[int, int]:
        """The winner and what the loser pays: the table of step 5."""
        responder, bid = 1 - self.opener, self.said["bid-made"]
        if "dropped" in self.said:
            return (self.opener, 1) if self.said["dropped"] == responder else (responder, bid)
        return (0 if better(self.hands[0], self.hands[1]) else 1), self.said.get("raised", bid)


def rounded(value: Fraction) -> int:
    whole, rest = divmod(value, 1)
    return int(whole) + (2 * rest >= 1)


def scored(results: list[tuple[int, int]], bests: list[str], seat: int) -> Score:
    """The match score, from the list of stages."""
    won = [coins for winner, coins in results if winner == seat]
    losses = [coins for winner, coins in results if winner != seat]
    a, b = (Fraction(sum(coins), len(coins)) if coins else Fraction(0) for coins in (won, losses))
    skill, power = 100 * a / (a + b), Fraction(100 * len(won), len(results))
    luck = max(LUCK[name] for name in bests)
    total = rounded((2 * skill + power + luck) / 4)
    stars = 1 + sum(total >= step for step in (20, 40, 60, 80))
    comment = sum(total >= step for step in (17, 34, 50, 67, 84))
    return Score(rounded(skill), rounded(power), luck, total, stars, comment)


@MATCHES
def test_stages_are_settled_and_scored_as_written(number: int) -> None:
    coins, stage, results = [TABLES[number]["start_coins"]] * 2, Stage(0), list[tuple[int, int]]()
    bests: list[list[str]] = [[], []]
    for _, after, happenings in steps(number):
        for happening in happenings:
            if happening.type == "stage-began":
                assert not results or happening.opener == results[-1][0]  # type: ignore[attr-defined]
                stage = Stage(happening.opener)  # type: ignore[attr-defined]
            stage.hear(happening)
        if any(happening.type == "paid" for happening in happenings):
            winner, amount = stage.result()
            results.append((winner, amount))
            coins[winner] += amount
            coins[1 - winner] -= amount
            assert after.public.coins == tuple(coins)
            assert (after.public.phase == "end") is (0 in coins or len(results) == after.public.options.stage_limit)
            for seat in (0, 1):
                bests[seat].append(named(stage.hands[seat]))
    assert set(bests[0] + bests[1]) <= set(NAMES)
    assert GAME.view(after, None).public.scores == tuple(scored(results, bests[seat], seat) for seat in (0, 1))
    first = [seat for seat in (0, 1) if coins[seat] == max(coins)]
    assert rules.standing(after).winners == tuple(first)
