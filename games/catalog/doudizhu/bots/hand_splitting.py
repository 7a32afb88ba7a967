"""Splitting of hands into plays, the basis of the bots' decisions.

Every play has a cost in tenths of a trick: about 10 for a weak one, which has to be led some time and loses the lead,
less for one that may win its trick, below zero for one that probably does. The cost of a hand is the sum over its best
split: the lower, the sooner all cards are played.
"""

from functools import cache, lru_cache

from games.catalog.doudizhu.combos import Combo, Kind
from games.catalog.doudizhu.move_tables import MoveTables
from games.catalog.doudizhu.ranks import BIG, SMALL, SUITED, VALUES, Cards, at_least, pack, sort_cards
from games.engine.serialization.values import frozen_dataclass

# Costs at the lowest and at the highest rank, by kind; in between they fall with increasing speed. Bombs are separate.
COSTS: dict[Kind, tuple[int, int]] = {
    "single": (10, 0), "pair": (10, -3), "triple": (8, -6), "plane": (8, -6), "straight": (8, -4), "pairseq": (6, -6),
    "tripleseq": (3, -8),
}  # fmt: skip
JOKERS = {SMALL: -4, BIG: -8}
BRANCHES, DEPTH = 2, 3  # sequences tried at each step of a split, and maximum number of steps
BOMB = 4  # in cards
MANY = 99  # bombs, if there is no limit
# Set sizes for four or more equal cards that may not be played as a bomb.
APART: dict[int, tuple[int, ...]] = {4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 2, 2), 8: (3, 3, 2)}


@frozen_dataclass
class Split:
    """A hand as plays; `cost` is in tenths of a trick."""

    cost: int
    plays: tuple[Cards, ...]


def cost(combo: Combo) -> int:
    """Return what a play adds to the cost of a hand.

    >>> from games.catalog.doudizhu.move_tables import get_move_tables
    >>> combos = get_move_tables(True).combos
    >>> [cost(combos[cards]) for cards in (("3",), ("2",), ("B",), ("3", "3", "3", "3"))]
    [10, 0, -8, -8]
    """
    if combo.kind == "bomb":
        return -2 * combo.size
    if combo.cards[-1] in JOKERS:  # alone, two of them, or one as a wild card
        return JOKERS[combo.cards[0]] if combo.size == 1 else -9 if combo.cards[0] in JOKERS else 4
    weak, strong = COSTS[combo.kind]
    lowest, highest = (5, 14) if combo.kind in ("straight", "pairseq", "tripleseq") else (3, 15)
    share = 100 * max(0, combo.rank - lowest) // (highest - lowest)
    longer = 2 * max(0, combo.size - 6) if combo.kind != "plane" else 0
    return weak - (weak - strong) * share * share // 10_000 - longer


@lru_cache(maxsize=1 << 15)
def split(hand: int, book: MoveTables, bombs: int = MANY) -> Split:
    """Return the best split found of a packed hand, with at most that many bombs.

    >>> from games.catalog.doudizhu.move_tables import get_move_tables
    >>> split(pack(["3", "4", "5", "6", "7", "9", "9", "9", "J", "J"]), get_move_tables(True)).plays
    (('3', '4', '5', '6', '7'), ('9', '9', '9', 'J', 'J'))
    """
    return _split(hand, book, bombs, DEPTH)


def pick_sequences(hand: int, book: MoveTables, bombs: int) -> list[Cards]:
    """Return the sequences of a good split, in a third of the time, by repeatedly taking the one that helps most."""
    picked: list[Cards] = []
    cheapest, priced = _sets_cost(hand, bombs), _price_sequences(book)
    while True:
        options = [
            (priced[cards][1] + _sets_cost(hand - priced[cards][0], bombs), cards)
            for cards in book.list_sequences(hand)
        ]
        total, cards = min(options, default=(cheapest, ()))
        if total >= cheapest:
            return picked
        picked.append(cards)
        hand -= priced[cards][0]
        cheapest = total - priced[cards][1]


