"""The contract of a game: what its folder must offer. What its rules answer with is in `engine.transitions`.

A game is a folder `games/catalog/<slug>/` of pure functions over frozen values:

    metadata.py       METADATA: GameMetadata; loads without the rules
    moves.py          Move, the game's base of moves, and its subclasses
    happenings.py     Happening, the base of what becomes visible, and its subclasses
    view.py           Public and Own, values; a View[Public, Own] with what follows from both as properties
    state.py          Hidden, a value, and the game's name for State[Public, Own, Hidden]
    rules.py          the functions of `Rules` below
    determinize.py    imagine(view, rng) -> State, and redealt(state, rng) -> State
    bots/bot.py       BOTS: {"beginner": choose, "normal": choose}, and "strong" where there is one; weakest first
    bots/advice.py    if there is a strong level: advise, what it makes of a position (`engine.advice`)
    bots/premoves.py  what a bot that plans ahead would file, for the arena
    premoves.py       if one can plan ahead: its base of premoves, and the functions of `engine.premoves.PremoveRules`
    fold_analysis.py  if one can give a hand up: the functions of `FoldAnalysis`
    duration.py       if measured: the functions of `Duration` below
    game.py           GAME: Game[Public, Own, Hidden, Move, Happening, View], where the type checker proves all of it
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from importlib import import_module
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_args, runtime_checkable

from games.engine.advice import Adviser
from games.engine.chance import Chance, Rng
from games.engine.legal_moves import Legal
from games.engine.metadata import GameMetadata, Value
from games.engine.premoves import Premove, PremoveRules, no_forced_move
from games.engine.serialization.canonical_json import Json, decode_tagged, from_json
from games.engine.serialization.values import Happening, Move, frozen_dataclass
from games.engine.simulator import Simulator
from games.engine.state import State, View, make_view
from games.engine.transitions import AddressedHappening, Standing, Step, to_everyone, to_seats

__all__ = [
    "AddressedHappening",
    "Adviser",
    "AnyAddressedHappening",
    "AnyGame",
    "AnyState",
    "Bot",
    "Chance",
    "Duration",
    "Game",
    "Happening",
    "Legal",
    "Move",
    "Premove",
    "PremoveBot",
    "Rng",
    "Rules",
    "Simulator",
    "Standing",
    "State",
    "Step",
    "Value",
    "View",
    "frozen_dataclass",
    "list_subclasses",
    "to_everyone",
    "to_seats",
]  # fmt: skip

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741
H = TypeVar("H")
S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Happening)
K = TypeVar("K", bound=Move | Happening | Premove)
E_co = TypeVar("E_co", bound=Happening, covariant=True)


S_contra = TypeVar("S_contra", contravariant=True)


class FoldAnalysis(Protocol[S_contra]):
    """What a game's `fold_analysis.py` has: hands given up, told apart by whether they would have won.

    Asked of ended matches alone, for it looks at hands and at cards that were never turned.
    """

    @property
    def FOLD(self) -> type[Move]:
        """The move that gives a hand up."""

    def evaluate_fold(self, state: S_contra, seat: int) -> Mapping[int, bool]:
        """For the state in which `seat` folds: to whom, and whether its hand would have won against theirs. Empty
        where nobody had bet, or what would have won isn't settled by the cards yet."""


class Rules(Protocol[S, M, E_co]):
    """The functions of a game's `rules.py`. All pure; a state's seats are numbered 0 … n-1, clockwise."""

    def setup(self, options: Mapping[str, Value], seats: int) -> S:
        """The state before the house's first step. `options` have passed `metadata.clean_options` and name `rules`."""

    def waiting_on(self, state: S) -> frozenset[int]:
        """The seats that must decide now. Empty: the house moves, or the match is over."""

    def over(self, state: S) -> bool:
        """Whether the match has ended."""

    def legal(self, state: S, seat: int) -> Legal[M]:
        """Every move open to a seat. `legal(s, i).contains(m)` exactly when `apply(s, i, m)` accepts."""

    def apply(self, state: S, seat: int, move: M) -> Step[S, E_co]:
        """That decision and nothing else. Raises IllegalMoveError, or InvalidPayloadError for no move at all, and
        changes nothing."""

    def advance(self, state: S, chance: Chance) -> Step[S, E_co] | None:
        """One house step, or None when somebody must decide or the match is over."""

    def safe_move(self, state: S, seat: int, chance: Chance) -> M:
        """What a timeout plays for a seat that is waited on."""

    def standing(self, state: S) -> Standing:
        """Places and scores; winners once the match is over."""


