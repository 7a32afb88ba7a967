"""A record that was taken apart and put together again is the same, and a change in it is chained properly."""

import copy

import pytest

from tests.replays.rechaining import changed_from, first_event, receipts, rechain, unfolded
from tests.replays.record_checker import verify
from tests.replays.records.files import paths, read

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)


@RECORDS
def test_unchanged_it_is_the_same(path):
    record = read(path)
    assert rechain(unfolded(record)) == record


@RECORDS
def test_a_change_is_chained_and_only_a_receipt_tells(path):
    record = read(path)
    match = unfolded(record)
    first_event(match, "move")["body"]["time"] = "2001-01-01T00:00:00.000000Z"
    original = copy.deepcopy(match)
    changed = rechain(match)
    assert match == original
    assert changed["digest"] != record["digest"]
    assert verify(changed) is None
    assert verify(changed, receipts(record)[:1]) is None
    assert verify(changed, receipts(record)[-1:]) == record["digest"]


def test_a_part_of_the_state_changed_from_an_event_on():
    match = unfolded(read(paths()[0]))
    event = first_event(match, "move")
    changed_from(match, event, lambda frame: frame["hidden"].update(extra=1))
    rechained = unfolded(rechain(match))
    at = match["events"].index(event)
    assert ["extra" in (later["frame"] or {}).get("hidden", {}) for later in rechained["events"]] == [
        n >= at for n in range(len(rechained["events"]))
    ]