def _split(hand: int, book: MoveTables, bombs: int, depth: int) -> Split:
    """Return the best split: only sets, or a sequence first if that is cheaper.

    Explores only the most helpful sequences.
    """
    alone = _sets_cost(hand, bombs)
    runs = []
    if depth:
        priced = _price_sequences(book)
        for cards in book.list_sequences(hand):
            weight, price = priced[cards]
            runs.append((price + _sets_cost(hand - weight, bombs), cards))
        runs.sort()
    best: Split | None = None
    for rest, cards in runs[:BRANCHES]:
        if rest > alone + 5:  # at least half a trick away from helping
            break
        weight, price = priced[cards]
        after = _split(hand - weight, book, bombs, depth - 1)
        if price + after.cost < (best.cost if best else alone):
            best = Split(price + after.cost, (cards, *after.plays))
    return best or Split(alone, _sets(hand, bombs))


@cache
def _price_sequences(book: MoveTables) -> dict[Cards, tuple[int, int]]:
    """Return the packed cards and the cost of every sequence."""
    return {
        cards: (pack(cards), cost(combo))
        for cards, combo in book.combos.items()
        if combo.kind in ("straight", "pairseq", "tripleseq")
    }


def _sets_cost(hand: int, bombs: int) -> int:
    """Return the cost of a hand as jokers, bombs, triples, pairs and singles; triples take along the weakest pairs."""
    if at_least(hand, BOMB).bit_count() > bombs:
        total, threes, twos = _count_sets(hand, bombs)
    else:  # four ranks at a time, from a cache
        first, second, third, fourth = _PARTS
        total, threes, twos = first[hand & 0xFFFF]
        for part_cost, threes_more, twos_more in (
            second[hand >> 16 & 0xFFFF],
            third[hand >> 32 & 0xFFFF],
            fourth[hand >> 48],
        ):
            total += part_cost
            threes += threes_more
            twos += twos_more
    if threes and twos:
        total -= sum([price for price in twos[:threes] if price > 0])
    return total


def _count_sets(hand: int, bombs: int) -> tuple[int, int, tuple[int, ...]]:
    """Return the cost of all sets, the number of triples, and the cost of each pair."""
    total = threes = 0
    twos: list[int] = []
    for costs in _SETS:
        count = hand & 15
        hand >>= 4
        sizes: tuple[int, ...] = (count,)
        if count >= BOMB:
            sizes = (count,) if bombs else APART[count]
            bombs -= bombs > 0
        total += sum([costs[size] for size in sizes])
        threes += sizes.count(3)
        twos += [costs[2]] * sizes.count(2)
    return total + JOKERS[SMALL] * (hand & 15) + JOKERS[BIG] * (hand >> 4), threes, tuple(twos)


class _Part(dict[int, tuple[int, int, tuple[int, ...]]]):
    """Cache of set counts for four ranks of a hand, starting at a place; bombs are not limited."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place

    def __missing__(self, cards: int) -> tuple[int, int, tuple[int, ...]]:
        counts = self[cards] = _count_sets(cards << self._place, MANY)
        return counts


def _sets(hand: int, bombs: int) -> tuple[Cards, ...]:
    """Return the plays that `_sets_cost` has counted."""
    plays: list[Cards] = []
    twos: list[Cards] = []
    threes: list[Cards] = []
    for rank in SUITED:
        count = hand & 15
        hand >>= 4
        if count >= BOMB and bombs:
            bombs -= 1
            plays.append((rank,) * count)
            continue
        for size in APART.get(count, (count,)):
            cards = (rank,) * size
            (plays if size < 2 else twos if size == 2 else threes).append(cards)
    for joker in (SMALL, BIG):
        plays += [(joker,)] * (hand & 15)
        hand >>= 4
    weak = [pair for pair in twos if _SETS[VALUES[pair[0]] - 3][2] > 0]
    for three in threes:
        pair = next((pair for pair in weak if pair[0] != three[0]), ())  # five equal cards would be a bomb
        if pair:
            weak.remove(pair)
            twos.remove(pair)
        plays.append(sort_cards(three + pair))
    return tuple(cards for cards in (*plays, *twos) if cards)


def _set_costs(rank: str) -> tuple[int, ...]:
    """Return costs by number of equal cards: nothing, single, pair, triple, and bombs of four to eight."""
    kinds: tuple[Kind, ...] = ("single", "pair", "triple", "bomb", "bomb", "bomb", "bomb", "bomb")
    return (0, *(cost(Combo(kind, (rank,) * size, VALUES[rank])) for size, kind in enumerate(kinds, 1)))


_SETS = tuple(_set_costs(rank) for rank in SUITED)
_PARTS = tuple(_Part(place) for place in (0, 16, 32, 48))
