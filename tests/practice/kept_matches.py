"""Practice matches as a browser keeps them."""

import json
from typing import Any

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical
from games.practice.match import ME, Match, new_setup


def practised(slug: str, seats: int, *, moves: int | None = None) -> dict[str, Any]:
    """As a browser keeps it: to its end, or until so many events; with decisions that were taken back."""
    setup = new_setup(slug, seats, "beginner", bytes(range(32)))
    match, rng = Match(setup), Rng(b"practised", slug)
    while not match.over and (moves is None or len(match.events) < moves):
        if match.play_bot_move():
            continue
        if match.undoable_move and rng.percent_chance(20):
            match.take_back()
        else:
            match.submit_move(ME, match.game.rules.legal(match.state, ME).sample(rng))
    return {
        "title": slug, "seats": seats, "level": "beginner", "options": dict(setup.options), "seed": setup.seed.hex(),
        "decisions": json.loads(dump_canonical(match.decisions)), "outcome": "",
    }  # fmt: skip
