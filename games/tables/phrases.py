"""What seats add to the chance of a table: only hashes of phrases come here, given after the commitment was shown.

The house adds nothing of its own once it has seen them, so it can't choose among shuffles (`games.engine.chance`).

A house that also plays a seat could still try out the last hash. At a strict table the chance depends on the phrases
themselves: all hashes are given first, then all phrases are opened, and then the cards are dealt.
"""

import re

from games.engine.chance import phrase_hash
from games.tables.desk import Desk, check_open, desk
from games.tables.errors import Conflict, Malformed, Unprocessable
from games.tables.models import Event, Seat

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


def phrase_open(*, public_id: str, user_id: int, phrase: bytes) -> None:
    """Show the phrase behind one's hash, once everybody has given one. Showing it twice is fine."""
    with desk(public_id) as d:
        seat = d.seat_of(user_id)
        check_open(d.table)
        if not d.table.strict:
            raise Conflict("not-strict")
        if any(one.vacant or (one.user_id is not None and not one.phrase_hash) for one in d.seats):
            raise Conflict("phrases-wanting")
        if not 0 < len(phrase) <= PHRASE_BYTES or phrase_hash(public_id, seat.number, phrase) != seat.phrase_hash:
            raise Unprocessable("phrase-other")
        if not seat.phrase:
            seat.phrase = phrase.hex()
            d.journal.add(
                Event.Kind.OPEN, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": seat.phrase}
            )  # fmt: skip


def opening_begun(d: Desk) -> bool:
    """Whether somebody has shown a phrase: then no hash may be given any more."""
    return any(seat.phrase for seat in d.seats)


def phrases_void(d: Desk) -> None:
    """Somebody else sits there: where phrases have been shown, all begin anew."""
    if opening_begun(d):
        for seat in d.seats:
            seat.phrase = seat.phrase_hash = ""


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
