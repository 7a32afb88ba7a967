"""On which side strong is better than normal: the same deals are played by normals, and with a side or a seat of it
strong."""

from math import sqrt
from random import Random
from typing import NamedTuple

from games.catalog.doudizhu.types import SEATS
from tests.bench.doudizhu.deals import begin_deal, landlord_wins

SIDES = ("landlord", "farmer", "farmers")


class Gains(NamedTuple):
    """By deal, what the strong side won of it and the normal one in its place, as 1, 0 or -1."""

    found: list[int]

    def __str__(self) -> str:
        count, total = len(self.found), sum(self.found)
        spread = sqrt(sum((gain - total / count) ** 2 for gain in self.found)) / count
        return f"{100 * total / count:+.1f} ± {196 * spread:.1f} points in {count} deals"


def pick_strong(side: str, landlord: int, chance: Random) -> tuple[int, ...]:
    """The seats that play strong."""
    farmers = [seat for seat in range(SEATS) if seat != landlord]
    return {"landlord": (landlord,), "farmer": (chance.choice(farmers),), "farmers": tuple(farmers)}[side]


def compare(sides: list[str], first: int, last: int) -> None:
    """Prints after every fifty deals what normals win as landlords, and what strong wins more, side by side."""
    gains = {side: Gains([]) for side in sides}
    won = 0
    for number in range(first, last):
        chance = Random(number)
        state = begin_deal(number, chance.randrange(SEATS))
        landlord = state.public.landlord
        assert landlord is not None, "named"
        usual = landlord_wins(state, number, {})
        won += usual
        for side in sides:
            seats = pick_strong(side, landlord, chance)
            wins = landlord_wins(state, number, dict.fromkeys(seats, "strong"))
            gains[side].found.append((wins - usual) * (1 if side == "landlord" else -1))
        deal_count = number - first + 1
        if deal_count % 50 == 0 or number == last - 1:
            print(f"normal landlords win {100 * won / deal_count:.1f} %")
            print(*(f"  strong {side}: {gain}" for side, gain in gains.items()), sep="\n", flush=True)
