"""Evaluation of moves for the normal bot, in expected points, by its cards and some possible hands of the other."""

from games.catalog.crown.bots.counts import decode_hand
from games.catalog.crown.bots.likely_hands import sample_hands, weigh_hands
from games.catalog.crown.cards import KINDS, Cards, bishop_points, cost, list_subsets, noble_points, remove_cards
from games.catalog.crown.choices import HAND_LIMIT
from games.catalog.crown.moves import Attack, Bishops, Defend, Discard, Give, Keep, Move, Nobles, Pick, Take
from games.catalog.crown.view import CrownView
from games.engine.chance import Rng

SAMPLES = 12  # imagined hands of the other
DENIED = 0.6  # weight of what the other loses or doesn't get
SWING = 2  # a point taken is one gained and one lost
WINS = 100.0
# Value of cards to their holder, by the number of cards of a kind.
PRINCES = [0.0, 0.7, 2.4, 30.0]
BISHOPS = [0.0, 0.6, 1.5, 3.5, 6.0, 6.1]  # three or four score again every turn
KNIGHTS = [0.0, 0.8, 2.0, 2.7, 3.2, 4.2, 4.8, 5.2, 5.8, 6.2, 6.6, 7.0]  # two defend, three attack, five do both
NOBLES = [0.0, 0.8, 2.0, 2.8, 4.0, 4.8, 6.0, 6.8, 8.0, 8.8]  # classic: two points for two
SAVED_NOBLES = [0.0, 0.5, 1.1, 2.0, 3.0, 3.4, 4.0, 5.0, 6.0, 6.4]  # adjusted and solo: best saved up for four


class MoveEvaluator:
    """Rating of the moves of one question; higher is better, 0 is doing nothing."""

    def __init__(self, view: CrownView, rng: Rng) -> None:
        self.own, self.hand, self.public = view.mine, view.mine.hand, view.public
        self.classic = view.public.options.classic
        self.score, self.others_score = view.public.scores[view.me], view.public.scores[1 - view.me]
        worlds = weigh_hands(view, lambda code: self._value(decode_hand(code)))
        self.hands = [decode_hand(code) for code in sample_hands(worlds, SAMPLES, rng)]

    def __call__(self, move: Move) -> float:
        match move:
            case Keep(kind):
                return self._keep(kind)
            case Pick(kind):
                return self._gain(self.hand, kind)
            case Give(kind):
                return -self._gain(self.hands[0], kind)
            case Discard(cards):
                return self._value(remove_cards(self.hand, cards))
            case Take(kind):
                return self._loot(self.hands[0], kind, self.others_score)
            case Defend(pair):
                # The worst loss avoided, minus the value of the knights.
                remaining = remove_cards(self.hand, cost("K", 2, pair))
                return self._worst(self.hand, self.score) - self._value(self.hand) + self._value(remaining)
            case Bishops(count, pair):
                # They cost nothing but the information given away.
                return bishop_points(count) - (0.1 if pair else 0.0) - count / 100
            case Nobles(count, pair):
                points = noble_points(count, self.classic)
                wins = self.score + points >= self.public.options.target_points
                return WINS if wins else points - self._spent(cost("N", count, pair))
            case Attack(pair):
                # The expected gain against the imagined hands, minus the value of the knights.
                brings = sum(self._struck(hand) for hand in self.hands) / len(self.hands)
                return brings - self._spent(cost("K", 3, pair))
        return 0.0

    def _keep(self, kind: str) -> float:
        """Return the seat's gain, minus what the other can take of the two cards left."""
        passed_kinds = remove_cards(self.own.drawn, (kind,))
        passed = (max(self._gain(hand, other) for other in passed_kinds) for hand in self.hands)
        return self._gain(self.hand, kind) - DENIED * sum(passed) / len(self.hands)

    def _struck(self, hand: Cards) -> float:
        """Return the gain of an attack. The other defends if it can."""
        if hand.count("K") >= 2:
            return DENIED * (self._value(hand) - self._value(remove_cards(hand, ("K", "K"))))
        return self._worst(hand, self.others_score)

    def _worst(self, hand: Cards, points: int) -> float:
        """Return the loss of a hand to the best choice of a kind."""
        return max(self._loot(hand, kind, points) for kind in KINDS)

    def _loot(self, hand: Cards, kind: str, points: int) -> float:
        remaining = tuple(card for card in hand if card != kind)
        count = min(len(hand) - len(remaining), points)
        return SWING * count + DENIED * (self._value(hand) - self._value(remaining))

    def _spent(self, cards: Cards) -> float:
        """Return how much the cost reduces the hand's value at the turn's end; nothing, maybe, at the hand limit."""
        return end_value(self.hand, self.classic) - end_value(remove_cards(self.hand, cards), self.classic)

    def _gain(self, hand: Cards, kind: str) -> float:
        return self._value((*hand, kind)) - self._value(hand)

    def _value(self, hand: Cards) -> float:
        return hand_value(hand, self.classic)


def hand_value(hand: Cards, classic: bool) -> float:
    """Return the value of a hand under either of the noble rules.

    >>> hand_value(("B", "B", "B"), True) > hand_value(("N", "N", "N"), True)
    True
    """
    count, nobles = hand.count, NOBLES if classic else SAVED_NOBLES
    return PRINCES[count("P")] + BISHOPS[count("B")] + KNIGHTS[count("K")] + nobles[count("N")]


def end_value(hand: Cards, classic: bool) -> float:
    """Return the value of a hand at the end of a turn: half of it is discarded if there are too many cards."""
    if len(hand) < HAND_LIMIT:
        return hand_value(hand, classic)
    return max(hand_value(subset, classic) for subset in list_subsets(hand, len(hand) - len(hand) // 2))
