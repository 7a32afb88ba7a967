"""Every change behind the triggers is found, and the first wrong event is named."""

import json
from datetime import timedelta

import pytest

from games.engine.chance import generate_server_seed, hash_server_seed
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.verification.selectors import audit_table
from games.tables.models import Event, Position, Seat, Seed
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY
from tests.matches import finished, fresh, opened, running, to_turn_of
from tests.moderation.actions import table_void
from tests.replays.audit.forging import (
    changed_body,
    differences,
    erase,
    event,
    first_wrong,
    forge,
    forge_row,
    of_kind,
    rehash,
)

pytestmark = pytest.mark.thorough


@pytest.fixture
def match(alice, bob):
    """Lombard among Alice, Bob and two bots, played to its end."""
    return finished("lombard", alice, bob, seats=4, options={"target_coins": 32})


@pytest.fixture
def move(match):
    """A person's move in the middle."""
    return of_kind(match, "move", "player", skip=2)


# --- columns ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"kind": "house"}, "kind"),
        ({"seat": 3}, "seat"),
        ({"seat": None}, "seat"),
        ({"cause": "bot"}, "cause"),
        ({"key": "another-key"}, "request"),
        ({"key": None, "payload": ""}, "key"),
        ({"payload": "0" * 64}, "request"),
    ],
)
def test_a_column_of_an_event(match, move, changes, why):
    forge(match, move.seq, **changes)
    assert differences(match) == [("columns", why, move.seq, changes.get("kind", "move"))]


def test_the_time_of_an_event(match, move):
    forge(match, move.seq, created_at=move.created_at + timedelta(microseconds=1_000))
    assert differences(match) == [("columns", "created_at", move.seq, "move")]


def test_a_key_where_nobody_asked(match):
    deal = of_kind(match, "house")
    forge(match, deal.seq, key="k")
    assert differences(match) == [("columns", "key", deal.seq, "house")]


def test_a_digest(match, move):
    forge(match, move.seq, digest="f" * 64)
    assert differences(match) == [("log", "chain", move.seq, "move")]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"options": {"target_coins": 24}}, "table-options"),
        ({"options": {}}, "table-options"),
    ],
)
def test_a_column_of_the_table(match, changes, why):
    forge_row(match, **changes)
    assert differences(match) == [("columns", why, 1, "create")]


def test_another_title(match):
    forge_row(match, game_slug="sdc")
    assert [(name, why) for name, why, _, _ in differences(match)] == [
        ("columns", "table-title"),
        ("results", "result-title"),
    ]


def test_an_option_that_only_looks_the_same(match):
    """Python holds 1 == True."""
    true = [key for key, value in match.options.items() if value is True]
    forge_row(match, options=match.options | {true[0]: 1})
    assert differences(match) == [("columns", "table-options", 1, "create")]


def test_the_rules_number(match):
    forge_row(match, options=match.options | {"rules": 7})
    assert differences(match) == [("columns", "table-options", 1, "create")]


def test_the_rules_number_of_an_event(match, move):
    forge(match, move.seq, body=changed_body(match, move.seq, rules=7))
    assert ("columns", "rules", move.seq, "move") in differences(match)


def test_whoever_held_a_seat(match, bob):
    """Another person is said to have held a seat."""
    forge_row(Seat.objects.get(table=match, user=bob), user_id=None, played_by="nobody")
    last = event(match, match.last_seq)
    assert differences(match) == [("columns", "table-holders", last.seq, last.kind)]


def test_the_commitment(match):
    forge_row(match, commitment="a" * 64)
    assert differences(match) == [("log", "commitment", None, ""), ("columns", "table-commitment", 1, "create")]
    assert first_wrong(match) == ("log", "commitment", None, "")


def test_the_table_s_digest(match):
    forge_row(match, digest="a" * 64)
    assert differences(match) == [("log", "last-digest", match.last_seq, event(match, match.last_seq).kind)]


@pytest.mark.parametrize("status", ["voided", "abandoned", "running", "open"])
def test_another_end(match, status):
    forge_row(match, status=status)
    assert first_wrong(match)[2:] == (match.last_seq, event(match, match.last_seq).kind)


@pytest.mark.parametrize("status", ["abandoned", "open"])
def test_a_running_match_called_something_without_cards(alice, bob, status):
    """Ending it like this opens its replay: all hands, and the seed."""
    table = running("lombard", alice, bob)
    forge_row(table, status=status)
    assert ("columns", "table-status", table.last_seq, event(table, table.last_seq).kind) in differences(table)


@pytest.mark.parametrize("status", ["running", "finished"])
def test_an_open_table_called_begun(alice, status):
    table = opened("lombard", alice)
    forge_row(table, status=status)
    assert ("columns", "table-status", 1, "create") in differences(table)


def test_a_void_match_called_finished(alice, bob, moderator):
    table = running("lombard", alice, bob)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    forge_row(table, status="finished")
    assert ("rules", "not-over", fresh(table).last_seq, "void") in differences(table)


