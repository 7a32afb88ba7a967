"""What an event changed, as a reader may know it: the difference of two stored frames, path by path."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.engine.serialization.canonical_json import canonical

MOST = 60  # a deal changes hundreds of values
NOTHING = object()
Json = Any


class Change(NamedTuple):
    """Where, and the values as JSON; "" for none."""

    path: str
    before: str
    after: str


def visible(frame: dict[str, Json], seat: int | None, *, everything: bool) -> Json:
    """The parts of a frame that a spectator may know, and with a seat its own; all of it once the table has ended."""
    if everything:
        return frame
    return {"public": frame["public"], **({} if seat is None else {"own": frame["own"][seat]})}


def changes(before: Json, after: Json) -> list[Change]:
    """The first MOST differences, in the order of their paths."""
    return list(islice(_walk("", before, after), MOST))


def _walk(path: str, before: Json, after: Json) -> Iterator[Change]:
    if type(before) is type(after) is dict:
        for key in sorted({*before, *after}):
            inner = f"{path}.{key}" if path else key
            yield from _walk(inner, before.get(key, NOTHING), after.get(key, NOTHING))
    elif type(before) is type(after) is list and len(before) == len(after):
        for i, pair in enumerate(zip(before, after, strict=True)):
            yield from _walk(f"{path}[{i}]", *pair)
    elif before is NOTHING or after is NOTHING or canonical(before) != canonical(after):
        yield Change(path, _text(before), _text(after))


def _text(value: Json) -> str:
    return "" if value is NOTHING else canonical(value)
