"""The rules as an object, so that a broken variant overrides one function."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.chance import Chance
from games.engine.errors import IllegalMoveError
from games.engine.game import Standing, to_everyone, to_seats
from games.engine.game import Step as EngineStep
from games.engine.legal_moves import Amount, Choice, Legal, MoveSet, Pick
from games.engine.metadata import Value
from games.engine.state import State
from games.kit.seats import rank_by_score, replace_at

from .deck import DECK
from .moves import Bid, Bids, Chose, Dealt, Fold, Keep, Move, Paid, Show, Shown
from .state import Hidden, Step, ToyState
from .view import Own, Public, cleared


class ToyRules:
    def setup(self, options: Mapping[str, Value], seats: int) -> ToyState:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return State(cleared(Public(rounds, (10,) * seats, (), (), ())), (Own(),) * seats, Hidden())

    def waiting_on(self, state: ToyState) -> frozenset[int]:
        if state.public.phase == "keep":
            return frozenset(i for i, has_chosen in enumerate(state.public.chosen) if not has_chosen)
        return frozenset({state.public.turn}) if state.public.phase == "bid" else frozenset()

    def over(self, state: ToyState) -> bool:
        return state.public.phase == "over"

    def legal(self, state: ToyState, seat: int) -> Legal[Move]:
        public, sets = state.public, list[MoveSet[Move]]()
        if public.phase == "keep" and not public.chosen[seat]:
            sets.append(Pick(Keep, "cards", state.own[seat].hand, 1, 1))
        if public.phase == "bid" and public.turn == seat:
            sets += [Amount(Bid, "coins", 1, max(1, min(3, public.coins[seat]))), Choice((Fold(),))]
        if public.phase == "bid" and not public.shown[seat]:
            sets.append(Choice((Show(),)))
        return Legal(tuple(sets))

    def apply(self, state: ToyState, seat: int, move: Move) -> Step:
        if not ToyRules.legal(self, state, seat).contains(move):
            raise IllegalMoveError("not-now", {"phase": state.public.phase})
        if isinstance(move, Keep):
            return self.keep(state, seat, move.cards[0])
        if isinstance(move, Show):
            card = state.own[seat].kept
            assert card is not None
            public = replace(state.public, shown=replace_at(state.public.shown, seat, card))
            return EngineStep(replace(state, public=public), (to_everyone(Shown(seat, card)),))
        return self.bid(state, seat, move.coins if isinstance(move, Bid) else 0)

    def keep(self, state: ToyState, seat: int, card: str) -> Step:
        (other,) = set(state.own[seat].hand) - {card}
        have_chosen = replace_at(state.public.chosen, seat, True)
        public = replace(state.public, chosen=have_chosen, phase="bid" if all(have_chosen) else "keep")
        after = replace(state, public=public, own=replace_at(state.own, seat, Own((), card, other)))
        return EngineStep(after, (to_everyone(Chose(seat)),))

    def bid(self, state: ToyState, seat: int, coins: int) -> Step:
        public = state.public
        bids, purse = replace_at(public.bids, seat, coins), replace_at(public.coins, seat, public.coins[seat] - coins)
        phase = "bid" if None in bids else "settle"
        after = replace(public, bids=bids, coins=purse, turn=(seat + 1) % len(bids), phase=phase)
        return EngineStep(replace(state, public=after), (to_everyone(Bids(seat, coins)),))

    def advance(self, state: ToyState, chance: Chance) -> Step | None:
        if state.public.phase == "deal":
            return self.deal(state, chance)
        return self.settle(state) if state.public.phase == "settle" else None

    def deal(self, state: ToyState, chance: Chance) -> Step:
        deck, seats = chance.shuffled(f"round/{state.public.number}/deck", DECK), len(state.own)
        privates = tuple(Own(tuple(sorted(deck[2 * i : 2 * i + 2]))) for i in range(seats))
        happenings = tuple(to_seats(i, Dealt(private.hand)) for i, private in enumerate(privates))
        public = replace(cleared(state.public), phase="keep", turn=state.public.number % seats)
        return EngineStep(State(public, privates, Hidden(deck[2 * seats :])), happenings)

    def settle(self, state: ToyState) -> Step:
        public, cards = state.public, [private.kept or "" for private in state.own]
        inside = [i for i, coins in enumerate(public.bids) if coins]
        opened = tuple(to_everyone(Shown(i, cards[i])) for i in inside)
        best = max(inside or [public.turn], key=lambda i: cards[i])
        pot = sum(coins or 0 for coins in public.bids)
        after = replace(
            cleared(public),
            phase="over" if public.number + 1 == public.rounds else "deal",
            number=public.number + 1,
            coins=replace_at(public.coins, best, public.coins[best] + pot),
            last=(best, pot),
        )
        return EngineStep(State(after, (Own(),) * len(cards), Hidden()), (*opened, to_everyone(Paid(best, pot))))

    def safe_move(self, state: ToyState, seat: int, chance: Chance) -> Move:
        return Fold() if state.public.phase == "bid" else Keep(state.own[seat].hand[:1])

    def standing(self, state: ToyState) -> Standing:
        return rank_by_score(state.public.coins, is_over=self.over(state))
