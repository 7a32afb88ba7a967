"""Learn the weights of The Crown of Lombardia's strong bot and write them to `worth_table.json`.

python -m tests.bench.crown                # all modes, some minutes of one core
python -m tests.bench.crown solo           # one mode
python -m tests.bench.crown --check        # only checks whether they would be the same
"""

import argparse
import json
from random import Random
from time import process_time

from games.catalog.crown.bots.chances import UNIT
from games.catalog.crown.bots.worth import WEIGHTS
from tests.bench.crown.selfplay import Weights, learn, play
from tests.bench.tables import CATALOG, format_table

MATCHES = {"classic": 25_000, "adjusted": 12_000, "solo": 60_000}
TARGETS = (10, 5, 10, 15)  # points to win, in turn
REPORTS = 10
TABLE = CATALOG / "crown/bots/worth_table.json"


def learn_weights(mode: str, matches: int) -> Weights:
    """From nothing, by playing. The steps and the moves at random become fewer."""
    rng, weights = Random(mode), [[0.0] * WEIGHTS, [0.0] * WEIGHTS]
    won = turns = 0
    for number in range(matches):
        remaining = 1 - number / matches
        winner, length = play(weights, mode, TARGETS[number % len(TARGETS)], rng, 0.01 + 0.07 * remaining)
        learn(weights, winner, 0.002 + 0.03 * remaining)
        won, turns = won + (winner == 0), turns + length
        if (number + 1) % (matches // REPORTS) == 0:
            part = matches // REPORTS
            print(f"{mode} {number + 1}: {turns / part:.1f} turns, {won / part:.1%} won by the first", flush=True)
            won = turns = 0
    return weights


def round_weights(weights: Weights) -> list[list[int]]:
    """As `worth.get_worth` reads them."""
    return [[max(-32_000, min(32_000, round(UNIT * weight))) for weight in moment] for moment in weights]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.crown")
    parser.add_argument("modes", nargs="*")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    tables, start = json.loads(TABLE.read_text()), process_time()
    for mode in args.modes or MATCHES:
        weights = round_weights(learn_weights(mode, MATCHES[mode]))
        print(f"{mode}: {'the same' if weights == tables.get(mode) else 'different'}")
        tables[mode] = weights
        if not args.check:
            TABLE.write_text(format_table(tables))
    print(f"{process_time() - start:.0f} s")


if __name__ == "__main__":
    main()
