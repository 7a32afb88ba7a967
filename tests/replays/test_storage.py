"""A verified record replaces the rows: they are deleted, and no page shows the difference."""

import re
from datetime import timedelta
from itertools import zip_longest

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.engine.chance import Rng
from games.moderation.services.conflicts_of_interest import has_sat_at
from games.replays import tasks
from games.replays.archive.services import archive_table, prune_events, prune_table
from games.replays.models import Verification
from games.replays.verification import selectors as verification_selectors
from games.replays.verification.selectors import audit_table
from games.replays.verification.services import run_verification
from games.tables.gameplay.moves import SubmittedMove, submit_move
from games.tables.models import Event, Position, Record, Seat, Table
from games.tables.selectors import last_hand
from games.tables.selectors.event_log import get_recent_log
from games.tables.selectors.event_source import (
    get_first_move_seq,
    get_next_move_seq,
    get_snapshot_at,
    get_start_seq,
    list_log_rows,
    list_snapshots,
)
from tests.every_game import every_game
from tests.matches import finished, fresh, legal, new_key, play_on, played, running, seat, submit, to_turn_of
from tests.replays.archived import proven, record_of, without_rows
from tests.replays.audit.forging import changed_body, forge, forge_row

pytestmark = pytest.mark.thorough

REFUSED = pytest.raises(DatabaseError, match="append-only")


@pytest.fixture
def ended(slug, alice, bob):
    return finished(slug, alice, bob)


def read_log(table):
    """All that is read of a log, one way or the other."""
    table = Table.objects.get(pk=table.pk)
    rows = [row._replace(body="") for row in list_log_rows(table, 0, table.last_seq)]
    frames = [get_snapshot_at(table, n) for n in range(1, table.last_seq + 1)]
    return rows, frames, list(list_snapshots(table, 3, table.last_seq))


@every_game
def test_the_same_is_told_from_rows_and_from_the_record(ended):
    before = read_log(ended)
    bodies = [row.body for row in list_log_rows(ended, 0, ended.last_seq)]
    record = record_of(ended)
    assert [event["body"] for event in record["events"]] == bodies
    without_rows(ended)
    assert read_log(ended) == before
    assert not Position.objects.filter(table=ended).exists()
    assert record_of(ended) == record


PAGES: list = [(name, ()) for name in ("tables:detail", "tables:log", "replays:record_json", "replays:record_txt")]
CHANCE = re.compile(
    r'(csrf\S*|name="key") value="[^"]*"|data-now="[^"]*"|data-csrf="[^"]*"|hx-headers=\S*|data-\w*(key|token)="[^"]*"'
    r"|(?<=>)(just now|たった今|\d+ ?(min ago|分前))(?=</time>)"
)


def fetch_pages(client, table, language):
    """Return the lines of every page of an ended table, without random keys and the age of events."""
    pages = {}
    replayed = [("replays:position", (n,)) for n in (table.last_seq - 8, table.last_seq - 1, table.last_seq)]
    for name, args in PAGES + replayed:
        answer = client.get(reverse(name, args=[table.public_id, *args]), headers={"Accept-Language": language})
        assert answer.status_code == 200, name
        pages[name, args] = CHANCE.sub("", answer.content.decode()).splitlines()
    return pages


@every_game
def test_no_page_shows_a_difference(ended, alice, client, monkeypatch):
    monkeypatch.setattr(last_hand, "FRESH", timedelta(days=1))  # the match may turn a minute old in between
    client.force_login(alice)
    proven(ended)
    before = [fetch_pages(client, ended, language) for language in ("en", "ja")]
    tasks.prune_events()
    assert not Event.objects.filter(table=ended).exists()
    for language, pages in zip(("en", "ja"), before, strict=True):
        for place, page in fetch_pages(client, ended, language).items():
            assert [pair for pair in zip_longest(page, pages[place]) if pair[0] != pair[1]] == [], (place, language)


def test_the_front_the_history_and_a_rematch_need_no_rows(ended, alice, bob, client):
    without_rows(ended)
    client.force_login(alice)
    assert client.get("/").status_code == 200
    assert ended.public_id in client.get(reverse("tables:history")).content.decode()
    response = client.post(reverse("tables:rematch", args=[ended.public_id]))
    assert response.status_code == 302
    assert response["Location"] != f"/tables/{ended.public_id}/"


