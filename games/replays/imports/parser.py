"""Validation of a text claimed to be a record, before anything else is done with it. Pure."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Any

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import parse_json
from games.replays.audit.rows import FORMAT

# Half as large again as the largest record found: among hundreds of long matches of every game, the longest to finish
# (as many coins as possible, no limit of stages, everyone always checks) had 9,559 events and 10.9 MB. The largest of
# the next games had 6.7, 6.6 and 2.1 MB.
MAX_BYTES = 16_000_000  # bytes
MAX_EVENTS, MAX_SEATS, MAX_OPTIONS = 20_000, 32, 64
MAX_DEPTH = 40  # nesting depth of lists and objects
STATUSES = ("finished", "voided", "abandoned", "broken-off")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_ID, _HEX = re.compile("[0-9a-z-]{1,40}"), re.compile("[0-9a-f]{64}")


class InvalidRecordError(Exception):
    """The text is not a valid record. The message is a code."""


def decode_record(sent: bytes) -> str:
    """Decode a file that may have gone through an editor or a shell: UTF-8 or UTF-16, with or without a BOM.

    Raises UnicodeError.
    """
    if sent.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return sent.decode("utf-16")
    if sent[:2] in (b"{\0", b"\0{"):
        return sent.decode("utf-16-le" if sent[1] == 0 else "utf-16-be")
    return sent.decode("utf-8-sig")


def parse_record(text: str, events: int | None = MAX_EVENTS) -> dict[str, Any]:
    """Parse a record as described in docs/record.md, with at most `events` events (None: no limit).

    Raises InvalidRecordError.
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
    """Return whether the JSON text is nested deeper than any snapshot.

    Brackets within strings, as in differences, don't count.
    """
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
        and all(type(option) in (int, str, bool) for option in value.values())
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
    "phrases": lambda value: type(value) is list and all(item == "" or _is_hex(item) for item in value),
    "digest": _is_hex,
    "events": _are_events,
}
