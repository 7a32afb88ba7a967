"""Matches of Lombard Hold'em for two by any clock, as an honest house would have written them, to be changed.

A match is played once by random players; then moments, banks and charges are put in. So a test may say how long each
decision takes, put other events in between, and let the clock make one of the decisions: one that was the safe move.
"""

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.engine.serialization.canonical_json import to_json
from games.replays.audit.columns import format_time
from tests.replays.cheats.house import BEGAN, played
from tests.replays.rechaining import chance_of, rechain, unfolded

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
Match = dict[str, Any]
Event = dict[str, Any]


@dataclass
class Bank:
    """An honest seat's bank, and the question that it pays for."""

    left: timedelta
    asked_at: datetime | None = None
    stopped: timedelta = field(default_factory=timedelta)  # of the time since it was asked


@cache
def _play() -> Match:
    return unfolded(played("lombard", 2, {"target_coins": 32}).record)


def find_safe_moves(match: Match) -> list[int]:
    """Return the numbers of the decisions that the clock could have made."""
    game, chance, indexes = registry.get_game("lombard"), chance_of(match), []
    for at, event in enumerate(match["events"]):
        body = event["body"]
        if body["kind"] == "move":
            state = game.read_state(match["events"][at - 1]["frame"])
            if to_json(game.rules.safe_move(state, body["seat"], chance)) == body["move"]:
                indexes.append(at)
    return indexes


class TimedMatch:
    """A match by a clock. `target` is a decision in the middle that the clock may have made; `seat` whose it is."""

    def __init__(self, control: TimeControl, *, is_solo: bool = False) -> None:
        self.control = control
        self.match = copy.deepcopy(_play())
        self.events: list[Event] = self.match["events"]
        created = self.events[0]["body"]["data"]
        created |= {"log": 2, "clock": control.as_dict()}
        moves = find_safe_moves(self.match)
        self.target: Event = self.events[moves[len(moves) // 2]]
        self.seat: int = self.target["body"]["seat"]
        self.other = 1 - self.seat
        self.pauses: dict[int, timedelta] = {}  # by id of an event: how long after the one before it happens
        if is_solo:
            self._seat_bot()

    @property
    def body(self) -> Any:
        """The decision's text."""
        return self.target["body"]

    def _seat_bot(self) -> None:
        for event in self.events:
            body = event["body"]
            if body["seat"] == 1 and body["kind"] == "sit":
                body |= {"kind": "sit-bot", "data": {"level": "beginner"}}
            if body["seat"] == 1 and body["kind"] == "move":
                body |= {"cause": "bot", "data": {}}
        if self.seat != 0:
            moves = [self.events[at] for at in find_safe_moves(self.match)]
            events = [event for event in moves if event["body"]["seat"] == 0]
            self.target, self.seat, self.other = events[len(events) // 2], 0, 1

    def put_before(self, event: Event, kind: str, cause: str, after: timedelta = SECOND, **parts: Any) -> Event:
        """Put an event that changes nothing before another one, so long after the one before it."""
        at = next(n for n, candidate in enumerate(self.events) if candidate is event)
        quiet = {"kind": kind, "cause": cause, "seat": None, "move": None, "happenings": [], "data": {}} | parts
        new = {"body": {**self.events[at - 1]["body"], **quiet}, "frame": self.events[at - 1]["frame"]}
        self.events.insert(at, new)
        self.pauses[id(new)] = after
        return new

    def put_after(self, event: Event, kind: str, cause: str, after: timedelta = SECOND, **parts: Any) -> Event:
        """Put one right after another one."""
        at = next(n for n, candidate in enumerate(self.events) if candidate is event)
        return self.put_before(self.events[at + 1], kind, cause, after, **parts)

    def put_end(self, kind: str, cause: str, after: timedelta) -> None:
        """Put an event after the last one."""
        last = self.events[-1]
        quiet = {"kind": kind, "cause": cause, "seat": None, "move": None, "happenings": [], "data": {}}
        self.events.append({"body": {**last["body"], **quiet}, "frame": last["frame"]})
        self.pauses[id(self.events[-1])] = after

    def take(self, time: timedelta, event: Event | None = None) -> None:
        """Let an event, the decision by default, come so long after the one before it."""
        self.pauses[id(event or self.target)] = time

    def let_clock_decide(self, time: timedelta, *, early: timedelta = timedelta(0)) -> None:
        """Let the clock make the decision so long after the event before, found `early` after its deadline."""
        self.take(time)
        self.body["cause"] = "clock"
        self.body["data"] = {"early": early}

    def cut_after(self, event: Event) -> None:
        """End the match's events here, as a voided one."""
        at = next(n for n, candidate in enumerate(self.events) if candidate is event)
        del self.events[at + 1 :]
        self.match["status"] = "voided"

    def write_times(self) -> None:
        """Write all moments, deadlines, banks and charges as an honest site would, from the current events."""
        now, game = BEGAN, registry.get_game("lombard")
        banks = {seat: Bank(self.control.full_bank) for seat in range(2)}
        stops = dict.fromkeys(("freeze", "voiding", "pause", *banks), False)
        waiting: set[int] = set()
        is_live = False
        is_solo = any(event["body"]["kind"] == "sit-bot" for event in self.events)
        for event in self.events:
            body, gap = event["body"], self.pauses.get(id(event), SECOND)
            for seat, bank in banks.items():
                if any(stops[name] for name in ("freeze", "voiding", "pause", seat)):
                    bank.stopped += gap
            now += gap
            body["time"] = format_time(now)
            if body["cause"] == "clock" and (kind := body["kind"]) in ("move", "forfeit", "live-over"):
                early = body["data"].pop("early", timedelta(0))
                body["data"] |= {"deadline": format_time(now - early), "found": format_time(now)}
            kind, seat = body["kind"], body["seat"]
            for name, ends in (("freeze", "thaw"), ("voiding", "thaw"), ("pause", "resume")):
                stops[name] = kind == name or (stops[name] and kind != ends)
            if kind in ("vacation", "vacation-over"):
                stops[seat] = kind == "vacation"
            pays = self.control.has_time_bank and not is_live and not is_solo
            if kind == "move" and pays and body["cause"] != "house":
                bank = banks[seat]
                charged = min(bank.left, now - bank.asked_at - bank.stopped)
                body["data"]["charged"] = charged // timedelta(milliseconds=1)
                bank.left = self.control.charge_bank(bank.left, charged, is_answered=True)
            if kind in ("live", "live-over"):
                for number in waiting:
                    if not is_live:
                        bank = banks[number]
                        bank.left -= min(bank.left, now - bank.asked_at - bank.stopped)
                is_live = kind == "live"
            pays = self.control.has_time_bank and not is_live and not is_solo
            if event["frame"] is not None and kind in ("start", "move", "house"):
                deciders = set(game.rules.waiting_on(game.read_state(event["frame"])))
                new = deciders - (waiting - ({seat} if kind == "move" else set()))
                waiting = deciders
            else:
                new = waiting if kind == "live-over" else set()
            for number in new | (waiting if kind == "live" else set()):
                banks[number].asked_at, banks[number].stopped = now, timedelta(0)
            if pays and new:
                time_left = {str(number): banks[number].left // timedelta(milliseconds=1) for number in sorted(new)}
                body["data"]["time_left"] = time_left

    def seal(self) -> dict[str, Any]:
        """Return the record, chained as a house would."""
        return rechain(self.match)

    def list_events(self, kind: str) -> Iterable[Event]:
        return (event for event in self.events if event["body"]["kind"] == kind)
