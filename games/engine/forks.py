"""Forks: matches that continue from a position of another match.

A fork copies a snapshot with nulls for what isn't copied. From a seat's view, that keeps the public part and the seat's
own; the rest is imagined. If everyone has seen the hands, all of it is kept, and only what no one has seen is drawn
again. Drawing uses the new table's chance, so knowing the other match doesn't reveal what comes.
"""

from games.engine.chance import Chance
from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame, AnyState
from games.engine.serialization.canonical_json import Json

LABEL = "fork"  # of the chance stream that draws what isn't copied


def get_visible_snapshot(frame: Json, seat: int | None) -> Json:
    """Return what `seat` knows of a snapshot; all of it if `seat` is None.

    The values are unchanged, so that they match the hashes in the other match's log.
    """
    if seat is None:
        return frame
    own_parts = [part if number == seat else None for number, part in enumerate(frame["own"])]
    return {"hidden": None, "own": own_parts, "public": frame["public"]}


def create_fork_state(game: AnyGame, seat: int | None, snapshot: Json, chance: Chance) -> AnyState:
    """Return the initial state of a fork. Raises InvalidPayloadError if `snapshot` is not a valid snapshot."""
    rng = chance.stream(LABEL)
    try:
        if seat is None:
            return game.redealt(game.read_state(snapshot), rng)
        return game.imagine(game.read_view(snapshot, seat), rng)
    except (LookupError, TypeError, AttributeError):
        raise InvalidPayloadError("malformed") from None
