"""The packed log: a whole record as one small value that can be read in parts. Pure, since imported records use it too.

    data, lengths = pack_record(record)      `record` as described in docs/record.md
    ArchivedLog(data, lengths).record        the same again, to the byte

Derivable values are left out: the state's hashes follow from the snapshot, an event's digest from the one before it.
Where they don't match, they are stored. Events are grouped in blocks ending before each multiple of 200, where a
snapshot is whole; each block is compressed separately, bodies first, then snapshots. Reading a position therefore costs
one block, however long the match was.
"""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from games.engine.errors import InvalidPayloadError
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.tables.storage.snapshots import Json, SnapshotReader, decode_snapshots

BLOCK = 200  # events per block
MAX_CACHED_BLOCKS = 32  # unpacked, in memory; about 300 KB each for a match with many cards
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 20, "pb": 0}]
_OMITTED_STATE = '"state":0'


class ArchivedEvent(NamedTuple):
    """An event as packed: without the state's hashes if they follow from the snapshot."""

    seq: int
    body: str
    frame: str
    keyframe: bool
    digest: str  # "" if it follows from the previous event


def pack_record(record: Mapping[str, Any]) -> tuple[bytes, list[int]]:
    """Pack a record. Returns the concatenated parts (head, then blocks of events) and the length of each.

    Raises InvalidPayloadError for a malformed record.
    """
    try:
        head = {name: value for name, value in record.items() if name != "events"} | {"count": len(record["events"])}
        chain = _Chain(head)
        shortened = (chain.shorten(n, event) for n, event in enumerate(record["events"], 1))
        parts = [_compress(dump_canonical(head))]
        parts += [
            _compress(_block_text(list(block))) for _, block in groupby(shortened, lambda event: event.seq // BLOCK)
        ]
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        raise InvalidPayloadError("malformed") from problem
    return b"".join(parts), [len(part) for part in parts]


@dataclass(frozen=True)
class ArchivedLog:
    """A packed record. Its methods raise InvalidPayloadError if it can't be unpacked."""

    data: bytes
    lengths: Sequence[int]

    @cached_property
    def head(self) -> dict[str, Any]:
        """Everything but the events; `count` is their number."""
        head: dict[str, Any] = parse_json(_decompress(self._part(0)))
        return head

    @property
    def count(self) -> int:
        return int(self.head["count"])

    @cached_property
    def start_seq(self) -> int:
        """The number of the first event with a snapshot, the start of the match, or 0."""
        return next((event.seq for event in self.events() if event.frame), 0)

    def events(self, after: int = 0, until: int | None = None) -> Iterator[ArchivedEvent]:
        """Yield the events with numbers in (after, until], in order."""
        last = self.count if until is None else min(until, self.count)
        for number in range((max(0, after) + 1) // BLOCK, last // BLOCK + 1):
            yield from (event for event in self._block(number) if after < event.seq <= last)

    def reversed_events(self) -> Iterator[ArchivedEvent]:
        """Yield all events, last one first."""
        for number in reversed(range(len(self.lengths) - 1)):
            yield from reversed(self._block(number))

    def get_snapshot_at(self, n: int) -> dict[str, Json] | None:
        """Return the plain snapshot after event `n`; None before the start."""
        texts: list[tuple[str, bool]] = []
        for number in range(n // BLOCK, -1, -1):
            texts[:0] = [
                (event.frame, event.keyframe) for event in self._block(number) if event.seq <= n and event.frame
            ]
            if any(keyframe for _, keyframe in texts):
                return decode_snapshots(texts)
        return None

    def full_events(self) -> Iterator[dict[str, Any]]:
        """Yield all events as in the record."""
        chain = _Chain(self.head)
        for event in self.events():
            yield chain.restore(event)

    @property
    def record(self) -> dict[str, Any]:
        """The whole record as plain values."""
        head = {name: value for name, value in self.head.items() if name != "count"}
        return head | {"events": list(self.full_events())}

    @property
    def text(self) -> str:
        """The record's JSON, byte for byte as before packing."""
        return dump_canonical(self.record)

    def _block(self, number: int) -> "tuple[ArchivedEvent, ...]":
        return _block_in(self._part(number + 1), max(1, number * BLOCK))

    def _part(self, number: int) -> bytes:
        ends = list(accumulate(self.lengths))
        return self.data[ends[number] - self.lengths[number] : ends[number]]


class _Chain:
    """Running state of a record's event chain, from which digests, snapshots and their hashes are derived."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.table, self.seed = str(head["table"]), bytes.fromhex(head["seed"])
        self.digest, self.shown = str(head["commitment"]), SnapshotReader()

    def shorten(self, n: int, event: Mapping[str, Any]) -> ArchivedEvent:
        """Return the next event without derivable values."""
        body, frame, keyframe, digest = (event[name] for name in ("body", "frame", "keyframe", "digest"))
        if not isinstance(keyframe, bool) or "\n" in body or "\n" in frame:
            raise InvalidPayloadError("malformed")
        before = self.digest
        hashes = self._hashes(frame, keyframe)
        short = body.replace(f'"state":{hashes}', _OMITTED_STATE) if hashes else body
        self.digest = digest
        follows = next_digest(before, self.table, self.seed, n, body) == digest
        if follows and _with_state(short, hashes) == body:
            return ArchivedEvent(n, short, frame, keyframe, "")
        return ArchivedEvent(n, body, frame, keyframe, digest)

    def restore(self, event: ArchivedEvent) -> dict[str, Any]:
        """Return the next event with its derived values, the inverse of `shorten`."""
        hashes = self._hashes(event.frame, event.keyframe)
        body = event.body if event.digest else _with_state(event.body, hashes)
        self.digest = event.digest or next_digest(self.digest, self.table, self.seed, event.seq, body)
        return {"body": body, "digest": self.digest, "frame": event.frame, "keyframe": event.keyframe}

    def _hashes(self, frame: str, keyframe: bool) -> str:
        """Return the state's hashes as JSON; "" if there is no state, or an unreadable one."""
        try:
            self.shown.feed(frame, keyframe)
        except InvalidPayloadError:
            return ""
        return dump_canonical(self.shown.hashes) if self.shown.snapshot is not None else ""


def _with_state(body: str, hashes: str) -> str:
    return body.replace(_OMITTED_STATE, f'"state":{hashes}', 1) if hashes else body


def _block_text(events: Sequence[ArchivedEvent]) -> str:
    block_head = {
        "digests": {str(event.seq): event.digest for event in events if event.digest},
        "keyframes": [event.seq for event in events if event.keyframe],
    }
    return "\n".join(
        [dump_canonical(block_head), *(event.body for event in events), *(event.frame for event in events)]
    )


@lru_cache(maxsize=MAX_CACHED_BLOCKS)
def _block_in(data: bytes, first: int) -> tuple[ArchivedEvent, ...]:
    """Unpack a block whose first event has number `first`."""
    head_text, *texts = _decompress(data).split("\n")
    head = parse_json(head_text)
    bodies, frames = texts[: len(texts) // 2], texts[len(texts) // 2 :]
    keyframes, digests = set(head["keyframes"]), head["digests"]
    return tuple(
        ArchivedEvent(n, body, frame, n in keyframes, digests.get(str(n), ""))
        for n, (body, frame) in enumerate(zip(bodies, frames, strict=True), first)
    )


def _compress(text: str) -> bytes:
    return lzma.compress(text.encode(), lzma.FORMAT_RAW, filters=_FILTERS)


def _decompress(data: bytes) -> str:
    try:
        return lzma.decompress(data, lzma.FORMAT_RAW, filters=_FILTERS).decode()
    except (lzma.LZMAError, ValueError, EOFError) as problem:
        raise InvalidPayloadError("malformed") from problem
