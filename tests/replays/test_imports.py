"""A record from elsewhere: brought along, checked by a job, shown to who may see it. Nothing in it does any harm."""

import copy
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.chance import Rng
from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical
from games.replays import tasks
from games.replays.archive.services import archive_table
from games.replays.imports import services as imports_services
from games.replays.imports.parser import MAX_BYTES, MAX_EVENTS
from games.replays.imports.services import MAX_IMPORTS, import_record, verify_import
from games.replays.models import ImportedMatch
from games.tables.errors import ConflictError, UnprocessableError
from games.tables.models import Table
from tests.matches import finished
from tests.replays.archived import sealed_of
from tests.replays.cheats.house import played
from tests.replays.records.files import paths, read
from tests.replays.restored import restored

pytestmark = pytest.mark.thorough

RECORDS = pytest.mark.parametrize("path", paths(), ids=lambda path: path.name)
PLACE = "/library/imports/"


@pytest.fixture
def record():
    return read(next(path for path in paths() if path.name.startswith("lombard")))


def send_file(client, text, **fields):
    file = SimpleUploadedFile("record.json", text.encode() if isinstance(text, str) else text)
    return client.post(PLACE, {"file": file, **fields})


def brought(user, record, **options):
    """Brought along, and the job done."""
    public_id = import_record(user_id=user.pk, sent=dump_canonical(record).encode(), **options)
    row = ImportedMatch.objects.get(public_id=public_id)
    assert verify_import(row.pk)
    return ImportedMatch.objects.get(pk=row.pk)


def answers(row):
    return {answer["name"]: answer["outcome"] for answer in row.report["answers"]}


def rehashed(record):
    """The chain made whole again over changed texts."""
    digest = record["commitment"]
    for n, event in enumerate(record["events"], 1):
        digest = next_digest(digest, record["table"], bytes.fromhex(record["seed"]), n, event["body"])
        event["digest"] = digest
    return record | {"digest": digest}


