"""The contract of a game: what its package must provide. Results of its rules are in `engine.transitions`.

A game is a package `games/catalog/<slug>/` of pure functions over frozen values:

    metadata.py       METADATA: GameMetadata; can be imported without the rules
    moves.py          Move, the base class of the game's moves, and its subclasses
    happenings.py     Happening, the base class of the game's happenings, and its subclasses
    view.py           Public and Own, values; a View[Public, Own] with derived properties
    state.py          Hidden, a value, and the game's alias for State[Public, Own, Hidden]
    rules.py          the functions of `Rules` below
    determinize.py    imagine(view, rng) -> State, and redealt(state, rng) -> State
    bots/bot.py       BOTS: {"beginner": choose, "normal": choose}, and "strong" if there is one; weakest first
    bots/advice.py    if there is a strong level: advise, its evaluation of a position (`engine.advice`)
    bots/premoves.py  the premoves a bot would set, for the arena
    premoves.py       if there are premoves: their base class, and the functions of `engine.premoves.PremoveRules`
    fold_analysis.py  if hands can be folded: the functions of `FoldAnalysis`
    duration.py       if measured: the functions of `Duration` below
    game.py           GAME: Game[Public, Own, Hidden, Move, Happening, View], where mypy checks all of the above
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
    "AnyStep",
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
    """Functions of a game's `fold_analysis.py`, which find out whether a folded hand would have won.

    Only for ended matches, because they look at hands and at cards that were never shown.
    """

    @property
    def FOLD(self) -> type[Move]:
        """The move that folds a hand."""

    def evaluate_fold(self, state: S_contra, seat: int) -> Mapping[int, bool]:
        """Return, by opponent, whether the hand of `seat` would have won, in the state in which it folds.

        Empty if no one had bet, or if the cards don't settle yet who would have won.
        """


class Rules(Protocol[S, M, E_co]):
    """The functions of a game's `rules.py`. All are pure; seats are numbered 0 … n-1, clockwise."""

    def setup(self, options: Mapping[str, Value], seats: int) -> S:
        """Return the state before the house's first step.

        `options` come from `metadata.clean_options` and include `rules`.
        """

    def waiting_on(self, state: S) -> frozenset[int]:
        """Return the seats that must decide now. Empty if the house moves next or the match is over."""

    def over(self, state: S) -> bool:
        """Return whether the match has ended."""

    def legal(self, state: S, seat: int) -> Legal[M]:
        """Return all legal moves of a seat. `legal(s, i).contains(m)` exactly when `apply(s, i, m)` accepts."""

    def apply(self, state: S, seat: int, move: M) -> Step[S, E_co]:
        """Apply a move, without any house step after it.

        Raises IllegalMoveError, or InvalidPayloadError for data that is not a move.
        """

    def advance(self, state: S, chance: Chance) -> Step[S, E_co] | None:
        """Apply one house step, or return None if a seat must decide or the match is over."""

    def safe_move(self, state: S, seat: int, chance: Chance) -> M:
        """Return the move that a timeout plays for a seat that must decide."""

    def standing(self, state: S) -> Standing:
        """Return places and scores, and the winners once the match is over."""


@runtime_checkable
class Duration(Protocol):
    """Functions of a game's `duration.py`: the usual length of a match, as measured by `manage.py arena`.

    `options` come from `GameMetadata.clean_options`. The model assumes that all people look in equally often, at
    independent times.
    """

    def visits(self, options: Mapping[str, Value], seats: int) -> int:
        """Return how often a person finds something to decide, on average.

        Decisions possible at the same time are one visit.
        """

    def check_ins(self, options: Mapping[str, Value], seats: int) -> int:
        """Return how often everyone looks in before the end, on average, including looks while others have to move."""

    def with_premoves(self, options: Mapping[str, Value], seats: int) -> tuple[int, int]:
        """Return visits and looks if everyone sets premoves when looking in. Setting premoves counts as a visit."""


Bot = Callable[[V, Legal[M], Rng, Simulator], M]  # one level of a game's bots
PremoveBot = Callable[
    [V, Rng, Simulator], tuple[Premove, ...]
]  # the premoves a sensible player would set when looking in
Upgrade = Callable[[str, Json], Json]


