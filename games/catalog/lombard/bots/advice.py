"""What strong makes of a decision, for hints and analysis: every decision played on in the same imagined worlds.

Values are hopes to win the match, told in coins: what one coin more would add to the seat's hope at this moment is a
coin. So a move's value is what the round brings on average, coins that rivals win and a match that ends included.
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
    """All decisions that are open. The first is strong's; where its table isn't sure, the one it takes most often."""
    moves = [move for move in MOVES if legal.contains(move)]
    worlds = deal_worlds(view, effort * WORLDS // view.public.seats, rng, sim)
    playout = Playout(view)
    results = play_moves(playout, moves, worlds)
    best = choose_surely(view, legal, results)
    ahead = sum([playout.wins(best, world) for world in worlds])
    return Advice(rank_results(_in_coins(put_first(results, best), view)), len(worlds), ahead)


def _in_coins(hopes: Mapping[Move, Sequence[int]], view: LombardView) -> dict[Move, list[int]]:
    """In thousandths of a coin more or less than now."""
    public, me = view.public, view.me
    balances = list(public.balances)
    now = get_next_hope(balances, me, public)
    balances[me] += 1
    coin = max(1, get_next_hope(balances, me, public) - now)
    return {move: [WHOLE * (hope - now) // coin for hope in found] for move, found in hopes.items()}
