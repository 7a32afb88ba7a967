"""Advice of the strong bot.

Every plausible play, or both answers in the auction, are played to the end of the deal in the same imagined worlds.
"""

from collections.abc import Sequence
from typing import Any

from games.catalog.doudizhu.bots.auction import accepts
from games.catalog.doudizhu.bots.bot import choose_answer_in_auction, list_plays, to_move
from games.catalog.doudizhu.bots.planning import HandAnalysis, choose_play
from games.catalog.doudizhu.bots.search import MOST, imagine_tables, lay_table, list_candidates, play_on
from games.catalog.doudizhu.moves import Accept, Move, Play, Refuse
from games.catalog.doudizhu.ranks import Cards, pack
from games.catalog.doudizhu.types import SEATS
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.advice import WHOLE, Advice
from games.engine.chance import Chance
from games.engine.game import Legal, Rng, Simulator
from games.kit.rollouts import choose_by_results, put_first, rank_results

WORLDS, AUCTION_WORLDS = 120, 100  # at an effort of 1
NO_CHANCE = Chance(b"between the auction and the play the house draws nothing")
Results = dict[Move, Sequence[int]]


def advise(
    view: DoudizhuView, legal: Legal[Move], rng: Rng, sim: Simulator, effort: int, also: tuple[Move, ...]
) -> Advice[Move]:
    """Rate moves in thousandths of a chip of the deal. `ahead` counts the worlds whose deal the seat's side wins."""
    analysis = HandAnalysis(view)
    if analysis.public.phase == "auction":
        results, best = _try_answers(analysis, rng, sim, effort * AUCTION_WORLDS)
    else:
        results, best = _try_plays(analysis, list_plays(legal), rng, sim, effort * WORLDS, also)
    ratings = rank_results(put_first(results, best))
    return Advice(ratings, len(results[best]), sum(gain > 0 for gain in results[best]))


def _try_plays(
    analysis: HandAnalysis, plays: tuple[Cards, ...], rng: Rng, sim: Simulator, worlds: int, also: Sequence[Move]
) -> tuple[Results, Move]:
    """Rate plays. The best is normal's play, unless another move is better by more than chance explains."""
    first = choose_play(analysis, plays)
    also_cards = [move.cards if isinstance(move, Play) else () for move in also]
    moves = list(dict.fromkeys([*list_candidates(analysis, plays, first, MOST), *also_cards]))
    outcomes = play_on(analysis, moves, imagine_tables(analysis, rng, sim, worlds))
    results: Results = {to_move(cards): gains for cards, gains in outcomes.items()}
    best = to_move(first) if len(first) == len(analysis.cards) else choose_by_results(results)
    return results, best


def _try_answers(analysis: HandAnalysis, rng: Rng, sim: Simulator, worlds: int) -> tuple[Results, Move]:
    """Rate auction answers. The best is chosen by the bot's formula, because playouts of deals vary too much."""
    deals = [sim.imagine(rng) for _ in range(worlds)]
    answers: tuple[Move, ...] = (Accept(), Refuse())
    return {answer: [_play_deal(analysis, answer, deal, sim) for deal in deals] for answer in answers}, (
        choose_answer_in_auction(analysis)
    )


def _play_deal(analysis: HandAnalysis, answer: Move, world: Any, sim: Simulator) -> int:
    """Return the chips won or lost in an imagined deal, in thousandths."""
    world = sim.apply(world, analysis.seat, answer)
    while sim.view(world, analysis.seat).public.phase != "play":
        if waiting := sim.waiting_on(world):
            (seat,) = waiting
            world = sim.apply(world, seat, Accept() if accepts(HandAnalysis(sim.view(world, seat))) else Refuse())
        else:
            world = sim.advance(world, NO_CHANCE)
    after = HandAnalysis(sim.view(world, analysis.seat))
    hands = [pack(sim.view(world, seat).mine.hand) for seat in range(SEATS)]
    winner = lay_table(after, hands).play_out()
    return after.get_gain(winner) * WHOLE
