"""Replay a match from its record.json, independently of the site. Needs Python 3.11 and nothing else.

    python3 verify_match.pyz [SEAT:PHRASE-AS-HEX …] [RECEIPT …] ["CHAIN LINE" …] [RECORD.json | < RECORD.json]

Everything follows from the server seed, the client seeds, the options and the moves: every deal, whose turn it is,
which moves are legal, what they lead to and pay, what each seat was shown, who has won. Differences in the record are
reported with the number of the first event, as are saved receipts, client seeds and lines of the transparency log that
don't match it.

Printed seats are numbered from 1, as on pages. In the record, and in SEAT:PHRASE as saved by pages, they count from 0.

Clocks of people are checked too. Quiet hours aren't recorded, but only add time: if time had not run out without them,
it had not run out. Older records, which don't state time banks, are checked by the rules of their time.

Exits with 0 and "Yes: …", with 1 and "NO: …", with 2 if it can't tell, or with 3 if the record is sound but a bot
chooses differently with the very same code.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from games.catalog import registry
from games.engine.chance import hash_client_seed
from games.engine.game import AddressedHappening, Standing
from games.engine.serialization.canonical_json import dump_canonical, parse_json, to_json
from games.replays.audit.foreign_record import parse_event_rows, parse_table_row
from games.replays.audit.report import AGREES, BOTS, DIFFERS, NOT_RUN, OTHER_CODE, CheckResult
from games.replays.audit.rows import EventRow
from games.replays.audit.run import Audit, never
from games.replays.imports.parser import InvalidRecordError, decode_record, parse_record

YES, NO, CANT_TELL, OTHER_CHOICE = 0, 1, 2, 3
USAGE = (
    "usage: python3 verify_match.pyz [SEAT:PHRASE-AS-HEX ...] [RECEIPT ...] [CHAIN-LINE ...] "
    "[RECORD.json | < RECORD.json]"
)
_CLIENT_SEED, _RECEIPT = re.compile(r"([0-9]{1,2}):((?:[0-9a-f]{2})+)"), re.compile("[0-9a-f]{64}")
_LOG_LINE = re.compile(r"[0-9]+ (opened|ended) ([0-9a-f]{64}) (-|[0-9a-f]{64}) [0-9a-f]{64}")
Json = Any

WHY = {
    "commitment": "the secret doesn't match the published commitment",
    "chain": "the digest does not follow from the text and the digest before it",
    "last-digest": "the record's last digest is not that of its last event",
    "unreadable": "the text isn't an event",
    "not-asked": "that seat had nothing to decide",
    "illegal": "the move is against the rules",
    "whose-seat": "that person can't decide for this seat",
    "hurried": "no bot of that strength runs out of time",
    "clock": "time wasn't up, or the move isn't the safe move of the rules",
    "deadline": "the deadline doesn't follow from the clock",
    "clock-settings": "no table has such a clock",
    "charged": "the answer's cost isn't what the time bank paid",
    "time-left": "the time bank holds another amount",
    "vacation": "vacations don't stop clocks at this table",
    "extend": "no clock could be given that much time",
    "live": "live play can't begin or end there",
    "void": "the table can't be declared void or closed like this, or not at that time",
    "frozen": "no one can move while the table is frozen or paused",
    "house-rests": "the game has no step to make",
    "house-skipped": "a step of the game is missing",
    "not-started": "the match has not begun",
    "happenings": "the happenings don't follow from the rules",
    "state": "the state doesn't follow from the rules",
    "public": "the public view isn't the one that was recorded",
    "own": "a seat's view isn't the one that was recorded",
    "hidden": "the hidden cards aren't the ones that were recorded",
    "frame": "a recorded view can't be read, or is missing",
    "over": "by the rules the match is over, and the record says it isn't",
    "not-over": "by the rules the match is not over, and the record says it is",
    "phrases": "the shuffles don't use the client seeds that were added",
    "phrase": "a client seed can't be added or opened there",
    "not-dealt": "client seeds were opened without a deal or a table called off afterwards",
    "broken-off": "the table can't be called off there, or not like this",
    "fork": "the match doesn't begin with its stated position",
    "agreed": "not all players have agreed",
    "hint": "no hint can be taken there",
    "time": "the time is malformed, or earlier than the previous event's",
    "cause": "an event of that kind can't have that cause",
    "seat": "no seat is named, or one where this can't happen",
    "holder": "the player of the seat isn't named as before, or has two seats",
    "request": "the request of the move isn't as recorded",
    "level": "there is no bot of that level",
    "details": "the event has fields its kind doesn't have",
    "kind": "there is no event of that kind",
    "move": "a move is recorded where no one moves",
    "rules": "it was played by rules other than the table's",
    "table": "it is another table's",
    "create": "a table can't be created like this, or there",
    "start": "a match can't begin like this, or there",
    "missing": "it is not there",
    "too-many": "there are more events than there should be",
    "after-end": "something comes after the end",
    "table-title": "the record names another game",
    "table-options": "the record names other options",
    "table-seats": "the record names another number of seats",
    "table-commitment": "the record names another commitment",
    "table-phrases": "the record names other phrases",
    "table-status": "the record says that it ended otherwise than its last event does",
    "seq": "its number is another one",
}
UNSTATED = "clock-unstated"
BOT_DIFFERS = (
    "the bot, asked once more with what its seat was shown, chooses otherwise by the very same code. It knew more, or "
    "someone else chose for it."
)
UNKNOWN = {
    "log-unknown": "this file does not know such a log",
    UNSTATED: "an event does not state the time in a bank, or what an answer cost: a program of an older release "
    "wrote it",
    "title-unknown": "this file does not know the game",
    "rules-unknown": "this file does not know these rules",
    "options-unknown": "this file does not know these options, or they do not go together",
}


class Finding(NamedTuple):
    """The message about a record, and the exit code."""

    code: int
    text: str


def check_record(text: str, saved_items: Sequence[str] = ()) -> Finding:
    """Check a record and the receipts, client seeds and log lines that someone has saved."""
    try:
        record = parse_record(text, events=None)
    except InvalidRecordError as problem:
        return Finding(NO, f"NO: not a whole record ({problem})")
    rows = parse_event_rows(record)
    audit = Audit(parse_table_row(record, rows), bots=False, enough=never, game=None)
    try:
        report = audit.run(rows, to_the_first=True)
        first = report.first_mismatch
        named = _describe_mismatch(record, rows, first) if first else ""
    except Exception as problem:  # invalid values can break rules that trust their own data
        n = audit.last.seq if audit.last else 0
        return Finding(NO, f"NO: event {n}: the rules can't be played with what stands there ({problem!r})")
    if first:
        return Finding(NO, f"NO: {named}")
    if missing := next(_find_missing(record, saved_items), None):
        return Finding(NO, f"NO: {missing}")
    open_ends = [answer for answer in report.answers if answer.outcome == NOT_RUN]
    if open_ends:
        why = UNKNOWN.get(open_ends[0].why, open_ends[0].why)
        if open_ends[0].why == UNSTATED:
            return Finding(CANT_TELL, f"Can't tell: all but the clocks agrees; {why}")
        return Finding(CANT_TELL, f"Can't tell: chain and frames agree, but {why}. Is there a newer verify_match.pyz?")
    agrees = list(_agrees(record, audit, len(rows), len(saved_items)))
    code, bots = _check_bots(record, rows)
    return Finding(code, "\n".join([bots, *agrees] if code == OTHER_CHOICE else [*agrees, *filter(None, [bots])]))


def _describe_mismatch(record: Json, rows: list[EventRow], first: CheckResult) -> str:
    """Describe the first difference."""
    where = f"event {first.event}" if first.event else "the table"
    kind = f" ({first.kind})" if first.kind else ""
    why = WHY.get(first.why, f"{first.name}, {first.why}")
    if first.outcome == DIFFERS and first.name in ("rules", "frames") and first.event:
        why += _describe_details(record, rows, first.event, first.why)
    return f"{where}{kind}: {why}"


def _describe_details(record: Json, rows: list[EventRow], n: int, why: str) -> str:
    """Describe which value differs, replaying the match up to that event."""
    audit = Audit(parse_table_row(record, rows), bots=False, enough=never, game=None)
    audit.run(rows[:n])
    if why == "happenings":
        expected: Json = [_happening_to_json(addressed) for addressed in audit.rerun.happenings]
        logged = parse_json(rows[n - 1].body)["happenings"]
    elif why == "state" and audit.frames.expected:
        expected, logged = parse_json(audit.frames.expected.text), audit.frames.shown.snapshot
    else:
        return ""
    path, right, wrong = next(_differences(expected, logged, ""), ("", None, None))
    return f"; {path} is {_short(wrong)}, and by the rules {_short(right)}" if path else ""


def _happening_to_json(addressed: AddressedHappening[Any]) -> Json:
    return {"to": to_json(addressed.to), "what": to_json(addressed.happening)}


def _differences(expected: Json, logged: Json, path: str) -> Iterator[tuple[str, Json, Json]]:
    """Yield the differences between two values, deepest first: (path, right value, wrong value)."""
    if isinstance(expected, dict) and isinstance(logged, dict):
        for name in sorted(expected.keys() | logged.keys()):
            yield from _differences(expected.get(name), logged.get(name), f"{path}.{name}" if path else name)
    elif isinstance(expected, list) and isinstance(logged, list) and len(expected) == len(logged):
        for at, (right, wrong) in enumerate(zip(expected, logged, strict=True)):
            yield from _differences(right, wrong, f"{path}[{at}]")
    elif dump_canonical(expected) != dump_canonical(logged):  # 1 == True in Python
        yield path or "it", expected, logged


def _short(value: Json) -> str:
    text = dump_canonical(value)
    return text if len(text) <= 200 else text[:200] + " ..."


def _find_missing(record: Json, saved_items: Sequence[str]) -> Iterator[str]:
    """Describe the saved items that don't match the record."""
    digests = {event["digest"] for event in record["events"]}
    last = len(record["events"])
    for item in saved_items:
        if (match := _CLIENT_SEED.fullmatch(item)) is not None:
            seat = int(match[1])
            hashed = hash_client_seed(record["table"], seat, bytes.fromhex(match[2]))
            if seat >= record["seats"] or record["phrases"][seat] != hashed:
                yield f"the phrase {item} is not in the shuffle"
        elif (match := _LOG_LINE.fullmatch(item)) is not None:
            yield from _check_log_line(record, *match.groups())
        elif item not in digests:
            yield (
                f"the receipt {item} is none of the {last} digests: the match was another one, or it went on and the "
                "record ends before that"
            )


