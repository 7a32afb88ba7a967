"""Whole matches from what a stage is: shares won, and what a best response to a strategy wins."""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from tests.bench.sdc.hands import Hands
from tests.bench.sdc.solver import Stage, Strategy

Strategies = Mapping[int, Strategy]  # by highest bid
SWEEPS = 40


def stage_outcomes(stage: Stage, opener: Strategy, responder: Strategy) -> dict[int, float]:
    """Return the opener's probability of winning a given number of coins."""
    outcomes = defaultdict[int, float](float)
    first = np.broadcast_to(stage.reach(opener.opener_draw)[:, None], stage.shape)
    second = np.broadcast_to(stage.reach(responder.responder_draw)[None], stage.shape)

    def show(opener_reach: np.ndarray, responder_reach: np.ndarray, stake: int) -> None:
        won = float((opener_reach * (np.cumsum(responder_reach, -1) - responder_reach / 2)).sum())
        outcomes[stake] += won
        outcomes[-stake] += float((opener_reach.sum(-1) * responder_reach.sum(-1)).sum()) - won

    for at, bid in enumerate(stage.amounts):
        bids, (drop, call, *raised) = first * opener.bids[at], responder.answers[at]
        outcomes[1] += float((bids.sum(-1) * (second * drop).sum(-1)).sum())
        show(bids, second * call, bid)
        for to, called, share in zip(stage.raises[at], opener.replies[at], raised, strict=True):
            show(bids * called, second * share, to)
            outcomes[-bid] += float(((bids * (1 - called)).sum(-1) * (second * share).sum(-1)).sum())
    return dict(outcomes)


def win_share(stages: Mapping[int, Stage], strategies: Strategies, other: Strategies, coins: int = 10) -> float:
    """Return how often the first player wins a match without a stage limit, with a random first opener."""
    as_opener = {limit: stage_outcomes(stage, strategies[limit], other[limit]) for limit, stage in stages.items()}
    as_responder = {limit: stage_outcomes(stage, other[limit], strategies[limit]) for limit, stage in stages.items()}
    total, top = 2 * coins, max(stages)
    size = 2 * (total - 1)
    matrix, ends = np.eye(size), np.zeros(size)
    for purse in range(1, total):
        limit = min(top, purse, total - purse)
        for role, (outcomes, sign) in enumerate(((as_opener[limit], 1), (as_responder[limit], -1))):
            for gain, likely in outcomes.items():
                after, opens = purse + sign * gain, int(sign * gain < 0)
                if after >= total:
                    ends[2 * purse - 2 + role] += likely
                elif after > 0:
                    matrix[2 * purse - 2 + role, 2 * after - 2 + opens] -= likely
    won = np.linalg.solve(matrix, ends)
    return float(won[2 * coins - 2] + won[2 * coins - 1]) / 2


def best_win_share(hands: Hands, strategies: Strategies, coins: int = 10) -> float:
    """Return how often a player wins who knows the strategy and plays the best response for the match, not the
    stage.
    """
    total, top = 2 * coins, max(strategies)
    opens = [purse / total for purse in range(total + 1)]  # by coins of the opener
    answers = list(opens)
    for _ in range(SWEEPS):
        for purse in range(1, total):
            limit = min(top, purse, total - purse)
            wins = [opens[min(total, purse + k)] for k in range(limit + 1)]
            losses = [answers[purse - k] for k in range(limit + 1)]
            strategy = strategies[limit]
            stage = Stage(hands, range(1, limit + 1), wins=wins, losses=losses)
            opens[purse] = stage.best_values(strategy)[0]
            stage = Stage(hands, range(1, limit + 1), wins=[-x for x in losses], losses=[-x for x in wins])
            answers[purse] = stage.best_values(strategy)[1]
    return (opens[coins] + answers[coins]) / 2
