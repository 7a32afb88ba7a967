"""Advice of the strong bot: every move is played out in the same worlds, for a few turns.

Values are chances to win the match times its target, in thousandths of a point: losing a won match costs all of the
points.
"""

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.likely_hands import sample_hands
from games.catalog.crown.bots.move_values import MoveValues, list_moves
from games.catalog.crown.bots.playing_on import World
from games.catalog.crown.moves import Move
from games.catalog.crown.view import CrownView
from games.engine.advice import WHOLE as THOUSANDTHS
from games.engine.advice import Advice
from games.engine.chance import Rng
from games.engine.game import Simulator
from games.engine.legal_moves import Legal
from games.kit.rollouts import rank_results

WORLDS = 100  # at effort 1
MOST_MOVES = 8


def advise(
    view: CrownView, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice[Move]:
    """Rate the best moves and those in `also`; the first is the strong bot's."""
    values = MoveValues(view)
    ranked = sorted(list_moves(legal), key=lambda move: -values.rate(move))
    moves = [*ranked[:MOST_MOVES], *(move for move in also if move not in ranked[:MOST_MOVES])]
    results: dict[Move, list[int]] = {move: [] for move in moves}
    count, target = WORLDS * effort, view.public.options.target_points
    hands = sample_hands(values.worlds, count, rng)
    for number in range(count):
        sim.check_time()
        world = World(view, values.planner.worth, hands[number % len(hands)], rng)
        for move, worths in results.items():
            worths.append(world.play_on(move) * target * THOUSANDTHS // WHOLE)
    won = sum(results[moves[0]]) // (target * THOUSANDTHS)
    return Advice(rank_results(results), count, won)
