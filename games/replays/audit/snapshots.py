"""Was everybody shown what the rules show? The stored frames against those of the match played anew."""

from games.engine.errors import BadPayload
from games.engine.serialization.canonical_json import canonical, to_json
from games.replays.audit.base import Check, Differs, NotRun
from games.replays.audit.replay_check import Rerun
from games.replays.audit.rows import Body, EventRow, TableRow
from games.tables.storage.snapshots import Frame, Shown, frame_of

PARTS = ("hidden", "own", "public")


class FrameCheck(Check):
    """Reads each event after `rerun` has. Where that can't go on, the hashes in the log still speak."""

    name = "frames"

    def __init__(self, table: TableRow, rerun: Rerun) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.shown, self.last = Shown(), 0
        self.expected: Frame | None = None  # by the rules

    def see(self, row: EventRow, body: Body) -> None:
        self.last = row.seq
        if body["state"] is None:
            if row.frame or row.keyframe:
                raise Differs("frame")
            return
        self._take_up(row)
        for part in PARTS:
            if type(body["state"]) is not dict or self.shown.hashes.get(part) != body["state"].get(part):
                raise Differs(part)
        if self.rerun.runs and not self._same_as_rerun():
            self.rerun.denied(row)

    def end(self) -> None:
        position = self.table.position
        if not self.table.sealed:
            if (position is None) != (self.shown.frame is None):
                raise Differs("position")
            if position and (position[0] != self.last or position[1] != canonical(self.shown.frame)):
                raise Differs("position")
        if self.rerun.answer is not None:
            raise NotRun("rules")

    def _take_up(self, row: EventRow) -> None:
        try:
            if not row.frame:
                raise BadPayload("malformed")
            self.shown.see(row.frame, row.keyframe)
        except BadPayload:
            raise Differs("frame") from None

    def _same_as_rerun(self) -> bool:
        """A frame of an older shape is brought into the present one first."""
        title, state = self.rerun.title, self.rerun.state
        assert state is not None
        self.expected = frame_of(state, self.expected)
        if self.expected.hashes == self.shown.hashes:
            return True
        try:
            return canonical(to_json(title.read_state(self.shown.frame))) == self.expected.text
        except BadPayload:
            return False
