"""Whole requests at tables of every game, compared with the minimal move of a plain Django, on one database.

Run in a separate process per database: `python -m tests.bench.moves`. Prints one JSON object: milliseconds (median
and 95th percentile) by kind of request and game, and the fragments' bytes.
"""

import json
import os
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from tests.bench.browser import Answer, Browser, plain_django  # noqa: E402
from tests.bench.minimal.models import Game  # noqa: E402
from tests.bench.play import SEATS, Play, unpacked  # noqa: E402

WARM, ROUNDS, LONG = 10, 60, 5_000
Times = dict[str, list[float]]


def run() -> dict[str, Any]:
    """Alternate all kinds of requests, so that other load affects them all equally."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    people = [User.objects.create_user(f"bench{n}", name=f"Bench {n}") for n in range(max(SEATS.values()))]
    browsers = [Browser(person) for person in people]
    plays = {slug: Play(slug, people, browsers) for slug in SEATS}
    plays["long log"] = Play("sdc", people, browsers, LONG)
    yardsticks = {"minimal": minimal(Browser(people[0], plain_django())), "minimal, by our door": minimal(browsers[0])}
    times: Times = defaultdict(list)
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for turn in range(WARM + ROUNDS):
        for name, play in plays.items():
            yardstick_times = {kind: asks().seconds for kind, asks in yardsticks.items()}
            seconds, size = measure_move(play)
            if turn >= WARM:
                note_seconds(times, yardstick_times | {f"{kind}/{name}": spent for kind, spent in seconds.items()})
                sizes[name].append(size)
    return {
        "database": connection.vendor,
        "times": {name: summary(row) for name, row in times.items()},
        "bytes": {name: max(row) for name, row in sizes.items()},
    }


def minimal(browser: Browser) -> Callable[[], Answer]:
    """The yardstick."""
    fields = [("game", str(Game.objects.create().pk)), ("text", "x" * 300)]
    return lambda: checked(browser.post("/minimal/", fields), 200)


def measure_move(play: Play) -> tuple[dict[str, float], tuple[int, int]]:
    """Return the seconds of a move, of another person's fragment and page afterwards, and of a repeated request.

    And the size of the move's answer in bytes: as sent, and uncompressed.
    """
    mark = play.mark(play.reader)
    move = next(play.moves)
    question = play.asked(play.reader)
    fragment = checked(play.reader.get(f"{play.address}fragment/", f"asked={question}&log={mark}"), 200)
    tag = fragment.headers["ETag"]
    repeat = checked(play.reader.get(f"{play.address}fragment/", f"asked={question}", HTTP_IF_NONE_MATCH=tag), 304)
    page = checked(play.reader.get(play.address), 200)
    seconds = {
        "move and house" if move.house else "move": move.answer.seconds,
        "fragment": fragment.seconds,
        "304": repeat.seconds,
        "page": page.seconds,
    }
    return seconds, (len(move.answer.body), len(unpacked(move.answer)))


def note_seconds(times: Times, measurements: dict[str, float]) -> None:
    for name, seconds in measurements.items():
        times[name].append(seconds)


def checked(answer: Answer, status: int) -> Answer:
    """The answer, if it is the one expected; anything else ends the benchmark."""
    if answer.status != status:
        sys.exit(f"a request was answered with {answer.status}")
    return answer


def summary(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    ordered = sorted(times)
    return {"median": statistics.median(ordered) * 1e3, "p95": ordered[int(len(ordered) * 0.95)] * 1e3}


if __name__ == "__main__":
    print(json.dumps(run()))
