"""`python -m tests.bench.sdc`: make the bots' tables and print how exploitable the levels are. A few minutes.

`--check` writes nothing, and fails if the table would differ.
"""

import sys

from games.catalog.sdc.bots.abstraction import get_amounts
from tests.bench.sdc.hands import Hands, sample_hands
from tests.bench.sdc.levels import NORMAL_STARTS, normal_strategy
from tests.bench.sdc.match import best_win_share, win_share
from tests.bench.sdc.packing import make_table, pack, rounded
from tests.bench.sdc.solver import Stage, Strategy
from tests.bench.tables import CATALOG, format_table

TABLE = CATALOG / "sdc/bots/strategy_table.json"
DEALS = 100_000
ROUNDS = 400
MODELLED = 0.7  # the share of stages for which the other one is taken for normal
USUAL = 5  # the exchange limit and the highest bid of a table as offered


def main() -> None:
    hands = sample_hands(DEALS)
    coarse = hands.coarser(NORMAL_STARTS)
    parts, usual = {}, dict[str, dict[int, Strategy]]()
    stages = dict[int, Stage]()
    for max_exchange in (3, 4, 5):
        for limit in range(1, 11):
            small, stage = (Stage(these, get_amounts(limit), max_exchange) for these in (coarse, hands))
            table = rounded(small.solve(ROUNDS))
            normal = normal_strategy(stage, max_exchange, table)
            strong = rounded(make_strong(stage, normal))
            parts["normal", max_exchange, limit] = pack(table, small, max_exchange)
            parts["strong", max_exchange, limit] = pack(strong, stage, max_exchange)
            if max_exchange == USUAL and limit <= USUAL:
                stages[limit] = stage
                usual.setdefault("normal", {})[limit] = normal
                usual.setdefault("strong", {})[limit] = strong
            print(f"exchange {max_exchange}, bids up to {limit}: strong can be beaten by", end=" ")
            print(f"{stage.exploitability(strong):.4f} coins a stage", flush=True)
    bounds = {"normal": coarse.bounds, "strong": hands.bounds}
    text = format_table(make_table(bounds, dict(sorted(parts.items()))))
    print(f"{len(text):,} bytes")
    if "--check" in sys.argv:
        sys.exit(int(TABLE.read_text() != text))
    TABLE.write_text(text)
    show_levels(hands, stages, {"equilibrium": {limit: stages[limit].solve(ROUNDS) for limit in stages}, **usual})


def make_strong(stage: Stage, normal: Strategy) -> Strategy:
    """Two restricted Nash responses, one for each role."""
    opens = stage.solve(ROUNDS, normal, opener=MODELLED)
    answers = stage.solve(ROUNDS, normal, responder=MODELLED)
    return Strategy(opens.opener_draw, answers.responder_draw, opens.bids, answers.answers, opens.replies)


def show_levels(hands: Hands, stages: dict[int, Stage], levels: dict[str, dict[int, Strategy]]) -> None:
    for name, level in levels.items():
        print(f"{name}: a best response wins {stages[USUAL].exploitability(level[USUAL]):.4f} coins a stage,", end=" ")
        print(f"{best_win_share(hands, level):.1%} of matches; wins against", end=" ")
        win_shares = {other: win_share(stages, level, its) for other, its in levels.items() if other != name}
        print(", ".join(f"{other} {share:.1%}" for other, share in win_shares.items()))


if __name__ == "__main__":
    main()
