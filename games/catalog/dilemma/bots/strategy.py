"""Strong's table: what to do in which situation. Where it says nothing, normal's habits hold.

It was learned by playing (`python -m tests.bench.dilemma`): of every situation that came up often enough the choice
that brought more than what normal does there, against a mixture of players.
"""

from base64 import b85decode
from functools import cache
from struct import iter_unpack
from zlib import decompress

from games.catalog.dilemma.bots.habits import weigh_as_normal
from games.catalog.dilemma.bots.situations import classify
from games.catalog.dilemma.bots.spots import CHOICES, Spot, Weights, list_choices
from games.catalog.dilemma.bots.strategy_table import TABLE

ROW = ">IB"  # a situation, and the choice to make there


@cache
def load_table() -> dict[int, int]:
    """The choice by situation."""
    return dict(iter_unpack(ROW, decompress(b85decode(TABLE.replace("\n", "")))))


def weigh_as_strong(spot: Spot) -> Weights:
    """All for the table's choice, if it has one that is open."""
    choice = load_table().get(classify(spot))
    if choice is None or choice not in list_choices(spot):
        return weigh_as_normal(spot)
    fold, stay, half, pot, everything = (int(at == choice) for at in range(CHOICES))
    return (fold, stay, half, pot, everything)
