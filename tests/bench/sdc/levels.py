"""What the levels do in the smaller game, as strategies that can be measured."""

from collections.abc import Mapping

import numpy as np

from games.catalog.sdc.bots.abstraction import KINDS, round_up
from games.catalog.sdc.bots.bidding import call_percent, weigh_answers, weigh_bids
from games.catalog.sdc.bots.bot import BY_TABLE
from games.catalog.sdc.bots.hand_value import believed_percent
from tests.bench.sdc.hands import COUNTS
from tests.bench.sdc.solver import Stage, Strategy

NORMAL_STARTS = (7, 13, 22, 29)  # strong's classes with which normal's begin


def normal_strategy(stage: Stage, most_exchanged: int, table: Strategy) -> Strategy:
    """Normal's: its own rules and its table, which has fewer classes."""
    rules, share = rules_strategy(stage, most_exchanged), BY_TABLE / 100
    at = np.searchsorted(NORMAL_STARTS, np.arange(stage.shape[2]), side="right")

    def both(computed: np.ndarray, tabled: np.ndarray) -> np.ndarray:
        return (1 - share) * computed + share * (tabled if computed.ndim == 2 else tabled[..., at])

    return Strategy(
        both(rules.opener_draw, table.opener_draw), both(rules.responder_draw, table.responder_draw),
        both(rules.bids, table.bids), list(map(both, rules.answers, table.answers)),
        list(map(both, rules.replies, table.replies)),
    )  # fmt: skip


def rules_strategy(stage: Stage, most_exchanged: int) -> Strategy:
    """For the middle hand of each class."""
    hands, amounts, limit = stage.hands, stage.amounts, stage.amounts[-1]
    draw = np.zeros((COUNTS, KINDS))
    draw[hands.usual[most_exchanged], np.arange(KINDS)] = 1
    strategy = stage.uniform()
    for other in range(COUNTS):
        for at, example in enumerate(hands.examples):
            chance = believed_percent(example, other, most_exchanged)
            for drew in range(COUNTS):
                strategy.bids[:, drew, other, at] = _shares(weigh_bids(chance, drew, limit), amounts, amounts)
                for number, bid in enumerate(amounts):
                    choices = (0, bid, *stage.raises[number])
                    answers = weigh_answers(chance, drew, bid, limit)
                    strategy.answers[number][:, other, drew, at] = _shares(answers, choices, amounts)
                    for place, to in enumerate(stage.raises[number]):
                        strategy.replies[number][place, drew, other, at] = call_percent(chance, to, to - bid) / 100
    return Strategy(draw, draw.copy(), strategy.bids, strategy.answers, strategy.replies)


def _shares(weights: Mapping[int, int], choices: tuple[int, ...], amounts: tuple[int, ...]) -> list[float]:
    totals = dict.fromkeys(choices, 0)
    for coins, weight in weights.items():
        totals[round_up(coins, amounts) if coins else 0] += weight
    return [weight / sum(totals.values()) for weight in totals.values()]
