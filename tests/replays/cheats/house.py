"""A house that plays whole matches in memory, honestly or not, and seals their records."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from games.catalog import registry
from games.engine.chance import Chance, Rng, derive_chance_key, hash_client_seed, hash_server_seed
from games.engine.game import AddressedHappening, Step
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.tables.event_writer import EventWriter
from games.tables.models import Event, Seed, Table

BEGAN = datetime(2026, 11, 23, 12, tzinfo=UTC)
EVENTS = 3_000  # no match is near it

Frame = dict[str, Any]
Happenings = list[dict[str, Any]]
# Changes the frame after an event and its happenings, as plain values. Returns whether it did: it is done once.
Change = Callable[[Frame, Happenings], bool]


class Cheat(NamedTuple):
    """`about`: "deal", "card", "payment" or "result"."""

    name: str
    about: str
    change: Change


class Match(NamedTuple):
    """A sealed record, and the number of the event with which the house cheated; 0 if it never came to it."""

    record: dict[str, Any]
    cheated: int


class _House(EventWriter):
    """Its clock goes on by a second with every event."""

    def append(self, *args: Any, **named: Any) -> int:
        self.now += timedelta(seconds=1)
        return super().append(*args, **named)


def played(
    slug: str, seats: int, options: dict[str, Any], n: int = 0, change: Change | None = None, public_id: str = ""
) -> Match:
    """The n-th match among players who decide at random; the same up to the cheat, whether the house cheats or not."""
    title, seed = registry.get_game(slug), hashlib.sha256(f"{slug} {n}".encode()).digest()
    public_id = public_id or f"{slug}{n}"
    options = title.metadata.clean_options(options)
    promise = hash_server_seed(public_id, seed)
    table = Table(public_id=public_id, game_slug=slug, options=options, digest=promise)
    table.seed = Seed(table=table, value=seed)
    journal = _House(table, title, BEGAN, None)
    phrases = [hash_client_seed(public_id, seat, b"%032d" % seat) for seat in range(seats)]
    _seat_people(journal, {"title": slug, "options": options, "seats": seats, "commitment": promise}, phrases)
    key = derive_chance_key(public_id, seed, phrases)
    chance, rng = Chance(key), Rng(key, "players")
    state, cheated = title.rules.setup(options, seats), 0
    journal.append(Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={"phrases": phrases})
    while not title.rules.over(state) and journal.seq < EVENTS:
        step = title.rules.advance(state, chance)
        event: dict[str, Any] = {"kind": Event.Kind.HOUSE, "cause": Event.Cause.HOUSE}
        if step is None:
            seat = rng.choice(sorted(title.rules.waiting_on(state)))
            move = title.rules.legal(state, seat).sample(rng)
            step = title.rules.apply(state, seat, move)
            event = {"kind": Event.Kind.MOVE, "cause": Event.Cause.PLAYER, "seat": seat, "move": move}
            event |= {"key": f"key-{journal.seq}", "payload": "0" * 64}
        if change and not cheated and (other := _change_step(title, step, change)):
            step, cheated = other, journal.seq + 1
        journal.append(event.pop("kind"), happenings=step.happenings, state=step.state, **event)
        state = step.state
    return Match(_seal_record(journal, phrases, over=title.rules.over(state)), cheated)


def _seat_people(journal: EventWriter, data: dict[str, Any], phrases: list[str]) -> None:
    player = Event.Cause.PLAYER
    journal.append(Event.Kind.CREATE, cause=player, seat=0, data={**data, "holder": "0" * 16})
    for seat in range(1, len(phrases)):
        journal.append(Event.Kind.SIT, cause=player, seat=seat, data={"holder": f"{seat:016x}"})
    for seat, phrase in enumerate(phrases):
        journal.append(Event.Kind.PHRASE, cause=player, seat=seat, data={"phrase": phrase})


def _change_step(title: Any, step: Step[Any, Any], change: Change) -> Step[Any, Any] | None:
    """The step as the house would have it; None if it has nothing to change there."""
    frame = to_json(step.state)
    addressed = [{"to": to_json(happening.to), "what": to_json(happening.happening)} for happening in step.happenings]
    if not change(frame, addressed):
        return None
    happenings = (
        AddressedHappening(title.read_happening(item["what"]), item["to"] and tuple(item["to"])) for item in addressed
    )  # fmt: skip
    return Step(title.read_state(frame), tuple(happenings))


def _seal_record(journal: EventWriter, phrases: list[str], *, over: bool) -> dict[str, Any]:
    table = journal.table
    if not over:
        journal.append(Event.Kind.VOID, cause=Event.Cause.CLOCK)
    return {
        "format": "tefuda-record-2", "table": table.public_id, "title": table.game_slug, "options": table.options,
        "seats": len(phrases), "status": "finished" if over else "voided", "seed": journal.seed.hex(),
        "commitment": table.digest, "phrases": phrases, "digest": journal.digest,
        "events": [
            {"body": event.body, "frame": event.frame, "keyframe": event.keyframe, "digest": event.digest}
            for event in journal.events
        ],
    }  # fmt: skip


# --- what cheats are made of ---------------------------------------------------------------------------------------


def what(happenings: Happenings, kind: str) -> dict[str, Any] | None:
    """The first happening of that type."""
    return next((happening["what"] for happening in happenings if happening["what"]["type"] == kind), None)


def whats(happenings: Happenings, kind: str) -> list[dict[str, Any]]:
    """All of that type."""
    return [happening["what"] for happening in happenings if happening["what"]["type"] == kind]


def swapped(a: list[Any], i: int, b: list[Any], j: int) -> bool:
    """Two cards change places. Says whether that makes a difference."""
    a[i], b[j] = b[j], a[i]
    return dump_canonical(a[i]) != dump_canonical(b[j])
