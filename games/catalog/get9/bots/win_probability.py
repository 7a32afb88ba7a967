"""Good splits, values of piles, and the frequency with which a seat wins the match."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from games.catalog.get9.bots.piles import BEATS, BEST_PLACE, PILES, POINTS, SUMS
from games.catalog.get9.bots.worlds import World, WorldDrawer
from games.catalog.get9.cards import DECK, beats, points_of
from games.catalog.get9.types import ROUNDS, Cards, Piles
from games.catalog.get9.view import Get9View
from games.engine.chance import Rng

WORTH_TRYING = 6  # ninths of a point by which a split may be below the best


@cache
def get_best_card(pile: Cards) -> str:
    """Return the card that scores most on average against a random card of the dealer's.

    >>> get_best_card(("6", "8", "9")), get_best_card(("5", "6", "7"))
    ('8', '7')
    """
    return max(pile, key=lambda card: _worth(card, pile))


def _worth(card: str, pile: Cards) -> int:
    """Return nine times the average points."""
    return sum(beats(card, other) for other in DECK) * (points_of(pile) - int(card))


@cache
def good_splits() -> tuple[Piles, ...]:
    """Return the splits that score most on average, each in one order of its piles.

    >>> good_splits()[0]
    (('1', '2', '3'), ('4', '5', '7'), ('6', '8', '9'))
    """
    worths = ((sum(_worth(get_best_card(pile), pile) for pile in split), split) for split in _splits())
    ranked = sorted(worths, reverse=True)
    return tuple(split for worth, split in ranked if worth >= ranked[0][0] - WORTH_TRYING)


def _splits() -> Iterator[Piles]:
    for first in combinations(DECK, 3):
        rest = tuple(card for card in DECK if card not in first)
        for second in combinations(rest, 3):
            third = tuple(card for card in rest if card not in second)
            if first < second < third:
                yield first, second, third


def count_wins(view: Get9View, samples: int, rng: Rng) -> Mapping[str, int]:
    """Return how often the seat wins in `samples` imagined ends of the match, by the card it plays next.

    A win means being the only best player, above the dealer. The key is "" if no card has to be chosen in this round.
    Splits of others that are consistent with their open cards are equally likely, and everyone plays the best card on
    average.
    """
    public = view.public
    cards = view.mine.piles[len(public.rounds)] if public.phase in ("split", "choose") else ("",)
    counts, drawer = dict.fromkeys(cards, 0), WorldDrawer(view, rng, read=False)
    split, first = drawer.own, len(public.rounds)
    for _ in range(samples):
        world = drawer.draw()
        rival, open_rounds = _play_rivals(view, world, first)
        for card in cards:
            played = [PILES[split[at]][BEST_PLACE[split[at]]] for at in range(first, ROUNDS)]
            if card:
                played[0] = int(card)
            counts[card] += _is_won(view, world, played, rival, open_rounds)
    return counts


def _play_rivals(view: Get9View, world: World, first: int) -> tuple[int, list[bool]]:
    """Return the highest points of any rival, and by round whether the dealer's card beats all of theirs."""
    points, best, open_rounds = view.public.points, 0, [True] * ROUNDS
    for seat in view.rivals:
        score, split = points[seat], world.splits[seat]
        for at in range(first, ROUNDS):
            pile, dealer_card = split[at], world.dealer_cards[at]
            score += POINTS[pile][BEST_PLACE[pile]][dealer_card]
            if not BEATS[dealer_card][PILES[pile][BEST_PLACE[pile]]]:
                open_rounds[at] = False
        best = max(best, score)
    return best, open_rounds


def _is_won(view: Get9View, world: World, played: list[int], rival: int, open_rounds: list[bool]) -> bool:
    """Return whether the seat wins with these cards in the remaining rounds."""
    points, dealer, first = view.public.points[view.me], view.public.dealer_points, ROUNDS - len(played)
    for at, card in enumerate(played, first):
        dealer_card = world.dealer_cards[at]
        if BEATS[card][dealer_card]:
            points += SUMS[world.splits[view.me][at]] - card
        elif open_rounds[at] and BEATS[dealer_card][card]:
            dealer += world.other_cards[at]
    return points > dealer and points > rival
