"""Check of timeouts: each seat's clock is run again from the log.

Logs state the time bank when a seat is asked, and the charge of an answer. Pauses, freezes, vacations and extra time
are events. Quiet hours aren't logged, but they only add time: the clock run here never has more left than the real one
did. If time has not run out by this clock, it had not run out.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.clocks.seat_clock import SeatClock
from games.clocks.time_control import MILLISECOND, TimeControl, find_unsupported_setting
from games.replays.audit.base import Check, MismatchError, NotRunError
from games.replays.audit.columns import format_time
from games.replays.audit.older_timeouts import OlderTimeouts
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.rows import Body, EventRow, TableRow

NO_TIME = timedelta(0)
VOID_NOTICE = timedelta(hours=24)  # from the announcement until a match is void
MAX_EXTRA_HOURS = 24 * 7
SETTING_TYPES = {
    "turn_seconds": int, "increment_seconds": int, "on_timeout": str, "bot_after": int, "vacations": bool,
}  # fmt: skip
CHARGED_CAUSES = ("player", "plan", "clock", "moderator")


class ClockCheck(Check):
    """Check of the clocks. Reads each event after `rerun`."""

    name = "clocks"

    def __init__(self, table: TableRow, rerun: RulesCheck) -> None:
        super().__init__()
        self.table, self.rerun = table, rerun
        self.older: OlderTimeouts | None = None
        self.clocks: SeatClocks | None = None

    def check_event(self, row: EventRow, body: Body) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")
        if self.clocks is not None:
            self.clocks.check_event(body)
        elif self.older is not None:
            self._check_older(self.older, body)
        elif self.rerun.log_version is None:
            clock = body["data"].get("clock")
            self.older = OlderTimeouts(clock if type(clock) is dict else {})
        else:
            self.clocks = SeatClocks(self.rerun, body)

    def end(self) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")
        if self.clocks is not None:
            self.clocks.check_end()

    def _check_older(self, older: OlderTimeouts, body: Body) -> None:
        if body["kind"] == "move":
            if not self.rerun.was_forced:
                older.check_move(body, is_bot=body["seat"] in self.rerun.levels)
        else:
            older.check_other(body)
        if body["kind"] in ("start", "move", "house", "take-back"):
            older.update_questions(self.rerun.asked, body)


class Bank(NamedTuple):
    """Bounds of a time bank: a question that ends unanswered doesn't state its charge."""

    minimum: timedelta
    maximum: timedelta


class OpenQuestion:
    """An open question and when it was put; `clock` is that of its person, if it has one.

    `bank` is the stated balance of the time bank used; None: no bank is used.
    """

    def __init__(self, seq: int, put_at: datetime) -> None:
        self.seq, self.put_at = seq, put_at
        self.clock: SeatClock | None = None
        self.bank: timedelta | None = None


