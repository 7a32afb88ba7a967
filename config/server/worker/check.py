"""`python -m config.server.worker.check <worker>`: check whether that worker on this machine is alive.

Prints one line; exit status 0 or 1. For container health checks and timers that restart workers. Standard library only,
because it runs every few seconds. The worker's name is the one it was started with; those of `serve` have the same
names.
"""

import os
import sys
import time
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[3]
LONGEST_SECONDS = 120.0  # a job is killed after a minute, and then the process may have to restart


def main(name: str) -> int:
    file = Path(os.environ.get("TEFUDA_DATA_DIR") or BASE_DIR / "var") / "run" / name
    try:
        age = time.time() - file.stat().st_mtime
    except OSError:
        sys.stdout.write(f"{name}: no sign of life ({file})\n")
        return 1
    is_alive = abs(age) <= LONGEST_SECONDS  # negative if the clock was set back and the file hasn't been touched since
    sys.stdout.write(f"{name}: {'a' if is_alive else 'the last'} sign of life {age:.0f} s ago\n")
    return 0 if is_alive else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Which worker? deadlines, bots, email, background, analysis, or as it was named.")
    sys.exit(main(sys.argv[1]))
