"""A round played to its end in an imagined world (`worlds`), and the seat's resulting chance to win."""

from collections.abc import Iterable, Sequence

from games.catalog.lombard.bots.answers import answer, find_situation, get_answers
from games.catalog.lombard.bots.hopes import get_next_hope
from games.catalog.lombard.bots.opening import choose_card_to_open
from games.catalog.lombard.bots.worlds import Dealer, World
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.types import BONUS, COST, Action
from games.catalog.lombard.view import LombardView
from games.engine.game import Rng, Simulator


def list_moves(view: LombardView) -> tuple[Move, ...]:
    """Return the moves that strong considers: a call opens the card that reveals least."""
    return Fold(), Call(choose_card_to_open(view.mine.cards, view.public.board)), Double()


def deal_worlds(view: LombardView, count: int, rng: Rng, sim: Simulator) -> list[World]:
    """Deal `count` worlds, each with a probability by how well it explains everyone's actions."""
    dealer, worlds = Dealer(view), list[World]()
    for _ in range(count):
        sim.check_time()
        worlds.append(dealer.deal(rng))
    return worlds


class Playout:
    """Playouts for one decision. Later players are assumed to play like normal; which card they open is ignored."""

    def __init__(self, view: LombardView) -> None:
        public = self.public = view.public
        self.me = view.me
        self.before = [seat for seat in public.contenders if public.actions[seat]]
        self.later = [seat for seat in public.order if not public.actions[seat] and seat != self.me]
        self._known: dict[tuple[Move, World], tuple[int, bool]] = {}

    def play_on(self, move: Move, world: World) -> int:
        """Return the chance to win the match after that move, in millionths."""
        return self._look_up(move, world)[0]

    def wins(self, move: Move, world: World) -> bool:
        """Return whether the seat then takes the pot."""
        return self._look_up(move, world)[1]

    def _look_up(self, move: Move, world: World) -> tuple[int, bool]:
        result = self._known.get((move, world))
        if result is None:
            result = self._known[move, world] = self._play(move, world)
        return result

    def _play(self, move: Move, world: World) -> tuple[int, bool]:
        action: Action = "call" if isinstance(move, Call) else "double" if isinstance(move, Double) else "fold"
        balances, pot = list(self.public.balances), self.public.pot
        actions, staying = list(self.public.actions), list(self.before)
        for at, seat in enumerate((self.me, *self.later)):
            does = (
                action
                if seat == self.me
                else self._answer(seat, self.later[at:], actions, balances, pot, staying, world)
            )
            actions[seat] = does
            if does != "fold":
                self._pay(balances, seat, does)
                pot += COST.get(does, 0) + BONUS.get(does, 0)
                staying.append(seat)
        winner = next(seat for seat in world.ranking if seat in staying)
        balances[winner] += pot
        return get_next_hope(balances, self.me, self.public), winner == self.me

    def _answer(
        self, seat: int, later: list[int], actions: list[Action], balances: list[int], pot: int, staying: list[int],
        world: World,
    ) -> Action:  # fmt: skip
        """Return the action of a later seat; `later` are those after it."""
        if not staying and not later:  # alone: the pot is won
            return "double" if self.public.options.last_player_acts else ""
        lead = max([balances[rival] for rival in (*staying, *later)]) + pot
        situation = find_situation(
            actions.count("call"), actions.count("double"), len(later), lead, self.public.options.target_coins
        )
        return answer(get_answers(situation)[world.levels[seat]], world.moods[seat])

    def _pay(self, balances: list[int], seat: int, action: Action) -> None:
        cost = COST.get(action, 0)
        balances[seat] -= cost if self.public.options.track_debt else min(cost, balances[seat])


def play_moves(playout: Playout, moves: Iterable[Move], worlds: Sequence[World]) -> dict[Move, list[int]]:
    """Return the chances after each move, in the same worlds."""
    return {move: [playout.play_on(move, world) for world in worlds] for move in moves}
