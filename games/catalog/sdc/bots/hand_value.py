"""What a hand is worth: which cards of it to keep, and how often it wins. Knows a hand, not the table. For bots."""

from bisect import bisect_left
from functools import cache

from games.catalog.sdc.hands import DECK, FOUR, STRAIGHT, Strength, number_of, sort_cards, strength
from games.catalog.sdc.types import Cards
from games.engine.chance import Rng

TEN = 10
SAMPLES = 5000
DOUBTED = (80, 60, 90, 40, 0, 0)  # percent, by the number of cards exchanged: how often that is no sign of the hand


def get_made_cards(hand: Cards) -> Cards:
    """The part that already counts: all of a straight or better, else the cards that share a number.

    >>> get_made_cards(("FA", "W9", "E9", "F4", "A2"))
    ('W9', 'E9')
    """
    category = strength(hand)[0]
    if category >= STRAIGHT and category != FOUR:
        return hand
    numbers = [number_of(card) for card in hand]
    return tuple(card for card in hand if numbers.count(number_of(card)) > 1)


def four_to_a_flush(hand: Cards) -> Cards:
    """Four cards of one suit, empty if there are none.

    >>> four_to_a_flush(("FK", "F9", "F4", "A3", "F2"))
    ('FK', 'F9', 'F4', 'F2')
    """
    by_suit = (tuple(card for card in hand if card[0] == suit) for suit in "WFAE")
    return next((same for same in by_suit if len(same) == 4), ())


def choose_kept_cards(hand: Cards, limit: int) -> Cards:
    """What to keep of a sorted hand when `limit` cards may go: the made part, else four to a flush, else a high card.

    By simulation against drawn hands, which have no kickers here: a single card from 10 up wins more often than a
    fresh five, and also more often than four to an open straight (34 % to 30 %), so straights are never drawn to.

    >>> choose_kept_cards(("WQ", "F9", "A8", "E7", "A6"), 5), choose_kept_cards(("F9", "A8", "E6", "A4", "W2"), 3)
    (('WQ',), ('F9', 'A8'))
    """
    kept = get_made_cards(hand) or four_to_a_flush(hand)
    least = max(5 - limit, int(number_of(hand[0]) >= TEN))
    return kept or hand[:least]


def win_percent(hand: Strength, count: int | None, limit: int) -> int:
    """Chance, 0-100, to beat somebody who exchanged `count` of at most `limit` cards, before any bid is known.

    None: somebody of whom that isn't known.

    >>> aces, high = strength(("WA", "FA", "E7", "A5", "F2")), strength(("WA", "FK", "E7", "A5", "F2"))
    >>> win_percent(aces, 3, 5) > 60 > win_percent(high, None, 5) > win_percent(high, 1, 5)
    True
    """
    everybody, by_count = _sample_strengths(limit)
    others = everybody if count is None else by_count[count]
    return 100 * bisect_left(others, hand) // len(others)


def believed_percent(hand: Strength, count: int, limit: int) -> int:
    """The same for somebody who may have kept cards to deceive.

    >>> pair = strength(("WK", "FK", "E7", "A5", "F2"))
    >>> win_percent(pair, 0, 5) < 5 < 40 < believed_percent(pair, 0, 5)
    True
    """
    doubt = DOUBTED[count]
    return ((100 - doubt) * win_percent(hand, count, limit) + doubt * win_percent(hand, None, limit)) // 100


@cache
def _sample_strengths(limit: int) -> tuple[tuple[Strength, ...], tuple[tuple[Strength, ...], ...]]:
    """Sorted strengths of finished hands, of everybody and by the number of cards exchanged.

    Sampled once in a process, always alike. Half of the imagined players know which cards to keep, half throw away all
    that does not count yet.
    """
    rng = Rng(b"sdc", f"odds/{limit}")
    found: list[list[Strength]] = [[] for _ in range(6)]
    for sample in range(SAMPLES):
        deck = list(DECK)  # a whole shuffle would cost five times as much
        cards = tuple(deck.pop(rng.randbelow(len(deck))) for _ in range(10))
        hand = sort_cards(cards[:5])
        kept = choose_kept_cards(hand, limit) if sample % 2 else get_made_cards(hand) or hand[: 5 - limit]
        found[5 - len(kept)].append(strength((*kept, *cards[5 : 10 - len(kept)])))
    everybody = tuple(sorted(one for group in found for one in group))
    return everybody, tuple(tuple(sorted(group)) or everybody for group in found)
