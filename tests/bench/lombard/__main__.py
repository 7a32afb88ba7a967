"""`python -m tests.bench.lombard`: make the bots' tables and print how exploitable the levels are. Some minutes.

`--check` writes nothing, and fails if a table would differ.
"""

import sys

import numpy as np

from games.catalog.lombard.bots.levels import LEVELS
from games.catalog.lombard.bots.strategy import CHANCES, FAR
from tests.bench.lombard.cards import count_wins, list_levels, rank_sevens, without_flop
from tests.bench.lombard.deals import count_level_wins, sample_deals
from tests.bench.lombard.packing import in_parts, make_level_table, make_strategy_table, rounded
from tests.bench.lombard.players import beginner_strategy, normal_strategy
from tests.bench.lombard.solver import Match, Strategy
from tests.bench.tables import CATALOG, format_table

FOLDER = CATALOG / "lombard/bots"
DEALS, SEED = 1_000_000, 1
ROUNDS, SWEEPS = 40, 9
MODELLED = 0.8  # the share of rounds for which the other one is taken for normal
NEED = 8  # coins at the start of a match as offered


def main() -> None:
    sevens = rank_sevens()
    levels = list_levels(count_wins(sevens))
    wins = count_level_wins(levels, sevens, 2 * DEALS, SEED)
    deals = sample_deals(levels, sevens, wins, DEALS, SEED)
    match = Match(deals, LEVELS, CHANCES, FAR)
    normal = normal_strategy(FAR, SEED)
    equilibrium = match.solve(ROUNDS, SWEEPS)
    strong = rounded(match.solve(ROUNDS, SWEEPS, normal, MODELLED))
    hopes = match.play(equilibrium, equilibrium)[0]
    texts = {
        "strong/level_table.json": format_table(make_level_table(without_flop(levels))),
        "strategy_table.json": format_table(make_strategy_table(wins, hopes, in_parts_of(strong))),
    }
    for name, text in texts.items():
        print(f"{name}: {len(text):,} bytes")
    if "--check" in sys.argv:
        sys.exit(any((FOLDER / name).read_text() != text for name, text in texts.items()))
    for name, text in texts.items():
        (FOLDER / name).write_text(text)
    beginner = beginner_strategy(match.states, levels, deals.second, deals.chances, SEED)
    show({"beginner": beginner, "normal": normal, "strong": strong, "equilibrium": equilibrium}, match)


def in_parts_of(strategy: Strategy) -> np.ndarray:
    """states x rows x actions, as `strategy.weigh_actions` reads them."""
    return np.concatenate([in_parts(rows) for rows in vars(strategy).values()], 1)


def show(levels: dict[str, Strategy], match: Match) -> None:
    for name, level in levels.items():
        print(f"{name}: a best response wins {match.share(match.best_response(level), NEED):.1%} of matches;", end=" ")
        win_shares = {
            other: match.share(match.play(level, its), NEED) for other, its in levels.items() if other != name
        }
        print("wins against", ", ".join(f"{other} {share:.1%}" for other, share in win_shares.items()), flush=True)


if __name__ == "__main__":
    main()
