"""Advice of the strong bot, for hints and analysis: every decision is played out in the same imagined worlds.

Values are chances to win the match, converted to coins: one coin is what an additional coin would currently add to the
seat's chance. So a move's value is the round's result on average, taking into account coins that rivals win and the end
of the match.
"""

from collections.abc import Mapping, Sequence

from games.catalog.lombard.bots.bot import choose_surely
from games.catalog.lombard.bots.hopes import get_next_hope
from games.catalog.lombard.bots.playouts import Playout, deal_worlds, play_moves
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.view import LombardView
from games.engine.advice import WHOLE, Advice
from games.engine.game import Legal, Rng, Simulator
from games.kit.rollouts import put_first, rank_results

WORLDS = 8000  # shared by the seats, for each step of effort
MOVES: tuple[Move, ...] = Fold(), Call(0), Call(1), Double()


def advise(
    view: LombardView, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice[Move]:
    """Rate all legal decisions. The first is strong's; if its table is mixed, the one it takes most often."""
    moves = [move for move in MOVES if legal.contains(move)]
    worlds = deal_worlds(view, effort * WORLDS // view.public.seats, rng, sim)
    playout = Playout(view)
    results = play_moves(playout, moves, worlds)
    best = choose_surely(view, legal, results)
    ahead = sum([playout.wins(best, world) for world in worlds])
    return Advice(rank_results(_in_coins(put_first(results, best), view)), len(worlds), ahead)


def _in_coins(hopes: Mapping[Move, Sequence[int]], view: LombardView) -> dict[Move, list[int]]:
    """Convert chances to thousandths of a coin gained or lost."""
    public, me = view.public, view.me
    balances = list(public.balances)
    now = get_next_hope(balances, me, public)
    balances[me] += 1
    coin = max(1, get_next_hope(balances, me, public) - now)
    return {move: [WHOLE * (hope - now) // coin for hope in move_hopes] for move, move_hopes in hopes.items()}
