"""The only source of randomness.

A table's secret 32-byte `seed` is committed to before the deal and revealed when the table has ended:

    commitment = sha256("tefuda-1" | table id | seed)
    key        = HMAC-SHA256(seed, table id | seat hash 0 | … | seat hash n-1)

`|` is the byte 0x7C between the parts; texts are UTF-8. A seat's hash is sha256(table id | seat | client seed) in hex,
or empty for a seat without a client seed. Every use has its own label, e.g. `hand/7/deck`. A label's stream is
HMAC-SHA256(key, label | counter) for counter 0, 1, 2 … (decimal), cut into 8-byte big-endian numbers. `below(n)` takes
the next number smaller than the largest multiple of n not above 2**64, modulo n. A shuffle is Fisher–Yates from the
end: for i = n-1 … 1 swap item i with item below(i + 1).
"""

import hashlib
import hmac
import itertools
import secrets
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
PROTOCOL = b"tefuda-1"
_ALL = 2**64  # count of values of eight bytes
_SAFE = _ALL - 2**32  # rejection can't occur below this for decks of fewer than 2**32 cards
_cut = struct.Struct(">4Q").unpack


def generate_server_seed() -> bytes:
    """Return 32 bytes from the operating system."""
    return secrets.token_bytes(32)


def hash_server_seed(table_id: str, seed: bytes) -> str:
    """Return the commitment, in hex, that is published when the table is created."""
    return hashlib.sha256(b"|".join((PROTOCOL, table_id.encode(), seed))).hexdigest()


def hash_client_seed(table_id: str, seat: int, phrase: bytes) -> str:
    """Return the hash of a seat's client seed, in hex, as it enters the key."""
    return hashlib.sha256(b"|".join((table_id.encode(), b"%d" % seat, phrase))).hexdigest()


def derive_chance_key(table_id: str, seed: bytes, seat_hashes: Sequence[str]) -> bytes:
    """Return the key of the table's streams. `seat_hashes` are in seat order, "" for a seat without a client seed."""
    return hmac.digest(seed, "|".join((table_id, *seat_hashes)).encode(), "sha256")


def _numbers(key: bytes, label: str) -> Iterator[int]:
    """Yield the stream's numbers, four per HMAC block. The common start of all blocks is hashed once."""
    start = hmac.new(key, f"{label}|".encode(), "sha256")
    for counter in itertools.count():
        block = start.copy()
        block.update(b"%d" % counter)
        yield from _cut(block.digest())


class Rng:
    """A reproducible stream of random choices."""

    def __init__(self, key: bytes, label: str) -> None:
        self._numbers = _numbers(key, label)

    def randbelow(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1. Raises ValueError unless 1 <= n <= 2**64."""
        if not 1 <= n <= _ALL:
            raise ValueError("nothing to choose from, or too much")
        number = next(self._numbers)
        while number > _ALL - n and number >= _ALL - _ALL % n:  # the cheap comparison nearly always decides
            number = next(self._numbers)
        return number % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randbelow(len(items))]

    def percent_chance(self, share: int) -> bool:
        """Return True with a probability of `share` percent."""
        return self.randbelow(100) < share

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        deck, numbers = list(items), self._numbers
        for i in range(len(deck) - 1, 0, -1):
            number = next(numbers)  # inlined randbelow(i + 1): shuffling a deck draws many numbers
            while number >= _SAFE and number >= _ALL - _ALL % (i + 1):
                number = next(numbers)
            j = number % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)

    def partial_shuffle(self, items: list[T], count: int) -> list[T]:
        """Return `count` random items. Shuffles only that far, in place."""
        for at in range(count):
            other = at + self.randbelow(len(items) - at)
            items[at], items[other] = items[other], items[at]
        return items[:count]


class Chance:
    """A table's randomness for the house. Every label has its own stream, so the order of use doesn't matter."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def __repr__(self) -> str:
        return "<Chance>"

    def stream(self, label: str) -> Rng:
        return Rng(self._key, label)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.stream(label).shuffled(items)

    def randbelow(self, label: str, n: int) -> int:
        return self.stream(label).randbelow(n)
