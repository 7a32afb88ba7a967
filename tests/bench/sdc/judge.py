"""A small stage as an OpenSpiel game, to judge our solver: its CFR and exploitability, compared with ours.

Two kinds of hands, which may exchange nothing or one card, three classes, bids of 1 and 2: 600 ends, written out as
an extensive form game.
"""

import numpy as np

from tests.bench.sdc.hands import COUNTS, Hands
from tests.bench.sdc.solver import Stage, Strategy

Labels = dict[str, int]


def small_stage() -> Stage:
    finished = np.zeros((2, COUNTS, 3))
    finished[0, :2] = [0.8, 0.2, 0.0], [0.5, 0.3, 0.2]
    finished[1, :2] = [0.0, 0.4, 0.6], [0.2, 0.3, 0.5]
    usual = np.zeros((6, 2), dtype=int)
    return Stage(Hands(np.array([0.6, 0.4]), finished, usual, (), ()), (1, 2))


class Form:
    """The stage as text that OpenSpiel reads. Names of information sets say all that is known there."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.labels, self.ends = stage, (Labels(), Labels()), 0
        hands = stage.hands
        kinds = [(a, b) for a in range(2) for b in range(2)]
        self.lines = ['EFG 2 R "stage" { "opener" "responder" }', '""']
        self._chance([(f"k{a}{b}", hands.dealt[a] * hands.dealt[b]) for a, b in kinds])
        for a, b in kinds:
            self._decide(0, f"draw0_{a}", ["0", "1"])
            for first in range(2):
                self._decide(1, f"draw1_{b}", ["0", "1"])
                for second in range(2):
                    self._finish(a, b, first, second)

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    def _finish(self, a: int, b: int, first: int, second: int) -> None:
        first_ends, second_ends = self.stage.hands.finished[a, first], self.stage.hands.finished[b, second]
        ends = [(x, y) for x in range(3) for y in range(3) if first_ends[x] * second_ends[y] > 0]
        self._chance([(f"c{x}{y}", first_ends[x] * second_ends[y]) for x, y in ends])
        for x, y in ends:
            suffixes = (f"{a}_{first}_{second}_{x}", f"{b}_{first}_{second}_{y}")
            self._decide(0, f"bid_{suffixes[0]}", ["1", "2"])
            even = (x > y) - (x < y)
            self._decide(1, f"answer1_{suffixes[1]}", ["drop", "call", "raise"])
            self._end(1)
            self._end(even)
            self._decide(0, f"reply_{suffixes[0]}", ["call", "drop"])
            self._end(2 * even)
            self._end(-1)
            self._decide(1, f"answer2_{suffixes[1]}", ["drop", "call"])
            self._end(1)
            self._end(2 * even)

    def _chance(self, likely: list[tuple[str, float]]) -> None:
        self.ends += 1
        self.lines.append(f'c "" {self.ends} "" {{ ' + " ".join(f'"{n}" {p:.17g}' for n, p in likely) + " } 0")

    def _decide(self, player: int, name: str, actions: list[str]) -> None:
        number = self.labels[player].setdefault(name, len(self.labels[player]) + 1)
        names = " ".join(f'"{action}"' for action in actions)
        self.lines.append(f'p "" {player + 1} {number} "{name}" {{ {names} }} 0')

    def _end(self, coins: int) -> None:
        self.ends += 1
        self.lines.append(f't "" {self.ends} "" {{ {coins} {-coins} }}')


def get_shares(strategy: Strategy, name: str) -> dict[str, float]:
    """Return a strategy's probabilities in an information set, by the names of its actions."""
    part, *rest = name.split("_")
    kind, *indices = (int(number) for number in rest)
    if part.startswith("draw"):
        draw = strategy.opener_draw if part == "draw0" else strategy.responder_draw
        names, shares = ("0", "1"), draw[:2, kind]
    elif part == "bid":
        names, shares = ("1", "2"), strategy.bids[(slice(None), *indices)]
    elif part == "reply":
        called = strategy.replies[0][(0, *indices)]
        names, shares = ("call", "drop"), (called, 1 - called)
    else:
        bid = int(part.removeprefix("answer"))
        names, shares = ("drop", "call", "raise")[: 4 - bid], strategy.answers[bid - 1][(slice(None), *indices)]
    return dict(zip(names, map(float, shares), strict=True))


def judge(strategy: Strategy, stage: Stage, rounds: int) -> tuple[float, float, float]:
    """Return OpenSpiel's exploitability of the strategy and of its own CFR+, and the opener's value."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = pyspiel.load_efg_game(Form(stage).text)
    our_policy = policy.TabularPolicy(game)
    for at, state in enumerate(our_policy.states):
        shares = get_shares(strategy, state.information_state_string().split("-", 3)[3])
        for action in state.legal_actions():
            our_policy.action_probability_array[at, action] = shares[state.action_to_string(action)]
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
