"""verify_match.pyz: the same bytes wherever it is built, and it replays any record without the site."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from hashlib import sha256
from io import BytesIO

import pytest
from django.urls import reverse

from games.catalog import registry
from games.catalog.lombard.moves import Fold
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.audit.columns import format_time
from games.replays.audit.snapshots import PARTS
from games.replays.standalone.build import (
    INCLUDED_PATHS,
    SOURCE_ROOT,
    get_verifier_archive,
    get_verifier_sha256,
    write_sha256,
)
from games.replays.standalone.verify_match import WHY
from games.tables.models import Event
from games.tables.services.seats import leave_seat
from tests.matches import finished, opened, play_on, running
from tests.moderation.actions import table_void
from tests.replays.archived import record_of
from tests.replays.audit.forging import of_kind
from tests.replays.rechaining import events_of, first_event, receipts, rechain, unfolded
from tests.replays.record_checker import verify
from tests.replays.records.files import paths, read
from tests.replays.sharing.test_forks import forked

pytestmark = pytest.mark.process

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
LINE = "7 {kind} {commitment} {digest} " + "a" * 64


@pytest.fixture(scope="module")
def verifier(tmp_path_factory):
    """The file, alone in a folder."""
    path = tmp_path_factory.mktemp("alone") / "verify_match.pyz"
    path.write_bytes(get_verifier_archive())
    return path


@pytest.fixture
def run(verifier):
    """The program as a player runs it. Returns what it says; `code` is how it must end."""

    def run(record, *arguments, code=0):
        text = record if isinstance(record, bytes) else dump_canonical(record).encode()
        completed = subprocess.run(
            [sys.executable, "-I", str(verifier), *arguments],
            input=text, capture_output=True, check=False, cwd=verifier.parent, env={},
        )  # fmt: skip
        assert completed.returncode == code, completed.stdout + completed.stderr
        return (completed.stdout + completed.stderr).decode().strip()

    return run


# --- the file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("umask", "zone", "hashes"), [(0o022, "UTC", "0"), (0o077, "Asia/Tokyo", "12345")], ids=["here", "elsewhere"]
)
def test_whoever_builds_it_gets_the_same_bytes(tmp_path, umask, zone, hashes):
    copy = tmp_path / "some where" / "else"
    for name in INCLUDED_PATHS:
        source, target = SOURCE_ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    shutil.copy(SOURCE_ROOT / "games/replays/standalone/build.py", copy / "games/replays/standalone/build.py")
    (copy / "CHANGELOG.md").write_text("## 2\n\n`verify_match.pyz`: SHA-256 ``\n", encoding="utf-8")
    for path in copy.rglob("*.py"):
        os.utime(path, (1_000_000_000 + len(path.name), 1_700_000_000))
    (copy / "games/engine/__pycache__").mkdir(exist_ok=True)
    (copy / "games/engine/__pycache__/left.pyc").write_bytes(b"x")
    subprocess.run(
        [sys.executable, "-m", "games.replays.standalone.build", "--release"],
        cwd=copy, check=True, capture_output=True, umask=umask, env={"TZ": zone, "PYTHONHASHSEED": hashes},
    )  # fmt: skip
    assert (copy / "dist/verify_match.pyz").read_bytes() == get_verifier_archive()
    assert f"SHA-256 `{get_verifier_sha256()}`" in (copy / "CHANGELOG.md").read_text(encoding="utf-8")


def test_only_sources_and_bots_tables_are_in_it_as_they_stand_in_the_tree():
    with zipfile.ZipFile(BytesIO(get_verifier_archive())) as archive:
        entries = archive.infolist()
        assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
        assert {(entry.compress_type, entry.date_time, entry.external_attr >> 16) for entry in entries} == {
            (zipfile.ZIP_STORED, (1980, 1, 1, 0, 0, 0), 0o100644)
        }
        for entry in entries:
            assert entry.filename.endswith(".py") or re.fullmatch(r"games/catalog/\w+/bots/.*\.json", entry.filename)
            if entry.filename != "__main__.py":
                assert archive.read(entry) == (SOURCE_ROOT / entry.filename).read_bytes()


def test_a_release_writes_its_sha256_once():
    older = "## 1\n\n`verify_match.pyz`: SHA-256 `aa`\n"
    text = f"# Changes\n\n## Unreleased\n\n- more\n\n## 2\n\n`verify_match.pyz`: SHA-256 ``\n\n{older}"
    released = write_sha256(text, "bb")
    assert released == text.replace("``", "`bb`")
    for published in (released, f"# Changes\n\n## Unreleased\n\n- more\n\n{older}", "# Changes\n\n## 2\n\nnothing\n"):
        with pytest.raises(ValueError, match="no line"):
            write_sha256(published, "cc")


def test_an_older_python_is_told_so(verifier):
    old = f"import runpy, sys; sys.version_info = (3, 9, 1); runpy.run_path({str(verifier)!r}, run_name='__main__')"
    completed = subprocess.run([sys.executable, "-I", "-c", old], capture_output=True, check=False, text=True)
    assert completed.returncode == 2
    assert completed.stderr == "verify_match.pyz needs Python 3.11 or newer; this is 3.9.\n"


# --- what it says -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_record_in_any_encoding_of_editors_and_shells_is_read(run, encoding):
    completed = run(dump_canonical(read(paths()[0])).encode(encoding))
    assert completed.startswith("Yes: ")


def test_seats_are_counted_as_pages_count_them(run):
    completed = run(read(next(path for path in paths() if path.name.startswith("lombard"))))
    assert "\nseat 1: place " in completed
    assert "seat 0" not in completed


@RECORDS
def test_every_kept_record_of_older_releases_is_played_anew(path, run):
    record = read(path)
    last = record["events"][-1]["digest"]
    line = LINE.format(kind="ended", **record)
    completed = run(record, last, line)
    assert completed.startswith(f"Yes: all {len(record['events'])} events ")
    assert "So does what you kept (2)." in completed
    assert last in completed


def test_tables_without_a_match(alice, bob, moderator, run):
    void, abandoned = running("lombard", alice, bob), opened("sdc", alice)
    table_void(public_id=void.public_id, moderator_id=moderator.pk, reason="x")
    leave_seat(public_id=abandoned.public_id, user_id=alice.pk)
    for table in (void, abandoned):
        assert run(record_of(table)).startswith("Yes: ")


@pytest.mark.parametrize("against", ["bots", "bots-open"])
def test_a_match_that_goes_on_from_another(alice, bob, charlie, run, against):
    """Both the copied part and the dealt part are replayed; the rest is in the match's record."""
    before = finished("lombard", alice, bob)
    n = (of_kind(before, "move").seq + before.last_seq) // 2
    record = record_of(play_on(forked(before, charlie, n, against=against)))
    completed = run(record)
    assert completed.startswith("Yes: ")
    assert f"It goes on from event {n} of another match, {before.public_id}" in completed
    match = unfolded(record)
    position = first_event(match, "start")["body"]["data"]["fork"]["taken"]
    position["public"]["balances"][0] += 1
    assert run(rechain(match), code=1).startswith("NO: event ")


