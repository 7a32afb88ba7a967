"""Plays whole practice matches as a browser's worker does: nothing but the zip and the standard library.

`python -I -S alone.py ZIP SLUG LANGUAGE` prints a line of JSON for each number of seats tried.
"""

import json
import sys
import tempfile
import zipfile
from typing import Any


class Everywhere(dict[str, str]):
    """An address for any static file."""

    def __missing__(self, name: str) -> str:
        return f"/static/{name}"


def ask(name: str, **about: Any) -> dict[str, Any]:
    from games.practice import worker_api

    answer: dict[str, Any] = json.loads(worker_api.answer(json.dumps({"ask": name, **about})))
    return answer


def played(slug: str, seats: int) -> dict[str, Any]:
    """A match from its beginning to its end, with the person's moves taken at random; then its replay."""
    from games.engine.chance import Rng
    from games.engine.serialization.canonical_json import to_json
    from games.practice import worker_api

    rng, news = Rng(b"person", slug), ask("started", title=slug, seats=seats, level="beginner")
    while not news["over"]:
        if news["asked"] is None:
            news = ask("bots", asked=None, seen=news["seq"])
            continue
        match = worker_api._DOOR[0].screen.match
        move = match.title.rules.legal(match.state, 0).sample(rng)
        form = [["move", json.dumps(to_json(move))]]
        news = ask("decided", form=form, asked=news["asked"], seen=news["seq"])
    record = json.loads(json.dumps(news["record"]))
    again = ask("replayed", record=record)
    steps = [ask("at", n=n, everything=n % 2 == 0)["html"] for n in (1, 2, again["last"])]
    return {
        "seats": seats,
        "decisions": len(record["decisions"]),
        "outcome": record["outcome"],
        "events": news["seq"],
        "last": again["last"],
        "drawn": all("board" in html for html in (news["zone"], *steps)),
        "result": "result-table" in news["zone"] and "result-table" in steps[-1],
    }


def main(package: str, slug: str, language: str) -> None:
    folder = tempfile.mkdtemp()
    zipfile.ZipFile(package).extractall(folder)
    sys.path.append(folder)
    from games.catalog import registry
    from games.practice import worker_api

    worker_api.opened(language, "{}")
    worker_api._DOOR[0]._addresses = Everywhere()
    meta = registry.metas()[slug]
    for seats in sorted({meta.seats_min, meta.seats_default}):
        sys.stdout.write(json.dumps(played(slug, seats)) + "\n")
    assert "django" not in sys.modules
    assert all("site-packages" not in str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))


if __name__ == "__main__":
    main(*sys.argv[1:])
