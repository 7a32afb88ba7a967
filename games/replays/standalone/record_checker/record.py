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
# How a match ends that isn't finished: the kind of its last event, and its status.
ENDINGS = {"void": "voided", "expire": "abandoned", "leave": "abandoned", "break-off": "broken-off"}
# By the cause and the reason for breaking off a strict table: whether a seat is named.
BREAKS_OFF = {
    ("clock", "time"): False, ("player", "left"): True, ("moderator", "void"): False, ("moderator", "removed"): True,
    ("house", "gone"): True,
}  # fmt: skip
LAST_EVENTS = ("void", "expire", "break-off")  # nothing follows these; people can leave at any time before the start
KINDS = {
    "create", "sit", "sit-bot", "leave", "phrase", "open", "start", "move", "house", "void", "expire", "break-off",
    "freeze", "thaw", "voiding", "extend", "seat-to-bot", "seat-back", "forfeit", "pause", "resume", "vacation",
    "vacation-over", "live", "live-over", "take-back", "hint",
}  # fmt: skip
SEATS = 32  # no table of any game has more


class ClientSeeds:
    """What the seats add to the chance before the start: the client seeds, called phrases in the record."""

    def __init__(self, table: str, seats: int) -> None:
        self.table, self.hashes, self.opened = table, [""] * seats, [""] * seats
        self.strict = False
        self.people: set[int] = set()  # their seats have to open a client seed, those of bots have none
        self.first_opened_at = ""
        self.past_hashes: list[set[str]] = [{""} for _ in self.hashes]  # by seat, also of people who have left it

    def hash_seed(self, seat: int, phrase: str) -> str:
        return sha(self.table.encode(), b"%d" % seat, bytes.fromhex(phrase))

    def change_seat(self, seat: int, kind: str) -> None:
        """Drop the seat's client seed, because its player has changed."""
        self.hashes[seat] = ""
        (self.people.add if kind == "sit" else self.people.discard)(seat)

    def check_next(self, kind: str) -> None:
        """Check that after the first opening all others follow, then at once the deal; or the table is broken off."""
        if any(self.opened):
            is_complete = all(self.opened[seat] for seat in self.people)
            allowed = ("start",) if is_complete else ("open", "break-off", "seat-to-bot", "seat-back")
            need(kind in allowed, "phrases: some are open, and nothing was dealt")
        else:
            need(kind != "break-off", "broken off before a phrase was open")

    def commit(self, seat: int, value: str) -> None:
        need(not any(self.opened), "phrases: one given after one was opened")
        self.hashes[seat] = value
        self.past_hashes[seat].add(value)

    def open(self, seat: int, phrase: str, time: str) -> None:
        need(all(self.hashes[other] for other in self.people), "phrases: one opened before all were given")
        need(not self.opened[seat], "phrases: one opened twice")
        matches = self.strict and phrase and self.hash_seed(seat, phrase) == self.hashes[seat]
        need(matches, "phrases: another one opened")
        self.opened[seat] = phrase
        self.first_opened_at = self.first_opened_at or time

    def break_off(self, body: Any, seats: int) -> None:
        """Check the event that ends a table before the deal: all client seeds so far, and the reason."""
        data, cause, seat = body["data"], body["cause"], body["seat"]
        need(self.strict and data["phrases"] == self.hashes and data["opened"] == self.opened, "phrases")
        names_seat = BREAKS_OFF.get((cause, data["why"]))
        is_seat = seat is not None and seat in range(seats)
        need(names_seat is not None and names_seat == is_seat, "broken off without a reason")
        if data["why"] == "time":
            need(data["found"] == body["time"], "broken off before its time")
            need(self.first_opened_at <= data["deadline"] <= data["found"], "broken off before its time")

    def key_parts(self, data: Any) -> list[str]:
        """Return what the seats add to the key, at the start."""
        need(data["phrases"] == self.hashes, "phrases")
        if not self.strict:
            need("opened" not in data, "phrases")
            return self.hashes
        need(data["opened"] == self.opened, "phrases")
        are_open = all(bool(phrase) == (seat in self.people) for seat, phrase in enumerate(self.opened))
        need(are_open, "phrases: one is not open")
        return self.opened


def patched(old: Any, delta: Any) -> Any:
    """Return the state after a change. The old one is not modified."""
    if delta is None:
        return old
    if delta[0] == "=":
        return delta[1]
    if delta[0] == "[":
        return [patched(value, delta[1].get(str(i))) for i, value in enumerate(old)]
    unchanged = {name: value for name, value in old.items() if name not in delta[2]}
    return {**unchanged, **{name: patched(old.get(name), change) for name, change in delta[1].items()}}