def test_bots_are_asked_once_more(alice, monkeypatch, run):
    """One that saw more than its seat was shown would choose otherwise. So may one of other code, which has learnt."""
    honest = run(record_of(play_on(running("lombard", alice, seats=2))))
    assert honest.endswith("Its bots, asked once more, choose the same: each knew no more than its seat was shown.")
    with monkeypatch.context() as other:
        other.setitem(registry.get_game("lombard").bots, "beginner", lambda view, legal, rng, sim: Fold())
        table = play_on(running("lombard", alice, seats=2))
    record = record_of(table)
    completed = run(record, code=3)
    sentence = re.search(
        r"^BUT NOT ITS BOTS: event (\d+): the bot, asked once more .* All else agrees:\nYes: all", completed
    )
    seq = int(sentence[1])
    assert Event.objects.get(table=table, seq=seq).cause == "bot"
    for named in ({"bots": "0" * 12}, {}):
        match = unfolded(record)
        for event in events_of(match, "move"):
            if event["body"]["cause"] == "bot":
                event["body"]["data"] = named
        completed = run(rechain(match))
        assert completed.startswith("Yes: ")
        assert "Its bots were not checked" in completed


@pytest.mark.parametrize("slug", ["crown", "dilemma", "lombard", "sdc"])
def test_strong_bots_have_their_tables_in_it(alice, run, slug):
    """Without them a bot would fail, and choose what a timeout plays."""
    completed = run(record_of(play_on(running(slug, alice, seats=2, level="strong"))))
    assert completed.endswith("Its bots, asked once more, choose the same: each knew no more than its seat was shown.")


