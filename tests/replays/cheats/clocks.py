"""Cheats with clocks, time banks and how a match ends: what a house could write into a log that is chained properly."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.clocks.time_control import TimeControl
from games.replays.audit.columns import format_time
from tests.replays.cheats.timed import DAY, HOUR, MINUTE, SECOND, TimedMatch

MILLISECOND = timedelta(milliseconds=1)
THREE_DAYS = TimeControl(3 * 86_400, 8 * 3_600)
SHORT_BANK = TimeControl(600, 15)
DAILY = TimeControl(86_400)
FORFEIT = TimeControl(86_400, on_timeout="forfeit")
NO_CLOCK = TimeControl(0)
AGREED = {"agreed": [0, 1]}
ANNOUNCED = ("voiding", "moderator", HOUR)


Make = Callable[[], TimedMatch]


class ClockCheat(NamedTuple):
    """A cheat: `make` writes the match, `answer` and `why` are how the audit names it."""

    name: str
    why: str
    make: Make
    answer: str = "clocks"


CHEATS: list[ClockCheat] = []
HONEST: list[tuple[str, Make]] = []


def cheat(name: str, why: str, answer: str = "clocks") -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        CHEATS.append(ClockCheat(name, why, make, answer))
        return make

    return add


def honest(name: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        HONEST.append((name, make))
        return make

    return add


def _time_out(control: TimeControl, time: timedelta, **solo: bool) -> TimedMatch:
    match = TimedMatch(control, **solo)
    match.let_clock_decide(time)
    match.write_times()
    return match


def _stop(control: TimeControl, begins: str, ends: str, cause: str, stopped: timedelta, rest: timedelta) -> TimedMatch:
    """An hour, then the clock stops, then the rest; then the log says that time is up."""
    match = TimedMatch(control)
    match.let_clock_decide(rest)
    seat = match.seat if begins in ("vacation", "pause") else None
    data = AGREED if begins == "pause" else {}
    match.put_before(match.target, begins, cause, HOUR, seat=seat, data=data)
    match.put_before(match.target, ends, cause, stopped, seat=seat)
    match.write_times()
    return match


STOPS = (("pause", "resume", "player"), ("freeze", "thaw", "moderator"), ("vacation", "vacation-over", "house"))
for _begins, _ends, _cause in STOPS:
    for _control, _label in ((DAILY, "a day"), (THREE_DAYS, "a bank")):
        _whole = timedelta(seconds=_control.turn_seconds)

        @honest(f"time up after a {_begins}, {_label}")
        def _honest_stop(args=(_control, _begins, _ends, _cause, 2 * DAY, _whole - HOUR)) -> TimedMatch:
            return _stop(*args)

        @cheat(f"a {_begins} counts as time used, {_label}", "deadline")
        def _counted_stop(args=(_control, _begins, _ends, _cause, _whole, HOUR)) -> TimedMatch:
            return _stop(*args)

    @cheat(
        f"time up during a {_begins}",
        "clock" if _begins == "vacation" else "frozen",
        "clocks" if _begins == "vacation" else "rules",
    )
    def _mid_stop(args=(_begins, _ends, _cause)) -> TimedMatch:
        match = _stop(DAILY, *args, 2 * DAY, 2 * DAY)
        (end,) = match.list_events(args[1])
        match.events.remove(end)
        return match


# --- time that was not up


@honest("time up with a bank")
def _bank_used_up() -> TimedMatch:
    return _time_out(THREE_DAYS, 3 * DAY)


@honest("time up after a day")
def _day_used_up() -> TimedMatch:
    return _time_out(DAILY, DAY)


@cheat("time up at once with a bank of three days", "deadline")
def _at_once() -> TimedMatch:
    return _time_out(THREE_DAYS, SECOND)


@cheat("time up at once, and the whole bank charged", "deadline")
def _at_once_charged() -> TimedMatch:
    match = _time_out(THREE_DAYS, SECOND)
    match.body["data"]["charged"] = 3 * 86_400_000
    return match


@cheat("time up a millisecond too soon", "deadline")
def _a_millisecond() -> TimedMatch:
    return _time_out(DAILY, DAY - MILLISECOND)


@cheat("time up at a table without a clock", "clock")
def _no_clock() -> TimedMatch:
    return _time_out(NO_CLOCK, 30 * DAY)


@honest("time up alone with bots after thirty days")
def _solo() -> TimedMatch:
    return _time_out(DAILY, 30 * DAY, is_solo=True)


@cheat("time up alone with bots after a day", "deadline")
def _solo_day() -> TimedMatch:
    return _time_out(DAILY, DAY, is_solo=True)


@cheat("more time was given and not waited for", "deadline")
def _extension_forgotten() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.let_clock_decide(DAY - HOUR)
    match.put_before(match.target, "extend", "moderator", HOUR, seat=match.seat, data={"hours": 24})
    match.write_times()
    return match


@honest("more time was given and waited for")
def _extension() -> TimedMatch:
    match = _extension_forgotten()
    match.take(2 * DAY - HOUR)
    match.write_times()
    return match


def _change(match: TimedMatch, **data: Any) -> TimedMatch:
    match.body["data"] |= data
    return match


@cheat("a deadline before the question", "deadline")
def _old_deadline() -> TimedMatch:
    match = _time_out(DAILY, DAY)
    return _change(match, deadline=format_time(datetime.fromisoformat(match.body["time"]) - 2 * DAY))


@cheat("a deadline after it was found past", "deadline")
def _late_deadline() -> TimedMatch:
    match = _time_out(DAILY, DAY)
    return _change(match, deadline=format_time(datetime.fromisoformat(match.body["time"]) + SECOND))


@cheat("found past at another time than it happened", "deadline")
def _found_before() -> TimedMatch:
    match = _time_out(DAILY, DAY)
    return _change(match, found=match.body["data"]["deadline"].replace("T", " "))


# --- what follows from a timeout


@cheat("a bot takes the seat after the first timeout of three", "clock")
def _bot_too_soon() -> TimedMatch:
    match = _time_out(DAILY, DAY)
    match.put_after(match.target, "seat-to-bot", "clock", timedelta(0), seat=match.seat, data={"level": "normal"})
    match.write_times()
    return match


@cheat("no bot takes the seat after the last timeout", "clock")
def _no_bot() -> TimedMatch:
    return _time_out(TimeControl(bot_after=1), DAY)


@cheat("the clock plays on for someone who has to forfeit", "clock")
def _spared() -> TimedMatch:
    return _time_out(FORFEIT, DAY)


def _forfeit(control: TimeControl, time: timedelta) -> TimedMatch:
    """After the forfeit the house decides for the seat; before the next decision the match is void."""
    match = TimedMatch(control)
    match.put_before(match.target, "forfeit", "clock", time, seat=match.seat)
    match.body["cause"], match.body["data"] = "house", {}
    later = match.events[match.events.index(match.target) + 1 :]
    following = next(event for event in later if event["body"]["kind"] == "move")
    match.cut_after(match.put_before(following, *ANNOUNCED))
    match.put_end("void", "clock", DAY)
    match.write_times()
    return match


@honest("a forfeit after a day")
def _forfeit_after_a_day() -> TimedMatch:
    return _forfeit(FORFEIT, DAY)


@cheat("a forfeit after an hour", "deadline")
def _forfeit_after_an_hour() -> TimedMatch:
    return _forfeit(FORFEIT, HOUR)


@cheat("a forfeit at a table where a bot takes over", "clock")
def _forfeit_elsewhere() -> TimedMatch:
    return _forfeit(DAILY, DAY)


# --- live play


def _live(control: TimeControl, time: timedelta) -> TimedMatch:
    match = TimedMatch(control)
    match.put_before(match.target, "live", "player", HOUR, seat=match.other, data=dict(AGREED))
    match.put_before(match.target, "live-over", "clock", time, seat=match.seat)
    match.write_times()
    return match


for _live_control, _live_label in ((DAILY, "a day"), (THREE_DAYS, "a bank")):

    @honest(f"live play ends after a minute, {_live_label}")
    def _live_minute(control=_live_control) -> TimedMatch:
        return _live(control, MINUTE)

    @cheat(f"live play ends before the minute is over, {_live_label}", "deadline")
    def _live_too_soon(control=_live_control) -> TimedMatch:
        return _live(control, MINUTE - MILLISECOND)


@cheat("the clock plays while all play live", "clock")
def _live_move() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.let_clock_decide(DAY)
    match.put_before(match.target, "live", "player", HOUR, seat=match.other, data=dict(AGREED))
    match.write_times()
    return match


@cheat("live play ends that has not begun, and clocks begin again", "live")
def _live_over() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.put_before(match.target, "live-over", "player", HOUR, seat=match.seat)
    match.write_times()
    return match


@cheat("live play begins twice, and clocks begin again", "live")
def _live_twice() -> TimedMatch:
    match = TimedMatch(DAILY)
    for _ in range(2):
        match.put_before(match.target, "live", "player", 50 * SECOND, seat=match.seat, data=dict(AGREED))
    match.write_times()
    return match


for _agreement in ("pause", "live"):

    @cheat(f"a {_agreement} that not all have agreed to", "agreed", "rules")
    def _not_agreed(kind=_agreement) -> TimedMatch:
        match = TimedMatch(DAILY)
        match.put_before(match.target, kind, "player", HOUR, seat=match.seat, data={"agreed": [match.seat]})
        match.write_times()
        return match


# --- banks


def _spend() -> TimedMatch:
    match = TimedMatch(THREE_DAYS)
    match.take(HOUR + 250 * MILLISECOND)
    match.write_times()
    return match


HONEST.append(("a bank that pays an hour", _spend))


@cheat("an answer costs more than has run", "charged")
def _overcharged() -> TimedMatch:
    match = _spend()
    return _change(match, charged=match.body["data"]["charged"] + 1)


@cheat("an answer pays into the bank", "charged")
def _undercharged() -> TimedMatch:
    return _change(_spend(), charged=-1)


@cheat("a charge that is no whole number", "charged")
def _no_number() -> TimedMatch:
    return _change(_spend(), charged=True)


@cheat("a charge where no bank pays", "charged")
def _charged_without() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.write_times()
    return _change(match, charged=0)


@cheat("the clock leaves something in a bank that is used up", "charged")
def _bank_left() -> TimedMatch:
    match = _time_out(THREE_DAYS, 3 * DAY)
    return _change(match, charged=match.body["data"]["charged"] - 1)


def _restate(match: TimedMatch, change: Callable[[int], int]) -> TimedMatch:
    """Change the recorded bank of the seat after its decision."""
    events = match.events[match.events.index(match.target) :]
    name = str(match.seat)
    banks = (event["body"]["data"].get("time_left", {}) for event in events)
    stated = next(bank for bank in banks if name in bank)
    stated[name] = change(stated[name])
    return match


@cheat("a bank is said to hold less than it does", "time-left")
def _less() -> TimedMatch:
    return _restate(_spend(), lambda rest: rest - 1)


@cheat("a bank is said to hold more than it does", "time-left")
def _more() -> TimedMatch:
    match = TimedMatch(THREE_DAYS)
    match.take(9 * HOUR)
    match.write_times()
    return _restate(match, lambda rest: rest + 1)


@cheat("a bank holds more than it began with", "time-left")
def _fuller() -> TimedMatch:
    return _restate(_spend(), lambda rest: rest + 1)


@cheat("a bank forgets the increment", "time-left")
def _no_increment() -> TimedMatch:
    match = TimedMatch(THREE_DAYS)
    match.take(9 * HOUR)
    match.write_times()
    return _restate(match, lambda rest: rest - 8 * 3_600_000)


@cheat("a bank is less than live play has left of it", "time-left")
def _live_bank() -> TimedMatch:
    match = _live(THREE_DAYS, MINUTE)
    (over,) = match.list_events("live-over")
    stated = over["body"]["data"]["time_left"]
    for name in stated:
        stated[name] -= 1
    return match


@cheat("the bank of someone who isn't asked", "time-left")
def _too_many() -> TimedMatch:
    match = _spend()
    (start,) = match.list_events("start")
    event = next(event for event in match.events if "time_left" in event["body"]["data"])
    assert event is not start
    event["body"]["data"]["time_left"] = {"0": 3 * 86_400_000, "1": 3 * 86_400_000}
    return match


@cheat("a bank at a table without one", "time-left")
def _no_bank() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.write_times()
    return _change(match, time_left={str(match.other): 1_000})


@cheat("a bank alone with bots", "time-left")
def _solo_bank() -> TimedMatch:
    match = TimedMatch(THREE_DAYS, is_solo=True)
    match.write_times()
    return _change(match, time_left={"0": 1_000})


# --- what tables can be set up with


def _settings(**changes: Any) -> TimedMatch:
    match = TimedMatch(DAILY)
    match.write_times()
    match.events[0]["body"]["data"]["clock"] |= changes
    return match


for _changes in (
    {"on_timeout": "shrug"}, {"bot_after": 4}, {"bot_after": True}, {"turn_seconds": 61}, {"turn_seconds": -1},
    {"increment_seconds": 15}, {"vacations": 1}, {"grace": 0},
):  # fmt: skip

    @cheat(f"a clock with {_changes}", "clock-settings")
    def _set_up_so(changes=_changes) -> TimedMatch:
        return _settings(**changes)


@cheat("no clock is named at all", "clock-settings")
def _no_settings() -> TimedMatch:
    match = _settings()
    del match.events[0]["body"]["data"]["clock"]
    return match


@cheat("a vacation at a table without vacations", "vacation")
def _no_vacations() -> TimedMatch:
    match = TimedMatch(TimeControl(vacations=False))
    match.put_before(match.target, "vacation", "house", HOUR, seat=match.seat)
    match.write_times()
    return match


for _hours in (0, 169, "24", True):

    @cheat(f"more time: {_hours!r} hours", "extend")
    def _so_many_hours(hours=_hours) -> TimedMatch:
        match = TimedMatch(DAILY)
        match.put_before(match.target, "extend", "moderator", HOUR, seat=match.seat, data={"hours": hours})
        match.write_times()
        return match


@cheat("more time for a seat that isn't asked", "extend")
def _extend_nobody() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.put_before(match.target, "extend", "moderator", HOUR, seat=match.other, data={"hours": 24})
    match.write_times()
    return match


for _safe in (2, 0, True, "1"):

    @cheat(f"a moderator's safe move, marked {_safe!r}", "details")
    def _marked(safe=_safe) -> TimedMatch:
        match = TimedMatch(DAILY)
        match.write_times()
        match.body["cause"], match.body["data"] = "moderator", {"safe": safe}
        return match


# --- how matches end


def _void(*events: tuple[str, str, timedelta]) -> TimedMatch:
    match = TimedMatch(DAILY)
    for kind, cause, after in events:
        match.put_before(match.target, kind, cause, after)
    match.cut_after(match.events[match.events.index(match.target) - 1])
    match.write_times()
    return match


@honest("void a day after it was announced")
def _void_after_a_day() -> TimedMatch:
    return _void(ANNOUNCED, ("void", "clock", DAY))


@cheat("void without announcement", "void")
def _void_at_once() -> TimedMatch:
    return _void(("void", "clock", DAY))


@cheat("void before the day of rest is over", "void")
def _void_too_soon() -> TimedMatch:
    return _void(ANNOUNCED, ("void", "clock", DAY - MILLISECOND))


@cheat("void although it was taken back", "void")
def _void_after_all() -> TimedMatch:
    return _void(ANNOUNCED, ("thaw", "moderator", HOUR), ("void", "clock", DAY))


@cheat("void by a moderator in the middle of a match", "void")
def _void_by_moderator() -> TimedMatch:
    return _void(("void", "moderator", HOUR))


@cheat("announced twice", "void")
def _announced_twice() -> TimedMatch:
    return _void(ANNOUNCED, ANNOUNCED, ("void", "clock", DAY))


@cheat("a decision while the match rests before it is void", "frozen")
def _move_at_rest() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.put_before(match.target, *ANNOUNCED)
    match.write_times()
    return match


@cheat("an open table's end in the middle of a match", "table-status", "columns")
def _expired() -> TimedMatch:
    match = _void(("expire", "clock", 15 * DAY))
    match.match["status"] = "abandoned"
    return match


# --- who plays


@cheat("a hint among people", "hint", "rules")
def _hint() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.put_before(match.target, "hint", "player", MINUTE, seat=match.seat)
    match.write_times()
    return match


@cheat("a person takes a seat in the middle of a match", "seat", "columns")
def _sits() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.put_before(match.target, "sit", "player", MINUTE, seat=match.seat, data={"holder": "f" * 16})
    match.write_times()
    return match


@cheat("a bot moves for a person", "whose-seat", "rules")
def _bot_moves() -> TimedMatch:
    match = TimedMatch(DAILY)
    match.write_times()
    match.body["cause"], match.body["data"] = "bot", {}
    return match


@cheat("code that is no digest", "details", "columns")
def _no_digest() -> TimedMatch:
    match = TimedMatch(DAILY, is_solo=True)
    match.write_times()
    next(event for event in match.list_events("move") if event["body"]["cause"] == "bot")["body"]["data"] = {
        "bots": "x"
    }
    return match