class Checker:
    """Reads a record event by event, and raises Wrong at the first mismatch."""

    def __init__(self, record: Any) -> None:
        self.record, self.table = record, record["table"]
        need(type(record["seats"]) is int and 1 <= record["seats"] <= SEATS, "table")
        self.seed, self.digest = bytes.fromhex(record["seed"]), record["commitment"]
        self.client_seeds = ClientSeeds(self.table, record["seats"])
        self.game: Game | None = None
        self.frame: Frame = None
        self.fork: Any = None
        self.kind = ""  # of the last event
        # The last decision of a person: the seat, the number of the event before it, and the state then.
        self.last_move: tuple[int, int, Frame] | None = None

    def check_head(self) -> None:
        commitment = sha(b"tefuda-1", self.table.encode(), self.seed)
        need(self.record["format"] == FORMAT and commitment == self.digest, "commitment")
        need(self.record["title"] in GAMES, "a game that this program doesn't know")
        need(self.record["events"], "end: there are no events")

    def check_event(self, n: int, event: Any) -> None:
        body = self.read_body(n, event)
        need(self.kind not in LAST_EVENTS and not self.is_over, "something after the end")
        need(self.kind != "leave" or self.frame is not None or self.client_seeds.people, "something after the end")
        need(body["kind"] in KINDS, "an unknown kind of event")
        self.kind = body["kind"]
        if self.frame is None:
            self.client_seeds.check_next(self.kind)
        before, self.frame = self.frame, self.read_state(event, body)
        need(self.kind == "move" or body["move"] is None, "a move that is none")
        if self.kind == "create":
            self.check_create(body)
        elif self.kind == "start":
            self.check_start(body, before)
        elif self.kind in ("move", "house"):
            self.check_play(body, before)
            if body["cause"] == "player":
                self.last_move = (body["seat"], n - 1, before)
        elif self.kind == "take-back":
            taken_back = (body["seat"], body["data"]["to"], self.frame)
            need(self.last_move == taken_back and not body["happenings"], "taken back what was not the last decision")
            self.last_move = None
        else:
            need(self.frame == before and not body["happenings"], "cards moved although nobody played")
            self.check_seating(body, started=before is not None)

    @property
    def is_over(self) -> bool:
        """Return whether the match is over by its rules."""
        return self.frame is not None and bool(self.frame["public"]["phase"] == "over")

    def read_body(self, n: int, event: Any) -> Any:
        """Return the event's body, after checking that the event's digest covers it."""
        salt = mac(self.seed, f"{self.table}|event|{n}")
        leaf = sha256(salt + event["body"].encode()).digest()
        self.digest = sha(bytes.fromhex(self.digest) + leaf)
        body = read(event["body"])
        need(self.digest == event["digest"], "chain")
        need((body["v"], body["seq"], body["table"]) == (2, n, self.table), "chain")
        need((n == 1) == (body["kind"] == "create"), "table")
        return body

    def read_state(self, event: Any, body: Any) -> Frame:
        """Return the record's state after the event, after checking the hashes in the body."""
        if body["state"] is None:
            need(not event["frame"] and self.frame is None, "what was shown")
            return None
        change = read(event["frame"])
        frame = change if event["keyframe"] else patched(self.frame, change)
        need(frame.keys() == {"hidden", "own", "public"}, "what was shown")
        hashes = {name: sha(canonical(frame[name]).encode()) for name in ("hidden", "public")}
        own_hashes = [sha(canonical(own).encode()) for own in frame["own"]]
        need(body["state"] == {**hashes, "own": own_hashes}, "what was shown")
        return frame

    def check_create(self, body: Any) -> None:
        data = body["data"]
        need(all(data[name] == self.record[name] for name in ("title", "options", "seats", "commitment")), "table")
        need(self.frame is None and not body["happenings"], "cards before the start")
        self.check_seat(body["seat"])
        self.client_seeds.strict, self.fork = data.get("strict") is True, data.get("fork")
        need(self.fork is None or self.fork.keys() == {"table", "event", "seat"}, "fork")
        self.client_seeds.change_seat(body["seat"], "sit")  # the host

    def check_seat(self, seat: Any) -> None:
        need(type(seat) is int and seat in range(self.record["seats"]), "a seat that the table doesn't have")

    def check_seating(self, body: Any, started: bool) -> None:
        """Check an event about seats and client seeds."""
        kind, seat = body["kind"], body["seat"]
        if kind in ("phrase", "open", "sit", "leave", "sit-bot", "hint"):
            self.check_seat(seat)
        need(kind != "hint" or started, "a hint before the start")
        if kind in ("phrase", "open"):
            need(not started, "phrases: one given after the start")
            phrase = body["data"]["phrase"]
            if kind == "phrase":
                self.client_seeds.commit(seat, phrase)
            else:
                self.client_seeds.open(seat, phrase, body["time"])
        elif kind == "break-off":
            need(not started, "broken off after the deal")
            need(self.record["phrases"] == self.client_seeds.hashes, "phrases")
            self.client_seeds.break_off(body, self.record["seats"])
        elif kind in ("sit", "leave", "sit-bot") and not started:
            self.client_seeds.change_seat(seat, kind)

    def check_start(self, body: Any, before: Frame) -> None:
        need(before is None and self.frame is not None, "a second start")
        parts = self.client_seeds.key_parts(body["data"])
        need(self.record["phrases"] == self.client_seeds.hashes, "phrases")
        chance = Chance(mac(self.seed, "|".join([self.table, *parts])))
        self.game = GAMES[self.record["title"]](self.record["options"], self.record["seats"], chance)
        fork = body["data"].get("fork")
        need(self.fork == (fork and {name: fork[name] for name in ("table", "event", "seat")}), "fork")
        step = Step(self.frame)
        if fork is None:
            self.game.set_up(step)
        elif fork["seat"] is None:
            step = Step(fork["taken"])
            self.game.begin_fork(step, fork["taken"])
            step.phases = (step.public["phase"],)
            need(self.frame["public"] == step.public, "fork")
        else:
            seat, taken = fork["seat"], fork["taken"]
            need(seat in range(self.record["seats"]), "fork")
            need(self.frame["public"] == taken["public"] and self.frame["own"][seat] == taken["own"][seat], "fork")
            step.phases = (step.public["phase"],)
        self.game.check(step, self.frame, body["happenings"])

    def check_play(self, body: Any, before: Frame) -> None:
        """Check a move, or a step of the house."""
        if before is None or self.game is None:
            raise Wrong("played before the start")
        if body["kind"] == "house":
            need(body["seat"] is None, "a seat of the house")
            step = self.game.house(before, self.frame)
        else:
            step = self.game.decision(before, self.frame, body)
        self.game.check(step, self.frame, body["happenings"])

    def check_end(self) -> None:
        """Check the status: finished if the match is over by its rules, else as the last event says."""
        status = "finished" if self.is_over else ENDINGS.get(self.kind)
        if self.kind == "leave" and self.client_seeds.people:  # others are still there
            status = None
        need(self.digest == self.record["digest"], "end: another digest")
        claimed = self.record["status"]
        need(status is not None and status == claimed, f"end: {claimed}, but it is cut short or goes on")
        if self.frame is None:
            past_hashes = self.client_seeds.past_hashes
            need(all(value in past_hashes[seat] for seat, value in enumerate(self.record["phrases"])), "end: phrases")
        else:
            need(status in ("finished", "voided"), f"end: {status} after the start")


