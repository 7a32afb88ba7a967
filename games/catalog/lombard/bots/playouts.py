"""A round played to its end in an imagined world (`worlds`), with what it leaves the seat to hope for."""

from collections.abc import Iterable, Sequence

from games.catalog.lombard.bots.chances import EVEN, Row, get_flop, join
from games.catalog.lombard.bots.estimates import Turn, get_row, make_turn, respect
from games.catalog.lombard.bots.hopes import get_next_hope
from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.bots.worlds import Dealer, World
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import BONUS, COST, Action
from games.catalog.lombard.view import LombardView
from games.engine.game import Rng, Simulator


def list_moves(view: LombardView) -> tuple[Move, ...]:
    """What strong looks at: a call opens the card that tells least."""
    return Fold(), Call(choose_card_to_open(view.mine.cards, view.public.board)), Double()


def deal_worlds(view: LombardView, count: int, rng: Rng, sim: Simulator) -> list[World]:
    """So many, each as likely as what everybody did in it."""
    dealer, worlds = Dealer(view), list[World]()
    for _ in range(count):
        sim.check_time()
        worlds.append(dealer.deal(rng))
    return worlds


class Playout:
    """For one decision. Those to come are thought to play as normal does; which card they open is left out."""

    def __init__(self, view: LombardView) -> None:
        public = self.public = view.public
        self.me, self.cards = view.me, view.mine.cards
        self.flop = get_flop(public.board[:3])
        self.before = [seat for seat in public.contenders if public.actions[seat]]
        self.later = [seat for seat in public.order if not public.actions[seat] and seat != self.me]
        self.beats: Row = EVEN
        for seat in self.before:
            self.beats = join(self.beats, get_row(public, seat, self.flop))
        self.respected = "double" in public.actions
        self._turns: dict[tuple[Move, int, int, int], Turn] = {}
        self._known: dict[tuple[Move, World], tuple[int, bool]] = {}

    def play_on(self, move: Move, world: World) -> int:
        """The hope to win the match, in millionths, after that move."""
        return self._look_up(move, world)[0]

    def wins(self, move: Move, world: World) -> bool:
        """Whether the seat then takes the pot."""
        return self._look_up(move, world)[1]

    def _look_up(self, move: Move, world: World) -> tuple[int, bool]:
        found = self._known.get((move, world))
        if found is None:
            found = self._known[move, world] = self._play(move, world)
        return found

    def _play(self, move: Move, world: World) -> tuple[int, bool]:
        public, me = self.public, self.me
        action: Action = "call" if isinstance(move, Call) else "double" if isinstance(move, Double) else "fold"
        balances, pot = list(public.balances), public.pot + self._pay_into(action)
        self._pay(balances, me, action)
        staying = [*self.before, me] if action != "fold" else list(self.before)
        calls = doubles = 0
        for at, seat in enumerate(self.later):
            does = self._answer(move, seat, at, calls, doubles, balances, pot, staying, world)
            if does == "fold":
                continue
            calls, doubles = calls + (does == "call"), doubles + (does == "double")
            self._pay(balances, seat, does)
            pot += self._pay_into(does)
            staying = [*staying, seat]
        winner = next(seat for seat in world.ranking if seat in staying)
        balances[winner] += pot
        return get_next_hope(balances, me, public), winner == me

    def _answer(
        self, move: Move, seat: int, at: int, calls: int, doubles: int, balances: list[int], pot: int,
        staying: list[int], world: World,
    ) -> Action:  # fmt: skip
        """What a seat to come does."""
        later = len(self.later) - 1 - at
        if not staying and not later:  # alone: the pot is won
            return "double" if self.public.options.last_player_acts else ""
        key = move, seat, calls, doubles
        turn = self._turns.get(key)
        if turn is None:
            beats = self.beats
            if isinstance(move, Call):
                beats = join(beats, self.flop.called[self.cards[move.card]])
            if isinstance(move, Double):
                beats = join(beats, self.flop.doubled)
            for row, count in ((self.flop.caller, calls), (self.flop.doubled, doubles)):
                for _ in range(count):
                    beats = join(beats, row)
            if doubles or isinstance(move, Double) or self.respected:
                beats = respect(beats)
            rivals = [*staying, *self.later[at + 1 :]]
            turn = self._turns[key] = make_turn(self.public, self.flop, seat, balances, pot, beats, rivals, later)
        return turn.choose(world.guesses[seat])

    def _pay_into(self, action: Action) -> int:
        return COST.get(action, 0) + BONUS.get(action, 0)

    def _pay(self, balances: list[int], seat: int, action: Action) -> None:
        cost = COST.get(action, 0)
        balances[seat] -= cost if self.public.options.track_debt else min(cost, balances[seat])


def play_moves(playout: Playout, moves: Iterable[Move], worlds: Sequence[World]) -> dict[Move, list[int]]:
    """The hope after each move, in the same worlds."""
    return {move: [playout.play_on(move, world) for world in worlds] for move in moves}
