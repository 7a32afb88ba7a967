"""`python -m tests.bench`: prints ratios, not verdicts. SQLite always; PostgreSQL where it answers."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

from tests.bench.memory import served_memory

POSTGRES = os.environ.get("TEFUDA_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
NAME = "tefuda_bench"


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


def moves(env: dict[str, str]) -> dict[str, dict[str, float]]:
    """One database's figures, from a process of its own."""
    command = [sys.executable, "-m", "tests.bench.moves"]
    run = subprocess.run(
        command, env={**os.environ, "REDIS_URL": "", **env}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    found: dict[str, dict[str, float]] = json.loads(run.stdout.splitlines()[-1])
    return found


def show(figures: dict[str, dict[str, float]]) -> None:
    print(f"\nA move request on {figures.pop('database')}, in ms: median, 95 %, and as a multiple of the minimal one")
    floor = figures["minimal"]["median"]
    for name, times in figures.items():
        print(f"  {name:12} {times['median']:7.2f} {times['p95']:7.2f}   × {times['median'] / floor:.2f}")


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
