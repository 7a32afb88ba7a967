"""A tiny title with everything the contract speaks of, to try the contract tests on. It is in no catalogue.

Nine cards, two or three seats, ten coins each. A round: the house deals two cards to each seat; all at once each
keeps one and lays the other away for good; in turn each bids a coin or more or folds (once); the house opens the kept
cards of those still in and the highest takes the bids. At any time somebody may show his kept card, unasked.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.engine import values
from games.engine.chance import Chance, Rng
from games.engine.contract import Sim, Standing, Title, everybody, only
from games.engine.contract import Step as EngineStep
from games.engine.deck import Deck
from games.engine.errors import IllegalMove
from games.engine.legal import Amount, Choice, Legal, Pick, Set
from games.engine.meta import Chapter, Meta, Option, Text, Value
from games.engine.state import State, View
from games.engine.values import value
from games.kit.seats import put, ranked

DECK = tuple(f"X{n}" for n in range(1, 10))


class Move(values.Move):
    __slots__ = ()


class Happening(values.Happening):
    __slots__ = ()


@value
class Keep(Move):
    cards: tuple[str, ...]


@value
class Bid(Move):
    coins: int


@value
class Fold(Move):
    pass


@value
class Show(Move):
    pass


@value
class Dealt(Happening):
    cards: tuple[str, ...]


@value
class Chose(Happening):
    seat: int


@value
class Bids(Happening):
    seat: int
    coins: int


@value
class Shown(Happening):
    seat: int
    card: str


@value
class Paid(Happening):
    seat: int
    coins: int


@value
class Public:
    rounds: int
    coins: tuple[int, ...]
    chosen: tuple[bool, ...]
    bids: tuple[int | None, ...]  # None: not yet; 0: folded
    shown: tuple[str | None, ...]
    number: int = 0
    turn: int = 0
    phase: str = "deal"  # keep, bid, settle, over
    last: tuple[int, int] | None = None  # winner and coins of the last round


@value
class Own:
    hand: tuple[str, ...] = ()
    kept: str | None = None
    away: str | None = None


@value
class Hidden:
    deck: tuple[str, ...] = DECK


class ToyView(View[Public, Own]):
    __slots__ = ()


ToyState = State[Public, Own, Hidden]
Step = EngineStep[ToyState, Happening]


class ToyRules:
    """The rules as an object, so that a broken variant overrides one function."""

    def setup(self, options: Mapping[str, Value], seats: int) -> ToyState:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return State(_cleared(Public(rounds, (10,) * seats, (), (), ())), (Own(),) * seats, Hidden())

    def waiting_on(self, state: ToyState) -> frozenset[int]:
        if state.public.phase == "keep":
            return frozenset(i for i, chosen in enumerate(state.public.chosen) if not chosen)
        return frozenset({state.public.turn}) if state.public.phase == "bid" else frozenset()

    def over(self, state: ToyState) -> bool:
        return state.public.phase == "over"

    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        public, sets = state.public, list[Set[Move]]()
        if public.phase == "keep" and not public.chosen[seat]:
            sets.append(Pick(Keep, "cards", state.own[seat].hand, 1, 1))
        if public.phase == "bid" and public.turn == seat:
            sets += [Amount(Bid, "coins", 1, max(1, min(3, public.coins[seat]))), Choice((Fold(),))]
        if public.phase == "bid" and not public.shown[seat]:
            sets.append(Choice((Show(),)))
        return Legal(tuple(sets))

    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        if not ToyRules.legal(self, state, seat).contains(move):
            raise IllegalMove("not-now", {"phase": state.public.phase})
        if isinstance(move, Keep):
            return self.keep(state, seat, move.cards[0])
        if isinstance(move, Show):
            card = state.own[seat].kept
            assert card is not None
            public = replace(state.public, shown=put(state.public.shown, seat, card))
            return EngineStep(replace(state, public=public), (everybody(Shown(seat, card)),))
        return self.bid(state, seat, move.coins if isinstance(move, Bid) else 0)

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        (other,) = set(state.own[seat].hand) - {card}
        chosen = put(state.public.chosen, seat, True)
        public = replace(state.public, chosen=chosen, phase="bid" if all(chosen) else "keep")
        after = replace(state, public=public, own=put(state.own, seat, Own((), card, other)))
        return EngineStep(after, (everybody(Chose(seat)),))

    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        public = state.public
        bids, purse = put(public.bids, seat, coins), put(public.coins, seat, public.coins[seat] - coins)
        phase = "bid" if None in bids else "settle"
        after = replace(public, bids=bids, coins=purse, turn=(seat + 1) % len(bids), phase=phase)
        return EngineStep(replace(state, public=after), (everybody(Bids(seat, coins)),))

    def advance(self, state: ToyState, chance: Chance) -> Step | None:
        if state.public.phase == "deal":
            return self.deal(state, chance)
        return self.settle(state) if state.public.phase == "settle" else None

    def deal(self, state: ToyState, chance: Chance) -> Step:
        deck, seats = chance.shuffled(f"round/{state.public.number}/deck", DECK), len(state.own)
        own = tuple(Own(tuple(sorted(deck[2 * i : 2 * i + 2]))) for i in range(seats))
        told = tuple(only(i, Dealt(one.hand)) for i, one in enumerate(own))
        public = replace(_cleared(state.public), phase="keep", turn=state.public.number % seats)
        return EngineStep(State(public, own, Hidden(deck[2 * seats :])), told)

    def settle(self, state: ToyState) -> Step:
        public, kept = state.public, [own.kept or "" for own in state.own]
        inside = [i for i, coins in enumerate(public.bids) if coins]
        opened = tuple(everybody(Shown(i, kept[i])) for i in inside)
        best = max(inside or [public.turn], key=lambda i: kept[i])
        pot = sum(coins or 0 for coins in public.bids)
        after = replace(
            _cleared(public),
            phase="over" if public.number + 1 == public.rounds else "deal",
            number=public.number + 1,
            coins=put(public.coins, best, public.coins[best] + pot),
            last=(best, pot),
        )
        return EngineStep(State(after, (Own(),) * len(kept), Hidden()), (*opened, everybody(Paid(best, pot))))

    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        return Fold() if state.public.phase == "bid" else Keep(state.own[seat].hand[:1])

    def standing(self, state: ToyState) -> Standing:
        return ranked(state.public.coins, over=self.over(state))


def imagine(view: ToyView, rng: Rng) -> ToyState:
    """Deals the cards the seat has not seen anew."""
    public, mine = view.public, view.mine
    if public.phase in ("deal", "over"):
        return State(public, (Own(),) * len(public.coins), Hidden())
    known = {*mine.hand, mine.kept, mine.away, *public.shown}
    rest = list(rng.shuffled([card for card in DECK if card not in known]))
    own = tuple(mine if i == view.me else _imagined(public, i, rest) for i in range(len(public.coins)))
    return State(public, own, Hidden(tuple(rest)))


def _imagined(public: Public, seat: int, rest: list[str]) -> Own:
    if not public.chosen[seat]:
        return Own((rest.pop(), rest.pop()))
    return Own((), public.shown[seat] or rest.pop(), rest.pop())


def bot(view: ToyView, legal: Legal[Move], rng: Rng, sim: Sim) -> Move:
    return legal.sample(rng)


def _cleared(public: Public) -> Public:
    none = (None,) * len(public.coins)
    return replace(public, chosen=(False,) * len(none), bids=none, shown=none)


ROUNDS = Option("rounds", Text("回", "rounds"), 2, (2, 3))
META = Meta(
    "toy",
    Text("玩具", "Toy"),
    Text("", ""),
    2,
    3,
    2,
    1,
    Deck("numbers", ranks=DECK),
    ("X1", "X2", "X3"),
    Chapter(Text("回", "Round"), "dealt"),
    (ROUNDS,),
)
TITLE: Title[Public, Own, Hidden, Move, Happening, ToyView] = Title(
    META, ToyRules(), State[Public, Own, Hidden], ToyView, (Keep, Bid, Fold, Show), (Dealt, Chose, Bids, Shown, Paid),
    imagine, {"beginner": bot, "normal": bot},
)  # fmt: skip
