"""The record: its chain of digests, its client seeds and its end."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from games.replays.standalone.record_checker.base import (
    GAMES,
    Chance,
    Frame,
    Game,
    Step,
    Wrong,
    canonical,
    mac,
    need,
    read,
    sha,
)

FORMAT = "tefuda-record-2"
# How a record that is no finished match ends: the kind of its last event, and its status.
ENDINGS = {"void": "voided", "expire": "abandoned", "leave": "abandoned", "break-off": "broken-off"}
# Who may break a strict table off and why, and whether a seat is named.
BREAKS_OFF = {
    ("clock", "time"): False, ("player", "left"): True, ("moderator", "void"): False, ("moderator", "removed"): True,
    ("house", "gone"): True,
}  # fmt: skip
LAST_EVENTS = ("void", "expire", "break-off")  # nothing comes after them; people may leave at any time before the start
KINDS = {
    "create", "sit", "sit-bot", "leave", "phrase", "open", "start", "move", "house", "void", "expire", "break-off",
    "freeze", "thaw", "voiding", "extend", "seat-to-bot", "seat-back", "forfeit", "pause", "resume", "vacation",
    "vacation-over", "live", "live-over", "take-back", "hint",
}  # fmt: skip
SEATS = 32  # no table of any game has more


class Phrases:
    """What the seats add to the chance, until the start closes it."""

    def __init__(self, table: str, seats: int) -> None:
        self.table, self.hashes, self.opened = table, [""] * seats, [""] * seats
        self.strict = False
        self.people: set[int] = set()  # who sits there has to open, bots have nothing to
        self.begun_at = ""  # when the first was opened
        self.ever: list[set[str]] = [{""} for _ in self.hashes]  # by seat, all that was given, also by others before

    def hashed(self, seat: int, phrase: str) -> str:
        return sha(self.table.encode(), b"%d" % seat, bytes.fromhex(phrase))

    def seat_changed(self, seat: int, kind: str) -> None:
        """Somebody sits down there, or stands up: what was given before is gone."""
        self.hashes[seat] = ""
        (self.people.add if kind == "sit" else self.people.discard)(seat)

    def next_is(self, kind: str) -> None:
        """From the first opening on there are openings, then at once the deal; or the table is broken off."""
        if any(self.opened):
            whole = all(self.opened[seat] for seat in self.people)
            allowed = ("start",) if whole else ("open", "break-off", "seat-to-bot", "seat-back")
            need(kind in allowed, "phrases: some are open, and nothing was dealt")
        else:
            need(kind != "break-off", "broken off before a phrase was open")

    def given(self, seat: int, value: str) -> None:
        need(not any(self.opened), "phrases: one given after one was opened")
        self.hashes[seat] = value
        self.ever[seat].add(value)

    def shown(self, seat: int, phrase: str, time: str) -> None:
        need(all(self.hashes[one] for one in self.people), "phrases: one opened before all were given")
        need(not self.opened[seat], "phrases: one opened twice")
        need(self.strict and phrase and self.hashed(seat, phrase) == self.hashes[seat], "phrases: another one opened")
        self.opened[seat] = phrase
        self.begun_at = self.begun_at or time

    def broken_off(self, body: Any, seats: int) -> None:
        """The event tells of all seats what they had given and opened, and why there is no deal."""
        data, cause, seat = body["data"], body["cause"], body["seat"]
        need(self.strict and data["phrases"] == self.hashes and data["opened"] == self.opened, "phrases")
        named = BREAKS_OFF.get((cause, data["why"]))
        need(named is not None and named == (seat is not None and seat in range(seats)), "broken off without a reason")
        if data["why"] == "time":
            need(data["found"] == body["time"], "broken off before its time")
            need(self.begun_at <= data["deadline"] <= data["found"], "broken off before its time")

    def parts(self, data: Any) -> list[str]:
        """What the key is made of, at the start."""
        need(data["phrases"] == self.hashes, "phrases")
        if not self.strict:
            need("opened" not in data, "phrases")
            return self.hashes
        need(data["opened"] == self.opened, "phrases")
        need(
            all(bool(one) == (seat in self.people) for seat, one in enumerate(self.opened)), "phrases: one is not open"
        )
        return self.opened


def patched(old: Any, delta: Any) -> Any:
    """The state that a change makes of another. Nothing of the old one is changed."""
    if delta is None:
        return old
    if delta[0] == "=":
        return delta[1]
    if delta[0] == "[":
        return [patched(value, delta[1].get(str(i))) for i, value in enumerate(old)]
    kept = {name: value for name, value in old.items() if name not in delta[2]}
    return {**kept, **{name: patched(old.get(name), change) for name, change in delta[1].items()}}


class Checker:
    """Reads a record event by event; what doesn't agree is raised as Wrong."""

    def __init__(self, record: Any) -> None:
        self.record, self.table = record, record["table"]
        need(type(record["seats"]) is int and 1 <= record["seats"] <= SEATS, "table")
        self.seed, self.digest = bytes.fromhex(record["seed"]), record["commitment"]
        self.phrases = Phrases(self.table, record["seats"])
        self.game: Game | None = None
        self.frame: Frame = None
        self.fork: Any = None
        self.kind = ""  # of the last event
        # The last decision of a person: whose, the number of the event before it, and the state then.
        self.last_move: tuple[int, int, Frame] | None = None

    def begin(self) -> None:
        promise = sha(b"tefuda-1", self.table.encode(), self.seed)
        need(self.record["format"] == FORMAT and promise == self.digest, "commitment")
        need(self.record["title"] in GAMES, "a game that this program doesn't know")
        need(self.record["events"], "end: there are no events")

    def event(self, n: int, event: Any) -> None:
        body = self.chained(n, event)
        need(self.kind not in LAST_EVENTS and not self.over, "something after the end")
        need(self.kind != "leave" or self.frame is not None or self.phrases.people, "something after the end")
        need(body["kind"] in KINDS, "an unknown kind of event")
        self.kind = body["kind"]
        if self.frame is None:
            self.phrases.next_is(self.kind)
        before, self.frame = self.frame, self.state_after(event, body)
        need(self.kind == "move" or body["move"] is None, "a move that is none")
        if self.kind == "create":
            self.created(body)
        elif self.kind == "start":
            self.started(body, before)
        elif self.kind in ("move", "house"):
            self.played(body, before)
            if body["cause"] == "player":
                self.last_move = (body["seat"], n - 1, before)
        elif self.kind == "take-back":
            again = (body["seat"], body["data"]["to"], self.frame)
            need(self.last_move == again and not body["happenings"], "taken back what was not the last decision")
            self.last_move = None
        else:
            need(self.frame == before and not body["happenings"], "cards moved although nobody played")
            self.seats_changed(body, started=before is not None)

    @property
    def over(self) -> bool:
        """Whether the match is over by its rules."""
        return self.frame is not None and bool(self.frame["public"]["phase"] == "over")

    def chained(self, n: int, event: Any) -> Any:
        """The event's body, which digest_n covers."""
        salt = mac(self.seed, f"{self.table}|event|{n}")
        leaf = sha256(salt + event["body"].encode()).digest()
        self.digest = sha(bytes.fromhex(self.digest) + leaf)
        body = read(event["body"])
        need(self.digest == event["digest"], "chain")
        need((body["v"], body["seq"], body["table"]) == (2, n, self.table), "chain")
        need((n == 1) == (body["kind"] == "create"), "table")
        return body

    def state_after(self, event: Any, body: Any) -> Frame:
        """What the record tells of the state, with the hashes that stand in the body."""
        if body["state"] is None:
            need(not event["frame"] and self.frame is None, "what was shown")
            return None
        change = read(event["frame"])
        frame = change if event["keyframe"] else patched(self.frame, change)
        need(frame.keys() == {"hidden", "own", "public"}, "what was shown")
        hashes = {name: sha(canonical(frame[name]).encode()) for name in ("hidden", "public")}
        own = [sha(canonical(one).encode()) for one in frame["own"]]
        need(body["state"] == {**hashes, "own": own}, "what was shown")
        return frame

    def created(self, body: Any) -> None:
        data = body["data"]
        need(all(data[name] == self.record[name] for name in ("title", "options", "seats", "commitment")), "table")
        need(self.frame is None and not body["happenings"], "cards before the start")
        self.check_seat(body["seat"])
        self.phrases.strict, self.fork = data.get("strict") is True, data.get("fork")
        need(self.fork is None or self.fork.keys() == {"table", "event", "seat"}, "fork")
        self.phrases.seat_changed(body["seat"], "sit")  # who sets it up

    def check_seat(self, seat: Any) -> None:
        need(type(seat) is int and seat in range(self.record["seats"]), "a seat that the table doesn't have")

    def seats_changed(self, body: Any, started: bool) -> None:
        """Who sits down, stands up or gives a phrase."""
        kind, seat = body["kind"], body["seat"]
        if kind in ("phrase", "open", "sit", "leave", "sit-bot", "hint"):
            self.check_seat(seat)
        need(kind != "hint" or started, "a hint before the start")
        if kind in ("phrase", "open"):
            need(not started, "phrases: one given after the start")
            phrase = body["data"]["phrase"]
            if kind == "phrase":
                self.phrases.given(seat, phrase)
            else:
                self.phrases.shown(seat, phrase, body["time"])
        elif kind == "break-off":
            need(not started, "broken off after the deal")
            need(self.record["phrases"] == self.phrases.hashes, "phrases")
            self.phrases.broken_off(body, self.record["seats"])
        elif kind in ("sit", "leave", "sit-bot") and not started:
            self.phrases.seat_changed(seat, kind)

    def started(self, body: Any, before: Frame) -> None:
        need(before is None and self.frame is not None, "a second start")
        parts = self.phrases.parts(body["data"])
        need(self.record["phrases"] == self.phrases.hashes, "phrases")
        chance = Chance(mac(self.seed, "|".join([self.table, *parts])))
        self.game = GAMES[self.record["title"]](self.record["options"], self.record["seats"], chance)
        told = body["data"].get("fork")
        need(self.fork == (told and {name: told[name] for name in ("table", "event", "seat")}), "fork")
        step = Step(self.frame)
        if told is None:
            self.game.set_up(step)
        elif told["seat"] is None:
            step = Step(told["taken"])
            self.game.go_on(step, told["taken"])
            step.phases = (step.public["phase"],)
            need(self.frame["public"] == step.public, "fork")
        else:
            seat, taken = told["seat"], told["taken"]
            need(seat in range(self.record["seats"]), "fork")
            need(self.frame["public"] == taken["public"] and self.frame["own"][seat] == taken["own"][seat], "fork")
            step.phases = (step.public["phase"],)
        self.game.check(step, self.frame, body["happenings"])

    def played(self, body: Any, before: Frame) -> None:
        """A move, or a step of the house."""
        if before is None or self.game is None:
            raise Wrong("played before the start")
        if body["kind"] == "house":
            need(body["seat"] is None, "a seat of the house")
            step = self.game.house(before, self.frame)
        else:
            step = self.game.decision(before, self.frame, body)
        self.game.check(step, self.frame, body["happenings"])

    def end(self) -> None:
        """A finished match is over by its rules, others have ended as their last event says."""
        status = "finished" if self.over else ENDINGS.get(self.kind)
        if self.kind == "leave" and self.phrases.people:  # others are still there
            status = None
        need(self.digest == self.record["digest"], "end: another digest")
        said = self.record["status"]
        need(status is not None and status == said, f"end: {said}, but it is cut short or goes on")
        if self.frame is None:
            ever = self.phrases.ever
            need(all(one in ever[seat] for seat, one in enumerate(self.record["phrases"])), "end: phrases")
        else:
            need(status in ("finished", "voided"), f"end: {status} after the start")


