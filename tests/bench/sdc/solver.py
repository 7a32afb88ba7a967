"""One stage of the smaller game as rows of numbers: values, best responses, and CFR+ that finds a strategy.

All rows end in three axes: cards the opener exchanged, cards the responder exchanged, class of the deciding hand.
Only cumulative sums and sums along outer axes are used, in a fixed order, so the same figures come out each time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tests.bench.sdc.hands import COUNTS, Hands

Mix = Callable[[np.ndarray, np.ndarray], np.ndarray]  # strategy, values of the actions -> value of the node


@dataclass(frozen=True)
class Strategy:
    """Of both roles. `replies` is how often a raise is called, `answers` begin with drop and call."""

    opener_draw: np.ndarray  # count, kind
    responder_draw: np.ndarray
    bids: np.ndarray  # amount, …
    answers: list[np.ndarray]  # by bid: action, …
    replies: list[np.ndarray]  # by bid: raise, …


def average(strategy: np.ndarray, values: np.ndarray) -> np.ndarray:
    return (strategy * values).sum(0)


def best(strategy: np.ndarray, values: np.ndarray) -> np.ndarray:
    return values.max(0)


class Stage:
    """`wins[k]` and `losses[k]`: what k coins won or lost are worth to the opener; the responder has the opposite."""

    def __init__(
        self, hands: Hands, amounts: Sequence[int], most_exchanged: int = 5,
        wins: Sequence[float] = (), losses: Sequence[float] = (),
    ) -> None:  # fmt: skip
        self.hands, self.amounts = hands, tuple(amounts)
        self.raises = [[to for to in amounts if to > bid] for bid in amounts]
        self.possible = hands.possible.copy()
        self.possible[:, most_exchanged + 1 :] = False
        top = self.amounts[-1]
        self.wins = wins or [float(k) for k in range(top + 1)]
        self.losses = losses or [-float(k) for k in range(top + 1)]
        self.shape = (COUNTS, COUNTS, hands.finished.shape[2])

    def uniform(self) -> Strategy:
        draw = (self.possible / np.maximum(1, self.possible.sum(1, keepdims=True))).T
        return Strategy(
            draw, draw.copy(), np.full((len(self.amounts), *self.shape), 1 / len(self.amounts)),
            [np.full((2 + len(to), *self.shape), 1 / (2 + len(to))) for to in self.raises],
            [np.full((len(to), *self.shape), 0.5) for to in self.raises],
        )  # fmt: skip

    def reach(self, draw: np.ndarray) -> np.ndarray:
        """Return the probability of each final count and class."""
        return ((draw.T * self.hands.dealt[:, None])[:, :, None] * self.hands.finished).sum(0)

    def showdown(self, other: np.ndarray, stake: int, sign: int) -> np.ndarray:
        """For every class what a showdown against these hands is worth; equal classes win half."""
        below = np.cumsum(other, -1) - other / 2
        gain, loss = self._worth(stake, sign)
        return gain * below + loss * (other.sum(-1, keepdims=True) - below)

    def _worth(self, stake: int, sign: int) -> tuple[float, float]:
        """To win and to lose that many coins, for the opener (1) or the responder (-1)."""
        if sign > 0:
            return self.wins[stake], self.losses[stake]
        return -self.losses[stake], -self.wins[stake]

    def opener_values(
        self, strategy: Strategy, other: Strategy, mix: Mix
    ) -> tuple[np.ndarray, list[list[np.ndarray]], np.ndarray]:
        """Compute values of bids, of calls and drops after raises, and of draws; `mix` says how the player's own
        nodes count.
        """
        reach = np.broadcast_to(self.reach(other.responder_draw)[None], self.shape)
        bids, replies = [], []
        for at, bid in enumerate(self.amounts):
            drop, call, *raised = other.answers[at]
            value = self.wins[1] * _all(reach * drop) + self.showdown(reach * call, bid, 1)
            replies.append([
                np.stack([self.showdown(reach * share, to, 1), self.losses[bid] * _all(reach * share)])
                for to, share in zip(self.raises[at], raised, strict=True)
            ])  # fmt: skip
            for node, called in zip(replies[-1], strategy.replies[at], strict=True):
                value = value + mix(np.stack([called, 1 - called]), node)
            bids.append(value)
        values = np.stack(bids)
        node = mix(strategy.bids, values).sum(1)
        return values, replies, self._draws(node)

    def responder_values(self, strategy: Strategy, other: Strategy, mix: Mix) -> tuple[list[np.ndarray], np.ndarray]:
        """Values of answers and of draws."""
        reach = np.broadcast_to(self.reach(other.opener_draw)[:, None], self.shape)
        answers, together = [], np.zeros(self.shape)
        for at, bid in enumerate(self.amounts):
            hands = reach * other.bids[at]
            values = [-self.wins[1] * _all(hands), self.showdown(hands, bid, -1)]
            for to, called in zip(self.raises[at], other.replies[at], strict=True):
                values.append(self.showdown(hands * called, to, -1) - self.losses[bid] * _all(hands * (1 - called)))
            answers.append(np.stack(values))
            together = together + mix(strategy.answers[at], answers[-1])
        return answers, self._draws(together.sum(0))

    def _draws(self, node: np.ndarray) -> np.ndarray:
        return (self.hands.finished * node[None]).sum(2).T

    def value(self, opener: Strategy, responder: Strategy) -> float:
        """Return the opener's value."""
        draws = self.opener_values(opener, responder, average)[2]
        return float((opener.opener_draw * draws * self.hands.dealt).sum())

    def best_values(self, strategy: Strategy) -> tuple[float, float]:
        """Return a best response's value as opener and as responder."""
        return self._best(self.opener_values(strategy, strategy, best)[2]), self._best(
            self.responder_values(strategy, strategy, best)[1]
        )

    def _best(self, draws: np.ndarray) -> float:
        usable = np.where(self.possible.T, draws, -np.inf).max(0)
        dealt = self.hands.dealt > 0
        return float((usable[dealt] * self.hands.dealt[dealt]).sum())

    def exploitability(self, strategy: Strategy) -> float:
        """Coins a stage that a best response wins on average over both roles."""
        return sum(self.best_values(strategy)) / 2

    def solve(self, rounds: int, model: Strategy | None = None, opener: float = 0, responder: float = 0) -> Strategy:
        """Run CFR+ with linear averages: an equilibrium, unless an opponent is modelled.

        Otherwise a restricted Nash response: the opener, or the responder, plays against an opponent who follows the
        model in that share of all stages and plays the best response otherwise.
        """
        now, sums, regrets = self.uniform(), _zeros(self.uniform()), _zeros(self.uniform())
        call_regrets = [np.zeros((len(to), 2, *self.shape)) for to in self.raises]
        for turn in range(1, rounds + 1):
            values, replies, draws = self.opener_values(now, now, average)
            if model and opener:
                bid_values, reply_values, draw_values = self.opener_values(now, model, average)
                values, draws = _blend(values, bid_values, opener), _blend(draws, draw_values, opener)
                replies = [
                    [_blend(*pair, opener) for pair in zip(*two, strict=True)]
                    for two in zip(replies, reply_values, strict=True)
                ]
            calls = []
            for at, nodes in enumerate(replies):
                called = np.zeros_like(now.replies[at])
                for to, node in enumerate(nodes):
                    share = now.replies[at][to]
                    _regret(call_regrets[at][to], np.stack([share, 1 - share]), node)
                    called[to] = _match(call_regrets[at][to])[0]
                calls.append(called)
            _regret(regrets.bids, now.bids, values)
            _regret(regrets.opener_draw, now.opener_draw, draws)
            now = Strategy(
                self._match_draw(regrets.opener_draw), now.responder_draw, _match(regrets.bids), now.answers, calls
            )
            answers, draws = self.responder_values(now, now, average)
            if model and responder:
                answer_values, draw_values = self.responder_values(now, model, average)
                answers = [_blend(*pair, responder) for pair in zip(answers, answer_values, strict=True)]
                draws = _blend(draws, draw_values, responder)
            for at, node in enumerate(answers):
                _regret(regrets.answers[at], now.answers[at], node)
            _regret(regrets.responder_draw, now.responder_draw, draws)
            now = Strategy(
                now.opener_draw,
                self._match_draw(regrets.responder_draw),
                now.bids,
                [_match(a) for a in regrets.answers],
                calls,
            )
            self._add(sums, now, max(0, turn - rounds // 20))
        return self._averages(sums, now)

    def _match_draw(self, regrets: np.ndarray) -> np.ndarray:
        return np.where(self.possible.T, _match(np.where(self.possible.T, regrets, 0), self.uniform().opener_draw), 0)

    def _add(self, sums: Strategy, now: Strategy, weight: int) -> None:
        """To the sums, by how often one comes there oneself. Of `replies` calls alone."""
        opener, responder = self.reach(now.opener_draw)[:, None], self.reach(now.responder_draw)[None]
        sums.opener_draw[:] += weight * now.opener_draw
        sums.responder_draw[:] += weight * now.responder_draw
        sums.bids[:] += weight * opener * now.bids
        for at, answers in enumerate(now.answers):
            sums.answers[at][:] += weight * responder * answers
            sums.replies[at][:] += weight * opener * now.bids[at] * now.replies[at]

    def _averages(self, sums: Strategy, now: Strategy) -> Strategy:
        """Use the last strategy for nodes that were never reached."""
        return Strategy(
            _share(sums.opener_draw, now.opener_draw), _share(sums.responder_draw, now.responder_draw),
            _share(sums.bids, now.bids), [_share(*pair) for pair in zip(sums.answers, now.answers, strict=True)],
            [
                np.where(bid > TINY, called / np.where(bid > TINY, bid, 1), last)
                for bid, called, last in zip(sums.bids, sums.replies, now.replies, strict=True)
            ],
        )  # fmt: skip


TINY = 1e-12


def _all(row: np.ndarray) -> np.ndarray:
    return row.sum(-1, keepdims=True) + np.zeros_like(row)


def _zeros(strategy: Strategy) -> Strategy:
    return Strategy(
        0 * strategy.opener_draw, 0 * strategy.responder_draw, 0 * strategy.bids,
        [0 * array for array in strategy.answers], [0 * array for array in strategy.replies],
    )  # fmt: skip


def _blend(first: np.ndarray, second: np.ndarray, share: float) -> np.ndarray:
    return (1 - share) * first + share * second


def _regret(regrets: np.ndarray, strategy: np.ndarray, values: np.ndarray) -> None:
    regrets[:] = np.maximum(0, regrets + values - (strategy * values).sum(0))


def _match(regrets: np.ndarray, otherwise: np.ndarray | float | None = None) -> np.ndarray:
    total = regrets.sum(0)
    even = 1 / len(regrets) if otherwise is None else otherwise
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), even)


def _share(sums: np.ndarray, last: np.ndarray) -> np.ndarray:
    total = sums.sum(0)
    return np.where(total > TINY, sums / np.where(total > TINY, total, 1), last)