def test_of_bots_that_it_does_not_have_it_says_that_it_can_t_tell(run):
    match = unfolded(read(next(path for path in paths() if path.name.startswith("get9"))))
    for event in events_of(match, "sit-bot"):
        event["body"]["data"]["level"] = "clairvoyant"
    completed = run(rechain(match))
    assert completed.startswith("Yes: ")
    assert completed.endswith("Of its bots this file can't tell whether they knew more than their seats were shown.")


def test_of_a_match_without_bots_nothing_is_said_of_them(run):
    assert "bots" not in run(read(next(path for path in paths() if path.name.startswith("lombard"))))


def test_a_path_will_do_and_nonsense_is_no_record(tmp_path, run):
    path = tmp_path / "tefuda.json"
    path.write_text(dump_canonical(read(paths()[0])))
    assert run(b"", str(path)).startswith("Yes: ")
    assert run(b"", str(tmp_path / "none.json"), code=2).startswith("usage: ")
    assert run(b"", "--help", code=2).startswith("usage: ")
    for nonsense in (b"", b"[]", b"\xff", b"{", b"[" * 100_000):
        assert run(nonsense, code=1).startswith("NO: not a whole record")


def test_what_was_kept_and_is_not_in_it_is_named(run):
    record = read(paths()[0])
    other = "0" * 64
    assert f"NO: the receipt {other} is none of the" in run(record, other, code=1)
    assert run(record, "0:00", code=1) == "NO: the phrase 0:00 is not in the shuffle"
    assert "the line of the chain is another table's" in run(
        record, LINE.format(kind="opened", commitment=other, digest="-"), code=1
    )
    opened_line = LINE.format(kind="opened", commitment=record["commitment"], digest="-")
    assert run(record, opened_line).startswith("Yes")


def test_an_end_that_was_cut_off_is_named_by_who_kept_it(alice, bob, run):
    """Called void before its last moves, a lost match would be none."""
    record = record_of(finished("lombard", alice, bob))
    match = unfolded(record)
    moves = [n for n, event in enumerate(match["events"]) if event["body"]["kind"] == "move"]
    del match["events"][moves[-2] :]
    last = match["events"][-1]
    quiet = {**last["body"], "seat": None, "move": None, "happenings": [], "data": {}}
    due = datetime.fromisoformat(quiet["time"]) + timedelta(days=1)
    for kind, cause, time in (("voiding", "moderator", quiet["time"]), ("void", "clock", format_time(due))):
        body = {**quiet, "kind": kind, "cause": cause, "time": time}
        match["events"].append({"body": body, "frame": last["frame"]})
    cut = rechain(match | {"status": "voided"})
    assert run(cut).startswith("Yes")  # on its own it is a match that was declared void
    last = receipts(record)[-1]
    assert f"NO: the receipt {last} is none of the {len(cut['events'])} digests" in run(cut, last, code=1)
    line = LINE.format(kind="ended", **record)
    assert run(cut, line, code=1) == (
        f"NO: event {len(cut['events'])}: the record ends with the digest {cut['digest']}, and by the site's chain the "
        f"match ended with {record['digest']}"
    )


