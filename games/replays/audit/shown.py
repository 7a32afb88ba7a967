"""Was everybody shown what the rules show? The stored frames against those of the match played anew."""

from typing import Any

from games.engine.chain import text_hash
from games.engine.codec import canonical, parse
from games.engine.delta import patch
from games.engine.errors import BadPayload
from games.replays.audit.check import Check, Differs, NotRun
from games.replays.audit.rerun import Rerun
from games.replays.audit.rows import Body, EventRow, TableRow
from games.tables.frames import Frame

PARTS = ("public", "own", "hidden")


class FrameCheck(Check):
    """Reads each event after `rerun` has. Where that can't go on, the state's hash in the log still speaks."""

    name = "frames"

    def __init__(self, table: TableRow, rerun: Rerun) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.frame: Frame | None = None
        self.hash: str | None = None  # of its hidden part
        self.last = 0

    def see(self, row: EventRow, body: Body) -> None:
        self.last = row.seq
        if body["state"] is None:
            if row.frame or row.keyframe:
                raise Differs("frame")
            return
        before, self.frame = self.frame, self._frame(row)
        if self.frame is not before:
            self.hash = text_hash(canonical(self.frame["hidden"]))
        if self.hash != body["state"]:
            raise Differs("hidden")
        if self.frame is not before and self.rerun.runs and self.rerun.frame is not None:
            _same(self.frame, self.rerun.frame)

    def end(self) -> None:
        position = self.table.position
        if (position is None) != (self.frame is None):
            raise Differs("position")
        if position and (position[0] != self.last or position[1] != canonical(self.frame)):
            raise Differs("position")
        if self.rerun.answer is not None:
            raise NotRun("rules")

    def _frame(self, row: EventRow) -> Frame:
        """The frame after this event, from its text and the frame before."""
        try:
            plain: Any = parse(row.frame)
            frame = plain if row.keyframe else patch(self.frame, plain)
        except (BadPayload, LookupError, TypeError, ValueError, AttributeError):
            raise Differs("frame") from None
        if type(frame) is not dict or frame.keys() != set(PARTS):
            raise Differs("frame")
        return frame


def _same(stored: Frame, expected: Frame) -> None:
    """Of the hidden part the hashes have been compared."""
    for part in ("public", "own"):
        if stored[part] != expected[part] or canonical(stored[part]) != canonical(expected[part]):
            raise Differs(part)
