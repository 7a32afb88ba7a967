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
    options = parser.parse_args()
    if options.plant:
        os.environ["TEFUDA_CHAOS_PLANT"] = options.plant
    if len(options.sites) == 1:
        return chaos(options.sites[0], options.kills, options.seed, options.tables)
    # Django reads its settings once in a process.
    command = [sys.executable, "-m", "tests.chaos", "--kills", str(options.kills), "--seed", str(options.seed)]
    command += ["--tables", str(options.tables)]
    return max([subprocess.run([*command, site], check=False).returncode for site in options.sites or SITES])


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
