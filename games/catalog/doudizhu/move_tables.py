"""Combinations that a hand can play, found by masks of ranks. Speed matters, because bots and tables ask constantly."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from games.catalog.doudizhu.combos import BOMBS, Combo, Kind, combos
from games.catalog.doudizhu.ranks import ABOVE, ALL, BIG, MARK, MARKS_SUITED, SMALL, SUITED, Cards, at_least, pack

Plays = tuple[Cards, ...]
MAX_CACHED = 1 << 13  # maximum number of cached answers per look-up: all masks of the thirteen ranks
_SMALL, _BIG = MARK[SMALL], MARK[BIG]
_WIDTH: dict[Kind, int] = {"single": 1, "pair": 2, "triple": 3, "straight": 1, "pairseq": 2, "tripleseq": 3}


class _ByMask(dict[int, Plays]):
    """Look-up by a mask of ranks, filled on demand.

    Finds combinations whose ranks, except for one known to be present, are all in the mask.
    """

    def __init__(self, choices: Iterable[Combo], base_mask: int = 0) -> None:
        super().__init__()
        self._choices = tuple((at_least(pack(combo.cards), 1) & ~base_mask, combo.cards) for combo in choices)

    def __missing__(self, mask: int) -> Plays:
        if len(self) >= MAX_CACHED:
            self.clear()
        plays = self[mask] = tuple(cards for needed, cards in self._choices if needed & mask == needed)
        return plays


class MoveTables:
    """The combinations under a table's option. Hands are packed; plays are in the order of `combos`."""

    def __init__(self, low_two: bool) -> None:
        self.combos = combos(low_two)
        of: dict[Kind, list[Combo]] = defaultdict(list)
        for combo in self.combos.values():
            of[combo.kind].append(combo)
        wild = [combo for combo in of["pair"] if combo.cards[0] in SUITED and combo.cards[1] in (SMALL, BIG)]
        self._wild = {r: _ByMask((c for c in wild if c.cards[1] == r), MARK[r]) for r in (SMALL, BIG)}
        of["pair"] = [combo for combo in of["pair"] if combo.cards[0] == combo.cards[1]]
        self._of = {kind: _ByMask(of[kind]) for kind in _WIDTH}
        self._planes = {MARK[r]: _ByMask((c for c in of["plane"] if c.cards.count(r) == 3), MARK[r]) for r in SUITED}
        self._bombs = {size: _ByMask(c for c in of["bomb"] if c.size == size) for size in BOMBS}
        self._over: dict[Cards, tuple[_ByMask, int, int]] = {}

    def list_leads(self, hand: int, *, bombs: bool = True) -> Plays:
        """List everything a hand can lead; without bombs if `bombs` is false."""
        ones, twos, threes = at_least(hand, 1), at_least(hand, 2), at_least(hand, 3)
        of = self._of
        suited = twos & MARKS_SUITED
        return (
            *self.list_sequences(hand),
            *self._planes_of(threes, suited),
            *of["triple"][threes],
            *of["pair"][twos],
            *self._wild_pairs(ones, 0),
            *of["single"][ones],
            *(self._bombs_of(hand, 4, 0) if bombs else ()),
        )

    def list_sequences(self, hand: int) -> Plays:
        """List the sequences in a hand."""
        return (
            *self._of["tripleseq"][at_least(hand, 3)],
            *self._of["pairseq"][at_least(hand, 2) & MARKS_SUITED],
            *self._of["straight"][at_least(hand, 1) & MARKS_SUITED],
        )

    def list_answers(self, hand: int, top: Combo, *, bombs: bool = True) -> Plays:
        """List everything a hand can play on `top`; without bombs if `bombs` is false."""
        if top.kind == "bomb":
            return self._bombs_of(hand, top.size, top.rank) if bombs else ()
        if top.kind == "plane":
            same = self._planes_of(at_least(hand, 3) & ABOVE[top.rank], at_least(hand, 2) & MARKS_SUITED)
        else:
            table, width, above = self._over.get(top.cards) or self._look_up(top)
            same = table[at_least(hand, width) & above]
            if top.kind == "pair":
                same += self._wild_pairs(at_least(hand, 1), top.rank)
        return same + self._bombs_of(hand, 4, 0) if bombs and at_least(hand, 4) else same

    def _planes_of(self, threes: int, twos: int) -> Plays:
        plays: Plays = ()
        while threes:
            three = threes & -threes
            threes ^= three
            plays += self._planes[three][twos & ~three]
        return plays

    def _wild_pairs(self, ones: int, over: int) -> Plays:
        """List pairs of a joker and another card above a value."""
        if not ones & (_SMALL | _BIG):
            return ()
        beside = ones & ABOVE[over] & MARKS_SUITED
        plays = self._wild[SMALL][beside] if ones & _SMALL else ()
        if ones & _BIG:
            plays += self._wild[BIG][beside]
        both = ones & _SMALL and ones & _BIG and self.combos[SMALL, BIG].rank > over
        return (*plays, (SMALL, BIG)) if both else plays

    def _bombs_of(self, hand: int, size: int, over: int) -> Plays:
        """List bombs of that size above a value, and all larger ones."""
        plays: Plays = ()
        mask = at_least(hand, size) & ABOVE[over]
        if mask:
            plays = self._bombs[size][mask]
        while size < 8 and (mask := at_least(hand, size + 1)):
            size += 1
            plays += self._bombs[size][mask]
        return plays

    def _look_up(self, top: Combo) -> tuple[_ByMask, int, int]:
        """Return where to find what beats `top`: plays, the cards they need of each rank, and the ranks that count."""
        table, above = self._of[top.kind], ABOVE[top.rank]
        if top.kind not in ("single", "pair", "triple"):  # sequences: of the same length, with any ranks
            longer = [combo for combo in self.combos.values() if combo.kind == top.kind and combo.beats(top)]
            table, above = _ByMask(longer), ALL
        self._over[top.cards] = table, _WIDTH[top.kind], above
        return self._over[top.cards]


@cache
def get_move_tables(low_two: bool) -> MoveTables:
    """Return the shared tables for this option."""
    return MoveTables(low_two)
