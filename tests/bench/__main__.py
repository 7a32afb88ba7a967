"""`python -m tests.bench`: prints ratios, not verdicts. SQLite always; PostgreSQL where it answers."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import psycopg

from tests.bench import crowd
from tests.bench.memory import served_memory

POSTGRES = os.environ.get("TEFUDA_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
NAME = "tefuda_bench"


def main() -> None:
    subprocess.run([sys.executable, "-m", "tests.bench.titles"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        floor = show(figures("moves", {"TEFUDA_DATA": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_due(figures("due", {"TEFUDA_DATA": folder, "DATABASE_URL": ""}), floor)
    with tempfile.TemporaryDirectory() as folder:
        crowd.show(Path(folder))
    if reset_postgres():
        with tempfile.TemporaryDirectory() as folder:
            show(figures("moves", {"TEFUDA_DATA": folder, "DATABASE_URL": POSTGRES + NAME}))
    else:
        print("PostgreSQL does not answer: left out")
    with tempfile.TemporaryDirectory() as folder:
        memory = served_memory(Path(folder))
    print("\nMemory of the embedded default (PSS, MB; aim: 200)")
    for role, size in memory.items():
        print(f"  {size:7.1f}  {role}")
    print(f"  {sum(memory.values()):7.1f}  together")


def figures(module: str, env: dict[str, str]) -> dict[str, Any]:
    """One database's figures, from a process of its own."""
    command = [sys.executable, "-m", f"tests.bench.{module}"]
    run = subprocess.run(
        command, env={**os.environ, "REDIS_URL": "", **env}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def show(times: dict[str, Any]) -> float:
    """Prints what moves cost. Returns what the minimal one does, in ms."""
    print(f"\nA move request on {times.pop('database')}, in ms: median, 95 %, and as a multiple of the minimal one")
    floor = float(times["minimal"]["median"])
    for name, row in times.items():
        print(f"  {name:12} {row['median']:7.2f} {row['p95']:7.2f}   × {row['median'] / floor:.2f}")
    return floor


def show_due(due: dict[str, Any], floor: float) -> None:
    print("\nBots' moves a second, one worker, and what one costs as a multiple of the minimal move request")
    for slug, rate in due["bots"].items():
        print(f"  {slug:12} {rate:7.1f}   × {1e3 / rate / floor:.2f}")
    print("\nDeadlines that are due at once, a second, and a person's moves meanwhile, in ms: median, 99 %")
    print("  {rate:7.1f} {median:7.2f} {p99:7.2f}".format(**due["deadlines"]))


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
