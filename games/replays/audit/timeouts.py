"""Were people's times really up? What a log tells of clocks, held against itself."""

from datetime import datetime, timedelta
from typing import Any

from games.replays.audit.base import MismatchError
from games.replays.audit.rows import Body

LIVE_SECONDS = 60  # for a decision, while all have agreed to play live


class Timeouts:
    """Follows the clocks of a log: since when each seat is asked, how often in a row time ran out, who forfeited.

    Times are texts as events write them, which sort as the moments do.
    """

    def __init__(self) -> None:
        self.clock: dict[str, Any] = {}  # as the table was set up; logs from before don't tell
        self.since: dict[int, str] = {}  # seat number → when its open question was put
        self.in_a_row: dict[int, int] = {}
        self.forfeited: set[int] = set()
        self.resting: set[int] = set()  # on vacation
        self.live = False

    def set_up(self, body: Body) -> None:
        clock = body["data"].get("clock")
        self.clock = clock if type(clock) is dict else {}

    def check_move(self, body: Body, *, bot: bool) -> None:
        """A decision: by the clock only past its deadline, by the house only for who has forfeited."""
        seat, cause = body["seat"], body["cause"]
        if cause == "clock":
            self._check_evidence(body, bot=bot)
        if (cause == "house") != (seat in self.forfeited and not bot):
            raise MismatchError("clock")
        self.in_a_row[seat] = self.in_a_row.get(seat, 0) + 1 if cause == "clock" and not bot else 0

    def update_questions(self, seats: dict[int, int], body: Body) -> None:
        """These seats have open questions now (number of the event that put each)."""
        before, now = self.since, str(body["time"])
        self.since = {seat: now if put == body["seq"] else before.get(seat, now) for seat, put in seats.items()}

    def update_clock(self, body: Body) -> None:
        """What the clock does beside playing: a bot takes a seat, a match is forfeited, live play ends."""
        kind, seat = body["kind"], body["seat"]
        if body["cause"] == "clock" and kind in ("forfeit", "live-over"):
            self._check_evidence(body, bot=False)
        if kind in ("live", "live-over"):
            self.live = kind == "live"
        if kind == "forfeit":
            if self.clock.get("on_timeout") != "forfeit" or body["cause"] != "clock":
                raise MismatchError("clock")
            self.forfeited.add(seat)
        if kind == "seat-to-bot" and body["cause"] == "clock":
            patience = self.clock.get("bot_after")
            if type(patience) is not int or self.in_a_row.get(seat, 0) < patience:
                raise MismatchError("clock")
        if kind in ("seat-to-bot", "seat-back"):
            self.in_a_row[seat] = 0
        if kind == "vacation":
            self.resting.add(seat)
        if kind == "vacation-over":
            self.resting.discard(seat)

    def check_agreement(self, body: Body, people: set[int]) -> None:
        """Whoever of these plays and is not on vacation must have agreed, and nobody else was asked."""
        if body["cause"] != "player" or body["data"].get("agreed") != sorted(people - self.forfeited - self.resting):
            raise MismatchError("agreed")

    def _check_evidence(self, body: Body, *, bot: bool) -> None:
        """The deadline lay between the question and the moment when it was found past, which is the event's own; and
        whoever was asked had all the time that the table gives them."""
        data = body["data"]
        deadline, found = data.get("deadline"), str(body["time"])
        if data.get("found") != found or type(deadline) is not str:
            raise MismatchError("deadline")
        since = self.since.get(body["seat"], found)
        if not since <= deadline <= found:
            raise MismatchError("deadline")
        if not bot and _moment(deadline) - _moment(since) < self._minimum_time():
            raise MismatchError("deadline")

    def _minimum_time(self) -> timedelta:
        """The time that a person has at least for a question, as far as the log tells: quiet hours, vacations, pauses
        and moderators only add to it. What is left of a time bank depends on quiet hours, which it does not tell."""
        seconds, increment = self.clock.get("turn_seconds"), self.clock.get("increment_seconds")
        if type(seconds) is not int or increment != 0:
            return timedelta(0)
        return timedelta(seconds=min(seconds, LIVE_SECONDS) if self.live else seconds)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise MismatchError("deadline") from None
