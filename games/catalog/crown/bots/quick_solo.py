"""The fast form of the solo game: the player is seat 0, the automaton seat 1, and only the deck is hidden."""

from games.catalog.crown.bots.counts import (
    COUNTS,
    KNIGHTS,
    NOBLES,
    PRINCES,
    SIZES,
    STEPS,
    can_defend,
    cashing_points,
    pay_defence,
    showing_points,
)
from games.catalog.crown.bots.likely_hands import Worlds
from games.catalog.crown.bots.planning import THREE_KNIGHTS
from games.catalog.crown.bots.quick_match import DRAFT, QuickMatch
from games.catalog.crown.bots.worth import AUTOMATON_ENDS, TURN_ENDS
from games.catalog.crown.cards import KINDS

REFILL = 5
SHARES = tuple((keep, give) for keep in range(DRAFT) for give in range(DRAFT) if keep != give)


class QuickSolo(QuickMatch):
    """A match against the automaton, which follows its rules (rules sheet, 5)."""

    def imagine(self, seat: int) -> Worlds:
        return {self.hands[1 - seat]: 1}

    def note(self, moment: int, seat: int) -> None:
        """Record only the ends of turns."""
        if moment == TURN_ENDS:
            self.note_end(TURN_ENDS if seat == 0 else AUTOMATON_ENDS)

    def note_end(self, moment: int) -> None:
        """Do nothing. Subclasses that record positions override this."""

    def take_turn(self, seat: int) -> None:
        self.hands[1] += sum(self.draw(max(0, REFILL - SIZES[self.hands[1]])))
        if seat == 0:
            super().take_turn(seat)
        else:
            self._take_automatons_turn()

    def draft(self, seat: int) -> None:
        cards, planner, (goal, other_goal) = self.draw(DRAFT), self.get_planner(), self.get_goals(0)

        def rate_sharing(share: int) -> int:
            kept_index, given_index = SHARES[share]
            own_hand, other_hand = self.hands[0] + cards[kept_index], self.hands[1] + cards[given_index]
            return planner.rate_plan(own_hand, {other_hand: 1}, (goal - showing_points(own_hand), other_goal))

        kept_index, given_index = SHARES[self.choose(range(len(SHARES)), rate_sharing)]
        self.hands[0] += cards[kept_index]
        self.hands[1] += cards[given_index]
        self.pile.append(sum(cards) - cards[kept_index] - cards[given_index])

    def _take_automatons_turn(self) -> None:
        hand = self.hands[1]
        if PRINCES[hand] == 3:
            self.winner = 1
            return
        self.add_points(1, showing_points(hand))
        if NOBLES[hand] >= 2:
            self.add_points(1, cashing_points(NOBLES[hand], False))
            self.discard(1, hand - NOBLES[hand] * STEPS["N"])
        self.finish_automatons_turn()

    def pass_on(self, seat: int, passed: list[int]) -> None:
        """Let the player distribute two cards."""
        planner, own_hand, (goal, other_goal) = self.get_planner(), self.hands[0], self.get_goals(0)
        goals = goal - showing_points(own_hand), other_goal
        gift = max(passed, key=lambda step: planner.rate_plan(own_hand, {self.hands[1] + step: 1}, goals))
        self.hands[1] += gift
        self.pile.append(sum(passed) - gift)

    def rate_end(self, seat: int, me: int) -> int:
        """Return the player's chance at the end of either side's turn."""
        moment = TURN_ENDS if seat == 0 else AUTOMATON_ENDS
        return self.worth.rate(moment, self.hands[0], self.hands[1], self.get_goals(0), self.shuffled)

    def go_on(self, seat: int, has_shown: bool) -> None:
        if seat == 0:
            super().go_on(seat, has_shown)
        else:
            self.finish_automatons_turn()

    def finish_automatons_turn(self) -> None:
        """Attack for every three knights."""
        while self.winner is None and KNIGHTS[self.hands[1]] >= 3:
            self.discard(1, self.hands[1] - THREE_KNIGHTS)
            self.answer_automaton()
        if self.winner is None:
            self.note_end(AUTOMATON_ENDS)

    def answer_automaton(self) -> None:
        """Defend if that is better."""
        hand, other_hand, goals, planner = self.hands[0], self.hands[1], self.get_goals(0), self.get_planner()

        def rate(defends: int) -> int:
            if defends:
                return planner.rate_automaton(pay_defence(hand), other_hand, goals)
            return planner.rate_struck(hand, other_hand, goals)

        if can_defend(hand) and self.choose([0, 1], rate):
            self.discard(0, pay_defence(hand))
        else:
            self.hit(1)

    def hit(self, seat: int) -> None:
        """Resolve an undefended attack. The automaton takes the most frequent kind."""
        hand = self.hands[1 - seat]
        if seat == 0:
            super().hit(seat)
        elif hand:
            self.take(seat, max(KINDS, key=lambda kind: COUNTS[kind][hand]))