def test_an_account_may_go_before_and_after(ended, alice, bob):
    """The holder of a seat is identified by a mark that the log and the seat's row share."""
    without_rows(ended)
    assert audit_table(Table.objects.get(pk=ended.pk)).is_ok
    forge_row(Seat.objects.get(table=ended, user=bob), user_id=None, played_by="nobody")
    assert audit_table(Table.objects.get(pk=ended.pk)).first_mismatch.why == "table-holders"


def test_a_move_sent_twice_is_answered_as_before(alice, bob):
    """The browser that sent it has heard nothing for a day."""
    table = running("lombard", alice, bob)
    at = to_turn_of(table, 0)
    move, key = legal(table, 0).sample(Rng(b"x", "y")), new_key()
    first = submit(table, at, move, key=key)
    without_rows(play_on(table))
    call = {"question_seq": at.question_seq, "user_id": alice.pk, "key": key, "submitted": SubmittedMove(move=move)}
    _, second = submit_move(table.public_id, **call)
    assert (second.seq, second.digest, second.repeated) == (first.seq, first.digest, True)


def test_pages_of_long_matches_cost_no_more(alice, bob, client):
    """The same queries, and only the shown part of the record is unpacked."""
    short, long = finished("lombard", alice, bob), finished("doudizhu", alice, bob)
    assert long.last_seq > short.last_seq + 30  # how they are played depends on a database's numbers, too
    counts = []
    for table in (short, long):
        without_rows(table)
        for address in (
            f"/replays/{table.public_id}/positions/12/",
            f"/tables/{table.public_id}/",
            f"/tables/{table.public_id}/log/",
        ):
            client.get(address)  # sessions and the like
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            counts.append(len(captured))
    assert counts[:3] == counts[3:]


# --- concurrent readers


def test_a_page_that_began_before_there_was_a_record_tells_all(ended):
    """Its rows are there when it looks for a record, and gone when it reads them."""

    def begun() -> Table:
        table = Table.objects.get(pk=ended.pk)
        assert table.archived_log is None
        return table

    reads = (
        lambda table: [row._replace(body="") for row in list_log_rows(table, 0, table.last_seq)],
        lambda table: get_snapshot_at(table, table.last_seq),
        lambda table: list(list_snapshots(table, 3, table.last_seq)),
        get_start_seq,
        lambda table: get_first_move_seq(table, None),
        lambda table: get_next_move_seq(table, 0, 0),
        lambda table: get_recent_log(table, 0, 30),
    )
    tables = [begun() for _ in reads]
    before = [read(table) for read, table in zip(reads, (begun() for _ in reads), strict=True)]
    assert all(before)
    without_rows(ended)
    assert [read(table) for read, table in zip(reads, tables, strict=True)] == before


def test_a_check_that_reads_rows_while_they_go_finds_no_difference(ended, monkeypatch):
    proven(ended)
    monkeypatch.setattr(verification_selectors, "EVENTS_AT_ONCE", 5)
    checked = Table.objects.select_related("seed").get(pk=ended.pk)
    assert audit_table(checked, passed=lambda seq: prune_table(ended.pk) if seq == 5 else None).is_ok
    assert not Event.objects.filter(table=ended).exists()


def test_a_check_that_began_before_the_record_finds_no_difference(ended, monkeypatch):
    monkeypatch.setattr(verification_selectors, "EVENTS_AT_ONCE", 5)
    checked = Table.objects.select_related("seed").get(pk=ended.pk)
    steps = iter([lambda: without_rows(ended)])
    assert audit_table(checked, passed=lambda seq: next(steps, lambda: None)() and None).is_ok
    assert not Event.objects.filter(table=ended).exists()


def test_who_sat_there_is_known_from_the_record(ended, alice, moderator):
    without_rows(ended)
    table = Table.objects.select_related("seed").get(pk=ended.pk)
    assert has_sat_at(table, [alice.pk])
    assert not has_sat_at(table, [moderator.pk])


# --- dropping rows ------------------------------------------------------------------------------------------------


def test_only_what_was_verified_goes(ended, alice, bob):
    other = played("lombard", alice, bob)
    proven(ended)
    archive_table(other.pk)
    tasks.prune_events()
    assert not Event.objects.filter(table=ended).exists()
    assert Event.objects.filter(table=other).count() == other.last_seq