def no_upgrade(kind: str, plain: Json) -> Json:
    """Return the value unchanged: the upgrade for games whose stored values have never changed."""
    return plain


def list_subclasses(base: type[K]) -> tuple[type[K], ...]:
    """List a game's moves, happenings or premoves: the subclasses of its base, in the order of its module."""
    classes = (kind for kind in vars(import_module(base.__module__)).values() if isinstance(kind, type))
    return tuple(k for k in classes if issubclass(k, base) and k is not base and k.__module__ == base.__module__)


@frozen_dataclass
class Game(Generic[P, O, H, M, E, V]):
    """A game, as the catalogue provides it.

    `upgrade(kind, plain)` converts the plain JSON of a "state", "move" or "happening" from any earlier format to the
    current one, and leaves the current one as it is; apart from that, reading is strict. In the state of a fork some
    parts may be null.
    """

    LEVELS: ClassVar[tuple[str, ...]] = ("beginner", "normal")  # every game has these, weakest first; always fast
    MORE_LEVELS: ClassVar[tuple[str, ...]] = ("strong",)  # of some games; NORMAL moves if time runs out
    NORMAL: ClassVar[str] = "normal"

    metadata: GameMetadata
    rules: Rules[State[P, O, H], M, E]
    state_class: type[State[P, O, H]]  # with its type parameters, for the decoder
    view_class: Callable[[int | None, P, O | None], V]  # the game's View class
    moves: tuple[type[M], ...]
    happenings: tuple[type[E], ...]
    imagine: Callable[[V, Rng], State[P, O, H]]
    redealt: Callable[[State[P, O, H], Rng], State[P, O, H]]  # draws again only what no seat has seen
    bots: Mapping[str, Bot[V, M]]
    upgrade: Upgrade = field(default=no_upgrade)
    premoves: PremoveRules[V, M] | None = field(default=None)
    premove_bot: PremoveBot[V] | None = field(default=None)
    fold_analysis: FoldAnalysis[State[P, O, H]] | None = field(default=None)
    adviser: Adviser[V] | None = field(default=None)
    # The move that is the only legal one with every hand consistent with public knowledge; then the server plays it.
    forced_move: Callable[[P, int], M | None] = field(default=no_forced_move)

    def view(self, state: State[P, O, H], seat: int | None) -> V:
        """Return what the seat, or a spectator (None), was shown and may remember."""
        return make_view(self.view_class, state, seat)

    def get_chapter_number(self, public: P) -> int:
        """Return the number of the current chapter (deal, hand, turn …); 0 if the game doesn't number them."""
        counter = self.metadata.chapter.counter_field
        return int(getattr(public, counter)) if counter else 0

    def read_state(self, plain: Json) -> State[P, O, H]:
        """Read a stored state of any version. Raises InvalidPayloadError."""
        return from_json(self.state_class, self.upgrade("state", plain))

    def read_view(self, plain: Json, seat: int | None) -> V:
        """Read a seat's view from a stored state, without reading what the seat may not know.

        Raises InvalidPayloadError.
        """
        public_class, own_class, _hidden = get_args(self.state_class)
        plain = self.upgrade("state", plain)
        own_part = None if seat is None else from_json(own_class, plain["own"][seat])
        return self.view_class(seat, from_json(public_class, plain["public"]), own_part)

    def read_move(self, plain: Json) -> M:
        """Read a stored move of any version. Raises InvalidPayloadError."""
        return decode_tagged(self.moves, self.upgrade("move", plain))

    def read_premove(self, plain: Json) -> Premove:
        """Read a stored premove. Raises InvalidPayloadError."""
        return decode_tagged(self.premoves.PREMOVE_TYPES if self.premoves else (), plain)

    def read_happening(self, plain: Json) -> E:
        """Read a stored happening of any version. Raises InvalidPayloadError."""
        return decode_tagged(self.happenings, self.upgrade("happening", plain))


AnyState = State[Any, Any, Any]
AnyStep = Step[AnyState, Any]
AnyAddressedHappening = AddressedHappening[Any]
AnyBot = Bot[Any, Any]
AnyGame = Game[Any, Any, Any, Move, Happening, Any]
