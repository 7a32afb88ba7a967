"""Random changes of single values, with a new chain: each is named, or it changes nothing of the match."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.standalone.verify_match import NO, YES, check_record
from tests.replays import eventful
from tests.replays.changes import Changed, changed, with_body
from tests.replays.rechaining import events_of, first_event, rechain, unfolded
from tests.replays.record_checker import verify
from tests.replays.records.files import paths, read

pytestmark = pytest.mark.thorough

DAILY, LONG = 30, 580  # of each record
EVENTFUL = ("clocks", "forfeited", "strict")

# Values of an event's text that may be others in a record in which all agrees, and why the match is no other by that.
HARMLESS = {
    ("time",): "another moment between the events around it; by no clock anything else is due",
    ("data", "request"): "the hash of a key that only one device knew; with that device's receipt it is another log",
    ("data", "holder"): "tells one person from another within the table, and still does",
    ("data", "level"): "a bot of another name; that a bot would have played so only the question about bots asks",
    ("data", "clock", "turn_seconds"): "nobody's time would have been up sooner, as far as anything was decided by it",
    ("data", "clock", "increment_seconds"): "the same",
    ("data", "clock", "bot_after"): "the same: nobody was replaced sooner than it says",
    ("data", "clock", "on_timeout"): "the same: nobody forfeited",
    ("data", "clock", "vacations"): "nobody went on vacation",
    ("data", "bots"): "other code; so bots are not checked, which the program says",
    ("data", "deadline"): "it was still past when it was found so, and gave no less time than the table does",
}


def sort_changes(record: dict[str, Any], label: str, count: int) -> tuple[Counter[str], list[Changed]]:
    """Return the results of that many changes: how many each tool named, and those that neither did."""
    named, unnamed_changes = Counter[str](), []
    assert check_record(dump_canonical(record)).code == YES
    for n in range(count):
        change = changed(record, Rng(b"changes", f"{label} {n}"))
        if check_record(dump_canonical(change.record)).code != YES:
            named["verify_match"] += 1
        elif not _by_record(change.record):
            unnamed_changes.append(change)
        else:
            named["verify_record"] += 1
    return named, unnamed_changes


# --- events put in, doubled, left out, cut off


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_nothing_is_put_in_after_the_end_or_ends_it_in_between(path):
    match = unfolded(read(path))
    events, rng = match["events"], Rng(b"more", path.name)
    for kind, cause in (("void", "moderator"), ("void", "clock"), ("expire", "clock"), ("break-off", "clock")):
        at = 1 + rng.randbelow(len(events) - 1)
        named_by_both(match, [*events[:at], _of_kind(events[at - 1], kind, cause), *events[at:]])
    for kind, cause in (("freeze", "moderator"), ("extend", "moderator"), ("vacation", "house"), ("void", "moderator")):
        named_by_both(match, [*events, _of_kind(events[-1], kind, cause, seat=0 if kind == "vacation" else None)])


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_no_move_or_step_is_doubled_or_left_out(path):
    match = unfolded(read(path))
    events, rng = match["events"], Rng(b"less", path.name)
    played = [n for n, event in enumerate(events) if event["body"]["kind"] in ("start", "move", "house")]
    for _ in range(5):
        at = rng.choice(played)
        doubled = match | {"events": [*events[: at + 1], *events[at:]]}
        assert check_record(dump_canonical(rechain(doubled))).code == NO
        at = rng.choice(played)
        assert check_record(dump_canonical(rechain(match | {"events": [*events[:at], *events[at + 1 :]]}))).code == NO


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_nothing_is_put_into_an_event_that_its_kind_does_not_have(path):
    record, rng = read(path), Rng(b"put in", path.name)
    for name in ("data", "state", "happenings"):
        for _ in range(5):
            at, body = rng.choice([*_bodies_with(record, name)])
            (body[name][0] if name == "happenings" else body[name])["x"] = rng.choice([0, None, "normal"])
            assert check_record(dump_canonical(with_body(record, at, body))).text.startswith(f"NO: event {at + 1} (")


def test_a_quiet_event_does_not_hand_a_seat_to_a_bot():
    """Else the house could play for a person, and the log would only tell of a vacation."""
    match = unfolded(read(next(path for path in paths() if path.name.startswith("lombard"))))
    start = next(n for n, event in enumerate(match["events"]) if event["body"]["kind"] == "start")
    seat = first_event(match, "move")["body"]["seat"]
    quiet = _of_kind(match["events"][start], "vacation", "house", seat=seat)
    quiet["body"]["data"] = {"level": "normal"}
    for event in events_of(match, "move"):
        if event["body"]["seat"] == seat:
            event["body"] |= {"cause": "bot", "data": {}}
    events = [*match["events"][: start + 1], quiet, *match["events"][start + 1 :]]
    assert check_record(dump_canonical(rechain(match | {"events": events}))).text.startswith(
        f"NO: event {start + 2} (vacation)"
    )


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_nobody_takes_a_seat_or_leaves_it_once_the_match_has_begun(path):
    """Except the person a moderator removes. Otherwise another person could replace the one who began."""
    match = unfolded(read(path))
    events = match["events"]
    at = 1 + next(n for n, event in enumerate(events) if event["body"]["kind"] == "start")
    leave = _of_kind(events[at - 1], "leave", "player", seat=0)
    removed = _of_kind(events[at - 1], "leave", "moderator", seat=0)
    sits = _of_kind(events[at - 1], "sit", "player", seat=0)
    sits["body"]["data"] = {"holder": "f" * 16}
    for put_in, wrong in (([leave], 1), ([leave, sits], 1), ([removed, sits], 2), ([sits], 1)):
        record = rechain(match | {"events": [*events[:at], *put_in, *events[at:]]})
        text = check_record(dump_canonical(record)).text
        assert text.startswith(f"NO: event {at + wrong} ({put_in[wrong - 1]['body']['kind']}): no seat is named")


def _bodies_with(record: dict[str, Any], name: str) -> Iterator[tuple[int, Any]]:
    """Return the events with such a value: their numbers, and their texts as values."""
    for at, event in enumerate(record["events"]):
        body = parse_json(event["body"])
        if body[name] or (name == "data" and body["state"]):
            yield at, body


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_no_end_is_cut_off_whatever_it_is_called(path):
    match = unfolded(read(path))
    events, rng = match["events"], Rng(b"cut", path.name)
    start = next(n for n, event in enumerate(events) if event["body"]["kind"] == "start")
    for length in {1, start, start + 1, 1 + rng.randbelow(len(events) - 2), len(events) - 1}:
        for status in ("finished", "voided", "abandoned", "broken-off"):
            named_by_both(match | {"status": status}, events[:length])


def named_by_both(match: dict[str, Any], events: list[dict[str, Any]]) -> None:
    record = rechain(match | {"events": events})
    assert check_record(dump_canonical(record)).code == NO
    assert _by_record(record)


def _of_kind(event: dict[str, Any], kind: str, cause: str, seat: int | None = None) -> dict[str, Any]:
    """An event that changes nothing, after that one."""
    quiet = {"kind": kind, "cause": cause, "seat": seat, "move": None, "happenings": [], "data": {}}
    return copy.deepcopy({"body": {**event["body"], **quiet}, "frame": event["frame"]})


def _by_record(record: dict[str, Any]) -> bool:
    try:
        return verify(record) is not None
    except Exception:  # as the program itself takes it
        return True


def check(record: dict[str, Any], label: str, count: int) -> None:
    """All that is left unnamed is of a harmless kind, and nothing else in the record is another than before."""
    named, changes = sort_changes(record, label, count)
    for change in changes:
        assert change.leaf[0] == "body", change[:3]
        assert tuple(step for step in change.leaf[1:] if isinstance(step, str)) in HARMLESS, change[:3]
        assert _match_of(change.record) == _match_of(record), change[:3]
    print(f"{label}: {count} changes, named {dict(named)}, harmless {len(changes)}")  # noqa: T201  shown with -s


def _match_of(record: dict[str, Any]) -> Any:
    """Return the match itself: decisions, happenings, views and the result."""
    bodies = [parse_json(event["body"]) for event in record["events"]]
    happened = [(b["kind"], b["seat"], b["cause"], b["move"], b["happenings"], b["rules"], b["state"]) for b in bodies]
    frames = [(event["frame"], event["keyframe"]) for event in record["events"]]
    head = {name: part for name, part in record.items() if name not in ("events", "digest")}
    return dump_canonical([head, happened, frames])


@pytest.fixture
def happened(request, alice, bob, moderator):
    """A record in which more happens than moves."""
    makers = {
        "clocks": lambda: eventful.clocks_and_orders(alice, bob, moderator),
        "forfeited": lambda: eventful.forfeited(alice, bob),
        "strict": lambda: eventful.strict(alice, bob),
    }
    return makers[request.param]()


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_a_few(path):
    check(read(path), path.name, DAILY)


@pytest.mark.parametrize("happened", EVENTFUL, indirect=True, ids=EVENTFUL)
def test_a_few_where_more_happens_than_moves(happened, request):
    check(happened, request.node.callspec.id, DAILY)


@pytest.mark.slow
@pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
def test_thousands(path):
    check(read(path), f"long {path.name}", LONG)


@pytest.mark.slow
@pytest.mark.parametrize("happened", EVENTFUL, indirect=True, ids=EVENTFUL)
def test_thousands_where_more_happens_than_moves(happened, request):
    check(happened, f"long {request.node.callspec.id}", LONG)