@pytest.mark.parametrize(("column", "seconds"), [("started_at", 1), ("ended_at", -1)])
def test_when_it_began_and_ended(match, column, seconds):
    forge_row(match, **{column: getattr(match, column) + timedelta(seconds=seconds)})
    expected = [("columns", f"table-{column}")] + [("results", "result-ended_at")] * (column == "ended_at")
    assert [(name, why) for name, why, _, _ in differences(match)] == expected


def test_a_seat_more(match):
    Seat.objects.create(table=match, number=4)
    assert differences(match)[0] == ("columns", "table-seats", 1, "create")


def test_a_phrase_given_afterwards(match):
    forge_row(Seat.objects.get(table=match, number=2), client_seed_hash="b" * 64)
    assert differences(match) == [("columns", "table-phrases", of_kind(match, "start").seq, "start")]


# --- the log ------------------------------------------------------------------------------------------------------


def test_the_last_event_is_gone(match):
    erase(match, match.last_seq)
    assert ("log", "missing", match.last_seq, "") in differences(match)


def test_the_last_event_is_gone_and_nobody_counts_it(match):
    """The chain is whole again, but a match that is over by its own rules it is not."""
    erase(match, match.last_seq)
    last = event(match, match.last_seq - 1)
    forge_row(match, last_seq=last.seq, digest=last.digest, ended_at=last.created_at)
    forge_row(match.position, seq=last.seq, frame=dump_canonical(get_snapshot_at(match, last.seq)))
    assert first_wrong(match) == ("rules", "not-over", last.seq, last.kind)


def test_an_event_in_the_middle_is_gone(match, move):
    erase(match, move.seq)
    assert first_wrong(match) == ("log", "missing", move.seq, "")


def test_one_event_too_many(match):
    last = event(match, match.last_seq)
    last.pk, last.seq = None, last.seq + 1
    last.save(force_insert=True)
    assert ("log", "chain", match.last_seq + 1, last.kind) in differences(match)


def test_two_events_change_places(match, move):
    other = event(match, move.seq + 1)
    forge(match, move.seq, seq=9_999)
    forge(match, other.seq, seq=move.seq)
    forge(match, 9_999, seq=other.seq)
    assert first_wrong(match) == ("log", "chain", move.seq, other.kind)


def test_two_events_change_places_and_the_chain_is_made_anew(match):
    """Their texts, numbers and digests all fit. Only the rules can tell."""
    first = of_kind(match, "move", skip=1)
    second = event(match, first.seq + 1)
    for target, source in ((first, second), (second, first)):
        parts = {
            name: parse_json(source.body)[name] for name in ("kind", "seat", "cause", "move", "happenings", "data")
        }
        columns = {"kind": source.kind, "seat": source.seat, "cause": source.cause, "payload": source.payload}
        forge(match, target.seq, body=changed_body(match, target.seq, **parts), key=None, **columns)
    for target, source in ((first, second), (second, first)):
        forge(match, target.seq, key=source.key)
    rehash(match)
    mismatch = first_wrong(match)
    assert (mismatch[0], mismatch[2]) == ("rules", first.seq)


def test_a_text_that_is_none_of_ours(match, move):
    for text in ("", "{}", "[1]", "{", move.body.replace('"v":2', '"v":1'), move.body.replace('"v":2', '"v":2.0')):
        forge(match, move.seq, body=text)
        assert first_wrong(match) == ("log", "unreadable", move.seq, "move")


def test_a_move_rewritten_and_the_chain_made_anew(match, move):
    original = parse_json(move.body)["move"]
    for another in ({"type": "fold"}, {"type": "double"}, {"type": "bid"}, None, [], {**original, "card": 9}):
        if another == original:
            continue
        forge(match, move.seq, body=changed_body(match, move.seq, move=another))
        rehash(match)
        name, _, seq, kind = first_wrong(match)
        assert (name, seq, kind) in (("columns", move.seq, "move"), ("rules", move.seq, "move"))
        assert "rules" in [difference[0] for difference in differences(match)]


@pytest.mark.parametrize("seat", [None, 99, -1, "0", True])
def test_a_seat_that_is_none(match, move, seat):
    forge(match, move.seq, body=changed_body(match, move.seq, seat=seat))
    rehash(match)
    assert "rules" in [name for name, *_ in differences(match)]


def test_a_happening_rewritten_and_the_chain_made_anew(match):
    house_event = of_kind(match, "house", skip=1)
    happenings = parse_json(house_event.body)["happenings"]
    forge(match, house_event.seq, body=changed_body(match, house_event.seq, happenings=happenings[1:]))
    rehash(match)
    assert differences(match)[0] == ("rules", "happenings", house_event.seq, "house")


def test_a_start_that_reads_otherwise(match):
    start = of_kind(match, "start")
    for data in ({}, {"phrases": None}, {"phrases": [""]}, {"phrases": [1, 2, 3, 4]}):
        forge(match, start.seq, body=changed_body(match, start.seq, data=data))
        rehash(match)
        assert first_wrong(match)[2:] == (start.seq, "start")


# --- seed and commitment ------------------------------------------------------------------------------------------