def _check_log_line(record: Json, kind: str, commitment: str, digest: str) -> Iterator[str]:
    if commitment != record["commitment"]:
        yield f"the line of the chain is another table's: its commitment is {commitment}"
    elif kind == "ended" and digest != record["digest"]:
        yield (
            f"event {len(record['events'])}: the record ends with the digest {record['digest']}, and by the site's "
            f"chain the match ended with {digest}"
        )


def _agrees(record: Json, audit: Audit, events: int, saved_count: int) -> Iterator[str]:
    rerun = audit.rerun
    name = registry.list_metadata()[record["title"]].name.en
    yield (
        f"Yes: all {events} events of this table of {name} follow from its secret, phrases, options and moves, by "
        f"rules {rerun.options['rules']}." + (f" So does what you kept ({saved_count})." if saved_count else "")
    )
    yield f"It ended as {record['status']}, with the digest {record['digest']}"
    if rerun.state is not None and record["status"] == "finished":
        yield from _result(rerun.standing, registry.list_metadata()[record["title"]].unit.en)
    if rerun.log_version is None:
        yield "Its clocks were judged by the rule of older records, which do not state what was in time banks."
    if rerun.fork:
        yield (
            f"It goes on from event {rerun.fork['event']} of another match, {rerun.fork['table']}: whether that "
            "position was that match's, its own record tells."
        )


