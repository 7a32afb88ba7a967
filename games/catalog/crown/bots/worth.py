"""Value of a position as the chance to win the match, from a sum of learned weights (`worth_table.json`).

A position is seen from the turn player: both hands as integers (`counts.py`), and the points that both still need. It
is evaluated at two moments: at the end of a turn, and after its draft. In solo these are the ends of the player's and
of the automaton's turn, both from the player's perspective.
"""

from collections.abc import Callable, Sequence
from functools import cache

from games.catalog.crown.bots.chances import get_chance
from games.catalog.crown.bots.counts import BISHOPS, KNIGHTS, NOBLES, PRINCES, SIZES, cashing_points, showing_points
from games.kit.bot_tables import read_table

TURN_ENDS, DRAFT_DONE = MOMENTS = (0, 1)
AUTOMATON_ENDS = 1  # in solo
MOST_GOAL, MOST_GAIN, MOST_SIZE, MOST_KNIGHTS, MOST_NOBLES, MOST_AT_STAKE = 15, 7, 11, 7, 7, 4

# The weights are a sequence of tables. For each single hand, first the turn player's, then the other's:
HAND_TABLES = (8 * 6, 8 * 8, 8 * 4, 4 * 6, MOST_SIZE + 1)  # knights with bishops, nobles and princes; princes, bishops
HAND = sum(HAND_TABLES)
# … and for both hands: knights and knights, knights and bishops (twice), points needed, possible score of the next turn
# (twice), possible loss to an attack (twice); and a constant.
CROSS_TABLES = (8 * 8, 8 * 6, 8 * 6, 16 * 16, 16 * 8, 16 * 8, 5 * 3 * 4, 5 * 3 * 4, 1)
STARTS = tuple(2 * HAND + sum(CROSS_TABLES[:at]) for at in range(len(CROSS_TABLES)))
WEIGHTS = 2 * HAND + sum(CROSS_TABLES)

Goals = tuple[int, int]  # points that the seat and the other still need


@cache
def list_hand_places(code: int, shuffled: bool, start: int) -> tuple[int, ...]:
    """Return the indexes of one hand's weights. Before the pile is shuffled, only one prince is in play."""
    p, b, n, k = PRINCES[code], BISHOPS[code], min(MOST_NOBLES, NOBLES[code]), min(MOST_KNIGHTS, KNIGHTS[code])
    places = (k * 6 + b, k * 8 + n, (shuffled * 4 + p) * 4 + min(3, k), p * 6 + b, min(MOST_SIZE, SIZES[code]))
    return tuple(start + sum(HAND_TABLES[:at]) + place for at, place in enumerate(places))


@cache
def get_gain(code: int, classic: bool) -> int:
    """Return what the hand could score in a turn without an attack."""
    return min(MOST_GAIN, showing_points(code) + cashing_points(NOBLES[code], classic))


def list_places(
    own_hand: int, other_hand: int, goals: Goals, shuffled: bool, classic: bool, target: int
) -> tuple[int, ...]:
    """Return the indexes of a position's weights."""
    k, other_k = min(MOST_KNIGHTS, KNIGHTS[own_hand]), min(MOST_KNIGHTS, KNIGHTS[other_hand])
    goal, other_goal = goals
    stake, other_stake = min(MOST_AT_STAKE, target - goal), min(MOST_AT_STAKE, target - other_goal)
    knights, guarded, other_guarded, score, gain, other_gain, risk, other_risk, last = STARTS
    return (
        *list_hand_places(own_hand, shuffled, 0),
        *list_hand_places(other_hand, shuffled, HAND),
        knights + k * 8 + other_k,
        guarded + k * 6 + BISHOPS[other_hand],
        other_guarded + other_k * 6 + BISHOPS[own_hand],
        score + goal * 16 + other_goal,
        gain + goal * 8 + get_gain(own_hand, classic),
        other_gain + other_goal * 8 + get_gain(other_hand, classic),
        risk + (stake * 3 + min(2, k)) * 4 + min(3, other_k),
        other_risk + (other_stake * 3 + min(2, other_k)) * 4 + min(3, k),
        last,
    )


class Worth:
    """The value of positions in a mode and with a target, by the weights for both moments."""

    def __init__(
        self, weights: Sequence[Sequence[int]], classic: bool, target: int, squash: Callable[[int], int] = get_chance
    ) -> None:
        self.weights, self.classic, self.target, self.squash = weights, classic, target, squash

    def rate(self, moment: int, own_hand: int, other_hand: int, goals: Goals, shuffled: bool) -> int:
        """Return the chance that `own_hand` wins, in parts of `chances.WHOLE`."""
        weights = self.weights[moment]
        places = list_places(own_hand, other_hand, goals, shuffled, self.classic, self.target)
        return self.squash(sum([weights[place] for place in places]))


@cache
def get_worth(mode: str, target: int) -> Worth:
    """Return the learned values. The weights are in thousandths."""
    return Worth(_read_table()[mode], mode == "classic", target)


@cache
def _read_table() -> dict[str, list[list[int]]]:
    weights: dict[str, list[list[int]]] = read_table("games.catalog.crown", "worth_table.json")
    return weights
