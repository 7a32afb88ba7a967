"""Knowledge of everyone, and of one seat, at a Dou Dizhu table. Tuples are by seat, cards from low to high."""

from games.catalog.doudizhu.combos import FLAWS, Combo, Kind, Obstacle
from games.catalog.doudizhu.ranks import Cards, pack
from games.catalog.doudizhu.types import HAND, KITTY, SEATS, Answer, Options, Outcome, Phase, Trick, Turn
from games.engine.game import View, frozen_dataclass


@frozen_dataclass
class Public:
    """The public part. Between two deals there are no cards and no landlord."""

    options: Options
    chips: tuple[int, ...] = (0,) * SEATS
    phase: Phase = "deal"
    deal: int = 0  # number of the current deal, or of the last one
    starter: int | None = None  # drew the face-up card
    face_up: str = ""
    answers: tuple[Answer, ...] = ("", "", "", "")
    bombs_left: tuple[int | None, ...] = (None,) * SEATS  # None: no limit
    played: tuple[Cards, ...] = ((),) * SEATS
    trick: Trick = ()
    previous: Trick = ()  # the previous trick
    kitty: Cards = ()  # as dealt, if everyone sees it
    hands: tuple[Cards, ...] = ()  # once shown, at the end of a deal
    last: Outcome | None = None

    @property
    def gains(self) -> tuple[int, ...]:
        """The chips won or lost by each seat in the deal whose cards are still on the table."""
        last = self.last if self.last and self.last.deal == self.deal else None
        return last.gains if last else (0,) * len(self.chips)

    @property
    def turn(self) -> int | None:
        """The seat that has to decide, if any. Turns go counterclockwise."""
        if self.phase == "play":
            return (self.trick[-1].seat - 1) % SEATS if self.trick else self.landlord
        if self.phase == "auction" and self.starter is not None:
            return (self.starter - sum(answer != "" for answer in self.answers)) % SEATS
        return None

    @property
    def landlord(self) -> int | None:
        """The seat that accepted; if none did, the one asked first. None before the auction is over (section 3)."""
        if self.phase not in ("play", "show", "payment"):
            return None
        return self.answers.index("accept") if "accept" in self.answers else self.starter

    @property
    def rate(self) -> int:
        """The amount for each farmer (section 3).

        2 if the seat asked first accepted, otherwise 1; 0 without landlord.
        """
        if self.landlord is None:
            return 0
        return 2 if self.landlord == self.starter and "accept" in self.answers else 1

    @property
    def taker(self) -> int | None:
        """The seat that has taken the kitty into its hand, if any."""
        return self.landlord if self.options.kitty_to_landlord else None

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards in each hand, including the kitty for the seat that took it."""
        if self.phase in ("deal", "over"):
            return (0,) * SEATS
        taker = self.taker
        return tuple([HAND + KITTY * (seat == taker) - len(cards) for seat, cards in enumerate(self.played)])

    @property
    def top(self) -> Turn | None:
        """The play to beat; None for the leader: at the beginning of a trick, and after three passes."""
        for turn in self.trick[:-4:-1]:
            if turn.cards:
                return turn
        return None

    @property
    def top_combo(self) -> Combo | None:
        return self.options.move_tables.combos[self.top.cards] if self.top else None

    @property
    def top_kind(self) -> Kind | None:
        return self.top_combo.kind if self.top_combo else None


@frozen_dataclass
class Own:
    """A seat's cards, and the kitty once it has taken it."""

    hand: Cards = ()
    kitty: Cards = ()


@frozen_dataclass
class HeldCombos:
    """Combinations of one kind and size in a hand, and why they can't be played now ("" if they can)."""

    kind: Kind
    size: int
    obstacle: Obstacle
    plays: tuple[Cards, ...]


class DoudizhuView(View[Public, Own]):
    """Knowledge of one seat, or of a spectator."""

    __slots__ = ()

    flaws = FLAWS

    @property
    def held(self) -> tuple[HeldCombos, ...]:
        """All combinations in the seat's hand, for describing selected cards and whether they may be played."""
        book, top, bombs = self.public.options.move_tables, self.public.top_combo, self.public.bombs_left[self.me] != 0
        groups: dict[tuple[Kind, int, Obstacle], list[Cards]] = {}
        for cards in book.list_leads(pack(self.mine.hand)):
            combo = book.combos[cards]
            groups.setdefault((combo.kind, combo.size, combo.obstacle(top, bombs=bombs)), []).append(cards)
        return tuple(HeldCombos(*key, tuple(plays)) for key, plays in groups.items())
