"""Whole matches of every title, and what their log must be."""

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from functools import cached_property

import pytest

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.tables.models import Event, Position, Seed, Table
from games.tables.selectors.event_source import get_snapshot_at, get_start_seq
from games.tables.storage.snapshots import Snapshot
from tests.every_game import every_game
from tests.matches import fresh, running, turn, waiting
from tests.replays.audit.agreeing import all_agree

pytestmark = pytest.mark.thorough

LONG = {
    "lombard": {"seats": 4, "options": {"target_coins": 32}},
    "dilemma": {"seats": 6},
    "sdc": {"options": {"start_coins": 20, "max_bid": 3, "stage_limit": 20}},
}


@dataclass
class Played:
    """A match with the frames as they were while it lasted: by the number of the event just past."""

    table: Table
    live: dict[int, Snapshot] = field(default_factory=dict)

    @cached_property
    def frames(self) -> dict[int, Snapshot | None]:
        """Return what can be rebuilt from the log, by number."""
        return {n: get_snapshot_at(self.table, n) for n in range(1, self.table.last_seq + 1)}


@pytest.fixture
def played(slug, alice, bob):
    """A whole match of more than 50 events, so that keyframes and deltas both occur."""
    for attempt in range(20):
        match = Played(running(slug, alice, bob, **LONG.get(slug, {})))
        rng = Rng(b"whole matches", str(attempt))
        while seats := waiting(match.table):
            position = Position.objects.get(table=match.table)
            match.live[position.seq] = parse_json(position.frame)
            turn(match.table, rng.choice(seats), rng)
        match.table = fresh(match.table)
        match.live[match.table.last_seq] = parse_json(match.table.position.frame)
        if match.table.last_seq > 60:
            return match
    raise AssertionError("no long match")


@every_game
def test_a_whole_match(played):
    """One test, because the match is what costs time."""
    check_numbers(played)
    check_chain(played)
    check_canonical_texts(played)
    frames_rebuilt(played)
    check_state_hashes(played)
    positions_are_views(played)
    all_agree(played.table)


def check_numbers(match):
    rows = list(Event.objects.filter(table=match.table).order_by("seq"))
    assert [event.seq for event in rows] == list(range(1, match.table.last_seq + 1))
    for event, body in zip(rows, map(parse_json, (event.body for event in rows)), strict=True):
        assert (body["seq"], body["kind"], body["seat"], body["cause"]) == (
            event.seq, event.kind, event.seat, event.cause,
        )  # fmt: skip
        assert body["table"] == match.table.public_id
        assert (body["move"] is not None) == (event.kind == "move")
        assert body["rules"] == match.table.rules
    times = [event.created_at for event in rows]
    assert times == sorted(times)


def check_chain(match):
    """After the design's formulas, without the engine's own functions."""
    seed = bytes(Seed.objects.get(table=match.table).value)
    name = match.table.public_id
    digest = hashlib.sha256(b"tefuda-1|" + name.encode() + b"|" + seed).digest()
    for event in Event.objects.filter(table=match.table).order_by("seq"):
        salt = hmac.new(seed, f"{name}|event|{event.seq}".encode(), "sha256").digest()
        digest = hashlib.sha256(digest + hashlib.sha256(salt + event.body.encode()).digest()).digest()
        assert event.digest == digest.hex()
    assert match.table.digest == digest.hex()


def check_canonical_texts(match):
    def no_float(text):
        raise AssertionError(text)

    for text in Event.objects.filter(table=match.table).values_list("body", flat=True):
        plain = json.loads(text, parse_float=no_float)
        assert text == json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def frames_rebuilt(match):
    first = get_start_seq(match.table)
    keyframes = set(Event.objects.filter(table=match.table, keyframe=True).values_list("seq", flat=True))
    assert keyframes == {first, *range(50, match.table.last_seq + 1, 50)}
    for n, live in match.live.items():
        assert match.frames[n] == live
    assert match.frames[first - 1] is None


def check_state_hashes(match):
    """Every event names each part of the state after it, the same that its frame holds."""
    for event in Event.objects.filter(table=match.table).order_by("seq"):
        frame = match.frames[event.seq]
        assert parse_json(event.body)["state"] == (hash_parts(frame) if frame else None)


def hash_parts(frame):
    def sha256(part):
        return hashlib.sha256(dump_canonical(part).encode()).hexdigest()

    own_hashes = [sha256(part) for part in frame["own"]]
    return {"public": sha256(frame["public"]), "own": own_hashes, "hidden": sha256(frame["hidden"])}


def positions_are_views(match):
    """The frames hold what the rules would show, for every seat and for those who watch."""
    title = registry.get_game(match.table.game_slug)
    for n in (get_start_seq(match.table), match.table.last_seq // 2, match.table.last_seq):
        frame = match.frames[n]
        state = title.read_state(frame)
        for seat in (None, *range(len(frame["own"]))):
            assert to_json(title.read_view(frame, seat)) == to_json(title.view(state, seat))


def test_a_body_tells_no_name(sdc, alice, bob):
    for body in Event.objects.filter(table=sdc).values_list("body", flat=True):
        assert alice.name not in body
        assert bob.name not in body
        assert alice.username not in body
