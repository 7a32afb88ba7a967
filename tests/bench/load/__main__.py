"""`python -m tests.bench.load [--people 60] [--web 2] [--seconds 15]`: moves per second of a site, and their costs.

Runs the parts of a site with separate PostgreSQL and Redis servers, and people at tables of all games. First only their
moves, as fast as possible; then with everyone's page open, each with its live stream and refreshes; then the same at
half the pace, where waiting times are measured; then pages. In the same run, a minimal Django move on the same server
(tests.bench.minimal). All figures depend on the spare time of two cores: use the ratios.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.bench.load.processes import Cpu, Site

PARTS = ("web", "postgres", "redis", "workers", "crowd")
ROUNDS = 12  # matches that each group has before it
AT_ONCE = 8  # readers of a page, senders of the yardstick's moves


def main() -> None:
    parser = argparse.ArgumentParser(description="How many moves a site makes, and what each costs.")
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--web", type=int, default=2, help="web processes")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each part")
    parser.add_argument("--workers", action="store_true", help="with the clock, bots and notifications beside")
    options = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), web=options.web, workers=options.workers)
        try:
            show(site, options)
        finally:
            site.close()


def show(site: Site, options: argparse.Namespace) -> None:
    from tests.bench.load import reader, stage  # Django, set up for the site's database by now

    groups, regular, seconds = stage.sit_down(options.people, ROUNDS), stage.sit_at_many(), options.seconds
    site.open()
    size = f"{options.web} web processes, {options.people} people, {len(groups)} tables at once"
    print(f"\n{size}; CPU ms each of {', '.join(PARTS)}")

    def moves(seconds: float, think: float, *, watched: bool) -> "Measured":
        return measure(site, seconds, lambda requests, until: [
            reader.play(site.url, group, requests, until, think, watched=watched) for group in groups
        ])  # fmt: skip

    moves(3, 0.0, watched=True).show("the first 3 s")
    alone = moves(seconds, 0.0, watched=False)
    alone.show("moves alone")
    fastest = moves(seconds, 0.0, watched=True)
    fastest.show("with their pages")
    moves(seconds, len(groups) * 2 / fastest.rate, watched=True).show("at half that pace")
    for name, path in (
        ("lobby, 20 tables", "/lobby/"),
        ("front, 20 tables", "/"),
        ("table page", groups[0][0].address),
    ):
        session = groups[0][0].sessions[0] if name == "table page" else regular
        for _ in range(2):  # a statement is planned again until a connection has seen it ten times
            page = measure(site, seconds / 2, lambda requests, until, path=path, session=session: [
                reader.read(site.url, session, path, requests, until) for _ in range(AT_ONCE)
            ])  # fmt: skip
        page.show(name)
    site.serve_plain(options.web)
    sessions = stage.list_plain_sessions(AT_ONCE)
    for each, name in ((2.0, ""), (seconds / 2, "minimal Django")):
        plain = measure(site, each, lambda requests, until: [
            reader.post_minimal(site.url, *session, requests, until) for session in sessions
        ])  # fmt: skip
        if name:
            plain.show(name)
            ratios = [getattr(alone.each, part) / max(1e-9, getattr(plain.each, part)) for part in ("web", "postgres")]
            print(f"  a move is {ratios[0]:.1f} (web) and {ratios[1]:.1f} (PostgreSQL) of the minimal ones (aim: 2.5)")


class Measured:
    """What some requests took."""

    def __init__(self, requests: Any, used: Cpu, seconds: float) -> None:
        self.requests = requests
        count = len(requests.seconds["move"]) or len(requests.seconds["page"]) or 1
        self.rate, self.each = count / seconds, used.divided(count)

    def show(self, name: str) -> None:
        each = " ".join(f"{getattr(self.each, part) * 1e3:6.1f}" for part in PARTS)
        waits = "; ".join(f"{kind} {percentiles(times)}" for kind, times in self.requests.seconds.items() if times)
        odd = {status: n for status, n in self.requests.statuses.items() if status not in (200, 304)}
        print(f"  {name:18} {self.rate:6.1f}/s {each}  {waits}{f'  {odd}' if odd else ''}", flush=True)


def measure(site: Site, seconds: float, tasks: Callable[[Any, float], list[Coroutine[Any, Any, None]]]) -> Measured:
    """Run them side by side for that long."""
    from tests.bench.load.reader import Requests

    async def run() -> Measured:
        requests, began, before = Requests(), time.monotonic(), site.measure_cpu()
        await asyncio.gather(*tasks(requests, began + seconds))
        return Measured(requests, site.measure_cpu() - before, time.monotonic() - began)

    return asyncio.run(run())


def percentiles(times: list[float]) -> str:
    ordered = sorted(times)
    median, p99 = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{len(times)} p50 {median * 1e3:.0f} p99 {p99 * 1e3:.0f} ms"


if __name__ == "__main__":
    main()
