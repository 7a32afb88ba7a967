"""Conversion of practice matches, played in a browser, to records, stored with the account like imported ones."""

import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from games.catalog import registry
from games.engine.chance import hash_server_seed
from games.engine.errors import EngineError, InvalidPayloadError
from games.engine.event_kinds import MOVE, PLAYER, TAKE_BACK
from games.engine.hash_chain import hash_request, hash_seat_holder, next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.practice.match import ME, TABLE_ID, Decision, Match, Setup
from games.practice.worker_api import read_setup
from games.replays.audit.columns import format_time
from games.replays.audit.rows import FORMAT
from games.tables.storage.snapshots import Snapshot, encode_snapshot, make_snapshot

SECONDS = 5  # time limit for replaying the match, as the user waits for it
SEED_BYTES = 32
BODY_VERSION = 2


def build_practice_record(text: str, played_at: datetime) -> dict[str, Any]:
    """Build a record (docs/record.md) from a practice match saved as `text`. Deterministic.

    Raises InvalidPayloadError if it is malformed, has not ended, or breaks the rules.
    """
    try:
        saved = parse_json(text)
        setup = read_setup(saved)
        _check_setup(setup)
        match = Match(setup)
        match.replay(_in_time([(seat, move) for seat, move in saved["decisions"]]))
    except (EngineError, LookupError, TypeError, ValueError, AttributeError, RuntimeError) as problem:
        raise InvalidPayloadError("malformed") from problem
    if not match.over:
        raise InvalidPayloadError("malformed")
    return _RecordWriter(setup, played_at).write(match)


def _check_setup(setup: Setup) -> None:
    """Check that practice in a browser could have started like this. Raises ValueError."""
    low, high = registry.list_metadata()[setup.slug].get_seat_range(setup.options)
    is_sound = type(setup.seats) is int and low <= setup.seats <= high and len(setup.seed) == SEED_BYTES
    if not is_sound or setup.level not in registry.get_game(setup.slug).bots:
        raise ValueError


def _in_time(decisions: list[Decision]) -> Iterator[Decision]:
    until = time.monotonic() + SECONDS
    for decision in decisions:
        if time.monotonic() > until:
            raise InvalidPayloadError("malformed")
        yield decision


class _RecordWriter:
    """Writer for the events of a table of one person with bots."""

    def __init__(self, setup: Setup, played_at: datetime) -> None:
        self.setup, self.time = setup, format_time(played_at)
        self.commitment = self.digest = hash_server_seed(TABLE_ID, setup.seed)
        self.snapshot: Snapshot | None = None
        self.events: list[dict[str, Any]] = []

    def write(self, match: Match) -> dict[str, Any]:
        setup, phrases = self.setup, [""] * self.setup.seats
        table = {"title": setup.slug, "options": dict(setup.options), "seats": setup.seats}
        holder = hash_seat_holder(TABLE_ID, setup.seed, ME)
        self._append("create", PLAYER, ME, data=table | {"commitment": self.commitment, "holder": holder})
        for seat in range(1, setup.seats):
            self._append("sit-bot", PLAYER, seat, data={"level": setup.level})
        self._append_match(match, phrases)
        return {
            "format": FORMAT, "table": TABLE_ID, **table, "status": "finished", "seed": setup.seed.hex(),
            "commitment": self.commitment, "phrases": phrases, "digest": self.digest, "events": self.events,
        }  # fmt: skip

    def _append_match(self, match: Match, client_seed_hashes: list[str]) -> None:
        moves = iter(match.decisions)
        last_own_seq = 0  # the person's last decision
        for event in match.events:
            data: dict[str, Any] = {"phrases": client_seed_hashes} if event.kind == "start" else {}
            move = next(moves)[1] if event.kind in (MOVE, TAKE_BACK) else None
            if event.kind == TAKE_BACK:
                data, move = {"to": last_own_seq - 1}, None
            elif event.kind == MOVE and event.seat == ME:
                data, last_own_seq = {"request": hash_request(f"practice {len(self.events)}", "")}, len(self.events) + 1
            happenings = [
                {"to": to_json(addressed.to), "what": to_json(addressed.happening)} for addressed in event.happenings
            ]
            self._append(
                event.kind, event.cause, event.seat, data=data, move=move, happenings=happenings, state=event.state
            )

    def _append(
        self,
        kind: str,
        cause: str,
        seat: int | None,
        *,
        data: Any,
        move: Any = None,
        happenings: Any = (),
        state: Any = None,
    ) -> None:
        previous, seq = self.snapshot, len(self.events) + 1
        if state is not None:
            self.snapshot = make_snapshot(state, previous)
        frame, keyframe = encode_snapshot(self.snapshot, previous, seq) if self.snapshot else ("", False)
        body = dump_canonical({
            "v": BODY_VERSION, "table": TABLE_ID, "seq": seq, "kind": kind, "seat": seat, "cause": cause, "move": move,
            "happenings": list(happenings), "rules": self.setup.options["rules"], "time": self.time,
            "state": self.snapshot.hashes if self.snapshot else None, "data": data,
        })  # fmt: skip
        self.digest = next_digest(self.digest, TABLE_ID, self.setup.seed, seq, body)
        self.events.append({"body": body, "frame": frame, "keyframe": keyframe, "digest": self.digest})
