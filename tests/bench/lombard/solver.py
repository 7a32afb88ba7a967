"""The smaller game of two, as a whole match: what a round leaves both still to need, until one needs nothing.

A state is what the first and the second to act still need, 1 to `far` coins each; the roles change with every round.
Strategies are shares by state, row and action: see `Strategy`. Values are the first player's chance to win the match.
"""

from dataclasses import dataclass

import numpy as np

from tests.bench.lombard.deals import Deals

FOLD, CALL, DOUBLE = range(3)
# by what both do: the coins that the first and the second gain if the first, or the second, has the better hand
SHOWDOWNS = {
    (CALL, CALL): ((2, -1), (-1, 2)), (CALL, DOUBLE): ((4, -2), (-1, 3)),
    (DOUBLE, CALL): ((3, -1), (-2, 4)), (DOUBLE, DOUBLE): ((5, -2), (-2, 5)),
}  # fmt: skip


@dataclass
class Strategy:
    """states x rows x (fold, call, double); rows are levels, and against a call the steps of the chance."""

    first: np.ndarray
    after_double: np.ndarray
    after_call: np.ndarray

    @property
    def answers(self) -> tuple[np.ndarray, np.ndarray]:
        return self.after_call, self.after_double


class Match:
    """`levels` and `chances`: how many rows there are."""

    def __init__(self, deals: Deals, levels: int, chances: int, far: int) -> None:
        self.levels, self.chances, self.far = levels, chances, far
        self.calls = self._count(deals, deals.chances, chances)
        self.doubles = self._count(deals, deals.second, levels)
        self.dealt = self.doubles[0].sum(1)
        self.needs = np.indices((far, far)).reshape(2, -1) + 1
        self.states = far * far

    def _count(self, deals: Deals, rows: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Return how often the first player's level meets each row of the second, and how often it then wins."""
        at, shape = deals.first.astype(int) * size + rows, (self.levels, size)
        met = np.bincount(at, minlength=shape[0] * size)
        won = np.bincount(at, weights=deals.first_wins, minlength=shape[0] * size)
        return met.reshape(shape) / len(at), won.reshape(shape) / len(at)

    def start(self) -> np.ndarray:
        """Return initial values: the player who needs less is ahead."""
        first, second = (self.needs + 2.0) ** 2
        return (second / (first + second)).reshape(self.far, self.far)

    def uniform(self) -> Strategy:
        return Strategy(*(np.full((self.states, n, 3), 1 / 3) for n in (self.levels, self.levels, self.chances)))

    def after(self, values: np.ndarray, gain: tuple[int, int]) -> np.ndarray:
        """By state: what these gains are worth to the first, who acts second next."""
        first, second = self.needs - np.array(gain)[:, None]
        at = (np.clip(need, 1, self.far) - 1 for need in (second, first))
        win_chances: np.ndarray = np.where(first <= 0, 1.0, np.where(second <= 0, 0.0, 1 - values[tuple(at)]))
        return win_chances

    def first_values(self, values: np.ndarray, answers: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """states x levels x actions, each already times how often the level is dealt."""
        action_values = np.empty((self.states, self.levels, 3))
        action_values[:, :, FOLD] = self.dealt * self.after(values, (0, 1))[:, None]
        for action, (met, won), answer in zip((CALL, DOUBLE), (self.calls, self.doubles), answers, strict=True):
            total = answer[:, :, FOLD] * self.after(values, (action, 0))[:, None] @ met.T
            for reply in (CALL, DOUBLE):
                better, worse = (self.after(values, gain) for gain in SHOWDOWNS[action, reply])
                share = answer[:, :, reply]
                total += share * worse[:, None] @ met.T + share * (better - worse)[:, None] @ won.T
            action_values[:, :, action] = total
        return action_values

    def second_values(self, values: np.ndarray, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The first's values again, by state, row of the second and its answer: after a call, after a double."""
        action_values = []
        for action, (met, won) in zip((CALL, DOUBLE), (self.calls, self.doubles), strict=True):
            reach, ahead = first[:, :, action] @ met, first[:, :, action] @ won
            rows = [reach * self.after(values, (action, 0))[:, None]]
            for reply in (CALL, DOUBLE):
                better, worse = (self.after(values, gain)[:, None] for gain in SHOWDOWNS[action, reply])
                rows.append(ahead * better + (reach - ahead) * worse)
            action_values.append(np.stack(rows, -1))
        return action_values[0], action_values[1]

    def value(self, values: np.ndarray, first: np.ndarray, answers: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Of one round with these values after it."""
        expected: np.ndarray = (self.first_values(values, answers) * first).sum((1, 2))
        return expected.reshape(self.far, self.far)

    def play(self, strategy: Strategy, other: Strategy, sweeps: int = 40) -> tuple[np.ndarray, np.ndarray]:
        """By what the first and the second need: how often `strategy` wins if it acts first, and if it acts second."""
        first, second = self.start(), 1 - self.start()
        for _ in range(sweeps):
            first, second = (
                self.value(1 - second, strategy.first, other.answers),
                1 - self.value(first, other.first, strategy.answers),
            )  # fmt: skip
        return first, second

    def best_response(self, strategy: Strategy, sweeps: int = 40) -> tuple[np.ndarray, np.ndarray]:
        """The same of who plays the best against it and knows it by heart."""
        first, second = self.start(), 1 - self.start()
        for _ in range(sweeps):
            best = self.first_values(1 - second, strategy.answers).max(2).sum(1)
            call, double = self.second_values(first, strategy.first)
            folded = (strategy.first[:, :, FOLD] @ self.dealt) * self.after(first, (0, 1))
            worst = folded + call.min(2).sum(1) + double.min(2).sum(1)
            first, second = best.reshape(self.far, -1), 1 - worst.reshape(self.far, -1)
        return first, second

    def share(self, results: tuple[np.ndarray, np.ndarray], need: int) -> float:
        """Return how often matches are won when both need that much, from both seats."""
        return float(sum(result[need - 1, need - 1] for result in results) / 2)

    def solve(self, rounds: int, sweeps: int, model: Strategy | None = None, share: float = 0.0) -> Strategy:
        """CFR+ with linear averages. The other one is `model` in that share of rounds, and else plays best against us:
        a restricted Nash response; without a model an equilibrium. The values after a round are found along."""
        first, second = self.start(), 1 - self.start()
        model = model or self.uniform()
        ours, rival = (_Learner(self.states, self.levels, self.chances) for _ in range(2))
        for sweep in range(sweeps):
            for learner in (ours, rival):
                learner.forget_average()
            for _ in range(rounds * (2 if sweep == sweeps - 1 else 1)):
                self._learn(ours, rival, model, share, first, second)
            solution, other = ours.average(), mix(model, rival.average(), share)
            first, second = (
                self.value(1 - second, solution.first, other.answers),
                1 - self.value(first, other.first, solution.answers),
            )  # fmt: skip
        return solution

    def solve_round(self, values: np.ndarray, rounds: int) -> Strategy:
        """The equilibrium of one round with these values after it."""
        learner = _Learner(self.states, self.levels, self.chances)
        for _ in range(rounds):
            played = learner.now()
            learner.learn_answers([-value for value in self.second_values(values, played.first)])
            learner.learn_first(self.first_values(values, learner.now().answers))
            learner.count()
        return learner.average()

    def _learn(
        self, ours: "_Learner", rival: "_Learner", model: Strategy, share: float, first: np.ndarray,
        second: np.ndarray,
    ) -> None:  # fmt: skip
        """A round of learning in both roles. `first`, `second`: our chances to win where we act first, second."""
        now = ours.now()
        rival.learn_answers([-value for value in self.second_values(1 - second, now.first)])
        ours.learn_first(self.first_values(1 - second, mix(model, rival.now(), share).answers))
        rival.learn_first(self.first_values(first, now.answers))
        other = mix(model, rival.now(), share)
        ours.learn_answers([-value for value in self.second_values(first, other.first)])
        ours.count()
        rival.count()


class _Learner:
    """Regrets of one player, and the average of what follows from them."""

    def __init__(self, states: int, levels: int, chances: int) -> None:
        self._regrets = [np.zeros((states, rows, 3)) for rows in (levels, levels, chances)]
        self.forget_average()

    def forget_average(self) -> None:
        self._sums, self._counted = [np.zeros_like(regret) for regret in self._regrets], 0

    def now(self) -> Strategy:
        return Strategy(*map(_normalise, self._regrets))

    def average(self) -> Strategy:
        return Strategy(*map(_normalise, self._sums))

    def count(self) -> None:
        self._counted += 1
        for total, regret in zip(self._sums, self._regrets, strict=True):
            total += self._counted * _normalise(regret)

    def learn_first(self, values: np.ndarray) -> None:
        self._learn(0, values)

    def learn_answers(self, values: list[np.ndarray]) -> None:
        """After a call, after a double."""
        self._learn(2, values[0])
        self._learn(1, values[1])

    def _learn(self, at: int, values: np.ndarray) -> None:
        played = _normalise(self._regrets[at])
        gains = values - (played * values).sum(-1, keepdims=True)
        self._regrets[at] = np.maximum(self._regrets[at] + gains, 0)


def mix(strategy: Strategy, other: Strategy, share: float) -> Strategy:
    """`strategy` in that share of cases."""
    parts = zip(vars(strategy).values(), vars(other).values(), strict=True)
    return Strategy(*(share * a + (1 - share) * b for a, b in parts))


def _normalise(weights: np.ndarray) -> np.ndarray:
    total = weights.sum(-1, keepdims=True)
    shares: np.ndarray = np.where(total > 1e-300, weights / np.maximum(total, 1e-300), 1 / 3)
    return shares