@runtime_checkable
class Duration(Protocol):
    """The functions of a game's `duration.py`: how long a match usually is, as `manage.py arena` has measured it.

    `options` have passed `GameMetadata.clean_options`. People come by at times of their own, equally often.
    """

    def visits(self, options: Mapping[str, Value], seats: int) -> int:
        """How often a person finds something to decide, on average; all that can be decided at once is one visit."""

    def check_ins(self, options: Mapping[str, Value], seats: int) -> int:
        """How often everybody comes by until it is over, on average: visits, and looks while others are awaited."""

    def with_premoves(self, options: Mapping[str, Value], seats: int) -> tuple[int, int]:
        """Visits and looks where everybody plans ahead when they look in; a visit is also one to plan in."""


Bot = Callable[[V, Legal[M], Rng, Simulator], M]  # a level of a game's bot
PremoveBot = Callable[
    [V, Rng, Simulator], tuple[Premove, ...]
]  # what somebody sensible would file who has just been there
Upgrade = Callable[[str, Json], Json]


def no_upgrade(kind: str, plain: Json) -> Json:
    """The upgrade of a game whose values have never changed their shape."""
    return plain


def list_subclasses(base: type[K]) -> tuple[type[K], ...]:
    """A game's registry of moves, happenings or plans: the subclasses of its base, in their order in its module."""
    found = (kind for kind in vars(import_module(base.__module__)).values() if isinstance(kind, type))
    return tuple(k for k in found if issubclass(k, base) and k is not base and k.__module__ == base.__module__)


@frozen_dataclass
class Game(Generic[P, O, H, M, E, V]):
    """One game of the house, as the catalogue hands it out.

    `upgrade(kind, plain)` brings the plain JSON of a "state", "move" or "happening" of any earlier shape into the
    present one, and leaves the present one as it is; reading is strict otherwise. Of a state that a match goes on from
    some parts may be null.
    """

    LEVELS: ClassVar[tuple[str, ...]] = ("beginner", "normal")  # of every game, weakest first; always quick
    MORE_LEVELS: ClassVar[tuple[str, ...]] = ("strong",)  # of some; one that is stopped leaves the move to NORMAL
    NORMAL: ClassVar[str] = "normal"

    metadata: GameMetadata
    rules: Rules[State[P, O, H], M, E]
    state_class: type[State[P, O, H]]  # with its parts named, for the codec
    view_class: Callable[[int | None, P, O | None], V]  # the game's View class
    moves: tuple[type[M], ...]
    happenings: tuple[type[E], ...]
    imagine: Callable[[V, Rng], State[P, O, H]]
    redealt: Callable[[State[P, O, H], Rng], State[P, O, H]]  # only what no seat has seen is drawn anew
    bots: Mapping[str, Bot[V, M]]
    upgrade: Upgrade = field(default=no_upgrade)
    premoves: PremoveRules[V, M] | None = field(default=None)
    premove_bot: PremoveBot[V] | None = field(default=None)
    fold_analysis: FoldAnalysis[State[P, O, H]] | None = field(default=None)
    adviser: Adviser[V] | None = field(default=None)
    # The one move that every hand leaves which is consistent with what everybody knows: then the house answers.
    forced_move: Callable[[P, int], M | None] = field(default=no_forced_move)

    def view(self, state: State[P, O, H], seat: int | None) -> V:
        """What that seat, or a spectator, was shown and may remember."""
        return make_view(self.view_class, state, seat)

    def get_chapter_number(self, public: P) -> int:
        """Which of its chapters (deals, hands, turns …) a match is in; 0 in a game that doesn't number them."""
        counter = self.metadata.chapter.counter_field
        return int(getattr(public, counter)) if counter else 0

    def read_state(self, plain: Json) -> State[P, O, H]:
        """A stored state, of whichever shape. Raises InvalidPayloadError."""
        return from_json(self.state_class, self.upgrade("state", plain))

    def read_view(self, plain: Json, seat: int | None) -> V:
        """The view in a stored state. Reads nothing that the seat may not know. Raises InvalidPayloadError."""
        public, own, _hidden = get_args(self.state_class)
        plain = self.upgrade("state", plain)
        mine = None if seat is None else from_json(own, plain["own"][seat])
        return self.view_class(seat, from_json(public, plain["public"]), mine)

    def read_move(self, plain: Json) -> M:
        """A stored move, of whichever shape. Raises InvalidPayloadError."""
        return decode_tagged(self.moves, self.upgrade("move", plain))

    def read_premove(self, plain: Json) -> Premove:
        """A stored plan. Raises InvalidPayloadError."""
        return decode_tagged(self.premoves.PREMOVE_TYPES if self.premoves else (), plain)

    def read_happening(self, plain: Json) -> E:
        """A stored happening, of whichever shape. Raises InvalidPayloadError."""
        return decode_tagged(self.happenings, self.upgrade("happening", plain))


AnyState = State[Any, Any, Any]
AnyAddressedHappening = AddressedHappening[Any]
AnyBot = Bot[Any, Any]
AnyGame = Game[Any, Any, Any, Move, Happening, Any]