def test_another_seed(match):
    forge_row(Seed.objects.get(table=match), value=generate_server_seed())
    assert first_wrong(match) == ("log", "commitment", None, "")


def test_another_seed_with_its_commitment(match):
    seed = generate_server_seed()
    forge_row(Seed.objects.get(table=match), value=seed)
    forge_row(match, commitment=hash_server_seed(match.public_id, seed))
    assert first_wrong(match) == ("log", "chain", 1, "create")


def test_another_seed_with_its_commitment_and_the_whole_chain(match):
    """Nothing in the chain differs any more. The first event decided by the seed does."""
    seed = generate_server_seed()
    promise = hash_server_seed(match.public_id, seed)
    forge_row(Seed.objects.get(table=match), value=seed)
    forge_row(match, commitment=promise)
    data = parse_json(event(match, 1).body)["data"] | {"commitment": promise}
    forge(match, 1, body=changed_body(match, 1, data=data))
    rehash(match)
    name, _, seq, kind = first_wrong(match)
    assert (name, kind) == ("rules", "house")
    assert seq <= of_kind(match, "house", skip=1).seq


# --- frames -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["public", "own", "hidden"])
def test_a_frame(match, part):
    """Every part of a frame, in a keyframe and in a delta."""
    start = of_kind(match, "start")
    frame = parse_json(start.frame)
    broken = [*frame["own"][1:], frame["own"][0] | {"cards": ["XX"]}] if part == "own" else {
        **frame[part], "pot": 999
    }  # fmt: skip
    forge(match, start.seq, frame=dump_canonical(frame | {part: broken}))
    mismatch = first_wrong(match)
    assert (mismatch[0], mismatch[2], mismatch[3]) == ("frames", start.seq, "start")


def test_one_seat_s_view_in_the_middle(match):
    """Only what a seat was shown of its cards is changed."""
    deal = next(row for row in Event.objects.filter(table=match, kind="house") if '"own":' in row.frame)
    delta = json.loads(deal.frame)
    delta[1]["own"] = ["=", [{"cards": ["RK", "RK"]}] * 4]
    forge(match, deal.seq, frame=dump_canonical(delta))
    assert differences(match) == [("frames", "own", deal.seq, "house")]


def test_a_frame_that_only_looks_the_same(match):
    """Python holds 1 == True."""
    start = of_kind(match, "start")
    frame = parse_json(start.frame)
    name = next(name for name, value in frame["public"]["options"].items() if value is True)
    frame["public"]["options"][name] = 1
    forge(match, start.seq, frame=dump_canonical(frame))
    assert first_wrong(match) == ("frames", "public", start.seq, "start")


@pytest.mark.parametrize("text", ["", "null", "{}", "[]", '["{",{"x":["{",{},[]]},[]]', '["[",{"7":null}]', "{", "7"])
def test_a_frame_that_is_none(match, move, text):
    forge(match, move.seq, frame=text)
    mismatch = first_wrong(match)
    assert (mismatch[0], mismatch[2], mismatch[3]) == ("frames", move.seq, "move")


def test_a_frame_before_anything_was_dealt(match):
    forge(match, 1, frame=of_kind(match, "start").frame, keyframe=True)
    assert differences(match) == [("frames", "frame", 1, "create")]


def test_what_is_a_keyframe(match, move):
    forge(match, move.seq, keyframe=not move.keyframe)
    mismatch = first_wrong(match)
    assert (mismatch[0], mismatch[2]) == ("frames", move.seq)


@pytest.mark.parametrize("change", [lambda frame: frame.replace('"pot":', '"pat":'), lambda frame: frame + " "])
def test_the_last_position(match, change):
    forge_row(match.position, frame=change(match.position.frame))
    assert differences(match) == [("frames", "position", match.last_seq, event(match, match.last_seq).kind)]


def test_the_last_position_is_gone(match):
    Position.objects.filter(table=match).delete()
    assert first_wrong(match) == ("frames", "position", match.last_seq, event(match, match.last_seq).kind)


def test_every_kind_of_row_of_a_long_match(alice, bob):
    """One change at a time to a match with several keyframes: each is found, and where it is."""
    table = finished("doudizhu", alice, bob)
    assert table.last_seq > FULL_SNAPSHOT_EVERY
    for n in range(FULL_SNAPSHOT_EVERY - 1, FULL_SNAPSHOT_EVERY + 2):
        row = event(table, n)
        for column in ("body", "frame", "digest"):
            text = getattr(row, column)
            forge(table, n, **{column: text[:-1] + ("0" if text[-1] != "0" else "1")})
            assert first_wrong(table)[2] == n, (n, column)
            forge(table, n, **{column: text})
    assert audit_table(fresh(table)).is_ok


def test_a_running_table_that_was_changed(alice, bob):
    table = running("lombard", alice, bob)
    to_turn_of(table, 0)
    assert audit_table(fresh(table)).is_ok
    forge_row(fresh(table).position, frame=table.position.frame.replace('"pot":', '"pat":'))
    assert first_wrong(table)[:2] == ("frames", "position")