def test_a_little_at_a_time_and_on_from_there(alice, bob):
    tables = [finished("lombard", alice, bob) for _ in range(3)]
    for table in tables:
        proven(table)
    assert [prune_events(2), prune_events(2), prune_events(2)] == [2, 1, 0]
    assert not Event.objects.exists()


def test_what_differs_stays(ended, caplog):
    archive_table(ended.pk)
    forge(ended, 4, digest="f" * 64)
    assert run_verification(ended.pk)
    assert Verification.objects.get(table=ended).verified_sha256 == ""
    tasks.prune_events()
    assert Event.objects.filter(table=ended).count() == ended.last_seq


def test_a_record_that_is_not_what_was_played_keeps_the_rows(ended):
    """The log was changed after it was sealed, chain and all."""
    archive_table(ended.pk)
    forge_row(Record.objects.get(table=ended), sha256="0" * 64)
    run_verification(ended.pk)
    last = Verification.objects.get(table=ended).report["answers"][-1]
    assert (last["name"], last["why"]) == ("record", "sha256")
    assert prune_events(9) == 0


def test_a_row_that_is_not_in_the_record_is_named(ended):
    archive_table(ended.pk)
    n = ended.last_seq // 2
    forge(ended, n, body=changed_body(ended, n, time="2026-01-01T00:00:00.000000Z"))
    answer = audit_table(fresh(ended)).answers[-1]
    assert (answer.name, answer.why, answer.event) == ("record", "event", n)


# --- the triggers -------------------------------------------------------------------------------------------------


def delete_rows(table):
    with transaction.atomic():
        Event.objects.filter(table=table).delete()


def test_events_of_a_verified_record_may_be_deleted_and_no_others(ended, alice, bob):
    other = played("lombard", alice, bob)
    with REFUSED:
        delete_rows(ended)
    archive_table(ended.pk)
    with REFUSED:  # sealed, but not yet verified
        delete_rows(ended)
    assert run_verification(ended.pk)
    with REFUSED:
        delete_rows(other)
    with REFUSED, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_event")
    delete_rows(ended)
    assert not Event.objects.filter(table=ended).exists()
    assert Event.objects.filter(table=other).count() == other.last_seq


def test_another_record_s_verification_opens_nothing(ended):
    """`proven` is the hash of the very record that is there."""
    proven(ended)
    Verification.objects.filter(table=ended).update(verified_sha256="0" * 64)
    with REFUSED:
        delete_rows(ended)
    tasks.prune_events()
    assert Event.objects.filter(table=ended).exists()


def test_events_of_a_verified_record_can_still_not_be_changed(ended):
    proven(ended)
    with REFUSED, transaction.atomic():
        Event.objects.filter(table=ended).update(body="{}")
    with REFUSED, transaction.atomic():
        Record.objects.filter(table=ended).delete()


# --- afterwards ---------------------------------------------------------------------------------------------------


def test_it_can_be_verified_again_from_the_record_alone(ended):
    without_rows(ended)
    Verification.objects.update(finished_at=timezone.now() - timedelta(days=1), leased_until=timezone.now())
    assert run_verification(ended.pk)
    answers = Verification.objects.get(table=ended).report["answers"]
    assert [(answer["name"], answer["outcome"]) for answer in answers] == [
        (name, "agrees")
        for name in ("log", "columns", "rules", "clocks", "frames", "results", "bots", "summary", "record")
    ]


def test_moderators_read_its_log(ended, moderator, client):
    without_rows(ended)
    client.force_login(moderator)
    page = client.get(reverse("admin:tables_table_change", args=[ended.pk])).content.decode()
    address = reverse("admin:tables_table_record", args=[ended.pk])
    assert address in page
    log = client.get(address, {"page": "1"}).content.decode()
    assert "&quot;happenings&quot;" in log
    assert client.get(address, {"page": "999"}).status_code == 200
    client.logout()
    assert client.get(address).status_code == 302


def test_a_running_table_has_no_such_page(alice, bob, moderator, client):
    client.force_login(moderator)
    table = running("lombard", alice, bob)
    assert client.get(reverse("admin:tables_table_record", args=[table.pk])).status_code == 404
    assert seat(table, 0).user_id == alice.pk
