"""Advice of the strong bot, for hints, analysis and puzzles."""

from games.catalog.get9.bots.bot import WORLDS
from games.catalog.get9.bots.search import list_candidates, look_ahead
from games.catalog.get9.moves import Move
from games.catalog.get9.view import Get9View
from games.engine.advice import Advice
from games.engine.game import Legal, Rng, Simulator
from games.kit.rollouts import put_first, rank_results


def advise(
    view: Get9View, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice[Move]:
    """Rate strong's candidates and `also`, each played to the end of the match in the same worlds.

    Values are chips at the end of the match, with an equal share of the carry-over pot. The first move is the one that
    wins the whole game most often, which near its end isn't always the one that gains most chips.
    """
    candidates = list_candidates(view, legal, rng)
    moves = tuple(dict.fromkeys((*candidates, *also)))
    ends = look_ahead(view, moves, WORLDS * effort, rng, sim)
    first = max(candidates, key=lambda move: sum(ends[move].game))
    ratings = rank_results(put_first({move: end.chips for move, end in ends.items()}, first))
    return Advice(ratings, WORLDS * effort, ends[first].won)