NOT_READABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)


def verify(record: Any, kept: Sequence[str] = ()) -> str | None:
    """None if everything agrees, else what doesn't, with the number of the first event that is wrong.

    `kept` are receipts (digests of events) and phrases (SEAT:HEX) that somebody has kept; the first that does not fit
    is returned as it is. Raises what Python raises for something that has not even the outline of a record.
    """
    n, where = 0, ""
    try:
        checker = Checker(record)
        checker.begin()
        for n, event in enumerate(record["events"], 1):
            where = f"event {n}: "
            checker.event(n, event)
        where = ""
        checker.end()
    except Wrong as wrong:
        return f"{where}{wrong}"
    except NOT_READABLE as problem:
        if not where:
            raise
        return f"{where}not readable, {type(problem).__name__} {problem}"
    return unknown(record, kept)


def unknown(record: Any, kept: Sequence[str]) -> str | None:
    """The first receipt or phrase that is not this record's."""
    phrases = Phrases(record["table"], record["seats"])
    known = {*record["phrases"], *(event["digest"] for event in record["events"])}
    for one in kept:
        seat, colon, phrase = one.partition(":")
        if (phrases.hashed(int(seat), phrase) if colon else one) not in known:
            return one
    return None


def remark(record: Any) -> str:
    """What could not be checked of a record that agrees; "" where nothing was left open."""
    fork = json.loads(record["events"][0]["body"])["data"].get("fork")
    if fork is None:
        return ""
    if fork["seat"] is None:
        return "It goes on from another match; that its beginning is a position of that one is not checked."
    return "It goes on from another match; what was imagined of it is not checked."


def printable(text: str) -> str:
    """With whatever could steer a terminal written as an escape: what is said may quote a stranger's record."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def decoded(sent: bytes) -> str:
    """The text of a file that may have gone through an editor or a shell: UTF-8 or UTF-16, with or without a mark."""
    if sent.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return sent.decode("utf-16")
    if sent[:2] in (b"{\0", b"\0{"):
        return sent.decode("utf-16-le" if sent[1] == 0 else "utf-16-be")
    return sent.decode("utf-8-sig")


def main(arguments: Sequence[str]) -> None:
    try:
        record = read(decoded(sys.stdin.buffer.read()))
        wrong = verify(record, arguments)
        more = "" if wrong else remark(record)
    except Exception as problem:
        wrong = f"not a whole record, {problem!r}"
    if wrong:
        sys.exit(f"NO: {printable(wrong)}")
    print(f"Yes: log, cards, receipts and phrases agree. {more}".strip())


if __name__ == "__main__":
    main(sys.argv[1:])
