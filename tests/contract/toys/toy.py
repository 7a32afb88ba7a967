"""A tiny title with everything the contract speaks of, to try the contract tests on. It is in no catalogue.

Nine cards, two or three seats, ten coins each. A round: the house deals two cards to each seat; all at once each
keeps one and lays the other away for good; in turn each bids a coin or more or folds (once); the house opens the kept
cards of those still in and the highest takes the bids. At any time somebody may show his kept card, unasked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.engine.chance import Chance, Rng
from games.engine.contract import Standing, Step, Title, everybody, only
from games.engine.errors import IllegalMove
from games.engine.legal import Amount, Choice, Legal, Pick, Set
from games.engine.meta import Chapter, Meta, Option, Text, Value
from games.engine.values import Happening, Move, State, View

DECK = tuple(f"X{n}" for n in range(1, 10))


@dataclass(frozen=True, slots=True)
class Keep(Move):
    type = "keep"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bid(Move):
    type = "bid"
    coins: int


@dataclass(frozen=True, slots=True)
class Fold(Move):
    type = "fold"


@dataclass(frozen=True, slots=True)
class Show(Move):
    type = "show"


@dataclass(frozen=True, slots=True)
class Dealt(Happening):
    type = "dealt"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chose(Happening):
    type = "chose"
    seat: int


@dataclass(frozen=True, slots=True)
class Bids(Happening):
    type = "bids"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Shown(Happening):
    type = "shown"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Paid(Happening):
    type = "paid"
    seat: int
    coins: int


@dataclass(frozen=True, slots=True, repr=False)
class ToyState(State):
    rounds: int
    number: int
    phase: str  # deal, keep, bid, settle, over
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    kept: tuple[str | None, ...]
    away: tuple[str | None, ...]
    coins: tuple[int, ...]
    bids: tuple[int | None, ...]  # None: not yet; 0: folded
    shown: tuple[bool, ...]
    turn: int
    last: tuple[int, int] | None = None  # winner and coins of the last round


@dataclass(frozen=True, slots=True)
class Public:
    rounds: int
    number: int
    turn: int
    phase: str
    chosen: tuple[bool, ...]
    coins: tuple[int, ...]
    bids: tuple[int | None, ...]
    shown: tuple[str | None, ...]
    last: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Own:
    hand: tuple[str, ...]
    kept: str | None
    away: str | None


@dataclass(frozen=True, slots=True)
class ToyView(View):
    seat: int | None
    public: Public
    own: Own | None


class ToyRules:
    """The rules as an object, so that a broken variant overrides one function."""

    def setup(self, options: Mapping[str, Value], seats: int) -> ToyState:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return ToyState(rounds, 0, "deal", DECK, **_empty(seats), coins=(10,) * seats, turn=0)

    def waiting_on(self, state: ToyState) -> frozenset[int]:
        if state.phase == "keep":
            return frozenset(i for i, card in enumerate(state.kept) if card is None)
        return frozenset({state.turn}) if state.phase == "bid" else frozenset()

    def over(self, state: ToyState) -> bool:
        return state.phase == "over"

    def legal(self, state: ToyState, seat: int) -> Legal:
        sets: list[Set] = []
        if state.phase == "keep" and state.kept[seat] is None:
            sets.append(Pick(Keep, "cards", state.hands[seat], 1, 1))
        if state.phase == "bid" and state.turn == seat:
            sets += [Amount(Bid, "coins", 1, max(1, min(3, state.coins[seat]))), Choice((Fold(),))]
        if state.phase == "bid" and not state.shown[seat]:
            sets.append(Choice((Show(),)))
        return Legal(tuple(sets))

    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        if not ToyRules.legal(self, state, seat).contains(move):
            raise IllegalMove("not-now", {"phase": state.phase})
        if isinstance(move, Keep):
            return self.keep(state, seat, move.cards[0])
        if isinstance(move, Show):
            card = state.kept[seat]
            assert card is not None
            return Step(replace(state, shown=_put(state.shown, seat, True)), (everybody(Shown(seat, card)),))
        return self.bid(state, seat, move.coins if isinstance(move, Bid) else 0)

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        (other,) = set(state.hands[seat]) - {card}
        kept, away = _put(state.kept, seat, card), _put(state.away, seat, other)
        hands = _put(state.hands, seat, ())
        phase = "keep" if None in kept else "bid"
        return Step(replace(state, hands=hands, kept=kept, away=away, phase=phase), (everybody(Chose(seat)),))

    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        bids, purse = _put(state.bids, seat, coins), _put(state.coins, seat, state.coins[seat] - coins)
        phase = "bid" if None in bids else "settle"
        after = replace(state, bids=bids, coins=purse, turn=(seat + 1) % len(bids), phase=phase)
        return Step(after, (everybody(Bids(seat, coins)),))

    def advance(self, state: ToyState, chance: Chance) -> Step | None:
        if state.phase == "deal":
            return self.deal(state, chance)
        return self.settle(state) if state.phase == "settle" else None

    def deal(self, state: ToyState, chance: Chance) -> Step:
        deck = chance.shuffled(f"round/{state.number}/deck", DECK)
        seats = len(state.coins)
        hands = tuple(tuple(sorted(deck[2 * i : 2 * i + 2])) for i in range(seats))
        told = tuple(only(i, Dealt(hand)) for i, hand in enumerate(hands))
        turn = state.number % seats
        fresh = _empty(seats) | {"hands": hands}
        return Step(replace(state, phase="keep", deck=deck[2 * seats :], turn=turn, **fresh), told)

    def settle(self, state: ToyState) -> Step:
        inside = [i for i, coins in enumerate(state.bids) if coins]
        opened = tuple(everybody(Shown(i, state.kept[i] or "")) for i in inside)
        best = max(inside or [state.turn], key=lambda i: state.kept[i] or "")
        pot = sum(coins or 0 for coins in state.bids)
        phase = "over" if state.number + 1 == state.rounds else "deal"
        after = replace(
            state, phase=phase, number=state.number + 1, coins=_put(state.coins, best, state.coins[best] + pot),
            last=(best, pot), **_empty(len(state.coins)), deck=DECK,
        )  # fmt: skip
        return Step(after, (*opened, everybody(Paid(best, pot))))

    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        return Fold() if state.phase == "bid" else Keep(state.hands[seat][:1])

    def view(self, state: ToyState, seat: int | None) -> ToyView:
        shown = tuple(card if seen else None for card, seen in zip(state.kept, state.shown, strict=True))
        chosen = tuple(card is not None for card in state.kept)
        where = state.rounds, state.number, state.turn, state.phase
        public = Public(*where, chosen, state.coins, state.bids, shown, state.last)
        private = None if seat is None else Own(state.hands[seat], state.kept[seat], state.away[seat])
        return ToyView(seat, public, private)

    def standing(self, state: ToyState) -> Standing:
        places = tuple(1 + sum(other > coins for other in state.coins) for coins in state.coins)
        winners = tuple(i for i, place in enumerate(places) if place == 1) if state.phase == "over" else ()
        return Standing(places, state.coins, winners)


def imagine(view: ToyView, rng: Rng) -> ToyState:
    """Deals the cards the seat has not seen anew."""
    p, own, me = view.public, view.own, view.seat
    assert own is not None
    assert me is not None
    seats = len(p.coins)
    base = ToyState(p.rounds, p.number, p.phase, DECK, **_empty(seats), coins=p.coins, turn=p.turn, last=p.last)
    if p.phase in ("deal", "over"):
        return base
    known = {*own.hand, own.kept, own.away, *p.shown}
    rest = list(rng.shuffled([card for card in DECK if card not in known]))
    dealt = [_imagined(p, i, rest) if i != me else (own.hand, own.kept, own.away) for i in range(seats)]
    hands, kept, away = zip(*dealt, strict=True)
    shown = tuple(card is not None for card in p.shown)
    cards = {"hands": hands, "kept": kept, "away": away, "shown": shown, "bids": p.bids}
    return replace(base, deck=tuple(rest), **cards)


def _imagined(public: Public, seat: int, rest: list[str]) -> tuple[tuple[str, ...], str | None, str | None]:
    if not public.chosen[seat]:
        return (rest.pop(), rest.pop()), None, None
    return (), public.shown[seat] or rest.pop(), rest.pop()


def bot(view: ToyView, seen: tuple[Happening, ...], legal: Legal, rng: Rng, sim: object) -> Move:
    return legal.sample(rng)


def _empty(seats: int) -> dict[str, tuple]:
    none = (None,) * seats
    return {"hands": ((),) * seats, "kept": none, "away": none, "bids": none, "shown": (False,) * seats}


def _put(items: tuple, at: int, item: object) -> tuple:
    return (*items[:at], item, *items[at + 1 :])


ROUNDS = Option("rounds", Text("回", "rounds"), 2, (2, 3))
META = Meta(
    "toy",
    Text("玩具", "Toy"),
    Text("", ""),
    2,
    3,
    2,
    1,
    "numbers",
    ("1", "2", "3"),
    Chapter(Text("回", "Round"), "dealt"),
    (ROUNDS,),
)
TITLE = Title(
    META, ToyRules(), (Keep, Bid, Fold, Show), (Dealt, Chose, Bids, Shown, Paid), ToyState, ToyView, imagine,
    {"beginner": bot, "normal": bot},
)  # fmt: skip
