"""The salted digest chain over a table's events.

    bytes_n  = the event as canonical JSON in UTF-8, stored verbatim
    salt_n   = HMAC-SHA256(seed, table id | "event" | n)
    leaf_n   = sha256(salt_n ‖ bytes_n)
    digest_0 = the table's commitment
    digest_n = sha256(digest_{n-1} ‖ leaf_n)

Without the salt a hidden choice could be guessed from its hash, so while a table runs only `digest_n` is shown, as the
receipt of a move. Leaves, salts and bytes open together with the seed.
"""

import hashlib
import hmac


def event_salt(table_id: str, seed: bytes, seq: int) -> bytes:
    return hmac.digest(seed, f"{table_id}|event|{seq}".encode(), "sha256")


def next_digest(previous: str, table_id: str, seed: bytes, seq: int, body: str) -> str:
    """`digest_n` as hex, from `digest_{n-1}` as hex and the event's verbatim text."""
    leaf = hashlib.sha256(event_salt(table_id, seed, seq) + body.encode()).digest()
    return hashlib.sha256(bytes.fromhex(previous) + leaf).hexdigest()


def hash_seat_holder(table_id: str, seed: bytes, person: int) -> str:
    """Who holds a seat, as events tell it: the same person at one table, and nobody anywhere else. 16 hex digits."""
    return hmac.digest(seed, f"{table_id}|person|{person}".encode(), "sha256").hex()[:16]


def hash_text(text: str) -> str:
    """sha256 of a UTF-8 text, as hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def hash_request(key: str, payload: str) -> str:
    """What the log holds of a request: its idempotency key and its payload's hash, hashed once more."""
    return hash_text(f"{key}|{payload}")
