"""Learn the weights of The Crown of Lombardia's strong bot and write them to `worth_table.py`.

python -m tests.bench.crown                # all modes, some minutes of one core
python -m tests.bench.crown solo           # one mode
python -m tests.bench.crown --check        # only checks whether they would be the same
"""

import argparse
from base64 import b85encode
from pathlib import Path
from random import Random
from struct import pack
from time import process_time
from zlib import compress

from games.catalog.crown.bots import worth_table
from games.catalog.crown.bots.chances import UNIT
from games.catalog.crown.bots.worth import WEIGHTS
from tests.bench.crown.selfplay import Weights, learn, play

MATCHES = {"classic": 25_000, "adjusted": 12_000, "solo": 60_000}
TARGETS = (10, 5, 10, 15)  # points to win, in turn
REPORTS = 10
TABLE = Path(worth_table.__file__)
HEAD = '''"""The learned weights of `worth.py`: per mode those of both moments, in thousandths, two bytes each.

Made by `python -m tests.bench.crown`; see docs/bots/crown.md.
"""

TABLES = {
'''


def learn_weights(mode: str, matches: int) -> Weights:
    """From nothing, by playing. The steps and the moves at random become fewer."""
    rng, weights = Random(mode), [[0.0] * WEIGHTS, [0.0] * WEIGHTS]
    won = turns = 0
    for number in range(matches):
        left = 1 - number / matches
        winner, length = play(weights, mode, TARGETS[number % len(TARGETS)], rng, 0.01 + 0.07 * left)
        learn(weights, winner, 0.002 + 0.03 * left)
        won, turns = won + (winner == 0), turns + length
        if (number + 1) % (matches // REPORTS) == 0:
            part = matches // REPORTS
            print(f"{mode} {number + 1}: {turns / part:.1f} turns, {won / part:.1%} won by the first", flush=True)
            won = turns = 0
    return weights


def pack_weights(weights: Weights) -> str:
    """As `worth.get_worth` reads them."""
    numbers = [max(-32_000, min(32_000, round(UNIT * weight))) for moment in weights for weight in moment]
    text = b85encode(compress(pack(f"<{len(numbers)}h", *numbers), 9)).decode()
    return "".join(f"{text[at : at + 110]}\n" for at in range(0, len(text), 110))


def write_tables(tables: dict[str, str]) -> None:
    parts = (f'    "{mode}": """\n{text.strip()}\n""",\n' for mode, text in tables.items())
    TABLE.write_text(HEAD + "".join(parts) + "}\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.crown")
    parser.add_argument("modes", nargs="*")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    tables, begun = dict(worth_table.TABLES), process_time()
    for mode in asked.modes or MATCHES:
        tables[mode] = pack_weights(learn_weights(mode, MATCHES[mode]))
        print(
            f"{mode}: {'the same' if tables[mode].strip() == worth_table.TABLES.get(mode, '').strip() else 'different'}"
        )
        if not asked.check:
            write_tables(tables)
    print(f"{process_time() - begun:.0f} s")


if __name__ == "__main__":
    main()
