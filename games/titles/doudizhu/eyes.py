"""What a bot makes of a view: sides, how many cards the others hold, what can still beat a play."""

from games.titles.doudizhu.combos import Combo
from games.titles.doudizhu.parts import SEATS
from games.titles.doudizhu.plan import MANY, Split, split
from games.titles.doudizhu.ranks import DECK, Cards, packed
from games.titles.doudizhu.view import DoudizhuView

FEW = 2  # cards of a seat that may be gone at once


class Eyes:
    """A seat's position in a deal."""

    def __init__(self, view: DoudizhuView) -> None:
        self.seat, self.public, self.cards = view.me, view.public, view.mine.hand
        self.hand, self.book = packed(self.cards), self.public.options.book
        left, landlord = self.public.bombs_left[self.seat], self.public.landlord
        self.bombs = MANY if left is None else left  # how many this seat may play
        farmers = tuple(seat for seat in range(SEATS) if seat != landlord)
        self.enemies = () if landlord is None else farmers if self.seat == landlord else (landlord,)
        self.unseen = packed(DECK) - self.hand - sum(map(packed, self.public.played))  # the cards of all others

    @property
    def nearest(self) -> int:
        """The fewest cards an enemy holds."""
        return min(self.public.counts[seat] for seat in self.enemies)

    def of(self, cards: Cards) -> Combo:
        return self.book.combos[cards]

    def split(self, without: Cards = ()) -> Split:
        """The own hand as plays, or what is left of it."""
        bombs = self.bombs
        if without and bombs != MANY and self.of(without).kind == "bomb":
            bombs -= 1
        return split(self.hand - packed(without), self.book, bombs)

    def beatable(self, combo: Combo) -> bool:
        """Whether an enemy could hold something that beats it, as far as the open cards and the counts tell."""
        sizes = [self.public.counts[seat] for seat in self.enemies]
        answers = self.book.answers(self.unseen, combo)
        return any(len(cards) <= size for cards in answers for size in sizes)

    def lets_out(self, combo: Combo) -> bool:
        """Whether an enemy with one card or two could beat it with all that he has."""
        few = {self.public.counts[seat] for seat in self.enemies if self.public.counts[seat] <= FEW}
        return bool(few) and any(len(cards) in few for cards in self.book.answers(self.unseen, combo))