class SeatClocks:
    """The clocks of a log that states time banks and charges. All methods raise MismatchError or NotRunError.

    Events are read after `rerun`, so players and questions are those after the event.
    """

    def __init__(self, rerun: RulesCheck, created: Body) -> None:
        self.rerun = rerun
        self.control = _read_time_control(created["data"].get("clock"))
        self.people, self.taken = {created["seat"]}, {created["seat"]}
        self.questions: dict[int, OpenQuestion] = {}
        self.banks: dict[int, Bank] = {}
        self.timeouts: dict[int, int] = {}  # consecutive
        self.is_live = self.is_frozen = self.is_paused = False
        self.void_announced_at: datetime | None = None
        self.seat_to_hand_over: int | None = None  # where a bot must take over next
        self._handlers: dict[str, Callable[[Body, datetime], None]] = {
            "sit": self._read_sit, "sit-bot": self._read_sit_bot, "leave": self._read_leave,
            "seat-to-bot": self._read_seat_to_bot, "seat-back": self._read_seat_back,
            "freeze": self._read_freeze, "thaw": self._read_thaw,
            "pause": self._read_pause, "resume": self._read_resume,
            "vacation": self._read_vacation, "vacation-over": self._read_vacation_over,
            "live": self._read_live, "live-over": self._read_live_over,
            "extend": self._read_extend, "forfeit": self._read_forfeit,
            "voiding": self._read_voiding, "void": self._read_void, "expire": self._read_expire,
        }  # fmt: skip

    @property
    def is_solo(self) -> bool:
        """Return whether one person plays and bots hold all other seats."""
        return len(self.people) == 1 and len(self.taken) == self.rerun.seats

    def check_event(self, body: Body) -> None:
        """Check an event and update the clocks."""
        kind, seat = body["kind"], body["seat"]
        if (now := _parse_time(body["time"])) is None:
            raise MismatchError("time")
        if seat is not None and not (type(seat) is int and 0 <= seat < self.rerun.seats):
            raise MismatchError("seat")
        self._check_handover(body)
        if kind == "move":
            self._check_move(body, now)
        if kind in ("start", "move", "house", "take-back"):
            self._update_questions(body, now)
        elif handle := self._handlers.get(kind):
            handle(body, now)

    def check_end(self) -> None:
        """Check that nothing is pending that has to follow immediately."""
        if self.seat_to_hand_over is not None:
            raise MismatchError("clock")

    # --- Seats and their players

    def _read_sit(self, body: Body, now: datetime) -> None:
        self.people.add(body["seat"])
        self.taken.add(body["seat"])

    def _read_sit_bot(self, body: Body, now: datetime) -> None:
        self.taken.add(body["seat"])

    def _read_leave(self, body: Body, now: datetime) -> None:
        self.people.discard(body["seat"])
        self.taken.discard(body["seat"])

    def _read_seat_to_bot(self, body: Body, now: datetime) -> None:
        seat = body["seat"]
        if body["cause"] == "clock" and (
            self.control.on_timeout != "bot" or self.timeouts.get(seat, 0) < self.control.bot_after
        ):
            raise MismatchError("clock")
        self.taken.add(seat)
        self.timeouts[seat] = 0
        self._stop_question(seat, now)

    def _read_seat_back(self, body: Body, now: datetime) -> None:
        self.timeouts[body["seat"]] = 0
        self._restart_questions(body, now, [body["seat"]])

    # --- Events that stop or change clocks

    def _read_freeze(self, body: Body, now: datetime) -> None:
        self.is_frozen = True
        self._update_clocks(now)

    def _read_thaw(self, body: Body, now: datetime) -> None:
        self.is_frozen, self.void_announced_at = False, None
        self._update_clocks(now)

    def _read_pause(self, body: Body, now: datetime) -> None:
        self.is_paused = True
        self._update_clocks(now)

    def _read_resume(self, body: Body, now: datetime) -> None:
        self.is_paused = False
        self._update_clocks(now)

    def _read_vacation(self, body: Body, now: datetime) -> None:
        if not self.control.vacations:
            raise MismatchError("vacation")
        self._update_clocks(now)

    def _read_vacation_over(self, body: Body, now: datetime) -> None:
        self._update_clocks(now)

    def _read_extend(self, body: Body, now: datetime) -> None:
        hours, question = body["data"].get("hours"), self.questions.get(body["seat"])
        if type(hours) is not int or not 1 <= hours <= MAX_EXTRA_HOURS or question is None:
            raise MismatchError("extend")
        if question.clock is not None:
            question.clock = question.clock.extend(timedelta(hours=hours))
        elif body["seat"] not in self.rerun.people.forfeited:
            raise MismatchError("extend")

    # --- Live play and forfeits

    def _read_live(self, body: Body, now: datetime) -> None:
        if self.is_live:
            raise MismatchError("live")
        self._switch_live_play(body, now, is_live=True)

    def _read_live_over(self, body: Body, now: datetime) -> None:
        if not self.is_live:
            raise MismatchError("live")
        if body["cause"] == "clock":
            self._check_time_is_up(body, now)
        self._switch_live_play(body, now, is_live=False)

    def _switch_live_play(self, body: Body, now: datetime, *, is_live: bool) -> None:
        seats = sorted(self.questions)
        for seat in seats:
            self._stop_question(seat, now)
        self.is_live = is_live
        self._restart_questions(body, now, seats)

    def _read_forfeit(self, body: Body, now: datetime) -> None:
        if self.control.on_timeout != "forfeit" or self.is_live:
            raise MismatchError("clock")
        self._check_time_is_up(body, now)
        self._stop_question(body["seat"], now)

    # --- The end

    def _read_voiding(self, body: Body, now: datetime) -> None:
        if self.rerun.state is None or self.void_announced_at is not None:
            raise MismatchError("void")
        self.is_frozen, self.void_announced_at = True, now
        self._update_clocks(now)

    def _read_void(self, body: Body, now: datetime) -> None:
        """Check that a match was void a day after the announcement; a table that hasn't started is void immediately."""
        if body["cause"] == "moderator":
            if self.rerun.state is not None:
                raise MismatchError("void")
        elif self.void_announced_at is None or now - self.void_announced_at < VOID_NOTICE:
            raise MismatchError("void")

    def _read_expire(self, body: Body, now: datetime) -> None:
        if self.is_frozen or self.rerun.state is not None:
            raise MismatchError("void")

    # --- Decisions

    def _check_move(self, body: Body, now: datetime) -> None:
        seat, cause, data = body["seat"], body["cause"], body["data"]
        if self.is_frozen or self.is_paused:
            raise MismatchError("frozen")
        if "safe" in data and (type(data["safe"]) is not int or data["safe"] != 1):
            raise MismatchError("details")
        if cause == "clock":
            self._check_clock_move(body, now)
        charged = data.get("charged")
        if not (cause in CHARGED_CAUSES and self._uses_bank(seat)):
            if "charged" in data:
                raise MismatchError("charged")
        elif "charged" not in data:
            raise NotRunError("clock-unstated")
        else:
            self._charge(seat, charged, now, is_time_up=cause == "clock")
        if cause != "house":
            is_timeout = cause == "clock" and seat not in self.rerun.levels
            self.timeouts[seat] = self.timeouts.get(seat, 0) + 1 if is_timeout else 0
            if is_timeout and self.timeouts[seat] >= self.control.bot_after:
                self.seat_to_hand_over = seat

    def _check_clock_move(self, body: Body, now: datetime) -> None:
        """Check a move of the clock. For a bot that didn't answer, the log only has the time when it was noticed."""
        seat = body["seat"]
        if seat in self.rerun.levels:
            _read_deadline(body, self.questions[seat].put_at, now)
        elif self.control.on_timeout != "bot" or self.is_live:
            raise MismatchError("clock")
        else:
            self._check_time_is_up(body, now)

    def _check_time_is_up(self, body: Body, now: datetime) -> None:
        question = self.questions.get(body["seat"])
        if question is None or question.clock is None or question.clock.since is None:
            raise MismatchError("clock")
        deadline = _read_deadline(body, question.put_at, now)
        if question.clock.get_remaining(deadline) > NO_TIME:
            raise MismatchError("deadline")

    def _check_handover(self, body: Body) -> None:
        """Check that only consequences of the last timeout come before a bot takes over or the match ends."""
        if (due := self.seat_to_hand_over) is None:
            return
        if body["kind"] == "seat-to-bot" and (body["seat"], body["cause"]) == (due, "clock"):
            self.seat_to_hand_over = None
        elif body["kind"] != "house" and not self.rerun.was_forced:
            raise MismatchError("clock")

    # --- Questions and time banks

    def _update_questions(self, body: Body, now: datetime) -> None:
        """Close questions that are no longer open, and put the new ones."""
        open_questions = self.rerun.asked
        for seat, question in list(self.questions.items()):
            if open_questions.get(seat) != question.seq:
                self._stop_question(seat, now)
                del self.questions[seat]
        newly_asked = [seat for seat in open_questions if seat not in self.questions]
        self._check_statement(body, newly_asked)
        for seat in newly_asked:
            self.questions[seat] = OpenQuestion(open_questions[seat], now)
            self._start_question(seat, body, now)
        if self.rerun.is_over:
            self.seat_to_hand_over = None

    def _restart_questions(self, body: Body, now: datetime, seats: list[int]) -> None:
        """Put the open questions of these seats again."""
        seats = [seat for seat in seats if seat in self.questions]
        self._check_statement(body, seats)
        for seat in seats:
            if seat not in self.rerun.levels:
                self.questions[seat].put_at = now
            self._start_question(seat, body, now)

    def _start_question(self, seat: int, body: Body, now: datetime) -> None:
        question = self.questions[seat]
        question.clock = question.bank = None
        if seat in self.rerun.levels or seat in self.rerun.people.forfeited:
            return
        if self._uses_bank(seat):
            question.bank = body["data"]["time_left"][str(seat)] * MILLISECOND
        time = self.control.get_time_for_question(question.bank, is_live=self.is_live, is_solo=self.is_solo)
        if time is not None:
            question.clock = SeatClock(time, None if self._is_stopped(seat) else now)

    def _stop_question(self, seat: int, now: datetime) -> None:
        """Stop the clock of an unanswered question; the bank was charged at most the elapsed time."""
        question = self.questions.get(seat)
        if question is None or question.clock is None:
            return
        if question.bank is not None:
            least = min(max(question.clock.get_remaining(now), NO_TIME), question.bank) // MILLISECOND * MILLISECOND
            self.banks[seat] = Bank(least, question.bank)
        question.clock = question.bank = None

    def _charge(self, seat: int, charged: Any, now: datetime, *, is_time_up: bool) -> None:
        """Charge the time bank for an answer: at most the elapsed time, and all of it on a timeout."""
        question = self.questions[seat]
        if question.bank is None or question.clock is None:
            raise MismatchError("charged")
        maximum = (question.bank - min(max(question.clock.get_remaining(now), NO_TIME), question.bank)) // MILLISECOND
        minimum = maximum if is_time_up else 0
        if type(charged) is not int or not minimum <= charged <= maximum:
            raise MismatchError("charged")
        bank = self.control.charge_bank(question.bank, charged * MILLISECOND, is_answered=True)
        self.banks[seat] = Bank(bank, bank)
        question.clock = question.bank = None

    def _check_statement(self, body: Body, seats: list[int]) -> None:
        """Check that the event states the time banks of exactly those seats it asks that use one."""
        with_bank = {str(seat): seat for seat in seats if self._uses_bank(seat)}
        stated = body["data"].get("time_left")
        if with_bank and "time_left" not in body["data"]:
            raise NotRunError("clock-unstated")
        if not with_bank and "time_left" not in body["data"]:
            return
        if type(stated) is not dict or not with_bank or stated.keys() != with_bank.keys():
            raise MismatchError("time-left")
        for name, seat in with_bank.items():
            bank = self.banks.get(seat, Bank(self.control.full_bank, self.control.full_bank))
            minimum, maximum = bank.minimum // MILLISECOND, bank.maximum // MILLISECOND
            if type(stated[name]) is not int or not minimum <= stated[name] <= maximum:
                raise MismatchError("time-left")
            self.banks[seat] = Bank(stated[name] * MILLISECOND, stated[name] * MILLISECOND)

    def _update_clocks(self, now: datetime) -> None:
        """Stop the clocks that have to be stopped now, and resume the others."""
        for seat, question in self.questions.items():
            if question.clock is not None:
                question.clock = question.clock.stop(now) if self._is_stopped(seat) else question.clock.start(now)

    def _is_stopped(self, seat: int) -> bool:
        is_away = seat in self.rerun.people.on_vacation and not self.is_solo
        return self.is_frozen or self.is_paused or is_away

    def _uses_bank(self, seat: int) -> bool:
        plays = seat not in self.rerun.levels and seat not in self.rerun.people.forfeited
        return self.control.has_time_bank and plays and not self.is_live and not self.is_solo


def _read_time_control(clock: Any) -> TimeControl:
    """Return the table's time control. Raises MismatchError if it isn't offered."""
    if type(clock) is not dict or clock.keys() != SETTING_TYPES.keys():
        raise MismatchError("clock-settings")
    if any(type(clock[name]) is not expected for name, expected in SETTING_TYPES.items()):
        raise MismatchError("clock-settings")
    control = TimeControl(**clock)
    if find_unsupported_setting(control):
        raise MismatchError("clock-settings")
    return control


def _read_deadline(body: Body, put_at: datetime, now: datetime) -> datetime:
    """Return the deadline that has passed, between question and event. Raises MismatchError."""
    deadline = _parse_time(body["data"].get("deadline"))
    if deadline is None or body["data"].get("found") != body["time"] or not put_at <= deadline <= now:
        raise MismatchError("deadline")
    return deadline


def _parse_time(text: Any) -> datetime | None:
    """Parse a time in the exact format of events; None for anything else."""
    try:
        moment = datetime.fromisoformat(text)
        return moment if format_time(moment) == text else None
    except (TypeError, ValueError, OverflowError):
        return None
