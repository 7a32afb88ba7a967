"""What somebody says is a record: looked at before anything is done with it. Pure."""

import re
from typing import Any

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import parse_json
from games.replays.audit.rows import FORMAT

# Half as large again as the largest of all: of hundreds of long matches of every game the longest that came to an end
# (as many coins as can be set, no limit of stages, everybody always checks) had 9,559 events and 10.9 MB; of the game
# with the next longest it was 6.7 MB, of others 6.6 and 2.1.
MAX_BYTES = 16_000_000  # bytes
MAX_EVENTS, MAX_SEATS, MAX_OPTIONS = 20_000, 32, 64
MAX_DEPTH = 40  # how deep lists and objects may stand in each other
STATUSES = ("finished", "voided", "abandoned", "broken-off")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_ID, _HEX = re.compile("[0-9a-z-]{1,40}"), re.compile("[0-9a-f]{64}")


class InvalidRecordError(Exception):
    """Why it is none: a code."""


def parse_record(text: str, events: int | None = MAX_EVENTS) -> dict[str, Any]:
    """The record that a text holds, with the shape that docs/record.md tells of and at most so many events (None: any
    number). Raises InvalidRecordError.
    """
    try:
        plain = parse_json(text)
    except InvalidPayloadError:
        raise InvalidRecordError("not-json") from None
    if type(plain) is not dict or not isinstance(plain.get("format"), str):
        raise InvalidRecordError("no-record")
    if plain["format"] != FORMAT:
        raise InvalidRecordError("other-format")
    if plain.keys() != _FIELDS.keys() or not all(fits(plain[name]) for name, fits in _FIELDS.items()):
        raise InvalidRecordError("no-record")
    if len(plain["phrases"]) != plain["seats"]:
        raise InvalidRecordError("no-record")
    if events is not None and len(plain["events"]) > events:
        raise InvalidRecordError("too-many-events")
    return plain


def is_too_deep(text: str) -> bool:
    """Whether anything stands deeper in the JSON text than any frame of ours. What changed is told with texts that are
    brackets ("[", "{"), which are no depth."""
    depth = 0
    for sign in re.findall(r"[][{}]", _TEXT.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def _is_hex(value: Any) -> bool:
    return type(value) is str and _HEX.fullmatch(value) is not None


def _are_options(value: Any) -> bool:
    return (
        type(value) is dict
        and len(value) <= MAX_OPTIONS
        and all(type(one) in (int, str, bool) for one in value.values())
    )


def _are_events(value: Any) -> bool:
    return type(value) is list and len(value) > 0 and all(map(_is_event, value))


def _is_event(event: Any) -> bool:
    return (
        type(event) is dict
        and event.keys() == {"body", "frame", "keyframe", "digest"}
        and type(event["keyframe"]) is bool
        and _is_hex(event["digest"])
        and all(type(event[name]) is str and not is_too_deep(event[name]) for name in ("body", "frame"))
    )


_FIELDS = {
    "format": lambda value: value == FORMAT,
    "table": lambda value: type(value) is str and _ID.fullmatch(value) is not None,
    "title": lambda value: type(value) is str,
    "options": _are_options,
    "seats": lambda value: type(value) is int and 1 <= value <= MAX_SEATS,
    "status": lambda value: value in STATUSES,
    "seed": _is_hex,
    "commitment": _is_hex,
    "phrases": lambda value: type(value) is list and all(one == "" or _is_hex(one) for one in value),
    "digest": _is_hex,
    "events": _are_events,
}
