"""Value of a hand for bots: which cards to keep, and how often it wins. Uses only the hand, not the table."""

from bisect import bisect_left
from functools import cache

from games.catalog.sdc.hands import DECK, FOUR, STRAIGHT, Strength, number_of, sort_cards, strength
from games.catalog.sdc.types import Cards
from games.engine.chance import Rng

TEN = 10
SAMPLES = 5000
DOUBTED = (80, 60, 90, 40, 0, 0)  # percent, by cards exchanged: how often their number says nothing


def get_made_cards(hand: Cards) -> Cards:
    """Return the cards that already count: all of a straight or better, otherwise those that share a number.

    >>> get_made_cards(("FA", "W9", "E9", "F4", "A2"))
    ('W9', 'E9')
    """
    category = strength(hand)[0]
    if category >= STRAIGHT and category != FOUR:
        return hand
    numbers = [number_of(card) for card in hand]
    return tuple(card for card in hand if numbers.count(number_of(card)) > 1)


def four_to_a_flush(hand: Cards) -> Cards:
    """Return four cards of one suit; empty if there are none.

    >>> four_to_a_flush(("FK", "F9", "F4", "A3", "F2"))
    ('FK', 'F9', 'F4', 'F2')
    """
    by_suit = (tuple(card for card in hand if card[0] == suit) for suit in "WFAE")
    return next((same for same in by_suit if len(same) == 4), ())


def choose_kept_cards(hand: Cards, limit: int) -> Cards:
    """Return the cards to keep of a sorted hand when `limit` may go.

    Made cards, otherwise four to a flush, otherwise a high card. By simulation against drawn hands (there are no
    kickers): a single card from 10 up wins more often than a fresh five, and also more often than four to an open
    straight (34 % to 30 %), so straights are never drawn to.

    >>> choose_kept_cards(("WQ", "F9", "A8", "E7", "A6"), 5), choose_kept_cards(("F9", "A8", "E6", "A4", "W2"), 3)
    (('WQ',), ('F9', 'A8'))
    """
    kept_cards = get_made_cards(hand) or four_to_a_flush(hand)
    least = max(5 - limit, int(number_of(hand[0]) >= TEN))
    return kept_cards or hand[:least]


def win_percent(hand: Strength, count: int | None, limit: int) -> int:
    """Return the chance, 0–100, to beat a player who exchanged `count` of at most `limit` cards, before any bid.

    None if the number of cards isn't known.

    >>> aces, high = strength(("WA", "FA", "E7", "A5", "F2")), strength(("WA", "FK", "E7", "A5", "F2"))
    >>> win_percent(aces, 3, 5) > 60 > win_percent(high, None, 5) > win_percent(high, 1, 5)
    True
    """
    everyone, by_count = _sample_strengths(limit)
    strengths = everyone if count is None else by_count[count]
    return 100 * bisect_left(strengths, hand) // len(strengths)


def believed_percent(hand: Strength, count: int, limit: int) -> int:
    """Return the same chance, allowing for players who kept cards to deceive.

    >>> pair = strength(("WK", "FK", "E7", "A5", "F2"))
    >>> win_percent(pair, 0, 5) < 5 < 40 < believed_percent(pair, 0, 5)
    True
    """
    doubt = DOUBTED[count]
    return ((100 - doubt) * win_percent(hand, count, limit) + doubt * win_percent(hand, None, limit)) // 100


@cache
def _sample_strengths(limit: int) -> tuple[tuple[Strength, ...], tuple[tuple[Strength, ...], ...]]:
    """Return sorted strengths of finished hands, of all players and by the number of cards exchanged.

    Sampled once per process, always with the same result. Half of the imagined players know which cards to keep; the
    other half throw away everything that doesn't count yet.
    """
    rng = Rng(b"sdc", f"odds/{limit}")
    by_count: list[list[Strength]] = [[] for _ in range(6)]
    for sample in range(SAMPLES):
        deck = list(DECK)  # shuffling it all would take five times as long
        cards = tuple(deck.pop(rng.randbelow(len(deck))) for _ in range(10))
        hand = sort_cards(cards[:5])
        kept_cards = choose_kept_cards(hand, limit) if sample % 2 else get_made_cards(hand) or hand[: 5 - limit]
        by_count[5 - len(kept_cards)].append(strength((*kept_cards, *cards[5 : 10 - len(kept_cards)])))
    everyone = tuple(sorted(hand_strength for group in by_count for hand_strength in group))
    return everyone, tuple(tuple(sorted(group)) or everyone for group in by_count)
