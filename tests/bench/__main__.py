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

from tests.bench import crowd, waiting
from tests.bench.memory import served_memory
from tests.server.own_postgres import PROGRAMS

POSTGRES = os.environ.get("TEFUDA_BENCH_POSTGRES", "postgres://postgres@127.0.0.1:5432/")
NAME = "tefuda_bench"
AIMS = {"move": "(aim: 3; 2.5)", "move and house": "", "fragment": "", "304": "", "page": ""}  # on SQLite; PostgreSQL


def main() -> None:
    subprocess.run([sys.executable, "-m", "tests.bench.titles"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        floor = show(measure("moves", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_due(measure("due", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}), floor)
    with tempfile.TemporaryDirectory() as folder:
        waiting.show(measure("waiting", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_sign_ups(measure("signups", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_storage(measure("storage", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_notices(measure("notices", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        show_replays(measure("replays", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": ""}))
    with tempfile.TemporaryDirectory() as folder:
        crowd.show(Path(folder))
    if reset_postgres():
        with tempfile.TemporaryDirectory() as folder:
            show(measure("moves", {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": POSTGRES + NAME}))
        for module, show_figures in (("notices", show_notices), ("storage", show_left)):
            reset_postgres()
            with tempfile.TemporaryDirectory() as folder:
                show_figures(measure(module, {"TEFUDA_DATA_DIR": folder, "DATABASE_URL": POSTGRES + NAME}))
    else:
        print("PostgreSQL does not answer: left out")
    subprocess.run([sys.executable, "-m", "tests.bench.responsiveness"], check=True)
    subprocess.run([sys.executable, "-m", "tests.bench.bots"], check=True)
    subprocess.run([sys.executable, "-m", "tests.bench.strong_bots"], check=True)
    if PROGRAMS:
        subprocess.run([sys.executable, "-m", "tests.bench.load"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        memory = served_memory(Path(folder))
    print("\nMemory of the embedded default (PSS, MB; aim: 200)")
    for role, size in memory.items():
        print(f"  {size:7.1f}  {role}")
    print(f"  {sum(memory.values()):7.1f}  together")


def measure(module: str, env: dict[str, str]) -> dict[str, Any]:
    """Return one database's figures, measured in a separate process."""
    command = [sys.executable, "-m", f"tests.bench.{module}"]
    run = subprocess.run(
        command, env={**os.environ, "REDIS_URL": "", **env}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    data: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return data


def show(figures: dict[str, Any]) -> float:
    """Ratios by kind of request, the median title first. Returns what the minimal move costs, in ms."""
    times = figures["times"]
    floor = float(times["minimal"]["median"])
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
    return floor


def show_due(due: dict[str, Any], floor: float) -> None:
    """Measure due work; bots' moves also as multiples of the minimal move."""
    print("\nBots' moves a second, of one worker with normal players (aim: 60), and what one costs")
    for slug, rate in due["bots"].items():
        print(f"  {slug:22} {rate:6.0f}   × {1e3 / rate / floor:.2f}")
    print(
        "\nDeadlines due at once, a second (aim: 167), and a person's moves meanwhile, in ms: median, 99 % (aim: 100)"
    )
    print("  {rate:6.0f} {median:8.1f} {p99:6.1f}".format(**due["deadlines"]))


def show_sign_ups(figures: dict[str, Any]) -> None:
    """Measure how long a sign-up waits for SQLite's single writer."""
    print("\nSign-ups on SQLite, ms: median, 99 %, most, and how many were refused")
    for name, label in (("alone", "nobody plays"), ("beside", "three tables never rest (aim: 99 % at 500, 0)")):
        print("  {median:6.0f} {p99:6.0f} {most:6.0f} {refused:4}".format(**figures[name]), f" {label}")


def show_storage(figures: dict[str, Any]) -> None:
    """Measure the size of a match, and how fast matches are verified."""
    sizes = "  ".join(f"{name} {size / 1000:.1f}" for name, size in figures["bytes"].items())
    print(f"\nA match of {figures['events']:.0f} events in SQLite, KB (aim: 15), the mix of all titles")
    print(f"  {sizes}  (packed {figures['packed'] / 1000:.1f})")
    print("Verifying 100 of them, seconds of CPU (aim: 10)")
    print("  " + "  ".join(f"{name} {spent:.1f}" for name, spent in figures["verifying"].items()))


def show_left(figures: dict[str, Any]) -> None:
    """Measure a match's remaining rows by table."""
    sizes = "  ".join(f"{name} {size / 1000:.1f}" for name, size in figures["left"].items() if size > 200)
    print(f"\nWhat such a match leaves in PostgreSQL, KB (aim: 15)\n  {sizes}")


def show_notices(figures: dict[str, Any]) -> None:
    """Measure how fast notifications are decided and mailed."""
    print(f"\nNotifications on {figures.pop('database')} by {figures.pop('workers')} workers (aim: 500 a second)")
    for name, row in figures.items():
        listed = "  ".join(f"{value:g} {unit}" for unit, value in row.items())
        print(f"  {name:24} {listed}")


def show_replays(figures: dict[str, Any]) -> None:
    """Compare a position of a long match with its table's page."""
    ratios = {name: row["ms"]["replay"] / row["ms"]["table"] for name, row in figures["titles"].items()}
    query_counts = {row["queries"]["replay"] for row in figures["titles"].values()}
    listed = "  ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
    print(
        f"\nA position among {figures['events']}, as multiples of the table's page (aim: 1.2); queries {query_counts}"
    )
    print(f"  {statistics.median(ratios.values()):6.2f}  {listed}")


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
