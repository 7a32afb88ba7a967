"""`python -m tests.bench`: prints ratios, not verdicts. SQLite always; PostgreSQL where it answers."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import psycopg

from tests.bench.memory import served_memory

POSTGRES = os.environ.get("TEFUDA_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
NAME = "tefuda_bench"
AIMS = {"move": "(aim: 3; 2.5)", "move and house": "", "fragment": "", "304": "", "page": ""}  # on SQLite; PostgreSQL


def main() -> None:
    subprocess.run([sys.executable, "-m", "tests.bench.titles"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        show(moves({"TEFUDA_DATA": folder, "DATABASE_URL": ""}))
    if reset_postgres():
        with tempfile.TemporaryDirectory() as folder:
            show(moves({"TEFUDA_DATA": folder, "DATABASE_URL": POSTGRES + NAME}))
    else:
        print("PostgreSQL does not answer: left out")
    with tempfile.TemporaryDirectory() as folder:
        memory = served_memory(Path(folder))
    print("\nMemory of the embedded default (PSS, MB; aim: 250)")
    for role, size in memory.items():
        print(f"  {size:7.1f}  {role}")
    print(f"  {sum(memory.values()):7.1f}  together")


def moves(env: dict[str, str]) -> dict[str, Any]:
    """One database's figures, from a process of its own."""
    command = [sys.executable, "-m", "tests.bench.moves"]
    run = subprocess.run(
        command, env={**os.environ, "REDIS_URL": "", **env}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def show(figures: dict[str, Any]) -> None:
    """Ratios by kind of request, the median title first."""
    times = figures["times"]
    floor = times["minimal"]["median"]
    print(f"\nRequests on {figures['database']} as multiples of a plain Django's minimal move ({floor:.2f} ms)")
    print(f"  {'the same by our door':22} {times['minimal, by our door']['median'] / floor:6.2f}")
    for kind, aim in AIMS.items():
        ratios = {name: row["median"] / floor for name, row in of_kind(times, kind).items()}
        long = ratios.pop("long log", None)
        listed = "  ".join(f"{name} {ratio:.1f}" for name, ratio in ratios.items())
        after = f"; after a long log {long:.1f}" if long else ""
        print(f"  {kind:22} {statistics.median(ratios.values()):6.2f}  {aim:16} {listed}{after}")
    sizes = "  ".join(
        f"{name} {packed / 1000:.1f} of {raw / 1000:.1f}" for name, (packed, raw) in figures["bytes"].items()
    )
    print(f"  largest fragments after a move, KB compressed of raw: {sizes}")


def of_kind(times: dict[str, Any], kind: str) -> dict[str, dict[str, float]]:
    """By title."""
    return {name.partition("/")[2]: row for name, row in times.items() if name.partition("/")[0] == kind}


def reset_postgres() -> bool:
    """An empty database for the benchmark, or False where there is no server."""
    try:
        with psycopg.connect(POSTGRES + "postgres", autocommit=True, connect_timeout=3) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {NAME}")
            connection.execute(f"CREATE DATABASE {NAME}")
    except psycopg.OperationalError:
        return False
    return True


if __name__ == "__main__":
    main()
