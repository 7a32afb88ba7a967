"""One decision held against the strong player's advice, as it is kept. Pure: the same record gives the same ratings."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.advice import Advice, advice_to_json
from games.engine.advice import read_advice as advice_from_json
from games.engine.chance import Rng
from games.engine.code_digest import list_code_files
from games.engine.game import AnyGame, Move
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import Json
from games.engine.simulator import Simulator
from games.replays.analysis.decisions import Decision

MOST_RATINGS = 6  # that are kept, and the person's own move
EFFORT = 1
SOURCE_ROOT = Path(__file__).resolve().parents[3]


def rate_decision(game: AnyGame, digest: str, decision: Decision) -> dict[str, Json]:
    """Return the stored analysis of a decision.

    `digest` is the match's last one (hex): with seat and number it fixes the imagined worlds.

    {"seq", "chapter", "cost", "error", "mine": which of the ratings is the person's move,
     "ratings": [{"move", "value", "error"}, …] the strong bot's choice first, "worlds", "ahead"}
    Costs, values and errors are in thousandths. The adviser gets the seat's view and nothing else of the match.
    """
    assert game.adviser is not None
    rng = Rng(bytes.fromhex(digest), f"analysis|{decision.seat}|{decision.seq}")
    sim = Simulator(game, decision.view)
    advice = game.adviser(decision.view, decision.legal, rng, sim, EFFORT, (decision.move,))
    own_rating, cost = advice.rating_of(decision.move), advice.cost_of(decision.move)
    assert own_rating is not None, "an adviser looks at the moves it is asked about"
    assert cost is not None
    ratings = (
        *advice.ratings[:MOST_RATINGS],
        *(rating for rating in advice.ratings[MOST_RATINGS:] if rating is own_rating),
    )
    return {
        "seq": decision.seq,
        "chapter": decision.chapter,
        "cost": cost[0],
        "error": cost[1],
        "mine": ratings.index(own_rating),
        **advice_to_json(replace(advice, ratings=ratings)),
    }


def read_advice(game: AnyGame, stored: dict[str, Any]) -> tuple[Advice[Move], Move]:
    """The advice that was kept of a decision, and the person's move. Raises InvalidPayloadError."""
    advice = advice_from_json(game.read_move, stored)
    return advice, advice.ratings[stored["mine"]].move


@cache
def adviser_version(game_slug: str) -> str:
    """12 hex digits over the code that a game's advice comes from: with another one an analysis may differ."""
    files = sorted(list_code_files(SOURCE_ROOT, ("games/kit", f"games/catalog/{game_slug}")))
    return hash_text("\0".join(f"{file.relative_to(SOURCE_ROOT)}\0{file.read_text()}" for file in files))[:12]
