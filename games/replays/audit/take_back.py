"""Check of undone moves: only by the single person, once per chapter, before new cards were shown."""

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
    """A person's last decision: the number of the event before it, and the state at that time."""

    seat: int
    seq_before: int
    state_before: AnyState


class TakeBacks:
    """The history needed to decide whether the last decision may be undone."""

    def __init__(self) -> None:
        self._last: _LastMove | None = None
        self._chapters: dict[int, int] = {}  # seat → chapter of its last undo

    def read(self, game: AnyGame, before: AnyState, body: Body, happenings: tuple[AnyAddressedHappening, ...]) -> None:
        """Read the next event (other than an undo), with the state before it and its happenings."""
        kind, seat = body["kind"], body["seat"]
        if kind == "move" and body["cause"] == "player":
            self._last = _LastMove(seat, body["seq"] - 1, before)
        elif self._last is not None:
            visible = tuple(addressed.happening for addressed in happenings if addressed.is_visible_to(self._last.seat))
            if not is_undoable([_SeenEvent(kind, seat, visible)], self._last.seat, game.metadata):
                self._last = None

    def get_state(self, game: AnyGame, present: AnyState, body: Body, people: set[int]) -> AnyState:
        """Return the restored state. Raises MismatchError if nothing may be undone."""
        seat, last = body["seat"], self._last
        if last is None or last.seat != seat or people - {seat} or body["data"].get("to") != last.seq_before:
            raise MismatchError("take-back")
        chapter = game.get_chapter_number(present.public)
        if self._chapters.get(seat) == chapter:
            raise MismatchError("take-back")
        self._chapters[seat], self._last = chapter, None
        return last.state_before
