"""Records changed as a dishonest site would change them: with the seed it makes new hashes and a new chain.

    match = unfolded(record)                     # bodies as values, every event with the whole frame after it
    event = first_event(match, "move")           # the first event of a kind; it has a "body" and a "frame"
    event["body"]["move"] = {"type": "fold"}
    changed_from(match, event, lambda frame: frame["hidden"].update(deck=[]))    # this frame and all later ones
    record = rechain(match)                      # a record again, in which everything but the change fits

The frames of an unfolded match share nothing, so one can be changed without the others. `rechain` numbers the events
(so they can be removed, doubled or inserted), writes `state` of every body, frames and keyframes as the site does, the
digests and the last digest. The commitment follows from `table` and `seed`: another seed can be set. `phrases`,
`status`, `title`, `options` and `seats` stay as in the match; event 1 and the start repeat them in their bodies.
`rechain(unfolded(record)) == record` for every honest record.

A player with a receipt detects such a record by that alone: `receipts(record)` are those of the honest one.
"""

import copy
from collections.abc import Callable, Iterator
from typing import Any

from games.engine.chance import Chance, derive_chance_key, hash_server_seed
from games.engine.hash_chain import hash_text, next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.engine.serialization.json_patch import diff, patch
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY

Match = dict[str, Any]


def unfolded(record: dict[str, Any]) -> Match:
    """The record with events as {"body": values, "frame": the whole frame after it, or None before the start}."""
    match = {name: copy.deepcopy(part) for name, part in record.items() if name != "events"}
    frame, events = None, []
    for event in record["events"]:
        if event["frame"]:
            plain = parse_json(event["frame"])
            frame = plain if event["keyframe"] else patch(frame, plain)
        events.append({"body": parse_json(event["body"]), "frame": copy.deepcopy(frame)})
    return match | {"events": events}


def rechain(match: Match, commitment: str = "") -> dict[str, Any]:
    """Return the record of an unfolded match with any changes. The match stays as it is.

    `commitment` replaces the commitment, if it should not follow from the seed.
    """
    table, seed = match["table"], bytes.fromhex(match["seed"])
    digest = commitment = commitment or hash_server_seed(table, seed)
    before, events = None, []
    for seq, event in enumerate(match["events"], 1):
        frame, body = event["frame"], {**event["body"], "seq": seq, "table": table}
        if body["kind"] == "create":
            body["data"] = {**body["data"], "commitment": commitment}
        body["state"] = None if frame is None else _hashes(frame)
        text = dump_canonical(body)
        digest = next_digest(digest, table, seed, seq, text)
        keyframe = frame is not None and (before is None or seq % FULL_SNAPSHOT_EVERY == 0)
        stored = "" if frame is None else dump_canonical(frame if keyframe else diff(before, frame))
        events.append({"body": text, "frame": stored, "keyframe": keyframe, "digest": digest})
        before = frame
    return copy.deepcopy({**match, "commitment": commitment, "digest": digest, "events": events})


def events_of(match: Match, kind: str, happening: str = "") -> Iterator[dict[str, Any]]:
    """Return the events of a kind ("": any) with a happening of that type ("": any)."""
    for event in match["events"]:
        types = {addressed["what"]["type"] for addressed in event["body"]["happenings"]}
        if kind in ("", event["body"]["kind"]) and (not happening or happening in types):
            yield event


def first_event(match: Match, kind: str, happening: str = "") -> dict[str, Any]:
    """Return the first of them; LookupError if there is none."""
    for event in events_of(match, kind, happening):
        return event
    raise LookupError(f"no {kind} {happening}")


def changed_from(match: Match, event: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    """Have `change` change the frame of this event and those of all later ones."""
    at = next(i for i, later in enumerate(match["events"]) if later is event)
    for later in match["events"][at:]:
        change(later["frame"])


def chance_of(match: Match) -> Chance:
    """The chance that the match was dealt from, to deal otherwise by it."""
    started = next((event["body"]["data"] for event in match["events"] if event["body"]["kind"] == "start"), {})
    return Chance(
        derive_chance_key(match["table"], bytes.fromhex(match["seed"]), started.get("opened", match["phrases"]))
    )


def receipts(record: dict[str, Any]) -> list[str]:
    """Return the receipts of a player who watched the whole match: every digest."""
    return [event["digest"] for event in record["events"]]


def _hashes(frame: dict[str, Any]) -> dict[str, Any]:
    parts = {name: hash_text(dump_canonical(frame[name])) for name in ("hidden", "public")}
    return {**parts, "own": [hash_text(dump_canonical(private)) for private in frame["own"]]}
