"""Imagined worlds: piles of everyone and of the dealer that are consistent with what a seat knows."""

from bisect import bisect_right

from games.catalog.get9.bots.piles import BEST_WORTH, NUMBERS, SUMS, SplitIds, to_pile
from games.catalog.get9.bots.reading import read_splits, to_shown
from games.catalog.get9.types import ROUNDS
from games.catalog.get9.view import Get9View
from games.engine.chance import Rng

NO_SPLIT: SplitIds = (0, 0, 0)  # of seats that are no longer in the match
CARDS_OF_PILE = 3


class World:
    """Piles, dealer's cards and randomness of an imagined match.

    `splits` are by seat. `dealer_cards` has the card that the dealer shows in each round, `other_cards` the sum of its
    other two (0 for past rounds). `worth` and `usual` are by remaining rounds (0, 1 or 2) and seat, in ninths of a
    point: the average result of the remaining piles as their owner knows it, and as others expect who know which cards
    are left.
    """

    __slots__ = ("dealer_cards", "luck", "other_cards", "splits", "usual", "worth")

    def __init__(self, splits: list[SplitIds], dealer_cards: list[int], other_cards: list[int], luck: int) -> None:
        self.splits, self.dealer_cards, self.other_cards, self.luck = splits, dealer_cards, other_cards, luck
        last = [BEST_WORTH[right] for _, _, right in splits]
        both = [BEST_WORTH[centre] + BEST_WORTH[right] for _, centre, right in splits]
        self.worth = ((), last, both)
        last = [11 * SUMS[right] // 3 for _, _, right in splits]
        both = [11 * (SUMS[centre] + SUMS[right]) // 3 for _, centre, right in splits]
        self.usual = ((), last, both)


def own_split(view: Get9View) -> SplitIds:
    """Return the seat's piles as indexes, or NO_SPLIT if it has none."""
    return tuple(map(to_pile, view.mine.piles)) if view.mine.piles else NO_SPLIT  # type: ignore[return-value]


class Luck:
    """Pseudo-random numbers for many worlds, seeded by the table's. Faster than drawing each from it."""

    def __init__(self, start: int) -> None:
        self.state = start

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, for n up to a few thousand."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return ((self.state >> 33) * n) >> 31

    def draw(self, cards: list[int], count: int) -> list[int]:
        """Return `count` random cards, shuffling the list in place."""
        for at in range(count):
            other = at + self.below(len(cards) - at)
            cards[at], cards[other] = cards[other], cards[at]
        return cards[:count]


class WorldDrawer:
    """Source of worlds for a view.

    With `read`, splits are weighted by their owners' play, otherwise all are equally likely.
    """

    def __init__(self, view: Get9View, rng: Rng, *, read: bool) -> None:
        public = view.public
        self.luck, self.done = Luck(rng.randbelow(1 << 62)), len(public.rounds)
        self.seats, self.me, self.own = public.seats, view.me, own_split(view)
        self.readings = [(seat, *read_splits(to_shown(public.opened(seat)))) for seat in view.rivals]
        self.read = read
        seen_cards = {int(card) for cards in public.dealer_opened for card in cards}
        self.unseen = [card for card in NUMBERS if card not in seen_cards]

    def draw(self) -> World:
        luck = self.luck
        splits = [NO_SPLIT] * self.seats
        splits[self.me] = self.own
        for seat, splits_of_seat, weights in self.readings:
            at = bisect_right(weights, luck.below(weights[-1])) if self.read else luck.below(len(splits_of_seat))
            splits[seat] = splits_of_seat[at]
        rounds_left = ROUNDS - self.done
        cards = luck.draw(self.unseen, CARDS_OF_PILE * rounds_left)
        past = [0] * self.done
        dealer_cards = [*past, *cards[:rounds_left]]
        other_cards = [*past, *(cards[rounds_left + at] + cards[2 * rounds_left + at] for at in range(rounds_left))]
        return World(splits, dealer_cards, other_cards, luck.below(1 << 30))
