"""A record with one changed value, and a new chain as a dishonest site would make: any event, state or header.

The value is a leaf: a number, a text, a boolean or null, at any depth. In a state it is changed in one frame
only, or from there to the end.
"""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine.chance import Rng
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from tests.replays.rechaining import rechain, unfolded

Path = tuple[str | int, ...]
HEAD = ("format", "table", "title", "options", "seats", "status", "seed", "commitment", "phrases", "digest")
SIGNS = "0123456789abcdefABGKNPQUW"


class Changed(NamedTuple):
    """`path` leads to the leaf: ("events", 3, "body", "time"); `was` and `now` are its values."""

    path: Path
    was: Any
    now: Any
    record: dict[str, Any]

    @property
    def leaf(self) -> Path:
        """The path without what only says which event it was."""
        return self.path[2:] if self.path[0] == "events" else self.path


def changed(record: dict[str, Any], rng: Rng) -> Changed:
    """One change of a record, drawn by that chance."""
    match = unfolded(record)
    leaves = list(_leaves(match, ()))
    kind = rng.randbelow(10)
    if kind == 0:
        return _head(record, rng)
    part = ("body", "frame")[kind > 6]
    at = rng.choice([n for n, event in enumerate(match["events"]) if event[part]])
    path = rng.choice([path for path, _ in _leaves(match["events"][at][part], ())])
    old = _at(match["events"][at][part], path)
    now = _other(old, rng, leaves)
    where = ("events", at, part, *path)
    if part == "body":
        return Changed(where, old, now, _rewrite_body(record, at, path, now))
    to_the_end = rng.percent_chance(50)
    for later in match["events"][at:] if to_the_end else [match["events"][at]]:
        _put(later[part], path, now)
    return Changed(where, old, now, rechain(match))


def _rewrite_body(record: dict[str, Any], at: int, path: Path, now: Any) -> dict[str, Any]:
    """The record with that value in the text of an event."""
    body = parse_json(record["events"][at]["body"])
    _put(body, path, now)
    return with_body(record, at, body)


def with_body(record: dict[str, Any], at: int, body: Any) -> dict[str, Any]:
    """Return the record with that text of an event (counted from 0), and new digests from there on."""
    other = copy.deepcopy(record)
    other["events"][at]["body"] = dump_canonical(body)
    seed = bytes.fromhex(record["seed"])
    digest = other["events"][at - 1]["digest"] if at else record["commitment"]
    for seq, event in enumerate(other["events"][at:], at + 1):
        digest = event["digest"] = next_digest(digest, record["table"], seed, seq, event["body"])
    return {**other, "digest": digest}


def _head(record: dict[str, Any], rng: Rng) -> Changed:
    """Change values outside the texts: the chain covers the texts only, so it stays."""
    other = copy.deepcopy(record)
    if rng.percent_chance(30):
        at = rng.randbelow(len(record["events"]))
        path: Path = ("events", at, rng.choice(["digest", "keyframe"]))
    else:
        path = rng.choice([path for path, _ in _leaves({name: record[name] for name in HEAD}, ())])
    old = _at(record, path)
    now = _other(old, rng, [(path, old)])
    _put(other, path, now)
    return Changed(path, old, now, other)


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for name in sorted(value):
            yield from _leaves(value[name], (*path, name))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _leaves(item, (*path, at))
    else:
        yield path, value


def _other(old: Any, rng: Rng, leaves: list[tuple[Path, Any]]) -> Any:
    """Return a different value: mostly of the same type, or from another place in the record."""
    while True:
        if rng.percent_chance(20):
            now = rng.choice(leaves)[1]
        elif isinstance(old, bool):
            now = not old
        elif isinstance(old, int):
            now = old + rng.choice([-2, -1, 1, 2, 10])
        elif isinstance(old, str) and old:
            at = rng.randbelow(len(old))
            now = old[:at] + rng.choice(SIGNS) + old[at + 1 :]
        else:
            now = rng.choice([None, 0, 1, "", "K", True, False])
        if dump_canonical(now) != dump_canonical(old):
            return now


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _put(value: Any, path: Path, now: Any) -> None:
    """Leave later frames unchanged that have no such place."""
    try:
        part = _at(value, path[:-1])
        part[path[-1]]
    except (LookupError, TypeError):
        return
    part[path[-1]] = now