def _result(standing: Standing, unit: str) -> Iterator[str]:
    for seat, (place, score) in enumerate(zip(standing.places, standing.scores, strict=True)):
        yield f"seat {seat + 1}: place {place}, {score} {unit}" + (", won" if seat in standing.winners else "")


def _check_bots(record: Json, rows: list[EventRow]) -> tuple[int, str]:
    """Check the moves of the record's bots against their views. Return the exit code and a message.

    Only a different choice by the same code counts: other code may have improved.
    """
    if not any(row.cause == "bot" for row in rows):
        return YES, ""
    report = Audit(parse_table_row(record, rows), bots=True, enough=never, game=None).run(rows)
    bot_answer = next(answer for answer in report.answers if answer.name == BOTS)
    if bot_answer.outcome == AGREES:
        return YES, "Its bots, asked once more, choose the same: each knew no more than its seat was shown."
    if bot_answer.is_mismatch:
        return OTHER_CHOICE, f"BUT NOT ITS BOTS: event {bot_answer.event}: {BOT_DIFFERS} All else agrees:"
    if bot_answer.why == OTHER_CODE:
        return YES, "Its bots were not checked: they are of other code than this file's, or their code is not named."
    return YES, "Of its bots this file can't tell whether they knew more than their seats were shown."


def _printable(text: str) -> str:
    """Escape characters that could control a terminal, since messages may quote a stranger's record."""
    return "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in text)


def main(arguments: Sequence[str]) -> int:
    """Run the program. Return its exit code."""
    patterns = (_CLIENT_SEED, _LOG_LINE, _RECEIPT)
    saved_items = [argument for argument in arguments if any(shape.fullmatch(argument) for shape in patterns)]
    paths = [argument for argument in arguments if argument not in saved_items]
    if len(paths) > 1 or any(path.startswith("-") for path in paths):
        sys.stderr.write(f"{USAGE}\n")
        return CANT_TELL
    try:
        text = decode_record(Path(paths[0]).read_bytes() if paths else sys.stdin.buffer.read())
    except OSError as problem:
        sys.stderr.write(f"{USAGE}\n{problem}\n")
        return CANT_TELL
    except UnicodeError:
        text = ""
    finding = check_record(text, saved_items)
    (sys.stdout if finding.code == YES else sys.stderr).write(f"{_printable(finding.text)}\n")
    return finding.code
