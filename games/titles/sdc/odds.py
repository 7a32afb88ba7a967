"""How good a hand is against one that has exchanged so many cards."""

from bisect import bisect_left
from functools import cache

from games.engine.chance import Rng
from games.titles.sdc.draws import made_kept, well_kept
from games.titles.sdc.hands import DECK, Strength, in_order, strength
from games.titles.sdc.parts import Cards

SAMPLES = 5000


def win_percent(hand: Cards, count: int, limit: int) -> int:
    """Chance, 0-100, to beat somebody who exchanged `count` of at most `limit` cards, before any bid is known.

    >>> win_percent(("WA", "FA", "E7", "A5", "F2"), 3, 5) > 60 > 30 > win_percent(("WA", "FK", "E7", "A5", "F2"), 1, 5)
    True
    """
    others = _typical(limit)[count]
    return 100 * bisect_left(others, strength(hand)) // len(others)


@cache
def _typical(limit: int) -> tuple[tuple[Strength, ...], ...]:
    """Sorted strengths of finished hands by the number of cards exchanged; sampled once in a process, always alike.

    Half of the imagined players know which cards to keep, half throw away all that does not count yet.
    """
    rng = Rng(b"sdc", f"odds/{limit}")
    found: list[list[Strength]] = [[] for _ in range(6)]
    for sample in range(SAMPLES):
        cards = _dealt(rng, 10)
        hand = in_order(cards[:5])
        kept = well_kept(hand, limit) if sample % 2 else made_kept(hand) or hand[: 5 - limit]
        found[5 - len(kept)].append(strength((*kept, *cards[5 : 10 - len(kept)])))
    everybody = [one for group in found for one in group]
    return tuple(tuple(sorted(group or everybody)) for group in found)


def _dealt(rng: Rng, count: int) -> Cards:
    # A whole shuffle would cost five times as much.
    deck = list(DECK)
    return tuple(deck.pop(rng.below(len(deck))) for _ in range(count))
