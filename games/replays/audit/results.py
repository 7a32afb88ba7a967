"""Check of the result rows, which lists, histories and statistics are based on."""

from datetime import datetime

from games.engine.event_kinds import HINT, TAKE_BACK
from games.replays.audit.base import Check, MismatchError, NotRunError
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.rows import Body, EventRow, ResultRow, TableRow

REMOVED = "removed"
ENDED = ("finished", "voided", "abandoned", "broken-off")
COMPARED = ("outcome", "place", "score", "title", "rated", "listed", "ended_at")


class ResultCheck(Check):
    """Check of the results.

    Reads each event after `rerun`. People removed before the end may have a row that says so.
    """

    name = "results"

    def __init__(self, table: TableRow, rerun: RulesCheck) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.held: dict[int, str] = {}  # seat number → mark of its holder
        self.left: dict[str, set[datetime]] = {}  # mark → when the person left
        self.resigned: set[int] = set()
        self.forked = False
        self.is_practice = table.has_hint  # because of a hint or an undo

    def check_event(self, row: EventRow, body: Body) -> None:
        kind, seat, data = row.kind, row.seat, body["data"]
        self.forked = self.forked or (kind == "create" and "fork" in data)
        self.is_practice = self.is_practice or kind in (TAKE_BACK, HINT)
        if seat is None:
            return
        if kind in ("create", "sit"):
            self.held[seat] = data.get("holder", "")
        if kind == "leave" and seat in self.held:
            self.left.setdefault(self.held.pop(seat), set()).add(row.created_at)
        if kind in ("leave", "seat-to-bot", "seat-back"):
            self.resigned.discard(seat)
        if kind == "seat-to-bot" and row.cause == "player":
            self.resigned.add(seat)

    def end(self) -> None:
        stored = {row.holder: row for row in self.table.results or ()}
        if len(stored) != len(self.table.results or ()):
            raise MismatchError("result-more")
        expected = {row.holder: row for row in self._expected_rows()}
        for holder, row in stored.items():
            if holder not in expected:
                self._check_removed(row)
        for holder, row in expected.items():
            if holder not in stored:
                raise MismatchError("result-missing")
            for name in COMPARED:
                if getattr(row, name) != getattr(stored[holder], name):
                    raise MismatchError(f"result-{name}")

    def _check_removed(self, row: ResultRow) -> None:
        """Check the result of a person without a seat: it must record their removal at that time."""
        sits = self.table.status in ENDED and row.holder in self.held.values()
        if row.outcome != REMOVED or sits or row.ended_at not in self.left.get(row.holder, ()):
            raise MismatchError("result-more")
        if (row.place, row.score, row.title) != (None, None, self.table.title):
            raise MismatchError("result-removed")

    def _expected_rows(self) -> list[ResultRow]:
        """Return the expected results of everyone seated at the end."""
        if self.table.status not in ENDED:
            return []
        if self.table.status == "finished" and (self.rerun.answer is not None or self.rerun.state is None):
            raise NotRunError("rules")
        return [self._row(seat, holder) for seat, holder in self.held.items()]

    def _row(self, seat: int, holder: str) -> ResultRow:
        place = score = None
        if self.table.status != "finished":
            outcome = {"voided": "void", "broken-off": "broken"}.get(self.table.status, "closed")
        elif seat in self.resigned:
            outcome = "resigned"
        else:
            standing = self.rerun.standing
            outcome = "won" if seat in standing.winners else "lost"
            place, score = standing.places[seat], standing.scores[seat]
        ended_at, listed = self.table.ended_at, self.table.listed
        rated = not (self.forked or self.is_practice)
        return ResultRow(holder, outcome, place, score, self.table.title, rated, listed, ended_at)
