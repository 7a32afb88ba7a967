"""Advice of the strong bot: its candidate moves, each played to the end of the hand in the same imagined worlds.

The payments and bets of the others determine which worlds are likely (`ranges`). From there, they play by normal's
habits and the seat itself by strong's table, both by the value of a hand on the current board.
"""

from itertools import accumulate
from typing import Any, NamedTuple

from games.catalog.dilemma.bots.bot import MORE_SAMPLES, make_move, pick_choice
from games.catalog.dilemma.bots.chances import WHOLE, RankedHands, rate_hand
from games.catalog.dilemma.bots.habits import get_chance, get_rank, weigh_as_normal
from games.catalog.dilemma.bots.ranges import USUAL_BONUS, weigh_rank
from games.catalog.dilemma.bots.spots import list_choices, make_spot
from games.catalog.dilemma.bots.strategy import weigh_as_strong
from games.catalog.dilemma.moves import Move
from games.catalog.dilemma.types import BOARD, Cards, Options
from games.catalog.dilemma.view import DilemmaView, Public
from games.engine import advice
from games.engine.chance import Chance, Rng
from games.engine.legal_moves import Legal
from games.engine.simulator import Simulator
from games.kit.rollouts import choose_by_results, put_first, rank_results

Advice = advice.Advice[Move]

WORLDS = 100
DRAWN = 4  # worlds imagined for each one that is kept
START_BOARDS = 16  # for comparing hands before the flop
ENDS = ("blinds", "over")  # the phases after a hand
SEED = 2**64


class World(NamedTuple):
    """A deal consistent with the seat's knowledge, and the seed of everything drawn later in it."""

    state: Any  # the simulator's handle
    seed: bytes


class Worth:
    """Values of hands on the current board, cached by board."""

    def __init__(self, options: Options, rng: Rng) -> None:
        self._options, self._order = options, options.ranking
        deck = list(self._order.code.values())
        self._starts = [tuple(rng.partial_shuffle(deck, BOARD)) for _ in range(START_BOARDS)]
        self._boards: dict[tuple[int, ...], RankedHands] = {}
        self._chances: dict[tuple[Cards, Cards], int] = {}

    def get_chance(self, cards: Cards, board: Cards) -> int:
        """Return the chance against one random hand, in thousandths."""
        chance = self._chances.get((cards, board))
        if chance is None:
            chance = self._chances[cards, board] = self._count_chance(
                self._order.codes(cards), self._order.codes(board)
            )
        return chance

    def _count_chance(self, hole: tuple[int, ...], board: tuple[int, ...]) -> int:
        if board:
            return get_chance(len(board) - 2, self._look_up(board).count_chance(hole))
        free = [start for start in self._starts if not set(hole) & set(start)]
        chances = [self._look_up(start).count_chance(hole) for start in free]
        return sum(chances) // len(chances) if chances else WHOLE // 2

    def _look_up(self, board: tuple[int, ...]) -> RankedHands:
        ranked = self._boards.get(board)
        if ranked is None:
            ranked = self._boards[board] = RankedHands(self._options, board)
        return ranked


def advise(
    view: DilemmaView, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice:
    """Rate every choice that strong distinguishes, and `also`.

    The first is the one it takes most often, unless another is clearly better.
    """
    spot = make_spot(view, *rate_hand(view, rng, MORE_SAMPLES))
    weights = weigh_as_strong(spot)
    choices = sorted(list_choices(spot), key=lambda choice: -weights[choice])
    moves = dict.fromkeys([*[make_move(view, legal, spot, choice) for choice in choices], *also])
    worth = Worth(view.public.options, rng)
    worlds = draw_worlds(view, rng, sim, worth, WORLDS * effort)
    ends = {move: [_play_on(view, move, world, sim, worth) for world in worlds] for move in moves}
    results = {move: [_count(end, view.me) for end in move_ends] for move, move_ends in ends.items()}
    best = choose_by_results(results)
    ahead = sum([_has_won(end, view.me) for end in ends[best]])
    return advice.Advice(rank_results(put_first(results, best)), len(worlds), ahead)


def draw_worlds(view: DilemmaView, rng: Rng, sim: Simulator, worth: Worth, count: int) -> list[World]:
    """Draw `count` likely worlds: each imagined one occurs in proportion to its weight."""
    candidates = [World(sim.imagine(rng), rng.randbelow(SEED).to_bytes(8, "big")) for _ in range(DRAWN * count)]
    sums = list(accumulate([_weigh_world(view, world, sim, worth) for world in candidates]))
    worlds, at = [], 0
    for number in range(count):
        while sums[at] * count <= number * sums[-1]:
            at += 1
        # A repeated world gets a different seed.
        worlds.append(World(candidates[at].state, candidates[at].seed + number.to_bytes(4, "big")))
    return worlds


def _weigh_world(view: DilemmaView, world: World, sim: Simulator, worth: Worth) -> int:
    public, weight, street = view.public, 1, max(0, len(view.public.board) - 2)
    for seat in public.live:
        if seat != view.me:
            chance = worth.get_chance(sim.view(world.state, seat).mine.cards, public.board)
            weight *= weigh_rank(public, seat, get_rank(street, chance))
    return weight


def _play_on(view: DilemmaView, move: Move, world: World, sim: Simulator, worth: Worth) -> Public:
    """Play to the end of the hand, and return the public state."""
    state, rng, chance = sim.apply(world.state, view.me, move), Rng(world.seed, "play"), Chance(world.seed)
    while True:
        public: Public = sim.view(state, view.me).public
        if public.phase in ENDS:
            return public
        if public.turn < 0:
            state = sim.advance(state, chance)
        else:
            state = sim.apply(state, public.turn, _choose(view, state, public.turn, rng, sim, worth))


def _choose(view: DilemmaView, state: Any, seat: int, rng: Rng, sim: Simulator, worth: Worth) -> Move:
    its: DilemmaView = sim.view(state, seat)
    chance = worth.get_chance(its.mine.cards, its.public.board)
    spot = make_spot(its, chance, chance, USUAL_BONUS)
    weights = weigh_as_strong(spot) if seat == view.me else weigh_as_normal(spot)
    return make_move(its, sim.legal(state, seat), spot, pick_choice(weights, rng))


def _count(end: Public, seat: int) -> int:
    """Return the seat's chips after the hand, in thousandths of a dollar."""
    return end.betting.stacks[seat] * advice.WHOLE


def _has_won(end: Public, seat: int) -> bool:
    """Return whether the seat won the main pot or a share of it."""
    return end.last is not None and any(prize.seat == seat and prize.pot == 0 for prize in end.last.prizes)
