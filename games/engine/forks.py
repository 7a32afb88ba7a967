"""A match that goes on from a position of another: what is taken along of it, and the state that is made of that.

What is taken along is a frame with nulls for what is not: of a seat's knowledge its own part and the public one, and
the rest is imagined; or all of it, where everybody has read the hands, and only what nobody has seen is drawn anew. The
new table's chance draws, so nobody who knows the other match knows what comes.
"""

from games.engine.chance import Chance
from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame, AnyState
from games.engine.serialization.canonical_json import Json

LABEL = "fork"  # of the chance that draws what is not taken along


def get_visible_snapshot(frame: Json, seat: int | None) -> Json:
    """What `seat` knows of a frame; None: all of it. As it stands, so that the hashes in the other log are of it."""
    if seat is None:
        return frame
    own = [one if number == seat else None for number, one in enumerate(frame["own"])]
    return {"hidden": None, "own": own, "public": frame["public"]}


def create_fork_state(title: AnyGame, seat: int | None, taken: Json, chance: Chance) -> AnyState:
    """The state that such a match begins with. Raises InvalidPayloadError for what is no such frame."""
    rng = chance.stream(LABEL)
    try:
        if seat is None:
            return title.redealt(title.read_state(taken), rng)
        return title.imagine(title.read_view(taken, seat), rng)
    except (LookupError, TypeError, AttributeError):
        raise InvalidPayloadError("malformed") from None
