"""Client seeds: what the seats of a table contribute to its chance.

Seats submit hashes of their seeds after the commitment to the server seed was shown. The server adds nothing once it
has seen them, so it can't choose among shuffles (`games.engine.chance`).

A server that also plays a seat could still try out the last hash. At a strict table, chance therefore depends on the
client seeds themselves: all hashes are submitted first, then all seeds are revealed, then the cards are dealt
(`games.tables.services.seed_reveal`).
"""

import re

from games.engine.chance import hash_client_seed
from games.tables.errors import BadRequestError, ConflictError
from games.tables.locked_table import TableSession
from games.tables.models import Event, Seat, Table

HASH_PATTERN = re.compile("[0-9a-f]{64}")
MAX_SEED_LENGTH = 200
MAX_SEED_BYTES = 800


def has_reveal_started(session: TableSession) -> bool:
    """Return whether a client seed was revealed: from then on hashes are final, and leaving breaks the table off."""
    return session.table.status == Table.Status.OPEN and any(seat.client_seed for seat in session.seats)


def require_all_revealed(session: TableSession) -> None:
    """Raise ConflictError at a strict table where a client seed isn't revealed yet."""
    if session.table.is_strict and any(seat.user_id is not None and not seat.client_seed for seat in session.seats):
        raise ConflictError("phrases-not-open")


def encode_client_seed(text: str) -> bytes:
    """Return the client seed for a typed text."""
    return text.strip()[:MAX_SEED_LENGTH].encode()


def record_client_seed_hash(session: TableSession, seat: Seat, client_seed_hash: str) -> None:
    """Set the hash of a seat's client seed (64 hex digits) and write an event. Raises BadRequestError."""
    if not HASH_PATTERN.fullmatch(client_seed_hash):
        raise BadRequestError("malformed")
    if seat.client_seed_hash == client_seed_hash:
        return
    seat.client_seed_hash = client_seed_hash
    session.event_writer.append(
        Event.Kind.PHRASE, cause=Event.Cause.PLAYER, seat=seat.number, data={"phrase": client_seed_hash}
    )


def hash_typed_client_seed(public_id: str, seat: int, client_seed: str) -> str:
    """Hash a client seed typed in a browser without scripts. Weaker, since the server sees the seed before its hash."""
    return hash_client_seed(public_id, seat, encode_client_seed(client_seed))
