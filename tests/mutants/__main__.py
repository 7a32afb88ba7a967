"""`python -m tests.mutants [--only WORD] [--jobs N] [--check]`: plants bugs one by one, to see that tests find them.

Every bug is planted in a copy of the repository, and the tests that are named for it run there. Exits with 0 if at
least 95 of 100 were found, with 1 if not, and with 2 if something could not be tried: a text is gone, a test is red or
gone without any bug. `--check` only looks whether the lists fit the code.
"""

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.listing import AREAS, Planted, misfits, planted
from tests.mutants.running import FAILED, GREEN_SECONDS, HUNG, NOT_COLLECTED, PASSED, copied, ran, tried

ENOUGH = 95  # of 100
# A bug that prevents modules from loading, or tests from being collected, is noticed by everyone.
OUTCOMES = {PASSED: "SURVIVED", FAILED: "found", NOT_COLLECTED: "found", HUNG: "hung"}
NOT_TRIED = "NOT TRIED"
FIRST_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

Tried = tuple[Planted, str]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--only", default="", metavar="WORD", help="an area, or part of a file's or a bug's name")
    parser.add_argument("--jobs", type=int, default=2, help="how many bugs are tried at a time")
    parser.add_argument("--check", action="store_true", help="only see whether every text and test is still there")
    options = parser.parse_args()
    bugs = planted(options.only)
    wrong = [line for bug in bugs for line in misfits(bug)]
    print("\n".join([*wrong, f"{len(bugs)} bugs, {len(wrong)} misfits"]))
    if wrong or not bugs:
        return 2
    if options.check:
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        return run(Path(folder), bugs, options.jobs)


def run(folder: Path, bugs: list[Planted], jobs: int) -> int:
    """Tries them all; the exit status."""
    started = time.monotonic()
    first = copied(folder / "0")
    every = sorted({path for bug in bugs for path in bug.tests})
    status, output = ran(
        first, every, "-n", str(jobs), "--maxfail", "20", "--tb", "line", seconds=GREEN_SECONDS, compiles=True
    )
    if status != PASSED:
        print(f"{output[-6000:]}\nWithout any bug the tests don't pass.")
        return 2
    print(f"without bugs all is well, after {time.monotonic() - started:.0f} s", flush=True)
    copies = [first, *(Path(shutil.copytree(first, folder / str(number))) for number in range(1, jobs))]
    outcomes = list(all_tried(copies, bugs))
    print(report(outcomes, time.monotonic() - started))
    return verdict([outcome for _, outcome in outcomes])


def all_tried(copies: list[Path], bugs: list[Planted]) -> Iterable[Tried]:
    """Each bug with its outcome, as many at a time as there are copies."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def one_tried(mutant: Planted) -> Tried:
        copy, started = free.get(), time.monotonic()
        try:
            status, output = tried(copy, mutant)
        finally:
            free.put(copy)
        outcome = OUTCOMES.get(status, NOT_TRIED)
        by = " ← " + failed[1] if (failed := FIRST_FAILED.search(output)) else ""
        print(f"{outcome:9} {time.monotonic() - started:5.1f} s  {mutant}{by}", flush=True)
        if outcome == NOT_TRIED:
            print(output[-3000:], flush=True)
        return mutant, outcome

    with ThreadPoolExecutor(len(copies)) as pool:
        return list(pool.map(one_tried, bugs))


def report(outcomes: list[Tried], seconds: float) -> str:
    """Print a row for each area, then the names of the bugs that weren't found."""
    columns = ("found", "hung", "SURVIVED", NOT_TRIED)
    lines = [f"\n{'':9}{''.join(f'{name:>11}' for name in ('bugs', *columns))}"]
    for area in (*AREAS, "together"):
        counts = Counter(outcome for mutant, outcome in outcomes if area in (mutant.area, "together"))
        if counts:
            lines.append(f"{area:9}{counts.total():>11}{''.join(f'{counts[name]:>11}' for name in columns)}")
    lines += [f"{outcome}: {mutant}" for mutant, outcome in outcomes if outcome not in ("found",)]
    return "\n".join([*lines, f"{seconds / 60:.1f} minutes"])


def verdict(outcomes: list[str]) -> int:
    """The exit status: 2 if something could not be tried, 1 if too many survived."""
    if NOT_TRIED in outcomes:
        return 2
    return 0 if 100 * outcomes.count("SURVIVED") <= (100 - ENOUGH) * len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
