"""Was everybody shown what the rules show? The stored frames against those of the match played anew."""

from typing import Any

from games.engine.chain import text_hash
from games.engine.codec import Json, canonical, parse, to_json
from games.engine.delta import patch
from games.engine.errors import BadPayload
from games.replays.audit.check import Check, Differs, NotRun
from games.replays.audit.rerun import Rerun
from games.replays.audit.rows import Body, EventRow, TableRow

PARTS = ("hidden", "own", "public")


class FrameCheck(Check):
    """Reads each event after `rerun` has. Where that can't go on, the hashes in the log still speak."""

    name = "frames"

    def __init__(self, table: TableRow, rerun: Rerun) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.frame: Json = None
        self.hashes: Json = None
        self.last = 0

    def see(self, row: EventRow, body: Body) -> None:
        self.last = row.seq
        if body["state"] is None:
            if row.frame or row.keyframe:
                raise Differs("frame")
            return
        before, self.frame = self.frame, self._frame(row)
        if self.frame is not before:
            self.hashes = _hashes(self.frame)
        for part in PARTS:
            if type(body["state"]) is not dict or self.hashes[part] != body["state"].get(part):
                raise Differs(part)
        if self.frame is not before and self.rerun.runs and not self._same_as_rerun():
            self.rerun.denied(row)

    def end(self) -> None:
        position = self.table.position
        if (position is None) != (self.frame is None):
            raise Differs("position")
        if position and (position[0] != self.last or position[1] != canonical(self.frame)):
            raise Differs("position")
        if self.rerun.answer is not None:
            raise NotRun("rules")

    def _frame(self, row: EventRow) -> Json:
        """The frame after this event, from its text and the frame before."""
        try:
            plain: Any = parse(row.frame)
            frame = plain if row.keyframe else patch(self.frame, plain)
        except (BadPayload, LookupError, TypeError, ValueError, AttributeError):
            raise Differs("frame") from None
        if type(frame) is not dict or frame.keys() != set(PARTS) or type(frame["own"]) is not list:
            raise Differs("frame")
        return frame

    def _same_as_rerun(self) -> bool:
        """A frame of an older shape is brought into the present one first."""
        title, expected = self.rerun.title, to_json(self.rerun.state)
        if canonical(self.frame) == canonical(expected):
            return True
        try:
            return canonical(to_json(title.read_state(self.frame))) == canonical(expected)
        except BadPayload:
            return False


def _hashes(frame: Json) -> Json:
    own = [text_hash(canonical(one)) for one in frame["own"]]
    return {"own": own, **{part: text_hash(canonical(frame[part])) for part in ("hidden", "public")}}
