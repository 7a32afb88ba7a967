"""Check of the stored snapshots against those of the replayed match."""

from games.engine.errors import InvalidPayloadError
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.replays.audit.base import Check, MismatchError, NotRunError
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.rows import Body, EventRow, TableRow
from games.tables.storage.snapshots import Snapshot, SnapshotReader, make_snapshot

PARTS = ("hidden", "own", "public")


class SnapshotCheck(Check):
    """Check of the snapshots. Reads each event after `rerun`; if that fails, still compares the hashes in the log."""

    name = "frames"

    def __init__(self, table: TableRow, rerun: RulesCheck) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.shown, self.last = SnapshotReader(), 0
        self.expected: Snapshot | None = None  # from the rules

    def check_event(self, row: EventRow, body: Body) -> None:
        self.last = row.seq
        if body["state"] is None:
            if row.frame or row.keyframe:
                raise MismatchError("frame")
            return
        self._load_snapshot(row)
        for part in PARTS:
            if type(body["state"]) is not dict or self.shown.hashes.get(part) != body["state"].get(part):
                raise MismatchError(part)
        if self.rerun.is_running and not self._matches_rerun():
            self.rerun.reject_state(row)

    def end(self) -> None:
        position = self.table.position
        if not self.table.sealed:
            if (position is None) != (self.shown.snapshot is None):
                raise MismatchError("position")
            if position and (position[0] != self.last or position[1] != dump_canonical(self.shown.snapshot)):
                raise MismatchError("position")
        if self.rerun.answer is not None:
            raise NotRunError("rules")

    def _load_snapshot(self, row: EventRow) -> None:
        try:
            if not row.frame:
                raise InvalidPayloadError("malformed")
            self.shown.feed(row.frame, row.keyframe)
        except InvalidPayloadError:
            raise MismatchError("frame") from None

    def _matches_rerun(self) -> bool:
        """Compare the stored snapshot with the replayed state, upgrading older formats first."""
        game, state = self.rerun.game, self.rerun.state
        assert state is not None
        self.expected = make_snapshot(state, self.expected)
        if self.expected.hashes == self.shown.hashes:
            return True
        try:
            return dump_canonical(to_json(game.read_state(self.shown.snapshot))) == self.expected.text
        except InvalidPayloadError:
            return False