def test_the_first_event_that_differs_is_named_and_what(run):
    match = unfolded(read(next(path for path in paths() if path.name.startswith("lombard"))))
    event = first_event(match, "house", "dealt")
    n = match["events"].index(event) + 1
    event["frame"]["own"][0]["cards"], event["frame"]["own"][1]["cards"] = (
        event["frame"]["own"][1]["cards"], event["frame"]["own"][0]["cards"],
    )  # fmt: skip
    completed = run(rechain(match), code=1)
    assert completed.startswith(f"NO: event {n} (house): the state doesn't follow from the rules; own[0].cards[0] is ")


def test_a_fork_of_no_shape_is_named_by_both(run):
    match = unfolded(read(paths()[0]))
    for fork in ("x", 7, [], {}, {"table": "a", "event": 1}, {"table": "a", "event": "1", "seat": None}):
        match["events"][0]["body"]["data"]["fork"] = fork
        record = rechain(match)
        assert run(record, code=1) == "NO: event 1 (create): the match doesn't begin with its stated position"
        assert verify(record).startswith("event ")


def test_what_a_stranger_wrote_does_not_steer_the_terminal(run):
    match = unfolded(read(paths()[0]))
    event = first_event(match, "house")
    event["body"]["happenings"] = [{"to": None, "what": {"type": "\x1b]0;x\x07\u202eYes\n"}}]
    completed = run(rechain(match), code=1)
    assert completed.isprintable()
    completed = run(read(paths()[0]), "\x1b[2J" + "0" * 64, code=2)
    assert "\x1b" not in completed


def test_every_difference_that_a_record_can_have_is_told_in_words():
    """It can't see how columns, positions and results of a site differ."""
    site_only = {"position", "key", "created_at", "table-created_at", "table-holders", "table-strict",
                 "table-started_at", "table-ended_at"}  # fmt: skip
    codes = set[str]()
    for name in (
        "hash_chain",
        "columns",
        "replay_check",
        "snapshots",
        "client_seeds",
        "people",
        "timeouts",
        "older_timeouts",
        "forks",
    ):
        for node in ast.walk(ast.parse((SOURCE_ROOT / f"games/replays/audit/{name}.py").read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "MismatchError":
                why = node.args[0]
                names = [why.body, why.orelse] if isinstance(why, ast.IfExp) else [why]
                codes |= {constant.value for constant in names if isinstance(constant, ast.Constant)}
    assert len(codes) > 40
    assert codes - site_only <= WHY.keys()
    promised = {"title", "options", "seats", "commitment"}
    assert {"seq", "kind", "seat", "cause", *PARTS, *(f"table-{name}" for name in promised)} <= WHY.keys()


def test_rules_that_it_does_not_know_are_said_to_be_so(run):
    match = unfolded(read(paths()[0]))
    match["options"]["rules"] = 99
    for event in match["events"]:
        event["body"]["rules"] = 99
    match["events"][0]["body"]["data"]["options"]["rules"] = 99
    assert run(rechain(match), code=2).startswith("Can't tell: chain and frames agree, but this file does not know")


# --- the site's page ----------------------------------------------------------------------------------------------


def test_the_site_hands_it_out(client):
    answer = client.get(reverse("replays:verify_match"))
    assert answer.content == get_verifier_archive()
    assert answer["Content-Disposition"] == 'attachment; filename="verify_match.pyz"'
    assert answer["Content-Type"] == "application/octet-stream"
    assert client.head(reverse("replays:verify_match")).status_code == 200
    response = client.get(reverse("replays:verify_match"), headers={"If-None-Match": answer["ETag"]})
    assert (response.status_code, response.content) == (304, b"")


def test_the_page_names_it(client, alice, bob):
    table = finished("lombard", alice, bob)
    client.force_login(alice)
    page = client.get(reverse("replays:verify", args=[table.public_id])).content.decode()
    assert reverse("replays:verify_match") in page
    assert sha256(get_verifier_archive()).hexdigest() in page
