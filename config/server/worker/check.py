"""`python -m config.server.worker.check <worker>`: whether that worker on this machine lives. One line; status 0 or 1.

For who starts a worker anew if not (a container's health check, a timer). Standard library only, for it is asked every
few seconds. The worker is named as it was started; `serve`'s go by the same names.
"""

import os
import sys
import time
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[3]
LONGEST_SECONDS = 120.0  # without a sign: a job is ended after a minute, then the process may have to begin anew


def main(name: str) -> int:
    file = Path(os.environ.get("TEFUDA_DATA_DIR") or BASE_DIR / "var") / "run" / name
    try:
        age = time.time() - file.stat().st_mtime
    except OSError:
        sys.stdout.write(f"{name}: no sign of life ({file})\n")
        return 1
    is_alive = abs(age) <= LONGEST_SECONDS  # of the future: the clock was set back, and nobody has touched it since
    sys.stdout.write(f"{name}: {'a' if is_alive else 'the last'} sign of life {age:.0f} s ago\n")
    return 0 if is_alive else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Which worker? deadlines, bots, email, background, analysis, or as it was named.")
    sys.exit(main(sys.argv[1]))
