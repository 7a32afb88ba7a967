"""The protocol of chance once more, written only from its description, as a sceptical player would.

commitment = sha256("tefuda-1" | table id | seed); key = HMAC-SHA256(seed, table id | seat hash 0 | …);
stream = HMAC-SHA256(key, label | counter), cut into 8-byte big-endian numbers; numbers at or above the largest multiple
of n are thrown away; a shuffle goes from the last item to the second, each swapped with item `below(i + 1)`.
"""

import hashlib
import hmac
import struct


def commitment(table: str, seed: bytes) -> str:
    return hashlib.sha256(b"tefuda-1" + b"|" + table.encode("utf-8") + b"|" + seed).hexdigest()


def key(table: str, seed: bytes, seat_hashes: list[str]) -> bytes:
    message = table
    for seat_hash in seat_hashes:
        message += "|" + seat_hash
    return hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()


def numbers(secret: bytes, label: str, count: int) -> list[int]:
    values: list[int] = []
    block = 0
    while len(values) < count:
        digest = hmac.new(secret, f"{label}|{block}".encode(), hashlib.sha256).digest()
        values.extend(struct.unpack(">4Q", digest))
        block += 1
    return values[:count]


def below(stream: list[int], n: int) -> int:
    """Takes numbers from the front of `stream`."""
    multiple = (2**64 // n) * n
    while True:
        number = stream.pop(0)
        if number < multiple:
            return number % n


def shuffled(secret: bytes, label: str, items: list[str]) -> list[str]:
    stream, deck = numbers(secret, label, 4 * len(items) + 8), list(items)
    i = len(deck) - 1
    while i > 0:
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
        i -= 1
    return deck