NOT_READABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError)


def verify(record: Any, saved: Sequence[str] = ()) -> str | None:
    """Return None if everything agrees, else the first mismatch, with the number of its event.

    `saved` are receipts (digests of events) and client seeds (SEAT:HEX) that players saved. The first that doesn't
    belong to the record is returned unchanged. Raises Python's own errors for values that aren't even shaped like a
    record.
    """
    n, where = 0, ""
    try:
        checker = Checker(record)
        checker.check_head()
        for n, event in enumerate(record["events"], 1):
            where = f"event {n}: "
            checker.check_event(n, event)
        where = ""
        checker.check_end()
    except Wrong as wrong:
        return f"{where}{wrong}"
    except NOT_READABLE as problem:
        if not where:
            raise
        return f"{where}not readable, {type(problem).__name__} {problem}"
    return find_unknown(record, saved)


def find_unknown(record: Any, saved: Sequence[str]) -> str | None:
    """Return the first receipt or client seed that doesn't belong to this record."""
    client_seeds = ClientSeeds(record["table"], record["seats"])
    known = {*record["phrases"], *(event["digest"] for event in record["events"])}
    for item in saved:
        seat, colon, phrase = item.partition(":")
        if (client_seeds.hash_seed(int(seat), phrase) if colon else item) not in known:
            return item
    return None


def remark(record: Any) -> str:
    """Return what could not be checked in a record that agrees; "" if everything was."""
    fork = json.loads(record["events"][0]["body"])["data"].get("fork")
    if fork is None:
        return ""
    if fork["seat"] is None:
        return "It goes on from another match; that its beginning is a position of that one is not checked."
    return "It goes on from another match; what was imagined of it is not checked."


def escape_controls(text: str) -> str:
    """Escape characters that could control a terminal: a mismatch may quote the record."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def decode(sent: bytes) -> str:
    """Decode a file that an editor or a shell may have converted: UTF-8 or UTF-16, with or without a mark."""
    if sent.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return sent.decode("utf-16")
    if sent[:2] in (b"{\0", b"\0{"):
        return sent.decode("utf-16-le" if sent[1] == 0 else "utf-16-be")
    return sent.decode("utf-8-sig")


def main(arguments: Sequence[str]) -> None:
    try:
        record = read(decode(sys.stdin.buffer.read()))
        wrong = verify(record, arguments)
        note = "" if wrong else remark(record)
    except Exception as problem:
        wrong = f"not a whole record, {problem!r}"
    if wrong:
        sys.exit(f"NO: {escape_controls(wrong)}")
    print(f"Yes: log, cards, receipts and phrases agree. {note}".strip())


if __name__ == "__main__":
    main(sys.argv[1:])
