"""A fast, simplified form of the game for playouts: hands are integers (`counts.py`), both seats use learned values.

Like a bot, a seat sees a few possible hands of the other. Simplifications: bishops are shown first in a turn, prince
pairs are only used as bishops or for defence, and the other always defends if it can.
"""

from collections.abc import Callable, Sequence

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.counts import (
    BISHOPS,
    COUNTS,
    KNIGHTS,
    NOBLES,
    PRINCES,
    SIZES,
    STEPS,
    can_defend,
    decode_hand,
    pay_defence,
    showing_points,
)
from games.catalog.crown.bots.likely_hands import Worlds
from games.catalog.crown.bots.planning import THREE_KNIGHTS, Action, Planner, list_kept
from games.catalog.crown.bots.worth import DRAFT_DONE, TURN_ENDS, Goals, Worth
from games.catalog.crown.cards import KINDS, noble_points
from games.engine.chance import Rng

SAMPLES = 4  # imagined hands of the other
TRIES = 3  # attempts to find a hand with plausible earlier play
DRAFT = 3


class QuickMatch:
    """Two seats with their cards and points.

    `deck` and `pile` are lists of `STEPS`, with the next card of the deck last.
    """

    def __init__(self, worth: Worth, rng: Rng, hands: Sequence[int], deck: list[int], pile: list[int]) -> None:
        self.worth, self.rng, self.target, self.classic = worth, rng, worth.target, worth.classic
        self.hands, self.deck, self.pile, self.shuffled = list(hands), deck, pile, False
        self.scores, self.known = [0, 0], [0, 0]  # what each knows for certain of the other's hand
        self.winner: int | None = None

    def take_turn(self, seat: int) -> None:
        """Play a whole turn of a seat, up to a win."""
        self.draft(seat)
        self.finish_draft(seat)

    def finish_draft(self, seat: int) -> None:
        """Play all actions of a turn."""
        if PRINCES[self.hands[seat]] == 3:
            self.winner = seat
            return
        self.note(DRAFT_DONE, seat)
        self.go_on(seat, has_shown=False)

    def go_on(self, seat: int, has_shown: bool) -> None:
        """Play the rest of a turn; `has_shown` says whether bishops have been shown."""
        if self.winner is None and not has_shown:
            self.show_bishops(seat, showing_points(self.hands[seat]))
        while self.winner is None and self.act(seat):
            pass
        if self.winner is None:
            self.halve(seat)
            self.note(TURN_ENDS, seat)

    def note(self, moment: int, seat: int) -> None:
        """Do nothing. Subclasses that record positions override this."""

    def choose(self, choices: Sequence[int], rate: Callable[[int], int]) -> int:
        return max(choices, key=rate)

    def choose_action(self, actions: dict[Action, int]) -> Action:
        return max(actions, key=actions.__getitem__)

    def get_planner(self) -> Planner:
        return Planner(self.worth, self.shuffled)

    def get_goals(self, seat: int) -> Goals:
        return self.target - self.scores[seat], self.target - self.scores[1 - seat]

    def rate_end(self, seat: int, me: int) -> int:
        """Return the chance of `me` when the turn of `seat` has ended."""
        hands = self.hands
        chance = self.worth.rate(TURN_ENDS, hands[seat], hands[1 - seat], self.get_goals(seat), self.shuffled)
        return chance if seat == me else WHOLE - chance

    # --- cards and points ----------------------------------------------------------------------------------------

    def draw(self, count: int) -> list[int]:
        cards = []
        for _ in range(count):
            if not self.deck:
                self.deck, self.pile, self.shuffled = list(self.rng.shuffled(self.pile)), [], True
            cards.append(self.deck.pop())
        return cards

    def discard(self, seat: int, remaining: int) -> None:
        """Move cards from a hand to the pile, visible to everyone."""
        self.pile += [STEPS[kind] for kind in decode_hand(self.hands[seat] - remaining)]
        self.hands[seat], known_hand = remaining, self.known[1 - seat]
        if known_hand:
            self.known[1 - seat] = sum(
                min(COUNTS[kind][known_hand], COUNTS[kind][remaining]) * STEPS[kind] for kind in KINDS
            )

    def add_points(self, seat: int, points: int) -> None:
        self.scores[seat] += points
        if self.scores[seat] >= self.target:
            self.winner = seat

    def imagine(self, seat: int) -> Worlds:
        """Return a few possible hands of the other, by frequency."""
        rest = self.hands[1 - seat] - self.known[seat]
        pool, worlds = self.deck + [STEPS[kind] for kind in decode_hand(rest)], dict[int, int]()
        for _ in range(SAMPLES):
            for _ in range(TRIES):
                code = self.known[seat] + sum(self.rng.partial_shuffle(pool, SIZES[rest]))
                if self.known[seat] or self.is_plausible(code):
                    break
            worlds[code] = worlds.get(code, 0) + 1
        return worlds

    def is_plausible(self, code: int) -> bool:
        """Return whether a player may plausibly keep such a hand; one in ten implausible hands is accepted too."""
        strange = BISHOPS[code] + PRINCES[code] // 2 >= 3 or KNIGHTS[code] >= 6
        strange = strange or NOBLES[code] >= (2 if self.classic else 4)
        return not strange or self.rng.randbelow(10) == 0

    # --- a turn --------------------------------------------------------------------------------------------------

    def draft(self, seat: int) -> None:
        cards, planner, goals, worlds = self.draw(DRAFT), self.get_planner(), self.get_goals(seat), self.imagine(seat)

        def rate_keeping(step: int) -> int:
            passed = list(cards)
            passed.remove(step)
            return planner.rate_keeping(self.hands[seat] + step, passed, worlds, goals)

        card = self.choose(sorted(set(cards)), rate_keeping)
        cards.remove(card)
        self.hands[seat] += card
        self.pass_on(seat, cards)

    def pass_on(self, seat: int, passed: list[int]) -> None:
        """Let the other pick one of two cards."""
        other, planner, goals, worlds = 1 - seat, self.get_planner(), self.get_goals(seat), self.imagine(1 - seat)

        def rate_picking(step: int) -> int:
            other_hand = self.hands[other] + step
            return -sum(weight * planner.rate_draft(hand, other_hand, goals) for hand, weight in worlds.items())

        picked = self.choose(sorted(set(passed)), rate_picking)
        passed.remove(picked)
        self.hands[other] += picked
        self.known[seat] += picked if passed[0] == picked else 0
        self.pile += passed

    def show_bishops(self, seat: int, points: int) -> None:
        if points:
            self.add_points(seat, points)
            new_count = min(4, BISHOPS[self.hands[seat]]) - BISHOPS[self.known[1 - seat]]
            self.known[1 - seat] += max(0, new_count) * STEPS["B"]

    def act(self, seat: int) -> bool:
        """Discard nobles or attack. Return False at the end of the turn."""
        hand, worlds = self.hands[seat], self.imagine(seat)
        actions = dict(self.get_planner().rate_actions(hand, worlds, self.get_goals(seat), pairs=False))
        action, count, _pair = self.choose_action(actions)
        if action == "nobles":
            self.discard(seat, hand - count * STEPS["N"])
            self.add_points(seat, noble_points(count, self.classic))
        elif action == "attack":
            self.discard(seat, hand - THREE_KNIGHTS)
            self.fight(seat)
        return action != "end"

    def fight(self, seat: int) -> None:
        """Resolve an attack whose knights are paid."""
        other_hand = self.hands[1 - seat]
        if can_defend(other_hand):
            self.discard(1 - seat, pay_defence(other_hand))
        else:
            self.hit(seat)

    def hit(self, seat: int) -> None:
        """Resolve an undefended attack: the hand is seen, and the kind taken that hurts most."""
        own_hand, other_hand, goals, planner = (
            self.hands[seat],
            self.hands[1 - seat],
            self.get_goals(seat),
            self.get_planner(),
        )
        kinds = [kind for kind in KINDS if COUNTS[kind][other_hand]]
        if kinds:
            self.take(seat, max(kinds, key=lambda kind: planner.rate_taking(kind, own_hand, other_hand, goals)))
            self.known[seat] = self.hands[1 - seat]

    def take(self, seat: int, kind: str) -> None:
        other, count = 1 - seat, COUNTS[kind][self.hands[1 - seat]]
        points = min(count, self.scores[other])
        self.scores[other] -= points
        self.add_points(seat, points)
        self.discard(other, self.hands[other] - count * STEPS[kind])

    def halve(self, seat: int) -> None:
        """Discard at the hand limit."""
        hand = self.hands[seat]
        if SIZES[hand] >= 8:
            worlds, goals, planner = self.imagine(seat), self.get_goals(seat), self.get_planner()
            self.bury(seat, max(list_kept(hand), key=lambda remaining: planner.rate_ends(remaining, worlds, goals)))

    def bury(self, seat: int, remaining: int) -> None:
        """Discard all but `remaining` face down, so that the other no longer knows the hand."""
        self.discard(seat, remaining)
        self.known[1 - seat] = 0
