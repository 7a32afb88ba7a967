"""A packed record is the same again when it is unpacked, to the byte, and is read in stretches."""

import copy
import json

import pytest

from games.engine.errors import InvalidPayloadError
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical
from games.tables.storage.archived_log import BLOCK, ArchivedLog, pack_record
from games.tables.storage.snapshots import decode_snapshots
from tests.replays.records.files import paths, read

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
LENGTH = 2_000


@pytest.fixture(scope="module")
def long():
    """A log of 2,000 events: the last one of a match once more, again and again."""
    record = read(paths()[0])
    seed, last = bytes.fromhex(record["seed"]), record["events"][-1]
    frame = dump_canonical(
        decode_snapshots([(event["frame"], event["keyframe"]) for event in record["events"] if event["frame"]])
    )
    for seq in range(len(record["events"]) + 1, LENGTH + 1):
        body = dump_canonical(json.loads(last["body"]) | {"seq": seq})
        digest = next_digest(record["digest"], record["table"], seed, seq, body)
        whole = seq % 50 == 0
        record["events"].append(
            {"body": body, "frame": frame if whole else "null", "keyframe": whole, "digest": digest}
        )
        record["digest"] = digest
    return record


@RECORDS
def test_the_same_again(path):
    record = read(path)
    data, lengths = pack_record(record)
    assert ArchivedLog(data, lengths).text == dump_canonical(record)
    assert sum(lengths) == len(data)
    assert not [event for event in ArchivedLog(data, lengths).events() if event.digest]  # all of them follow
    assert len(data) < path.stat().st_size * 0.6


def test_a_long_one_is_read_in_stretches(long):
    sealed = ArchivedLog(*pack_record(long))
    assert sealed.text == dump_canonical(long)
    assert len(sealed.lengths) == 2 + LENGTH // BLOCK
    for after, until in (
        (0, 1),
        (0, BLOCK),
        (BLOCK - 2, BLOCK + 1),
        (BLOCK - 1, BLOCK),
        (1_990, 9_999),
        (7, 7),
        (-5, 3),
    ):
        numbers = [event.seq for event in sealed.events(after, until)]
        assert numbers == [n for n in range(after + 1, until + 1) if 1 <= n <= LENGTH]
    assert [event.seq for event in sealed.reversed_events()] == list(range(LENGTH, 0, -1))
    assert sealed.get_snapshot_at(BLOCK - 1) == sealed.get_snapshot_at(LENGTH) == sealed.get_snapshot_at(BLOCK)


def test_only_the_block_that_is_asked_for_is_unpacked(long):
    """All others may be rubbish."""
    data, lengths = pack_record(long)
    sealed = ArchivedLog(data, lengths)
    expected, start = sealed.get_snapshot_at(1_234), sum(lengths[: 1 + 1_234 // BLOCK])
    end = start + lengths[1 + 1_234 // BLOCK]
    broken = ArchivedLog(
        data[: lengths[0]] + bytes(start - lengths[0]) + data[start:end] + bytes(len(data) - end), lengths
    )
    assert broken.get_snapshot_at(1_234) == expected
    with pytest.raises(InvalidPayloadError):
        broken.get_snapshot_at(1)


@RECORDS
@pytest.mark.parametrize(
    "change",
    [
        lambda event: event.update(body=event["body"].replace('"state":', '"stale":')),
        lambda event: event.update(body="not JSON at all"),
        lambda event: event.update(body=event["body"].replace('"cause"', '"a":{"state":0},"cause"')),
        lambda event: event.update(digest="nonsense"),
        lambda event: event.update(frame='["{",{"x":["{",{},[]]},[]]'),
        lambda event: event.update(frame="[" * 500),
        lambda event: event.update(frame="", keyframe=True),
        lambda event: event.update(keyframe=not event["keyframe"]),
    ],
)
def test_what_does_not_follow_is_kept_as_it_is(path, change):
    """Strange events, of a record from elsewhere or of one that was tampered with."""
    record = read(path)
    for at in (0, len(record["events"]) // 2, len(record["events"]) - 1):
        strange = copy.deepcopy(record)
        change(strange["events"][at])
        if strange["events"][at]["digest"] == "nonsense" and at < len(record["events"]) - 1:
            with pytest.raises(InvalidPayloadError):  # nothing can follow from it
                pack_record(strange)
            continue
        assert ArchivedLog(*pack_record(strange)).text == dump_canonical(strange)


@pytest.mark.parametrize(
    "change",
    [
        {"events": 7}, {"events": [7]}, {"events": [{}]}, {"seed": "x"}, {"seed": None}, {"commitment": None},
        {"events": [{"body": "a\nb", "frame": "", "keyframe": False, "digest": ""}]},
        {"events": [{"body": "\ud800", "frame": "", "keyframe": False, "digest": ""}]},
        {"events": [{"body": 1, "frame": "", "keyframe": False, "digest": ""}]},
    ],
)  # fmt: skip
def test_what_is_no_record(change):
    with pytest.raises(InvalidPayloadError):
        pack_record(read(paths()[0]) | change)


def test_rubbish_is_refused_when_it_is_read():
    data, lengths = pack_record(read(paths()[0]))
    for broken in (data[:-9], bytes(len(data)), data[::-1]):
        with pytest.raises(InvalidPayloadError):
            list(ArchivedLog(broken, lengths).full_events())
