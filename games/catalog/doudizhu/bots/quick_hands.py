"""Compact hands and plays for playing hundreds of deals to their end: possible leads and answers, with prices.

A hand is divided into sequences, which stay as they are, and loose cards, from which sets are made as needed. Prices
are in tenths of a trick, as in `hand_splitting`: the increase of the hand's cost by a play.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.catalog.doudizhu.bots.hand_splitting import JOKERS, MANY, cost
from games.catalog.doudizhu.combos import Combo, Kind, combos
from games.catalog.doudizhu.ranks import ABOVE, ALL, BIG, MARK, MARKS_SUITED, SMALL, SUITED, VALUES, Cards, pack


class QuickPlay(NamedTuple):
    """A combination. Those of one form are compared by rank; the form of a set is its size."""

    form: int
    rank: int  # a card's value or a position; a bomb's size comes first
    weight: int  # the packed cards
    size: int
    cost: int


class QuickHand(NamedTuple):
    loose: int  # packed
    sequences: tuple[QuickPlay, ...]
    bombs: int  # how many it may play


Answer = tuple[int, QuickPlay | None]  # the price and the play

BOMB, SINGLE, PAIR, TRIPLE, PLANE, LONG = 0, 1, 2, 3, 5, 100  # forms; sequences from LONG on
_SEQUENCES: dict[Kind, int] = {"straight": LONG, "pairseq": 2 * LONG, "tripleseq": 3 * LONG}  # plus their size
_NO_ANSWER: Answer = (MANY, None)
_ONES = ALL >> 3
_TWO, _THREE, _FOUR = 6 * _ONES, 5 * _ONES, 4 * _ONES  # added to a hand, they mark ranks with as many cards


def shorten(combo: Combo) -> QuickPlay:
    """Return the compact form of a combination."""
    size, price, cards = combo.size, cost(combo), combo.cards
    if combo.kind == "bomb":
        return QuickPlay(BOMB, 32 * size + combo.rank, pack(cards), size, price)
    form = PLANE if combo.kind == "plane" else _SEQUENCES.get(combo.kind, 0) + size
    if combo.kind == "plane":  # the pair with a triple either isn't worth keeping, or costs as much as it is worth
        pair = next(rank for rank in cards if cards.count(rank) == 2)
        price -= min(0, COSTS[VALUES[pair]][PAIR])
    return QuickPlay(form, combo.rank, pack(cards), size, price)


def _list_set_costs(rank: str) -> tuple[int, ...]:
    """Return the cost of equal cards as one play, by their number."""
    if rank in JOKERS:
        return (0, JOKERS[rank], 2 * JOKERS[rank])
    kinds: tuple[Kind, ...] = ("single", "pair", "triple", "bomb", "bomb", "bomb", "bomb", "bomb")
    return (0, *(cost(Combo(kind, (rank,) * size, VALUES[rank])) for size, kind in enumerate(kinds, 1)))


COSTS = {VALUES[rank]: _list_set_costs(rank) for rank in (*SUITED, SMALL, BIG)}
QUICK: dict[Cards, QuickPlay] = {cards: shorten(combo) for cards, combo in combos(low_two=True).items()}
SETS = {size: {VALUES[c[0]]: QUICK[c] for c in QUICK if c == c[:1] * size} for size in range(1, 9)}
WEAK_PAIRS = sum(MARK[rank] for rank in SUITED if COSTS[VALUES[rank]][PAIR] > 0)  # these go along with a triple
PAIRS = {play.weight: play for play in QUICK.values() if play.form == PAIR}  # includes those with a joker
PLANES = {(play.rank, VALUES[min(c, key=c.count)]): play for c, play in QUICK.items() if play.form == PLANE}


def take_apart(hand: int, plays: Iterable[Cards], bombs: int) -> QuickHand:
    """Return a packed hand divided into those of its plays that are sequences, and the rest."""
    sequences = tuple([QUICK[cards] for cards in plays if QUICK[cards].form > LONG])
    return QuickHand(hand - sum([play.weight for play in sequences]), sequences, bombs)


def without(hand: QuickHand, play: QuickPlay) -> QuickHand:
    """Return the hand after one of its plays."""
    loose, sequences, bombs = hand
    if play.form > LONG:
        at = sequences.index(play)  # there may be two equal ones
        return QuickHand(loose, sequences[:at] + sequences[at + 1 :], bombs)
    return QuickHand(loose - play.weight, sequences, bombs - (play.form == BOMB))


def count_plays(hand: QuickHand) -> int:
    """Return the approximate number of plays to get rid of the hand: triples take pairs along."""
    loose, sequences, bombs = hand
    two, three, four = (loose + _TWO) & ALL, (loose + _THREE) & ALL, (loose + _FOUR) & ALL if bombs else 0
    pairs, triples = (two & ~three).bit_count(), (three & ~four).bit_count()
    singles = (((loose + 7 * _ONES) & ALL) & ~two).bit_count()
    return len(sequences) + singles + four.bit_count() + max(pairs, triples)


def list_leads(hand: QuickHand) -> Iterator[QuickPlay]:
    """Yield the sequences; of each set size the lowest, and the highest single; the lowest bomb.

    Leaves out pairs that a triple can take along.
    """
    loose, sequences, bombs = hand
    two, three, four = (loose + _TWO) & ALL, (loose + _THREE) & ALL, (loose + _FOUR) & ALL if bombs else 0
    yield from sequences
    pairs, triples, singles = two & ~three, three & ~four, ((loose + 7 * _ONES) & ALL) & ~two
    if triples:
        yield _take_pair_along(_lowest(triples), pairs & WEAK_PAIRS)
        for _ in range(min(triples.bit_count(), (pairs & WEAK_PAIRS).bit_count())):
            pairs &= pairs - 1
    if pairs:
        yield SETS[2][_lowest(pairs)]
    if singles:
        yield SETS[1][_lowest(singles)]
        yield SETS[1][singles.bit_length() // 4 + 2]
    if four:
        yield find_bomb(hand, 0)  # type: ignore[misc]


def _lowest(marks: int) -> int:
    """Return the value of the lowest rank in a mask."""
    return (marks & -marks).bit_length() // 4 + 2


def _take_pair_along(value: int, pairs: int) -> QuickPlay:
    """Return the triple, with the lowest of these pairs."""
    return PLANES[value, _lowest(pairs)] if pairs else SETS[3][value]


# --- plays that beat another


def find_answer(hand: QuickHand, top: QuickPlay) -> Answer:
    """Return the cheapest play of the same form found, without bombs."""
    form = top.form
    if form > LONG:
        above = [(-play.cost, play) for play in hand.sequences if play.form == form and play.rank > top.rank]
        return min(above, default=_NO_ANSWER)
    if form == PLANE:
        return _find_plane(hand, top.rank)
    return _find_set(hand, form, top.rank) if form else _NO_ANSWER


def _find_set(hand: QuickHand, size: int, rank: int) -> Answer:
    """Find the lowest set of the same size, and the lowest of each larger size to break; bombs stay whole."""
    loose, answer = hand.loose, _NO_ANSWER
    marks = (loose + (8 - size) * _ONES) & ALL & ABOVE[rank]
    for have in range(size, 4):
        if not marks:
            break
        larger = (loose + (7 - have) * _ONES) & ALL if have < TRIPLE or hand.bombs else 0
        if exact := marks & ~larger:
            value = (exact & -exact).bit_length() // 4 + 2
            costs = COSTS[value]
            price = costs[have - size] - costs[have]
            if price < answer[0]:
                answer = (price, SETS[size][value])
        marks &= larger
    return answer


def _find_plane(hand: QuickHand, rank: int) -> Answer:
    """Find the lowest higher triple, with the lowest pair, or with two cards of the lowest other triple."""
    loose = hand.loose
    two, three, four = (loose + _TWO) & ALL, (loose + _THREE) & ALL, (loose + _FOUR) & ALL if hand.bombs else 0
    triples = three & ~four & ABOVE[rank]
    if not triples:
        return _NO_ANSWER
    value = _lowest(triples)
    if pairs := two & ~three & MARKS_SUITED:
        pair = _lowest(pairs)
        price = -COSTS[value][TRIPLE] - min(0, COSTS[pair][PAIR])  # a weak one would go along with a triple anyway
        return price, PLANES[value, pair]
    if other_triples := three & ~four & ~(triples & -triples):
        pair = _lowest(other_triples)
        return -COSTS[value][TRIPLE] + COSTS[pair][SINGLE] - COSTS[pair][TRIPLE], PLANES[value, pair]
    return _NO_ANSWER


def find_bomb(hand: QuickHand, over: int) -> QuickPlay | None:
    """Find the lowest bomb above a rank (of bombs); None if there is none or no bomb may be played."""
    loose, lowest = hand.loose, None
    marks = (loose + _FOUR) & ALL if hand.bombs else 0
    while marks:
        low = marks & -marks
        marks ^= low
        value = low.bit_length() // 4 + 2
        bomb = SETS[loose // (low >> 3) & 15][value]
        if bomb.rank > over and (lowest is None or bomb.rank < lowest.rank):
            lowest = bomb
    return lowest
