"""A record viewed in the browser: read there by the site's Python code, from a file that the site never gets.

Nothing is checked: the viewer shows what the file says (verify_record.py and verify_match.pyz check it).
"""

from typing import Any, NamedTuple

from games.catalog import registry
from games.engine.errors import EngineError, InvalidPayloadError
from games.engine.game import AddressedHappening, AnyGame
from games.practice import worker_api
from games.practice.match import ME, START, Match, PracticeEvent
from games.practice.rendering import MatchRenderer
from games.practice.worker_api import Plain, WorkerApi
from games.rendering.seats import SeatLine, name_in_sentence
from games.replays.audit.rows import EventRow, parse_body, parse_event_row
from games.replays.imports.parser import InvalidRecordError, parse_record
from games.tables.storage.snapshots import SnapshotReader

SEAT_NAMES = {"en": "Seat {}", "ja": "席{}"}


class RecordSetup(NamedTuple):
    """What drawing asks of a match's setup."""

    slug: str
    seats: int


class RecordedMatch(Match):
    """The events of a record that have a state, as a match that has been played."""

    def __init__(self, record: dict[str, Any]) -> None:
        """Of a record as `parse_record` gives it. Raises EngineError where it names no game of ours, has no match in
        it, or a state that isn't one."""
        if record["title"] not in registry.list_metadata():
            raise InvalidPayloadError("malformed")
        self.game: AnyGame = registry.get_game(record["title"])
        self.setup = RecordSetup(record["title"], record["seats"])  # type: ignore[assignment]  # no seed, no bots
        self.questions: dict[int, int] = {}
        self.decisions = []
        self.events = self._read_events([parse_event_row(seq, event) for seq, event in enumerate(record["events"], 1)])
        if not self.events:
            raise InvalidPayloadError("malformed")

    def _read_events(self, rows: list[EventRow]) -> list[PracticeEvent]:
        events, reader, state = list[PracticeEvent](), SnapshotReader(), None
        for row in rows:
            before = reader.snapshot
            reader.feed(row.frame, row.keyframe)
            if reader.snapshot is None:  # the match has not begun
                continue
            if state is None or reader.snapshot is not before:
                state = self.game.read_state(reader.snapshot)
            kind = row.kind if events else START
            events.append(PracticeEvent(kind, row.seat, row.cause, self._read_happenings(row), state))
        return events

    def _read_happenings(self, row: EventRow) -> tuple[AddressedHappening[Any], ...]:
        body = parse_body(row)
        if body is None:
            raise InvalidPayloadError("malformed")
        try:
            return tuple(
                AddressedHappening(
                    self.game.read_happening(entry["what"]), None if entry["to"] is None else tuple(entry["to"])
                )
                for entry in body["happenings"]
            )
        except (LookupError, TypeError) as problem:
            raise InvalidPayloadError("malformed") from problem


class RecordRenderer(MatchRenderer):
    """Draws it for one seat. Records hold no names, so seats are called by their numbers."""

    def _seats(self, waiting: Any = (), *, in_sentence: bool = False) -> list[SeatLine]:
        lines = list[SeatLine]()
        for number in range(self.match.setup.seats):
            name = SEAT_NAMES[self.language].format(number + 1)
            lines.append(
                SeatLine(
                    number=number, name=name_in_sentence(name, self.language) if in_sentence else name,
                    is_bot=False, level="", is_me=False, is_to_act=False, deadline=None, vacant=False,
                )
            )  # fmt: skip
        return lines


class BrowserApi(WorkerApi):
    """What the page of practice asks for, records among it."""

    REQUESTS = (*WorkerApi.REQUESTS, "open_record", "look_from")

    def open_record(self, text: str) -> Plain:
        """A record's text to be stepped through, from the first seat."""
        try:
            match = RecordedMatch(parse_record(text))
            return self._show_record(match, ME)
        except (EngineError, InvalidRecordError, RecursionError, LookupError, TypeError, ValueError) as problem:
            raise InvalidPayloadError("malformed") from problem

    def look_from(self, seat: int) -> Plain:
        """The same record from another seat."""
        match = self.renderer.match
        if not isinstance(match, RecordedMatch) or not 0 <= seat < match.setup.seats:
            raise InvalidPayloadError("malformed")
        return self._show_record(match, seat)

    def _show_record(self, match: RecordedMatch, seat: int) -> Plain:
        self._screen = RecordRenderer(match, self._language, self._addresses.__getitem__, self._rules, seat)
        self._screen.render_position(len(match.events), everything=False)  # fails here, if it can't be drawn
        name = match.game.metadata.name[self._language]
        return {**self.describe_replay(match), "name": name, "seats": match.setup.seats}


def open_api(language: str, addresses: str, rules: str) -> None:
    """As that of games.practice.worker_api."""
    worker_api.open_api(language, addresses, rules, BrowserApi)


handle_request = worker_api.handle_request
