"""The verdict can fail: each fault is planted among correct data, and reported."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.notifications.models import Delivery, Notification
from games.replays.archive.services import archive_table
from games.tables.models import Event, Record, Seat, Table
from games.tables.storage.archived_log import ArchivedLog
from tests.chaos import records
from tests.chaos.diary import wrong_plans
from tests.chaos.people import Book
from tests.chaos.sink import Sink
from tests.chaos.verdict import GRACE, wrongs
from tests.matches import finished, running
from tests.replays.archived import without_rows
from tests.time_travel import set_deadlines

LATER = 2 * GRACE


class Run:
    """Return what a run leaves: a finished match, one in progress, and the notifications sent."""

    def __init__(self, match: Table, going_on: Table, host: Any) -> None:
        self.match, self.going_on, self.host = match, going_on, host
        self.sink, self.book = Sink(), Book()
        self.company: Any = SimpleNamespace(sleepers=[host], words=0)
        self.victim: Any = SimpleNamespace(sink=self.sink, kills=[], doubled=0)
        for key, table, seq, digest in Event.objects.exclude(key=None).values_list(
            "key", "table__public_id", "seq", "digest"
        ):
            self.book.receipts[key] = (table, seq, digest)

    def wrongs(self) -> list[str]:
        return [*self.book.wrong, *wrongs(self.book, self.company, self.victim)]

    def a_key(self) -> str:
        return next(key for key, (table, _, _) in self.book.receipts.items() if table == self.match.public_id)


@pytest.fixture
def run(alice: Any, bob: Any) -> Run:
    alice.email = "alice@example.org"
    alice.save()
    match, going_on = finished("sdc", alice, bob), running("lombard", alice, bob)
    Notification.objects.update(due_at=None, decision=Notification.Decision.LOOKING)
    archive_table(match.pk)
    return Run(match, going_on, alice)


def test_a_sound_run_is_as_it_should_be(run: Run) -> None:
    assert run.book.receipts
    assert run.wrongs() == []


def test_a_move_whose_row_has_gone_is_in_the_record(run: Run) -> None:
    """At night rows are dropped that a verified record holds: the clock may come to it while people play."""
    without_rows(run.match)
    assert run.wrongs() == []
    table, seq, _digest = run.book.receipts[key := run.a_key()]
    run.book.receipts[key] = (table, seq, "0" * 64)
    assert [f"{key} was acknowledged" in wrong for wrong in run.wrongs()] == [True]


def test_an_acknowledged_move_that_is_not_in_the_log(run: Run) -> None:
    run.book.receipts["lost"] = (run.going_on.public_id, 99, "0" * 64)
    assert ["lost was acknowledged" in wrong for wrong in run.wrongs()] == [True]


def test_a_move_that_was_acknowledged_otherwise(run: Run) -> None:
    table, seq, _digest = run.book.receipts[key := run.a_key()]
    run.book.receipts[key] = (table, seq, "0" * 64)
    assert [f"{key} was acknowledged" in wrong for wrong in run.wrongs()] == [True]


def test_a_move_whose_sender_was_refused(run: Run) -> None:
    key = run.a_key()
    del run.book.receipts[key]
    run.book.refused[key] = 409
    assert f"{key} is in the log, and its sender was refused" in run.wrongs()


def test_one_move_of_two_browsers_played_twice(run: Run) -> None:
    first, second = [key for key, (table, _, _) in run.book.receipts.items() if table == run.match.public_id][:2]
    run.book.races.append((first, "refused"))
    assert run.wrongs() == []
    run.book.races.append((first, second))
    assert run.wrongs() == [f"one move was played twice, as {first} and as {second}"]


def test_a_deadline_that_nobody_kept(run: Run) -> None:
    seats = Seat.objects.filter(table=run.going_on, question_seq__isnull=False)
    assert set_deadlines(seats, timezone.now() - LATER)
    assert ["past its deadline" in wrong for wrong in run.wrongs()] == [True] * seats.count()


def test_a_notice_that_was_never_decided_and_a_mail_that_never_came(run: Run) -> None:
    notice = Notification.objects.filter(table=run.match).first() or Notification.objects.create(
        recipient=run.host, table=run.match, event_seq=1, kind=Notification.Kind.YOUR_TURN
    )
    Notification.objects.filter(pk=notice.pk).update(due_at=timezone.now() - LATER, decision="", kind="your-turn")
    assert run.wrongs() == [f"notice {notice.pk} was due and is not decided"]
    Notification.objects.filter(pk=notice.pk).update(due_at=None, decision=Notification.Decision.TOLD)
    assert run.wrongs() == [f"notice {notice.pk} is told, and nothing was to be sent"]
    sent = Delivery.objects.create(notification=notice, recipient=run.host, channel="mail", sent_at=timezone.now())
    assert run.wrongs() == [f"delivery {sent.pk} is marked, and nothing arrived"]


def deliver_mail(run: Run, to: bytes, message_id: bytes) -> None:
    run.sink.take(b"To: " + to + b"\r\nMessage-ID: " + message_id + b"\r\n\r\nhello")


def test_mails_about_suspensions_are_no_fault_and_others_are(run: Run) -> None:
    run.company.words = 2
    deliver_mail(run, b"alice@example.org", b"<1@house>")
    deliver_mail(run, b"alice@example.org", b"<2@house>")
    assert run.wrongs() == []
    deliver_mail(run, b"alice@example.org", b"<3@house>")
    assert run.wrongs() == ["3 mails about 2 words of the moderators"]
    run.victim.kills.append((time.time(), "email"))  # it doesn't know that the second had been taken
    assert run.wrongs() == []
    deliver_mail(run, b"bob@example.org", b"<4@house>")
    assert "a mail of no notice: <4@house>, to bob@example.org" in run.wrongs()


def test_an_answer_that_differs_the_second_time(run: Run) -> None:
    run.book.wrong.append("1-1: (200, {}) and (409, '')")
    assert run.book.wrong[0] in run.wrongs()


def test_a_plan_that_nobody_filed(run: Run) -> None:
    last = Event.objects.filter(table=run.match, kind="move").order_by("seq").last()
    assert last
    last.pk, last.seq, last.cause, last.key = None, run.match.last_seq + 1, "plan", None
    last.save(force_insert=True)
    (wrong,) = wrong_plans(run.book.diary)
    assert f"event {last.seq}: no plan of seat {last.seat}" in wrong


def test_a_record_that_is_missing(run: Run, alice: Any, bob: Any, tmp_path: Any) -> None:
    assert not records.unsealed()
    finished("sdc", alice, bob)
    assert records.unsealed()
    wrong = next(records.wrong_records(run.book, 1, tmp_path, []))
    assert wrong == "1 ended matches have no record"


def test_a_record_that_was_changed_and_a_receipt_that_does_not_fit(run: Run) -> None:
    row = Record.objects.get(table=run.match)
    text = ArchivedLog(bytes(row.data), row.lengths).text.encode()
    receipts = [digest for table, _, digest in run.book.receipts.values() if table == run.match.public_id]
    assert records.checked(text, receipts) == ""
    assert "0" * 64 in records.checked(text, [*receipts, "0" * 64])
    assert "NO" in records.checked(text.replace(b'"status":"finished"', b'"status":"voided"'), receipts)
