"""Planning of a turn: the value of each action over the possible hands of the other.

All values are chances of the turn player to win the match, in parts of `chances.WHOLE`; over several hands they are
summed by weight. `goals` are the points that the seat and the other still need.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.counts import (
    COUNTS,
    KNIGHTS,
    NOBLES,
    PRINCES,
    SIZES,
    STEPS,
    can_defend,
    cashing_points,
    decode_hand,
    encode_hand,
    pay_defence,
)
from games.catalog.crown.bots.likely_hands import Worlds
from games.catalog.crown.bots.worth import AUTOMATON_ENDS, DRAFT_DONE, TURN_ENDS, Goals, Worth
from games.catalog.crown.cards import KINDS, list_subsets, noble_points
from games.catalog.crown.choices import HAND_LIMIT

THREE_KNIGHTS = 3 * STEPS["K"]
PRINCE_PAIR = 2 * STEPS["P"]

Action = tuple[str, int, bool]  # "end", "nobles" or "attack"; the number of nobles; whether the prince pair is used


class Planner:
    """Rating of a turn's actions."""

    def __init__(self, worth: Worth, shuffled: bool) -> None:
        self.worth, self.classic, self.shuffled = worth, worth.classic, shuffled
        self._ends: dict[tuple[int, int, Goals], int] = {}

    # --- with a known hand of the other --------------------------------------------------------------------------

    def rate_draft(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate the position after the draft, before all actions."""
        return self.worth.rate(DRAFT_DONE, own_hand, other_hand, goals, self.shuffled)

    def rate_end(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate the end of the turn with this hand; too many cards are halved in the best way."""
        if goals[0] <= 0:
            return WHOLE
        value = self._ends.get((own_hand, other_hand, goals))
        if value is None:
            hands = list_kept(own_hand) if SIZES[own_hand] >= HAND_LIMIT else (own_hand,)
            value = max(self.worth.rate(TURN_ENDS, hand, other_hand, goals, self.shuffled) for hand in hands)
            self._ends[own_hand, other_hand, goals] = value
        return value

    def rate_rest(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate the best remaining actions: nobles, another attack if there are enough knights, the end of the turn."""
        if goals[0] <= 0 or PRINCES[own_hand] == 3:
            return WHOLE
        best = max(self.rate_end(hand, other_hand, rest) for hand, rest in self._list_cashings(own_hand, goals))
        if KNIGHTS[own_hand] >= 3:
            best = max(best, self.rate_fight(own_hand - THREE_KNIGHTS, other_hand, goals))
        return best

    def rate_fight(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate an attack that has been paid; the other defends if it can."""
        if can_defend(other_hand):
            return self.rate_rest(own_hand, pay_defence(other_hand), goals)
        return self.rate_hit(own_hand, other_hand, goals)

    def rate_hit(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate an undefended attack, which takes the kind that hurts most."""
        if not other_hand:
            return self.rate_rest(own_hand, other_hand, goals)
        return max(self.rate_taking(kind, own_hand, other_hand, goals) for kind in KINDS if COUNTS[kind][other_hand])

    def rate_taking(self, kind: str, own_hand: int, other_hand: int, goals: Goals) -> int:
        count = COUNTS[kind][other_hand]
        points = min(count, self.worth.target - goals[1])
        return self.rate_rest(own_hand, other_hand - count * STEPS[kind], (goals[0] - points, goals[1] + points))

    def _list_cashings(self, own_hand: int, goals: Goals) -> list[tuple[int, Goals]]:
        """List the hands and goals after each way to discard nobles."""
        counts = list_cashings(NOBLES[own_hand], self.classic)
        return [(own_hand - count * STEPS["N"], (goals[0] - points, goals[1])) for count, points in counts]

    # --- in solo, during the automaton's turn: the player's chances ------------------------------------------------

    def rate_automaton(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate the rest of the automaton's turn: another attack if it has the knights, or the end."""
        if goals[1] <= 0:
            return 0
        if KNIGHTS[other_hand] < 3:
            return self.worth.rate(AUTOMATON_ENDS, own_hand, other_hand, goals, self.shuffled)
        remaining = other_hand - THREE_KNIGHTS
        struck = self.rate_struck(own_hand, remaining, goals)
        return (
            max(struck, self.rate_automaton(pay_defence(own_hand), remaining, goals))
            if can_defend(own_hand)
            else struck
        )

    def rate_struck(self, own_hand: int, other_hand: int, goals: Goals) -> int:
        """Rate an undefended attack of the automaton, which takes the most frequent kind."""
        kind = max(KINDS, key=lambda kind: COUNTS[kind][own_hand])
        count = COUNTS[kind][own_hand]
        points = min(count, self.worth.target - goals[0])
        return self.rate_automaton(own_hand - count * STEPS[kind], other_hand, (goals[0] + points, goals[1] - points))

    # --- over all possible hands of the other --------------------------------------------------------------------

    def rate_keeping(self, own_hand: int, passed: Iterable[int], worlds: Worlds, goals: Goals) -> int:
        """Rate keeping a card; the other picks the better one of those left (`counts.STEPS`)."""
        return sum(
            weight * min(self.rate_draft(own_hand, other_hand + step, goals) for step in set(passed))
            for other_hand, weight in worlds.items()
        )

    def rate_ends(self, own_hand: int, worlds: Worlds, goals: Goals) -> int:
        return sum(weight * self.rate_end(own_hand, other_hand, goals) for other_hand, weight in worlds.items())

    def rate_fights(self, own_hand: int, worlds: Worlds, goals: Goals) -> int:
        return sum(weight * self.rate_fight(own_hand, other_hand, goals) for other_hand, weight in worlds.items())

    def rate_plan(self, own_hand: int, worlds: Worlds, goals: Goals) -> int:
        """Rate the best plan that doesn't depend on the other's hand."""
        if goals[0] <= 0:
            return WHOLE * sum(worlds.values())
        best = max(self.rate_ends(hand, worlds, rest) for hand, rest in self._list_cashings(own_hand, goals))
        if KNIGHTS[own_hand] >= 3:
            best = max(best, self.rate_fights(own_hand - THREE_KNIGHTS, worlds, goals))
        return best

    def rate_actions(
        self, own_hand: int, worlds: Worlds, goals: Goals, pairs: bool = True
    ) -> Iterator[tuple[Action, int]]:
        """Yield the value of discarding nobles, attacking and ending the turn."""
        yield ("end", 0, False), self.rate_ends(own_hand, worlds, goals)
        for pair in (False, True) if pairs and PRINCES[own_hand] >= 2 else (False,):
            princes = PRINCE_PAIR if pair else 0
            for count in (2,) if self.classic else (2, 3, 4):
                if NOBLES[own_hand] >= count - pair:
                    remaining, points = (
                        own_hand - (count - pair) * STEPS["N"] - princes,
                        noble_points(count, self.classic),
                    )
                    yield ("nobles", count, pair), self.rate_plan(remaining, worlds, (goals[0] - points, goals[1]))
            if KNIGHTS[own_hand] >= 3 - pair:
                remaining = own_hand - (3 - pair) * STEPS["K"] - princes
                yield ("attack", 3, pair), self.rate_fights(remaining, worlds, goals)


@cache
def list_kept(code: int) -> tuple[int, ...]:
    """List all hands that may remain after the hand limit."""
    hand = decode_hand(code)
    return tuple(encode_hand(subset) for subset in list_subsets(hand, len(hand) - len(hand) // 2))


@cache
def list_cashings(nobles: int, classic: bool) -> tuple[tuple[int, int], ...]:
    """List the numbers of nobles worth discarding, and their points.

    Leaves out numbers with no more points than the next lower one.
    """
    scores = [cashing_points(count, classic) for count in range(nobles + 1)]
    return tuple((count, points) for count, points in enumerate(scores) if not count or points > scores[count - 1])
