"""Check of clocks in older logs, which state neither time banks nor charges."""

from datetime import datetime, timedelta
from typing import Any

from games.clocks.time_control import LIVE_TIME
from games.replays.audit.base import MismatchError
from games.replays.audit.rows import Body

EVIDENCE_KINDS = ("forfeit", "live-over")


class OlderTimeouts:
    """Consistency of clock events: deadlines, consecutive timeouts, and forfeits.

    Times are compared as strings in the format of events, which sort chronologically.
    """

    def __init__(self, clock: dict[str, Any]) -> None:
        self.clock = clock  # as created; missing from the oldest logs
        self.since: dict[int, str] = {}  # seat number → when its open question was put
        self.timeouts: dict[int, int] = {}  # consecutive
        self.is_live = False

    def check_move(self, body: Body, *, is_bot: bool) -> None:
        """Check a decision; the clock may decide only past the deadline. Not called for forced moves of the server."""
        seat, cause = body["seat"], body["cause"]
        if cause == "clock":
            self._check_evidence(body, is_bot=is_bot)
        self.timeouts[seat] = self.timeouts.get(seat, 0) + 1 if cause == "clock" and not is_bot else 0

    def update_questions(self, open_questions: dict[int, int], body: Body) -> None:
        """Update the open questions, given the number of the event that put each."""
        before, now = self.since, str(body["time"])
        self.since = {
            seat: now if seq == body["seq"] else before.get(seat, now) for seat, seq in open_questions.items()
        }

    def check_other(self, body: Body) -> None:
        """Check other events of the clock: a bot takes over, a match is forfeited, live play ends."""
        kind, seat = body["kind"], body["seat"]
        if body["cause"] == "clock" and kind in EVIDENCE_KINDS:
            self._check_evidence(body, is_bot=False)
        if kind in ("live", "live-over"):
            self.is_live = kind == "live"
        if kind == "forfeit" and (self.clock.get("on_timeout") != "forfeit" or body["cause"] != "clock"):
            raise MismatchError("clock")
        if kind == "seat-to-bot" and body["cause"] == "clock":
            patience = self.clock.get("bot_after")
            if type(patience) is not int or self.timeouts.get(seat, 0) < patience:
                raise MismatchError("clock")
        if kind in ("seat-to-bot", "seat-back"):
            self.timeouts[seat] = 0

    def _check_evidence(self, body: Body, *, is_bot: bool) -> None:
        """Check that the deadline is between question and event, and left at least the table's time."""
        data = body["data"]
        deadline, noticed_at = data.get("deadline"), str(body["time"])
        if data.get("found") != noticed_at or type(deadline) is not str:
            raise MismatchError("deadline")
        since = self.since.get(body["seat"], noticed_at)
        if not since <= deadline <= noticed_at:
            raise MismatchError("deadline")
        if not is_bot and _parse_moment(deadline) - _parse_moment(since) < self._get_minimum_time():
            raise MismatchError("deadline")

    def _get_minimum_time(self) -> timedelta:
        """Return the minimum time for a question: quiet hours, pauses and moderators only add to it.

        Zero with a time bank, since these logs don't state its balance.
        """
        seconds, increment = self.clock.get("turn_seconds"), self.clock.get("increment_seconds")
        if type(seconds) is not int or increment != 0:
            return timedelta(0)
        time = timedelta(seconds=seconds)
        return min(time, LIVE_TIME) if self.is_live else time


def _parse_moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise MismatchError("deadline") from None
