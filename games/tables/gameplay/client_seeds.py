"""What seats add to the chance of a table: only hashes of phrases come here, given after the commitment was shown.

The house adds nothing of its own once it has seen them, so it can't choose among shuffles (`games.engine.chance`).

A house that also plays a seat could still try out the last hash. At a strict table the chance depends on the phrases
themselves: all hashes are given first, then all phrases are opened, and then the cards are dealt
(`games.tables.services.seed_reveal`).
"""

import re

from games.engine.chance import phrase_hash
from games.tables.errors import Conflict, Malformed
from games.tables.models import Event, Seat, Table
from games.tables.session.table_session import Desk, check_open, desk

HASH = re.compile("[0-9a-f]{64}")
PHRASE_LENGTH = 200
PHRASE_BYTES = 800


def phrase_give(*, public_id: str, user_id: int, given: str) -> None:
    """Add the phrase with this hash to one's seat, in place of an earlier one. Until the match begins."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_open(d.table)
        if opening_begun(d):
            raise Conflict("phrases-closed")
        phrase_noted(d, seat, given)


def opening_begun(d: Desk) -> bool:
    """Whether somebody has shown a phrase: then no hash may be given any more, and nobody stands up for nothing."""
    return d.table.status == Table.Status.OPEN and any(seat.phrase for seat in d.seats)


def check_opened(d: Desk) -> None:
    """Raises Conflict at a strict table where somebody's phrase is not open."""
    if d.table.strict and any(seat.user_id is not None and not seat.phrase for seat in d.seats):
        raise Conflict("phrases-not-open")


def words_of(text: str) -> bytes:
    """The phrase that somebody's words are."""
    return text.strip()[:PHRASE_LENGTH].encode()


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
    return phrase_hash(public_id, seat, words_of(phrase))
