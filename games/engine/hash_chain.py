"""The salted digest chain over a table's events.

    bytes_n  = the event as canonical JSON in UTF-8, stored verbatim
    salt_n   = HMAC-SHA256(seed, table id | "event" | n)
    leaf_n   = sha256(salt_n ‖ bytes_n)
    digest_0 = the table's commitment
    digest_n = sha256(digest_{n-1} ‖ leaf_n)

Without the salt, hidden choices could be guessed from their hashes. While a table runs, only `digest_n` is shown, as a
receipt of a move. Leaves, salts and bytes are published together with the seed.
"""

import hashlib
import hmac


def event_salt(table_id: str, seed: bytes, seq: int) -> bytes:
    return hmac.digest(seed, f"{table_id}|event|{seq}".encode(), "sha256")


def next_digest(previous: str, table_id: str, seed: bytes, seq: int, body: str) -> str:
    """Return `digest_n` in hex, from `digest_{n-1}` in hex and the event's stored text."""
    leaf = hashlib.sha256(event_salt(table_id, seed, seq) + body.encode()).digest()
    return hashlib.sha256(bytes.fromhex(previous) + leaf).hexdigest()


def hash_seat_holder(table_id: str, seed: bytes, person: int) -> str:
    """Return 16 hex digits that identify a seat's holder in events: the same person at one table, and only there."""
    return hmac.digest(seed, f"{table_id}|person|{person}".encode(), "sha256").hex()[:16]


def hash_text(text: str) -> str:
    """Return the sha256 of a text's UTF-8 bytes, in hex."""
    return hash_bytes(text.encode())


def hash_bytes(content: bytes) -> str:
    """Return the sha256 in hex."""
    return hashlib.sha256(content).hexdigest()


def hash_request(key: str, payload: str) -> str:
    """Return what the log stores of a request: a hash of its idempotency key and its payload's hash."""
    return hash_text(f"{key}|{payload}")
