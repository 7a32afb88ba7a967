"""Situations of strong's table: spots grouped into classes, as one number."""

from bisect import bisect_right

from games.catalog.dilemma.bots.habits import get_rank
from games.catalog.dilemma.bots.spots import RIVER, Spot

RANKS = (80, 160, 250, 340, 430, 520, 610, 700, 780, 850, 910, 960)  # of 1000
DRAW = 80  # thousandths by which the chance exceeds the hand's current value
PRICES = (260, 350, 500)  # the amount owed, in thousandths of the pot after calling
DEPTHS = (100, 600, 1500, 4000)  # what can still be bet after a call, in thousandths of the pot
PRIZES = (200, 600, 1500)  # bonus, in thousandths of the pot


def classify(spot: Spot) -> int:
    """Return the same number for all spots that the table treats alike."""
    pot = spot.pot + spot.to_call
    rank = bisect_right(RANKS, get_rank(spot.street, spot.chance))
    draw = 0 < spot.street < RIVER and spot.chance >= spot.now + DRAW
    depth = bisect_right(DEPTHS, max(0, spot.max_bet - spot.highest) * 1000 // pot)
    prize = bisect_right(PRIZES, spot.bonus * 1000 // pot)
    number = spot.street
    for size, at in ((3, min(spot.rivals, 3) - 1), (6, _get_price(spot)), (2, spot.acted), (5, depth), (4, prize)):
        number = number * size + at
    return (number * 2 + draw) * (len(RANKS) + 1) + rank


def _get_price(spot: Spot) -> int:
    if not spot.to_call:
        return int(spot.last)
    if spot.street == 0 and spot.highest <= spot.blind:
        return 2
    price = 2 + bisect_right(PRICES, spot.to_call * 1000 // spot.pot)
    return price if spot.street else max(3, price)
