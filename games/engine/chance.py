"""The only source of randomness.

A table's secret 32-byte `seed` is committed to before anything is dealt and revealed when the table has ended:

    commitment = sha256("tefuda-1" | table id | seed)
    key        = HMAC-SHA256(seed, table id | seat hash 0 | … | seat hash n-1)

`|` is the byte 0x7C between the parts; texts are UTF-8. A seat's hash is sha256(table id | seat | phrase) as hex, the
empty text for a seat without a phrase. Every use has its own label, e.g. `hand/7/deck`. A label's stream is
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
_ALL = 2**64  # numbers that eight bytes can be
_SAFE = _ALL - 2**32  # no multiple matters below it for decks of fewer than 2**32 cards
_cut = struct.Struct(">4Q").unpack


def generate_server_seed() -> bytes:
    """32 bytes from the operating system."""
    return secrets.token_bytes(32)


def hash_server_seed(table_id: str, seed: bytes) -> str:
    """What is shown from a table's creation on, as hex."""
    return hashlib.sha256(b"|".join((PROTOCOL, table_id.encode(), seed))).hexdigest()


def hash_client_seed(table_id: str, seat: int, phrase: bytes) -> str:
    """What a seat's phrase adds to the key, as hex."""
    return hashlib.sha256(b"|".join((table_id.encode(), b"%d" % seat, phrase))).hexdigest()


def derive_chance_key(table_id: str, seed: bytes, seat_hashes: Sequence[str]) -> bytes:
    """The key of all the table's streams. `seat_hashes` in seat order, "" for a seat without a phrase."""
    return hmac.digest(seed, "|".join((table_id, *seat_hashes)).encode(), "sha256")


def _numbers(key: bytes, label: str) -> Iterator[int]:
    """Four numbers a block. What all blocks of a label begin with is hashed once."""
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
        """A whole number from 0 to n - 1, each equally likely. `n` must be positive and not above 2**64."""
        if not 1 <= n <= _ALL:
            raise ValueError("nothing to choose from, or too much")
        number = next(self._numbers)
        while number > _ALL - n and number >= _ALL - _ALL % n:  # the first, being cheap, nearly always decides
            number = next(self._numbers)
        return number % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randbelow(len(items))]

    def percent_chance(self, share: int) -> bool:
        """True in `share` of 100 cases."""
        return self.randbelow(100) < share

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        deck, numbers = list(items), self._numbers
        for i in range(len(deck) - 1, 0, -1):
            number = next(numbers)  # below(i + 1), for the many calls that a deck takes
            while number >= _SAFE and number >= _ALL - _ALL % (i + 1):
                number = next(numbers)
            j = number % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)

    def partial_shuffle(self, items: list[T], count: int) -> list[T]:
        """The first `count` of a fresh shuffle, which goes no further and is done in place."""
        for at in range(count):
            other = at + self.randbelow(len(items) - at)
            items[at], items[other] = items[other], items[at]
        return items[:count]


class Chance:
    """A table's randomness for the house. Every label is a stream of its own, so the order of use is no matter."""

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
