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

    def rate_draft(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate the position after the draft, before all actions."""
        return self.worth.rate(DRAFT_DONE, mine, theirs, goals, self.shuffled)

    def rate_end(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate the end of the turn with this hand; too many cards are halved in the best way."""
        if goals[0] <= 0:
            return WHOLE
        found = self._ends.get((mine, theirs, goals))
        if found is None:
            kept = list_kept(mine) if SIZES[mine] >= HAND_LIMIT else (mine,)
            found = max(self.worth.rate(TURN_ENDS, hand, theirs, goals, self.shuffled) for hand in kept)
            self._ends[mine, theirs, goals] = found
        return found

    def rate_rest(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate the best remaining actions: nobles, another attack if there are enough knights, the end of the turn."""
        if goals[0] <= 0 or PRINCES[mine] == 3:
            return WHOLE
        best = max(self.rate_end(left, theirs, rest) for left, rest in self._list_cashings(mine, goals))
        if KNIGHTS[mine] >= 3:
            best = max(best, self.rate_fight(mine - THREE_KNIGHTS, theirs, goals))
        return best

    def rate_fight(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate an attack that has been paid; the other defends if it can."""
        if can_defend(theirs):
            return self.rate_rest(mine, pay_defence(theirs), goals)
        return self.rate_hit(mine, theirs, goals)

    def rate_hit(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate an undefended attack, which takes the kind that hurts most."""
        if not theirs:
            return self.rate_rest(mine, theirs, goals)
        return max(self.rate_taking(kind, mine, theirs, goals) for kind in KINDS if COUNTS[kind][theirs])

    def rate_taking(self, kind: str, mine: int, theirs: int, goals: Goals) -> int:
        count = COUNTS[kind][theirs]
        points = min(count, self.worth.target - goals[1])
        return self.rate_rest(mine, theirs - count * STEPS[kind], (goals[0] - points, goals[1] + points))

    def _list_cashings(self, mine: int, goals: Goals) -> list[tuple[int, Goals]]:
        """List the hands and goals after each way to discard nobles."""
        counts = list_cashings(NOBLES[mine], self.classic)
        return [(mine - count * STEPS["N"], (goals[0] - points, goals[1])) for count, points in counts]

    # --- in solo, during the automaton's turn: the player's chances ------------------------------------------------

    def rate_automaton(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate the rest of the automaton's turn: another attack if it has the knights, or the end."""
        if goals[1] <= 0:
            return 0
        if KNIGHTS[theirs] < 3:
            return self.worth.rate(AUTOMATON_ENDS, mine, theirs, goals, self.shuffled)
        left = theirs - THREE_KNIGHTS
        struck = self.rate_struck(mine, left, goals)
        return max(struck, self.rate_automaton(pay_defence(mine), left, goals)) if can_defend(mine) else struck

    def rate_struck(self, mine: int, theirs: int, goals: Goals) -> int:
        """Rate an undefended attack of the automaton, which takes the most frequent kind."""
        kind = max(KINDS, key=lambda kind: COUNTS[kind][mine])
        count = COUNTS[kind][mine]
        points = min(count, self.worth.target - goals[0])
        return self.rate_automaton(mine - count * STEPS[kind], theirs, (goals[0] + points, goals[1] - points))

    # --- over all possible hands of the other --------------------------------------------------------------------

    def rate_keeping(self, mine: int, left: Iterable[int], worlds: Worlds, goals: Goals) -> int:
        """Rate keeping a card; the other picks the better one of those left (`counts.STEPS`)."""
        return sum(
            weight * min(self.rate_draft(mine, theirs + step, goals) for step in set(left))
            for theirs, weight in worlds.items()
        )

    def rate_ends(self, mine: int, worlds: Worlds, goals: Goals) -> int:
        return sum(weight * self.rate_end(mine, theirs, goals) for theirs, weight in worlds.items())

    def rate_fights(self, mine: int, worlds: Worlds, goals: Goals) -> int:
        return sum(weight * self.rate_fight(mine, theirs, goals) for theirs, weight in worlds.items())

    def rate_plan(self, mine: int, worlds: Worlds, goals: Goals) -> int:
        """Rate the best plan that doesn't depend on the other's hand."""
        if goals[0] <= 0:
            return WHOLE * sum(worlds.values())
        best = max(self.rate_ends(left, worlds, rest) for left, rest in self._list_cashings(mine, goals))
        if KNIGHTS[mine] >= 3:
            best = max(best, self.rate_fights(mine - THREE_KNIGHTS, worlds, goals))
        return best

    def rate_actions(self, mine: int, worlds: Worlds, goals: Goals, pairs: bool = True) -> Iterator[tuple[Action, int]]:
        """Yield the value of discarding nobles, attacking and ending the turn."""
        yield ("end", 0, False), self.rate_ends(mine, worlds, goals)
        for pair in (False, True) if pairs and PRINCES[mine] >= 2 else (False,):
            princes = PRINCE_PAIR if pair else 0
            for count in (2,) if self.classic else (2, 3, 4):
                if NOBLES[mine] >= count - pair:
                    left, points = mine - (count - pair) * STEPS["N"] - princes, noble_points(count, self.classic)
                    yield ("nobles", count, pair), self.rate_plan(left, worlds, (goals[0] - points, goals[1]))
            if KNIGHTS[mine] >= 3 - pair:
                left = mine - (3 - pair) * STEPS["K"] - princes
                yield ("attack", 3, pair), self.rate_fights(left, worlds, goals)


@cache
def list_kept(code: int) -> tuple[int, ...]:
    """List all hands that may remain after the hand limit."""
    hand = decode_hand(code)
    return tuple(encode_hand(kept) for kept in list_subsets(hand, len(hand) - len(hand) // 2))


@cache
def list_cashings(nobles: int, classic: bool) -> tuple[tuple[int, int], ...]:
    """List the numbers of nobles worth discarding, and their points.

    Leaves out numbers with no more points than the next lower one.
    """
    scores = [cashing_points(count, classic) for count in range(nobles + 1)]
    return tuple((count, points) for count, points in enumerate(scores) if not count or points > scores[count - 1])
