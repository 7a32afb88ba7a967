"""What a bot makes of a view: sides, how many cards the others hold, what can still beat a play."""

from games.engine.values import value
from games.titles.doudizhu.book import Book
from games.titles.doudizhu.combos import Combo
from games.titles.doudizhu.parts import SEATS
from games.titles.doudizhu.plan import MANY, Split, split
from games.titles.doudizhu.ranks import DECK, Cards, packed
from games.titles.doudizhu.view import DoudizhuView, Public

FEW = 2  # cards of a seat that may be gone at once


@value
class Eyes:
    """A seat's position in a deal. Hands are packed."""

    seat: int
    public: Public
    cards: Cards
    hand: int

    @property
    def book(self) -> Book:
        return self.public.options.book

    @property
    def bombs(self) -> int:
        """How many bombs this seat may play."""
        left = self.public.bombs_left[self.seat]
        return MANY if left is None else left

    @property
    def enemies(self) -> tuple[int, ...]:
        """The farmers, for the landlord; the landlord alone, for a farmer."""
        landlord = self.public.landlord
        if self.seat == landlord:
            return tuple(seat for seat in range(SEATS) if seat != landlord)
        return () if landlord is None else (landlord,)

    @property
    def nearest(self) -> int:
        """The fewest cards an enemy holds."""
        return min(self.public.counts[seat] for seat in self.enemies)

    @property
    def next_seat(self) -> int:
        return (self.seat - 1) % SEATS

    def of(self, cards: Cards) -> Combo:
        return self.book.combos[cards]

    def split(self, without: Cards = ()) -> Split:
        """The own hand as plays, or what is left of it."""
        bombs = self.bombs
        if without and bombs != MANY and self.of(without).kind == "bomb":
            bombs -= 1
        return split(self.hand - packed(without), self.book, bombs)

    @property
    def unseen(self) -> int:
        """All cards that lie where this seat can't see them."""
        return packed(DECK) - self.hand - sum(map(packed, self.public.played))

    def beatable(self, combo: Combo) -> bool:
        """Whether an enemy could hold something that beats it, as far as the open cards and the counts tell."""
        sizes = [self.public.counts[seat] for seat in self.enemies]
        answers = self.book.answers(self.unseen, combo)
        return any(len(cards) <= size for cards in answers for size in sizes)

    def lets_out(self, combo: Combo) -> bool:
        """Whether an enemy with one card or two could beat it with all that he has."""
        few = {self.public.counts[seat] for seat in self.enemies if self.public.counts[seat] <= FEW}
        return bool(few) and any(len(cards) in few for cards in self.book.answers(self.unseen, combo))


def eyes(view: DoudizhuView) -> Eyes:
    """What the seat of a view sees. A bot sits on a seat."""
    return Eyes(view.me, view.public, view.mine.hand, packed(view.mine.hand))
