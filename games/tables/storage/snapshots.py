"""Snapshots: states as stored, in canonical JSON `{"hidden": …, "own": [seat 0's, …], "public": …}`.

Every fiftieth is stored whole, the others as differences. Most events leave most parts unchanged, and a part that is
the identical value is not serialized, compared or hashed again.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame, AnyState
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.engine.serialization.json_patch import diff, patch

Json = Any
FULL_SNAPSHOT_EVERY = 50
PARTS = {"hidden", "own", "public"}


class SnapshotPart(NamedTuple):
    """A part of the state with its plain JSON, the serialized JSON and its sha256."""

    value: Any
    plain: Json
    text: str
    hash: str


class Snapshot(NamedTuple):
    """A state split into its parts."""

    state: AnyState
    public: SnapshotPart
    own: tuple[SnapshotPart, ...]
    hidden: SnapshotPart

    @property
    def text(self) -> str:
        """The canonical JSON of the whole snapshot."""
        own_parts = ",".join([part.text for part in self.own])
        return f'{{"hidden":{self.hidden.text},"own":[{own_parts}],"public":{self.public.text}}}'

    @property
    def hashes(self) -> dict[str, Json]:
        """The hashes of the parts, as stored in the event."""
        return {"hidden": self.hidden.hash, "own": [part.hash for part in self.own], "public": self.public.hash}


def make_snapshot(state: AnyState, before: Snapshot | None) -> Snapshot:
    """Return the snapshot of a state, reusing unchanged parts of the one before."""
    if before is None:
        return Snapshot(state, _part(state.public), tuple([_part(hand) for hand in state.own]), _part(state.hidden))
    return Snapshot(
        state,
        _reuse_part(state.public, before.public),
        tuple([_reuse_part(hand, part) for hand, part in zip(state.own, before.own, strict=True)]),
        _reuse_part(state.hidden, before.hidden),
    )


def load_snapshot(game: AnyGame, text: str) -> Snapshot:
    """Parse a stored whole snapshot. Raises InvalidPayloadError."""
    plain = parse_json(text)
    state = game.read_state(plain)
    if game.upgrade("state", plain) != plain:  # written by an older version
        return make_snapshot(state, None)
    own_parts = tuple([_as_kept(*pair) for pair in zip(state.own, plain["own"], strict=True)])
    return Snapshot(state, _as_kept(state.public, plain["public"]), own_parts, _as_kept(state.hidden, plain["hidden"]))


def encode_snapshot(frame: Snapshot, previous: Snapshot | None, seq: int) -> tuple[str, bool]:
    """Return the text stored with event `seq`, and whether it is whole (the first, and every 50 events)."""
    if previous is None or seq % FULL_SNAPSHOT_EVERY == 0:
        return frame.text, True
    return dump_canonical(_difference(previous, frame)), False


def decode_snapshots(texts: Sequence[tuple[str, bool]]) -> dict[str, Json]:
    """Return the plain snapshot after the last of consecutive stored texts, at least one of which must be whole."""
    start = max(i for i, (_, keyframe) in enumerate(texts) if keyframe)
    frame: dict[str, Json] = parse_json(texts[start][0])
    for text, _ in texts[start + 1 :]:
        frame = patch(frame, parse_json(text))
    return frame


class SnapshotReader:
    """Reader of stored texts in order.

    `snapshot` is the plain snapshot after the last one, `hashes` those of its parts. A part that a difference leaves
    unchanged is the identical value, and is not hashed again.
    """

    def __init__(self) -> None:
        self.snapshot: dict[str, Json] | None = None
        self.hashes: dict[str, Json] = {}

    def feed(self, text: str, keyframe: bool) -> None:
        """Apply the next text; "" if the event has none. Raises InvalidPayloadError, and then nothing has changed."""
        if not text:
            return
        before, old_hashes = self.snapshot, self.hashes
        try:
            plain = parse_json(text)
            frame = plain if keyframe else patch(before, plain)
            if frame is before:
                return
            if type(frame) is not dict or frame.keys() != PARTS or type(frame["own"]) is not list:
                raise InvalidPayloadError("malformed")
            hashes: dict[str, Json] = {name: _hash(frame, before, old_hashes, name) for name in ("hidden", "public")}
            hashes["own"] = _own_hashes(frame["own"], before["own"] if before else [], old_hashes.get("own", []))
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as problem:
            raise InvalidPayloadError("malformed") from problem
        self.snapshot, self.hashes = frame, hashes


def _hash(frame: dict[str, Json], before: dict[str, Json] | None, old_hashes: dict[str, Json], name: str) -> str:
    same = before is not None and frame[name] is before[name]
    return old_hashes[name] if same else hash_text(dump_canonical(frame[name]))


def _own_hashes(hands: list[Json], before: list[Json], old_hashes: list[str]) -> list[str]:
    # Safe: the values are still referenced, so ids aren't reused.
    hashes_by_id = dict(zip(map(id, before), old_hashes, strict=True))
    return [hashes_by_id.get(id(hand)) or hash_text(dump_canonical(hand)) for hand in hands]


def _part(value: Any) -> SnapshotPart:
    return _as_kept(value, to_json(value))


def _as_kept(value: Any, plain: Json) -> SnapshotPart:
    text = dump_canonical(plain)
    return SnapshotPart(value, plain, text, hash_text(text))


def _reuse_part(value: Any, before: SnapshotPart) -> SnapshotPart:
    return before if value is before.value else _part(value)


def _difference(old: Snapshot, new: Snapshot) -> Json:
    """Return the difference in the format of `diff`."""
    changed = {"hidden": _change(old.hidden, new.hidden), "public": _change(old.public, new.public)}
    changed_hands = {str(i): _change(*pair) for i, pair in enumerate(zip(old.own, new.own, strict=True))}
    if changed_hands := {i: change for i, change in changed_hands.items() if change is not None}:
        changed["own"] = ["[", changed_hands]
    changed = {name: change for name, change in changed.items() if change is not None}
    return ["{", changed, []] if changed else None


def _change(old: SnapshotPart, new: SnapshotPart) -> Json:
    return None if old is new or old.text == new.text else diff(old.plain, new.plain)
