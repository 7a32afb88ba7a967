"""How good a move is for the normal bot, in points to come: its cards, and some hands the other may hold."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.chance import Rng
from games.engine.values import Move
from games.titles.crown.kinds import KINDS, Cards, bishop_points, cost, minus, noble_points
from games.titles.crown.knowledge import unseen
from games.titles.crown.moves import Attack, Bishops, Defend, Discard, Give, Keep, Nobles, Pick, Take
from games.titles.crown.view import CrownView, Own
from games.titles.crown.worth import end_value, hand_value

SAMPLES = 12  # hands imagined for the other
DENIED = 0.6  # what the other loses or doesn't get counts so much
SWING = 2  # a point taken is one gained and one lost
WINS = 100.0


class Judge:
    """Rates the moves of one question; higher is better, 0 is doing nothing."""

    def __init__(self, view: CrownView, own: Own, rng: Rng) -> None:
        self.own, self.hand, self.public = own, own.hand, view.public
        self.classic = view.public.options.mode == "classic"
        seat = int(view.seat or 0)
        self.score, self.others_score = view.public.scores[seat], view.public.scores[1 - seat]
        known = unseen(view, rng)
        count = SAMPLES if len(known.surely) < known.held else 1
        self.hands = [known.hand(rng) for _ in range(count)]

    def __call__(self, move: Move) -> float:
        rate = _RATES.get(type(move))
        return rate(self, move) if rate else 0.0

    def keep(self, move: Keep) -> float:
        """The own gain, less what the other can take of the two cards left."""
        left = minus(self.own.drawn, (move.kind,))
        passed = (max(self._gain(hand, kind) for kind in left) for hand in self.hands)
        return self._gain(self.hand, move.kind) - DENIED * sum(passed) / len(self.hands)

    def pick(self, move: Pick) -> float:
        return self._gain(self.hand, move.kind)

    def give(self, move: Give) -> float:
        return -self._gain(self.hands[0], move.kind)

    def discard(self, move: Discard) -> float:
        return self._value(minus(self.hand, move.cards))

    def take(self, move: Take) -> float:
        return self._loot(self.hands[0], move.kind, self.others_score)

    def defend(self, move: Defend) -> float:
        """The worst loss avoided, less the knights' worth."""
        cards = cost("K", 2, move.pair)
        return self._worst(self.hand, self.score) - self._value(self.hand) + self._value(minus(self.hand, cards))

    def bishops(self, move: Bishops) -> float:
        """They cost nothing but what showing them tells."""
        return bishop_points(move.count) - (0.1 if move.pair else 0.0) - move.count / 100

    def nobles(self, move: Nobles) -> float:
        points = noble_points(move.count, self.classic)
        wins = self.score + points >= self.public.options.target
        return WINS if wins else points - self._spent(cost("N", move.count, move.pair))

    def attack(self, move: Attack) -> float:
        """What it brings against the hands imagined, less the knights' worth."""
        brings = sum(self._struck(hand) for hand in self.hands) / len(self.hands)
        return brings - self._spent(cost("K", 3, move.pair))

    def _struck(self, hand: Cards) -> float:
        """The other defends if it can."""
        if hand.count("K") >= 2:
            return DENIED * (self._value(hand) - self._value(minus(hand, ("K", "K"))))
        return self._worst(hand, self.others_score)

    def _worst(self, hand: Cards, points: int) -> float:
        """What the best choice of a kind takes from a hand."""
        return max(self._loot(hand, kind, points) for kind in KINDS)

    def _loot(self, hand: Cards, kind: str, points: int) -> float:
        left = tuple(card for card in hand if card != kind)
        taken = min(len(hand) - len(left), points)
        return SWING * taken + DENIED * (self._value(hand) - self._value(left))

    def _spent(self, cards: Cards) -> float:
        """What a cost takes from the worth of the hand at the turn's end; at the hand limit that may be nothing."""
        return end_value(self.hand, self.classic) - end_value(minus(self.hand, cards), self.classic)

    def _gain(self, hand: Cards, kind: str) -> float:
        return self._value((*hand, kind)) - self._value(hand)

    def _value(self, hand: Cards) -> float:
        return hand_value(hand, self.classic)


_RATES: Mapping[type[Move], Callable[[Judge, Any], float]] = {
    Keep: Judge.keep,
    Pick: Judge.pick,
    Give: Judge.give,
    Discard: Judge.discard,
    Take: Judge.take,
    Defend: Judge.defend,
    Bishops: Judge.bishops,
    Nobles: Judge.nobles,
    Attack: Judge.attack,
}
