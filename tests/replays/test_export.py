"""An exported record and its independent checker: every change in the record is named."""

import copy
import re
import subprocess
import sys

import pytest
from django.urls import reverse

from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.archive.services import archive_table
from games.replays.standalone.assembly import get_record_checker
from games.tables.services.seats import leave_seat
from tests.every_game import every_game
from tests.matches import finished, opened, running
from tests.moderation.actions import table_void
from tests.replays import record_checker
from tests.replays.archived import record_of
from tests.replays.record_checker import verify
from tests.replays.records.files import paths, read

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)


def by_hand(text, *arguments, code=0):
    """The program as a player runs it. Returns what it says."""
    command = [sys.executable, "-I", str(record_checker.PATH), *arguments]
    run = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    assert run.returncode == code
    return (run.stdout + run.stderr).decode().strip()


@every_game
def test_every_title_is_dealt_anew(slug, alice, bob):
    assert verify(record_of(finished(slug, alice, bob))) is None


def test_tables_without_a_match_are_whole_as_well(alice, bob, moderator):
    abandoned, void = opened("sdc", alice), running("lombard", alice, bob)
    leave_seat(public_id=abandoned.public_id, user_id=alice.pk)
    table_void(public_id=void.public_id, moderator_id=moderator.pk, reason="x")
    records = [record_of(table) for table in (abandoned, void)]
    assert [record["status"] for record in records] == ["abandoned", "voided"]
    assert [verify(record) for record in records] == [None, None]


@RECORDS
def test_it_says_so_by_itself(path):
    record = read(path)
    last = record["events"][-1]["digest"]
    assert by_hand(dump_canonical(record), last).startswith("Yes")
    assert by_hand(dump_canonical(record), "0" * 64, code=1) == f"NO: {'0' * 64}"
    assert by_hand(dump_canonical(record), "0:00", code=1) == "NO: 0:00"
    assert by_hand("[]", code=1).startswith("NO: not a whole record")


@RECORDS
def test_whatever_is_flipped_is_found(path):
    """One character of every value, of some events in each part."""
    whole, rng = read(path), Rng(b"flips", path.name)
    places = [(name,) for name in whole if name != "events"]
    places += [("events", rng.randbelow(len(whole["events"])), name) for name in ("body", "frame", "digest") * 12]
    for place in places:
        record = copy.deepcopy(whole)
        part = record
        for step in place[:-1]:
            part = part[step]
        if flip(part, place[-1], rng):
            assert not agrees(record), place


def flip(part, name, rng):
    """Change a letter or digit of a text, or a number. Says whether there was one."""
    value = part[name]
    if isinstance(value, dict):
        part[name] = value | {"rules": 99}
    elif isinstance(value, list):
        part[name] = [*value[:-1], "00" * 32]
    elif isinstance(value, int):
        part[name] = value + 1
    else:
        at = [i for i, letter in enumerate(value) if letter.isascii() and letter.isalnum()]
        if not at:
            return False
        i = rng.choice(at)
        other = rng.choice([letter for letter in "abcdef0123456789" if letter != value[i]])
        part[name] = value[:i] + other + value[i + 1 :]
    return True


def agrees(record):
    try:
        return verify(record) is None
    except Exception:
        return False


def test_what_is_left_out_or_turned_round_is_found():
    record = read(paths()[0])
    events = record["events"]
    for other in (events[:-1], events[1:], events[:5] + events[6:], [*events[:5], events[6], events[5], *events[7:]]):
        assert not agrees(record | {"events": other})


def test_who_may_watch_may_take_it_along(client, alice, bob, charlie):
    table = finished("lombard", alice, bob, visibility="private")
    client.force_login(alice)
    address = reverse("replays:record_json", args=[table.public_id])
    assert client.get(address).status_code == 409  # not sealed yet
    archive_table(table.pk)
    answer = client.get(address)
    assert answer["Content-Disposition"] == f'attachment; filename="tefuda-{table.public_id}.json"'
    assert by_hand(answer.content.decode()).startswith("Yes")
    words = client.get(reverse("replays:record_txt", args=[table.public_id]), headers={"Accept-Language": "ja"})
    assert f"1. {alice.name}" in words.content.decode()
    assert table.digest in words.content.decode()
    assert re.search("騎士の[0-9]+(と|、)", words.content.decode())  # once, and as it is read out
    assert not re.search("<|svg|司教の([4-8])\\1", words.content.decode())
    client.force_login(charlie)
    for name in ("record_json", "record_txt"):
        assert client.get(reverse(f"replays:{name}", args=[table.public_id])).status_code == 404


def test_a_running_match_has_no_record(client, alice, bob):
    table = running("lombard", alice, bob)
    client.force_login(alice)
    for name in ("record_json", "record_txt"):
        answer = client.get(reverse(f"replays:{name}", args=[table.public_id]))
        assert answer.status_code == 409
        assert bytes(table.seed.value).hex() not in answer.content.decode()


def test_the_program_and_the_format_are_handed_out(client):
    program = client.get(reverse("replays:verify_record")).content.decode()
    assert program == get_record_checker()
    assert "HMAC-SHA256" in client.get(reverse("replays:record_format")).content.decode()
