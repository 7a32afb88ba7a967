"""What a seat, or a spectator, of a Dou Dizhu table may know."""

from dataclasses import dataclass

from games.engine import values
from games.titles.doudizhu.combos import Kind, combos
from games.titles.doudizhu.moves import Answer, Options, Outcome, Phase, Trick, Turn, to_beat
from games.titles.doudizhu.ranks import Cards


@dataclass(frozen=True, slots=True)
class Public:
    """Tuples run by seat, cards from low to high."""

    rules: int
    options: Options
    phase: Phase
    deal: int
    chips: tuple[int, ...]
    turn: int | None
    starter: int | None
    face_up: str  # the card that decided the starter, "" before it is known
    answers: tuple[Answer, ...]
    landlord: int | None
    rate: int
    bombs_left: tuple[int | None, ...]  # None: as many as one has
    counts: tuple[int, ...]  # cards in hand
    played: tuple[Cards, ...]
    trick: Trick
    previous: Trick
    kitty: Cards  # where everybody may see it
    hands: tuple[Cards, ...]  # once shown, at the end of a deal
    last: Outcome | None

    @property
    def top(self) -> Turn | None:
        """The play to beat; None for who leads."""
        return to_beat(self.trick)

    @property
    def top_kind(self) -> Kind | None:
        known = combos(self.options.low_two, self.options.mixed_rank)
        return known[self.top.cards].kind if self.top else None


@dataclass(frozen=True, slots=True)
class Own:
    """A seat's own cards; the kitty, once its owner has taken it."""

    hand: Cards
    kitty: Cards


@dataclass(frozen=True, slots=True)
class View(values.View):
    seat: int | None
    public: Public
    own: Own | None


VIEW = View
