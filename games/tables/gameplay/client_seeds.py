"""What seats add to the chance of a table: only hashes of phrases come here, given after the commitment was shown.

The house adds nothing of its own once it has seen them, so it can't choose among shuffles (`games.engine.chance`).

A house that also plays a seat could still try out the last hash. At a strict table the chance depends on the phrases
themselves: all hashes are given first, then all phrases are opened, and then the cards are dealt
(`games.tables.services.seed_reveal`).
"""

import re

from games.engine.chance import hash_client_seed
from games.tables.errors import BadRequestError, ConflictError
from games.tables.locked_table import TableSession, locked_table, require_open
from games.tables.models import Event, Seat, Table

HASH_PATTERN = re.compile("[0-9a-f]{64}")
MAX_SEED_LENGTH = 200
MAX_SEED_BYTES = 800


def submit_client_seed_hash(*, public_id: str, user_id: int, given: str) -> None:
    """Add the phrase with this hash to one's seat, in place of an earlier one. Until the match begins."""
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_open(session.table)
        if has_reveal_started(session):
            raise ConflictError("phrases-closed")
        record_client_seed_hash(session, seat, given)


def has_reveal_started(session: TableSession) -> bool:
    """Whether somebody has shown a phrase: then no hash may be given any more, and nobody stands up for nothing."""
    return session.table.status == Table.Status.OPEN and any(seat.client_seed for seat in session.seats)


def require_all_revealed(session: TableSession) -> None:
    """Raises ConflictError at a strict table where somebody's phrase is not open."""
    if session.table.is_strict and any(seat.user_id is not None and not seat.client_seed for seat in session.seats):
        raise ConflictError("phrases-not-open")


def encode_client_seed(text: str) -> bytes:
    """The phrase that somebody's words are."""
    return text.strip()[:MAX_SEED_LENGTH].encode()


def record_client_seed_hash(session: TableSession, seat: Seat, given: str) -> None:
    """Note the hash, 64 hex digits, with an event of its own. Raises BadRequestError."""
    if not HASH_PATTERN.fullmatch(given):
        raise BadRequestError("malformed")
    if seat.client_seed_hash == given:
        return
    seat.client_seed_hash = given
    session.event_writer.append(Event.Kind.PHRASE, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": given})


def hash_typed_client_seed(public_id: str, seat: int, phrase: str) -> str:
    """The hash of a phrase typed where there are no scripts. Weaker: the house has seen it before it is hashed."""
    return hash_client_seed(public_id, seat, encode_client_seed(phrase))
