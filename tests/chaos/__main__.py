"""`python -m tests.chaos [--kills 300] [embedded] [servers]`: kill -9 at random while people and bots play.

Meanwhile people file plans and withdraw them, pause, forfeit, are suspended and go on vacation, and clocks jump.
Afterwards nothing may be lost or doubled: acknowledged moves, plans, deadlines, notices. Fails with what was. `servers`
is PostgreSQL (as DATABASE_URL says, else on this machine) with a Redis that is killed as well.
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

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
SITES = ("embedded", "servers")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("sites", nargs="*", default=[], choices=[[], *SITES])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    if len(given.sites) == 1:
        return chaos(given.sites[0], given.kills, given.seed)
    # Django reads its settings once in a process.
    again = [sys.executable, "-m", "tests.chaos", "--kills", str(given.kills), "--seed", str(given.seed)]
    return max([subprocess.run([*again, one], check=False).returncode for one in given.sites or SITES])


def chaos(name: str, kills: int, seed: int) -> int:
    from tests.chaos.site import site

    os.environ.setdefault("DATABASE_URL", POSTGRES)
    print(f"── {name}, {kills} kills, --seed {seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix=f"chaos-{name}-"))
    with site(folder, servers=name == "servers") as victim:
        import django

        django.setup()
        logging.disable(logging.WARNING)  # what this process can't tell a broker that is dead
        from tests.chaos.run import run

        found = run(victim, kills, random.Random(seed))
    for wrong in found[:50]:
        print(f"WRONG: {wrong}")
    print(f"{name}: {'as it should be' if not found else f'{len(found)} things are wrong'}; its log is in {folder}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
