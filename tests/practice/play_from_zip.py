"""Plays whole practice matches as a browser's worker does: nothing but the zip and the standard library.

`python -I -S alone.py ZIP[:ZIP] SLUG LANGUAGE [LEVEL]` prints a line of JSON for each number of seats tried.
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

    answer: dict[str, Any] = json.loads(worker_api.handle_request(json.dumps({"ask": name, **about})))
    return answer


def play_match(slug: str, seats: int, level: str) -> dict[str, Any]:
    """A match from its beginning to its end, with the person's moves taken at random; then its replay."""
    from games.engine.chance import Rng
    from games.engine.serialization.canonical_json import to_json
    from games.practice import worker_api

    rng, answer = Rng(b"person", slug), ask("start", title=slug, seats=seats, level=level)
    while not answer["over"]:
        if answer["asked"] is None:
            answer = ask("play_bot", asked=None, seen=answer["seq"])
            continue
        match = worker_api._API[0].renderer.match
        move = match.game.rules.legal(match.state, 0).sample(rng)
        form = [["move", json.dumps(to_json(move))]]
        answer = ask("submit_move", form=form, asked=answer["asked"], seen=answer["seq"])
    record = json.loads(json.dumps(answer["record"]))
    replay = ask("open_replay", record=record)
    steps = [ask("render_position", n=n, everything=n % 2 == 0)["html"] for n in (1, 2, replay["last"])]
    return {
        "seats": seats,
        "record": record,
        "decisions": len(record["decisions"]),
        "outcome": record["outcome"],
        "events": answer["seq"],
        "last": replay["last"],
        "drawn": all("board" in html for html in (answer["zone"], *steps)),
        "result": "result-table" in answer["zone"] and "result-table" in steps[-1],
    }


def main(packages: str, slug: str, language: str, level: str = "beginner") -> None:
    folder = tempfile.mkdtemp()
    for package in packages.split(":"):
        zipfile.ZipFile(package).extractall(folder)
    sys.path.append(folder)
    from games.catalog import registry
    from games.practice import worker_api

    worker_api.open_api(language, "{}", json.dumps({"book": "/{slug}/", "section": "/{slug}/{key}/"}))
    worker_api._API[0]._addresses = Everywhere()
    meta = registry.list_metadata()[slug]
    for seats in sorted({meta.seats_min, meta.seats_default}):
        sys.stdout.write(json.dumps(play_match(slug, seats, level)) + "\n")
    assert "django" not in sys.modules
    assert all("site-packages" not in str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))


if __name__ == "__main__":
    main(*sys.argv[1:])
