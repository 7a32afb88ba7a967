"""What a bot reckons with: good splits, what a pile is worth, and how often its seat wins the match from here."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations

from games.catalog.get9.cards import DECK, beats, points_of
from games.catalog.get9.types import ROUNDS, Cards, Piles
from games.catalog.get9.view import Get9View
from games.engine.chance import Rng

WORTH_TRYING = 6  # ninths of a point that a split may be below the best


@cache
def get_best_card(pile: Cards) -> str:
    """The card that scores most on average against any card of the dealer's.

    >>> get_best_card(("6", "8", "9")), get_best_card(("5", "6", "7"))
    ('8', '7')
    """
    return max(pile, key=lambda card: _worth(card, pile))


def _worth(card: str, pile: Cards) -> int:
    """Points on average, times nine."""
    return sum(beats(card, other) for other in DECK) * (points_of(pile) - int(card))


@cache
def good_splits() -> tuple[Piles, ...]:
    """The splits that score most on average, each in one order of its piles.

    >>> good_splits()[0]
    (('1', '2', '3'), ('4', '5', '7'), ('6', '8', '9'))
    """
    worths = ((sum(_worth(get_best_card(pile), pile) for pile in split), split) for split in _splits())
    found = sorted(worths, reverse=True)
    return tuple(split for worth, split in found if worth >= found[0][0] - WORTH_TRYING)


def _splits() -> Iterator[Piles]:
    for first in combinations(DECK, 3):
        rest = tuple(card for card in DECK if card not in first)
        for second in combinations(rest, 3):
            third = tuple(card for card in rest if card not in second)
            if first < second < third:
                yield first, second, third


def count_wins(view: Get9View, samples: int, rng: Rng) -> Mapping[str, int]:
    """In how many of `samples` imagined ends of the match the seat is the one best and beats the dealer.

    By the card it plays next; "" while no card of the round is to be chosen.
    """
    public, own = view.public, view.mine
    cards = own.piles[len(public.rounds)] if public.phase in ("split", "choose") else ("",)
    counts = dict.fromkeys(cards, 0)
    for _ in range(samples):
        world = _World(view, rng)
        for card in cards:
            counts[card] += world.is_won(own.piles, card)
    return counts


class _World:
    """One way the rest of the match may go: the cards of the others and of the dealer, round by round."""

    def __init__(self, view: Get9View, rng: Rng) -> None:
        public = view.public
        points = public.points
        self.first, self.points = len(public.rounds), points[view.me]
        self.dealer_points, self.dealer = public.dealer_points, _deal_unseen(public.dealer_opened, rng)
        self.rival, self.open = 0, [True] * (ROUNDS - self.first)
        for seat in view.rivals:
            self._play(_deal_unseen(public.opened(seat), rng), points[seat])

    def _play(self, piles: Piles, points: int) -> None:
        """A rival's rounds: the most points any rival comes to, and in which rounds the dealer beats them all."""
        for at in range(ROUNDS - self.first):
            shown, played = self.dealer[at][1], get_best_card(piles[at])
            if beats(played, shown):
                points += points_of(piles[at]) - int(played)
            self.open[at] = self.open[at] and beats(shown, played)
        self.rival = max(self.rival, points)

    def is_won(self, own: Piles, card: str) -> bool:
        """Whether the seat wins, playing `card` of its next pile ("": as it would anyway)."""
        points, dealer_points = self.points, self.dealer_points
        for at, pile in enumerate(own[self.first :]):
            first, shown, third = self.dealer[at]
            played = (not at and card) or get_best_card(pile)
            if beats(played, shown):
                points += points_of(pile) - int(played)
            if self.open[at] and beats(shown, played):
                dealer_points += int(first) + int(third)
        return points > dealer_points and points > self.rival


def _deal_unseen(opened: Iterable[Cards], rng: Rng) -> Piles:
    """Piles of the cards that nobody has seen."""
    seen = {card for cards in opened for card in cards}
    cards = rng.shuffled([card for card in DECK if card not in seen])
    return tuple(cards[at : at + 3] for at in range(0, len(cards) - 2, 3))
