"""One round of the smaller game as an OpenSpiel game, to judge our solver: its CFR+ and its exploitability.

Both players need so little that any pot ends the match, so a round is nearly the whole game.
"""

import numpy as np

from tests.bench.lombard.deals import Deals
from tests.bench.lombard.solver import CALL, DOUBLE, FOLD, SHOWDOWNS, Match, Strategy

Labels = dict[str, int]
NAMES = ("fold", "call", "double")


def small_match(far: int = 3) -> Match:
    """Three levels, two steps of the chance."""
    rng = np.random.default_rng(5)
    first, second = rng.integers(3, size=400), rng.integers(3, size=400)
    wins = rng.random(400) < 0.5 + 0.2 * (first - second)
    return Match(Deals(first, second, wins, np.minimum(1, second)), 3, 2, far)


class Form:
    """A round from one state, with the values after it, as text that OpenSpiel reads."""

    def __init__(self, match: Match, values: np.ndarray, state: int) -> None:
        self.match, self.state, self.labels, self.ends = match, state, (Labels(), Labels()), 0
        self.after = lambda gain: float(match.after(values, gain)[state])
        self.lines = ['EFG 2 R "round" { "first" "second" }', '""']
        self._chance([str(level) for level in range(match.levels)], list(match.dealt))
        for level in range(match.levels):
            self._decide(0, f"first_{level}", NAMES)
            self._end(self.after((0, 1)))
            for action, (met, won) in ((CALL, match.calls), (DOUBLE, match.doubles)):
                self._answer(action, met[level], won[level])

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def _answer(self, action: int, met: np.ndarray, won: np.ndarray) -> None:
        rows = [row for row in range(len(met)) if met[row] > 0]
        self._chance([str(row) for row in rows], [met[row] / met.sum() for row in rows])
        for row in rows:
            share = won[row] / met[row]
            self._decide(1, f"{NAMES[action]}_{row}", NAMES)
            self._end(self.after((action, 0)))
            for reply in (CALL, DOUBLE):
                better, worse = (self.after(gain) for gain in SHOWDOWNS[action, reply])
                self._end(share * better + (1 - share) * worse)

    def _chance(self, names: list[str], shares: list[float]) -> None:
        self.ends += 1
        likely = " ".join(f'"{name}" {share:.17g}' for name, share in zip(names, shares, strict=True))
        self.lines.append(f'c "" {self.ends} "" {{ {likely} }} 0')

    def _decide(self, player: int, name: str, actions: tuple[str, ...]) -> None:
        number = self.labels[player].setdefault(name, len(self.labels[player]) + 1)
        self.lines.append(f'p "" {player + 1} {number} "{name}" {{ {" ".join(map(_quote, actions))} }} 0')

    def _end(self, chance: float) -> None:
        self.ends += 1
        self.lines.append(f't "" {self.ends} "" {{ {chance:.17g} {-chance:.17g} }}')


def _quote(name: str) -> str:
    return f'"{name}"'


def judge(strategy: Strategy, match: Match, values: np.ndarray, state: int, rounds: int) -> tuple[float, float, float]:
    """Return OpenSpiel's exploitability of the strategy and of its own CFR+, and the first player's value."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = pyspiel.load_efg_game(Form(match, values, state).text)
    our_policy = policy.TabularPolicy(game)
    for at, node in enumerate(our_policy.states):
        part, row = node.information_state_string().split("-", 3)[3].split("_")
        rows = {"first": strategy.first, "call": strategy.after_call, "double": strategy.after_double}[part]
        for action in node.legal_actions():
            name = node.action_to_string(action)
            our_policy.action_probability_array[at, action] = rows[state, int(row), NAMES.index(name)]
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    solver_policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [solver_policy, solver_policy])[0]
    return (
        exploitability.nash_conv(game, our_policy) / 2,
        exploitability.nash_conv(game, solver_policy) / 2,
        float(value),
    )


def exploitability_of(strategy: Strategy, match: Match, values: np.ndarray, state: int) -> float:
    """Ours, of one round with these values after it."""
    best = match.first_values(values, strategy.answers).max(2).sum(1)[state]
    call, double = match.second_values(values, strategy.first)
    folded = (strategy.first[:, :, FOLD] @ match.dealt) * match.after(values, (0, 1))
    worst = (folded + call.min(2).sum(1) + double.min(2).sum(1))[state]
    return float(best - worst) / 2
