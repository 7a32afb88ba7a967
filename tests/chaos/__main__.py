"""`python -m tests.chaos [--kills 300] [embedded] [servers]`: kill -9 at random while people and bots play.

Meanwhile people send moves twice, file plans and withdraw them, pause, forfeit, are suspended and go on vacation, and
clocks jump. Afterwards nothing may be lost or doubled: acknowledged moves, plans, deadlines, notices, records. Exits
with 1 and a list of faults otherwise.
`embedded` is `manage.py serve`; `servers` are several web processes and workers over separate PostgreSQL, PgBouncer
(if installed) and Redis servers, which are killed as well.
"""

import argparse
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SITES = ("embedded", "servers")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("sites", nargs="*", default=[], choices=[[], *SITES])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--tables", type=int, default=20, help="of each kind at which people let their time run out")
    parser.add_argument("--plant", default="", help="a fault of tests.chaos.planted, to see that it is found")
    given = parser.parse_args()
    if given.plant:
        os.environ["TEFUDA_CHAOS_PLANT"] = given.plant
    if len(given.sites) == 1:
        return chaos(given.sites[0], given.kills, given.seed, given.tables)
    # Django reads its settings once in a process.
    again = [sys.executable, "-m", "tests.chaos", "--kills", str(given.kills), "--seed", str(given.seed)]
    again += ["--tables", str(given.tables)]
    return max([subprocess.run([*again, one], check=False).returncode for one in given.sites or SITES])


def chaos(name: str, kills: int, seed: int, tables: int) -> int:
    from tests.chaos.site import SITES as SITES_BY_NAME

    print(f"── {name}, {kills} kills, --seed {seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix=f"chaos-{name}-"))
    with SITES_BY_NAME[name](folder) as victim:
        import django

        django.setup()
        logging.disable(logging.WARNING)  # what this process can't tell a broker that is dead
        from tests.chaos.run import run

        faults = run(victim, kills, random.Random(seed), tables, folder)
    for wrong in faults[:50]:
        print(f"WRONG: {wrong}")
    print(f"{name}: {'as it should be' if not faults else f'{len(faults)} things are wrong'}; its log is in {folder}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
