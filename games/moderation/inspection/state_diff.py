"""The difference of two snapshots as a reader may know it, path by path."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.engine.serialization.canonical_json import dump_canonical

MAX_CHANGES = 60  # a deal changes hundreds of values
MISSING = object()
Json = Any


class Change(NamedTuple):
    """A path with its values as JSON; "" if missing."""

    path: str
    before: str
    after: str


def get_visible_parts(frame: dict[str, Json], seat: int | None, *, everything: bool) -> Json:
    """Return the parts of a snapshot that a spectator or seat may know; everything once the table has ended."""
    if everything:
        return frame
    return {"public": frame["public"], **({} if seat is None else {"own": frame["own"][seat]})}


def diff_states(before: Json, after: Json) -> list[Change]:
    """Return the first MAX_CHANGES differences, ordered by path."""
    return list(islice(_walk("", before, after), MAX_CHANGES))


def _walk(path: str, before: Json, after: Json) -> Iterator[Change]:
    if type(before) is type(after) is dict:
        for key in sorted({*before, *after}):
            inner = f"{path}.{key}" if path else key
            yield from _walk(inner, before.get(key, MISSING), after.get(key, MISSING))
    elif type(before) is type(after) is list and len(before) == len(after):
        for i, pair in enumerate(zip(before, after, strict=True)):
            yield from _walk(f"{path}[{i}]", *pair)
    elif before is MISSING or after is MISSING or dump_canonical(before) != dump_canonical(after):
        yield Change(path, _text(before), _text(after))


def _text(value: Json) -> str:
    return "" if value is MISSING else dump_canonical(value)
