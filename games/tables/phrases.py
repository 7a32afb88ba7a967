"""What seats add to the chance of a table: only hashes of phrases come here, given after the commitment was shown.

The house adds nothing of its own once it has seen them, so it can't choose among shuffles (`games.engine.chance`).
"""

import re

from games.engine.chance import phrase_hash
from games.tables.desk import Desk, check_open, desk
from games.tables.errors import Malformed
from games.tables.models import Event, Seat

HASH = re.compile("[0-9a-f]{64}")
PHRASE_LENGTH = 200


def phrase_give(*, public_id: str, user_id: int, given: str) -> None:
    """Add the phrase with this hash to one's seat, in place of an earlier one. Until the match begins."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_open(d.table)
        phrase_noted(d, seat, given)


def phrase_noted(d: Desk, seat: Seat, given: str) -> None:
    """Note the hash, 64 hex digits, with an event of its own. Raises Malformed."""
    if not HASH.fullmatch(given):
        raise Malformed("malformed")
    if seat.phrase_hash == given:
        return
    seat.phrase_hash = given
    d.journal.add(Event.Kind.PHRASE, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": given})


def hashed_here(public_id: str, seat: int, phrase: str) -> str:
    """The hash of a phrase typed where there are no scripts. Weaker: the house has seen it before it is hashed."""
    return phrase_hash(public_id, seat, phrase.strip()[:PHRASE_LENGTH].encode())