def pages(row):
    last = json.loads((row.summary and json.dumps(row.summary["end_seq"])) or "1")
    at = f"/replays/{row.public_id}/"
    queries = ("", "?seat=0", "?open=1", "?seat=1&all=1")
    return [
        *(f"{at}positions/{n}/{query}" for n in (row.summary["start_seq"], last // 2 + 1, last) for query in queries),
        f"{at}verify/", f"{at}record.json", f"{at}record.txt", f"{at}text/",
    ]  # fmt: skip


@RECORDS
def test_the_way_of_a_record(path, client, alice, jobs, django_capture_on_commit_callbacks):
    """Sent as a file, checked by the job, watched, read, handed out again to the byte."""
    record = read(path)
    client.force_login(alice)
    with django_capture_on_commit_callbacks(execute=True):
        answer = send_file(client, json.dumps(record), names="Momo\nTarō <b>")
    row = ImportedMatch.objects.get()
    assert answer["Location"] == f"/replays/{row.public_id}/verify/"
    assert jobs() == [("replays.verify_import", (row.pk,))]
    assert "hx-trigger" in client.get(answer["Location"]).content.decode()  # it is not checked yet
    assert client.get(f"/replays/{row.public_id}/").status_code == 409
    tasks.verify_import(row.pk)
    assert client.get(answer["Location"], headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    row = ImportedMatch.objects.get()
    assert answers(row) == dict.fromkeys(("log", "columns", "rules", "clocks", "frames", "bots"), "agrees")
    for address in pages(row):
        assert client.get(address).status_code == 200, address
    start = client.get(f"/replays/{row.public_id}/", follow=True).content.decode()
    assert "Imported" in start
    assert "Tarō &lt;b&gt;" in start
    html = start.partition("<main")[2]
    assert "Tarō <b>" not in html
    assert "/players/" not in html
    assert f"/tables/{row.public_id}/" not in start
    assert client.get(f"/replays/{row.public_id}/record.json").content.decode() == dump_canonical(record)
    assert row.public_id in client.get(PLACE).content.decode()


def test_twelve_deals_of_dou_dizhu_go_out_and_come_in_again(client, alice, bob):
    """All that is handed out of a match of some 1,500 events can be brought along, checked and handed out again."""
    record = next(
        long for long in (played("doudizhu", 4, {"deals": 12}, n, public_id="twelvedeals2").record for n in range(20))
        if len(dump_canonical(long)) > 1_800_000
    )  # fmt: skip
    table = restored(record, alice)
    archive_table(table.pk)
    client.force_login(alice)
    handed_out = client.get(f"/replays/{table.public_id}/record.json").content
    assert handed_out == dump_canonical(record).encode()
    client.force_login(bob)
    assert send_file(client, handed_out).status_code == 302
    assert verify_import(ImportedMatch.objects.get(owner=bob).pk)
    row = ImportedMatch.objects.get(owner=bob)
    assert {name: answer for name, answer in answers(row).items() if name != "bots"} == dict.fromkeys(
        ("log", "columns", "rules", "clocks", "frames"), "agrees"
    )
    for address in pages(row)[:3]:
        assert client.get(address).status_code == 200, address
    assert client.get(f"/replays/{row.public_id}/record.json").content == handed_out


def test_pasted_text_will_do(client, alice, record):
    client.force_login(alice)
    assert client.post(PLACE, {"text": dump_canonical(record)}).status_code == 302
    assert ImportedMatch.objects.get().names == [""] * record["seats"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_may_be_written_in_any_encoding_of_editors_and_shells(alice, record, encoding):
    text = dump_canonical(record) + "\n"
    public_id = import_record(user_id=alice.pk, sent=text.encode(encoding))
    assert import_record(user_id=alice.pk, sent=text.encode()) == public_id


def test_the_unchanged_record_of_a_match_played_here_is_recognised(client, alice, bob, charlie):
    table = finished("lombard", alice, bob)
    handed_out = sealed_of(table).text
    client.force_login(alice)
    answer = send_file(client, handed_out)
    assert answer.headers["location"] == f"/replays/{table.public_id}/verify/"
    assert "This match was played here" in client.get(answer.headers["location"]).text
    assert not ImportedMatch.objects.exists()
    Table.objects.filter(pk=table.pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
    client.force_login(charlie)
    address = send_file(client, handed_out).headers["location"]
    assert address != f"/replays/{table.public_id}/verify/"
    assert verify_import(ImportedMatch.objects.get().pk)
    assert "unchanged record of" in client.get(address).text


def test_one_that_fails_the_check_says_so_wherever_it_is_shown(client, alice, record):
    record["events"][-1]["digest"] = record["digest"] = "0" * 64
    row = brought(alice, record)
    client.force_login(alice)
    assert "It fails the fairness check" in client.get(PLACE).text
    client.post(f"{PLACE}{row.public_id}/", {"do": "share"})
    client.logout()
    text = client.get(f"/replays/{row.public_id}/", follow=True).text
    assert "Imported: fails the fairness check" in text
    assert 'og:description" content="Not played here, and fails the fairness check' in text
    assert "og:image" not in text


def test_one_that_agrees_is_not_said_to_fail(client, alice, record):
    row = brought(alice, record)
    client.force_login(alice)
    for address in (PLACE, f"/replays/{row.public_id}/"):
        assert "fails the fairness check" not in client.get(address, follow=True).text.lower()


def test_the_same_once_more_is_the_same(alice, bob, record):
    first = brought(alice, record)
    assert import_record(user_id=alice.pk, sent=json.dumps(record, indent=1).encode()) == first.public_id
    assert import_record(user_id=bob.pk, sent=dump_canonical(record).encode()) != first.public_id


def test_who_may_look(client, visit, alice, charlie, record):
    row = brought(alice, record)
    strangers = [visit(charlie), visit()]
    for other in strangers:
        assert {other.get(address).status_code for address in pages(row)} == {404}
        assert other.post(f"/library/imports/{row.public_id}/", {"do": "remove"}).status_code in (302, 404)
    owner = visit(alice)
    assert owner.post(f"/library/imports/{row.public_id}/", {"do": "share"}).status_code == 302
    for other in strangers:
        assert {other.get(address).status_code for address in pages(row)} == {200}
    owner.post(f"/library/imports/{row.public_id}/", {"do": "keep"})
    assert strangers[0].get(pages(row)[0]).status_code == 404
    owner.post(f"/library/imports/{row.public_id}/", {"do": "remove"})
    assert not ImportedMatch.objects.exists()
    assert owner.get(pages(row)[0]).status_code == 404


def test_strangers_are_asked_to_log_in(client, db):
    assert client.get(PLACE).status_code == 302
    assert client.post(PLACE, {"text": "{}"}).status_code == 302
    assert not ImportedMatch.objects.exists()


def test_whoever_goes_takes_it_along(alice, record):
    from accounts.services.anonymize import wipe_personal_data
    from accounts.signals import user_anonymized

    brought(alice, record)
    wipe_personal_data(alice)
    user_anonymized.send(sender=type(alice), person=alice)
    assert not ImportedMatch.objects.exists()


def test_it_is_in_no_list_of_tables(client, alice, record):
    row = brought(alice, record)
    client.force_login(alice)
    for address in ("/", "/lobby/", "/history/"):
        assert row.public_id not in client.get(address).content.decode()


# --- invalid records --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "choose a file"),
        ("{", "isn’t JSON"),
        ("[" * 100_000, "isn’t JSON"),
        ("1e5", "isn’t JSON"),
        (b"\xff\xfe{}", "isn’t JSON"),
        (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "isn’t JSON"),  # packed things are not unpacked
        ("9" * 5_000, "isn’t JSON"),
        ("[]", "not the record"),
        ('{"format":"tefuda-record-2"}', "not the record"),
        ('{"format":"tefuda-record-1"}', "know the format"),
    ],
)
def test_is_refused_in_words(client, alice, text, words):
    client.force_login(alice)
    answer = send_file(client, text)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not ImportedMatch.objects.exists()


CHANGES = {
    "title": ["chess", 7, None, "lombard\n"],
    "table": ["", "A B", 7, "x" * 60],
    "options": [[], {"a": {}}, None, {str(n): n for n in range(99)}],
    "seats": [0, -1, "4", True, 10**9, None],
    "status": ["running", None],
    "seed": ["00", None, "zz" * 32],
    "phrases": [[], None, [1, 2, 3, 4], ["x"] * 4],
    "digest": ["", None],
    "events": [[], None, {}, [1], [{}], [{"body": 1, "frame": "", "keyframe": False, "digest": "0" * 64}]],
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_part_is_looked_at(alice, record, name):
    wrong = [record | {name: value} for value in CHANGES[name]]
    for broken in [*wrong, {key: part for key, part in record.items() if key != name}, record | {"more": 1}]:
        with pytest.raises(UnprocessableError):
            import_record(user_id=alice.pk, sent=json.dumps(broken).encode())
    assert not ImportedMatch.objects.exists()


def test_too_much_is_too_much(client, alice, record):
    client.force_login(alice)
    large = send_file(client, json.dumps(record) + " " * MAX_BYTES)
    assert large.status_code == 422
    assert "A record may have at most 16 MB. This one has 17 MB." in large.content.decode()
    assert send_file(client, "x" * (MAX_BYTES + 1_200_000)).status_code == 413
    assert client.post("/settings/profile/", {"name": "x" * 70_000}).status_code == 413  # no other form is as large
    nested = copy.deepcopy(record)
    nested["events"][0]["body"] = '{"a":' + "[" * 60 + "]" * 60 + "}"
    assert send_file(client, json.dumps(nested)).status_code == 422
    response = send_file(client, json.dumps(record | {"events": record["events"][:1] * (MAX_EVENTS + 1)}))
    assert response.status_code == 422
    assert "at most 20000 events" in response.content.decode().replace(",", "")
    assert not ImportedMatch.objects.exists()


def test_nobody_brings_more_than_so_many(alice, record):
    for n in range(MAX_IMPORTS):
        import_record(user_id=alice.pk, sent=dump_canonical(record | {"table": f"x{n}"}).encode())
    with pytest.raises(ConflictError):
        import_record(user_id=alice.pk, sent=dump_canonical(record | {"table": "onemore"}).encode())


def test_nor_too_quickly(client, alice):
    client.force_login(alice)
    statuses = [send_file(client, "{").status_code for _ in range(8)]
    assert statuses[0] == 422
    assert statuses[-1] == 429


# --- what claims to be one ----------------------------------------------------------------------------------------


@RECORDS
def test_whatever_is_changed_is_found_and_nothing_breaks(path, alice, client):
    """Letters of texts and frames flipped at random, some with a chain made whole again."""
    whole, rng = read(path), Rng(b"strange", path.name)
    client.force_login(alice)
    for turn in range(12):
        strange = copy.deepcopy(whole) | {"table": whole["table"]}
        event = strange["events"][rng.randbelow(len(strange["events"]))]
        name = "body" if turn % 2 or not event["frame"] else "frame"
        at = rng.randbelow(len(event[name]))
        event[name] = event[name][:at] + rng.choice('0aZ"{[,:-é') + event[name][at + 1 :]
        if event == whole["events"][strange["events"].index(event)]:
            continue
        row = brought(alice, rehashed(strange) if turn % 3 else strange)
        if turn % 3 == 0:  # with a new chain a time, for example, can have any value
            assert row.problem or "differs" in answers(row).values(), (turn, name)
        statuses = {client.get(address).status_code for address in (pages(row) if row.summary else [])}
        assert statuses <= {200, 422}
        client.post(f"/library/imports/{row.public_id}/", {"do": "remove"})


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [[]], "K99", -1, 10**18, True])
def test_strange_frames_are_not_shown(alice, client, record, value):
    """Every part of the first frame is replaced; the chain agrees, as the hashes are new."""
    client.force_login(alice)
    start = next(n for n, event in enumerate(record["events"]) if event["keyframe"])
    frame = json.loads(record["events"][start]["frame"])
    for part in ("public", "hidden", "own"):
        inner = frame[part][0] if part == "own" else frame[part]
        for name in list(inner)[:4]:
            strange = copy.deepcopy(record)
            changed = json.loads(record["events"][start]["frame"])
            (changed[part][0] if part == "own" else changed[part])[name] = value
            if dump_canonical(changed) == dump_canonical(frame):
                continue
            strange["events"][start]["frame"] = dump_canonical(changed)
            row = brought(alice, strange)
            assert row.problem or "differs" in answers(row).values()
            for address in pages(row)[:2] if row.summary else ():
                assert client.get(address).status_code in (200, 422)
            row.delete()


def test_what_takes_too_long_is_given_up(alice, record, monkeypatch):
    monkeypatch.setattr(imports_services, "SECONDS", -1)
    row = brought(alice, record)
    assert (row.problem, row.report, row.leased_until) == ("too-long", None, None)


def test_a_job_that_dies_is_tried_again_and_given_up(alice, record):
    import_record(user_id=alice.pk, sent=dump_canonical(record).encode())
    row = ImportedMatch.objects.get()
    before = row.created_at - timedelta(seconds=1)
    ImportedMatch.objects.update(leased_until=before, attempts=1)
    assert imports_services.lease_lost_imports() == [row.pk]
    ImportedMatch.objects.update(leased_until=before, attempts=2)
    assert imports_services.lease_lost_imports() == []
    assert ImportedMatch.objects.get().problem == "failed"
    assert not verify_import(row.pk)


def test_the_list_costs_the_same_however_many(client, alice, record):
    client.force_login(alice)
    counts = []
    for n in range(3):
        import_record(user_id=alice.pk, sent=dump_canonical(record | {"table": f"x{n}"}).encode())
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("replays:imports"))
        counts.append(len(captured))
    assert counts[1] == counts[2]
