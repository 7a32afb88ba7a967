"""Was a decision taken back only where it may be? By the one person there, once a chapter, before a card was shown."""

from typing import NamedTuple

from games.engine.game import AnyAddressedHappening, AnyGame, AnyState, Happening
from games.engine.take_back import is_undoable
from games.replays.audit.base import MismatchError
from games.replays.audit.rows import Body


class _SeenEvent(NamedTuple):
    kind: str
    seat: int | None
    happenings: tuple[Happening, ...]


class _LastMove(NamedTuple):
    """A person's last decision: the event before it, and the state then."""

    seat: int
    seq_before: int
    state_before: AnyState


class TakeBacks:
    """What of the events read so far decides whether the last decision may be taken back."""

    def __init__(self) -> None:
        self._last: _LastMove | None = None
        self._chapters: dict[int, int] = {}  # seat → the chapter in which it last took a decision back

    def read(self, title: AnyGame, before: AnyState, body: Body, told: tuple[AnyAddressedHappening, ...]) -> None:
        """The next event that isn't one itself, with the state before it and what it told."""
        kind, seat = body["kind"], body["seat"]
        if kind == "move" and body["cause"] == "player":
            self._last = _LastMove(seat, body["seq"] - 1, before)
        elif self._last is not None:
            seen = tuple(one.happening for one in told if one.is_visible_to(self._last.seat))
            if not is_undoable([_SeenEvent(kind, seat, seen)], self._last.seat, title.metadata):
                self._last = None

    def get_state(self, title: AnyGame, present: AnyState, body: Body, people: set[int]) -> AnyState:
        """The state that stands again. Raises MismatchError where nothing may be taken back."""
        seat, last = body["seat"], self._last
        if last is None or last.seat != seat or people - {seat} or body["data"].get("to") != last.seq_before:
            raise MismatchError("take-back")
        chapter = title.get_chapter_number(present.public)
        if self._chapters.get(seat) == chapter:
            raise MismatchError("take-back")
        self._chapters[seat], self._last = chapter, None
        return last.state_before
