"""Several concurrent workers: each row of the outbox is taken by one of them, and each notice decided once."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.db.locking import write_transaction
from games.notifications.models import Delivery, Notification
from games.notifications.outbox import fanout
from games.notifications.outbox.enqueue import delete_undelivered
from games.notifications.outbox.fanout import decide_notifications
from games.notifications.outbox.queue import claim_due
from tests.notifications.readers import hooked, reader, turn_of

WORKERS, PEOPLE = 4, 6


def beside_each_other(work: Callable[[], None], workers: int = WORKERS) -> None:
    """Run this in that many threads, each with its own connection."""
    begin = threading.Barrier(workers)

    def begun() -> None:
        try:
            begin.wait(30)
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(begun) for _ in range(workers)]:
            future.result(60)


@pytest.mark.django_db(transaction=True)
def test_workers_share_the_outbox(settings):
    settings.SITE_URL, settings.NOTIFICATION_DELAY = "https://cards.example.org", 0
    for number in range(PEOPLE):
        turn_of(hooked(reader(f"anna{number}"), "https://example.org/"))
    pks: list[int] = []

    def work() -> None:
        while decide_notifications():
            pass
        for channel in Delivery.Channel.values:
            while rows := claim_due(channel):
                pks.extend(row.pk for row in rows)

    beside_each_other(work)
    assert len(pks) == len(set(pks))
    pks += [row.pk for channel in Delivery.Channel.values for row in claim_due(channel)]  # what came a moment too late
    assert sorted(pks) == sorted(Delivery.objects.values_list("pk", flat=True))
    assert len(pks) == 2 * PEOPLE
    assert not Notification.objects.filter(kind="your-turn", decision="").exists()
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}


def many_due(settings, answered: int) -> list[int]:
    """Questions of six people that are due: one of each is open, and so many of each were answered before."""
    settings.SITE_URL, settings.NOTIFICATION_DELAY = "https://cards.example.org", 0
    open_ = []
    for number in range(PEOPLE):
        person = hooked(reader(f"anna{number}"), "https://example.org/")
        table = turn_of(person)
        open_.append(Notification.objects.get(table=table, recipient=person, kind="your-turn", due_at__isnull=False).pk)
        Notification.objects.bulk_create(
            Notification(recipient=person, table=table, event_seq=900 + n, kind="your-turn", due_at=timezone.now())
            for n in range(answered)
        )
    return open_


@pytest.mark.django_db(transaction=True)
def test_however_many_are_due_each_is_told_once_or_goes(settings, monkeypatch):
    """In batches so small that the workers meet again and again."""
    monkeypatch.setattr(fanout, "BATCH", 5)
    open_ = many_due(settings, answered=25)
    beside_each_other(lambda: decide_notifications(60) and None)
    while decide_notifications(60):  # what one had taken while the last of the others ended
        pass
    values = Notification.objects.filter(kind="your-turn").values_list("pk", "decision")
    assert sorted(values) == [(pk, "told") for pk in sorted(open_)]
    sent = Delivery.objects.values_list("notification", "channel")
    assert sorted(sent) == sorted((pk, channel) for pk in open_ for channel in ("mail", "webhook"))
    reminders = Notification.objects.filter(kind="reminder").values_list("recipient", flat=True)
    assert len(reminders) == len(set(reminders)) == PEOPLE


@pytest.mark.django_db
def test_a_run_goes_on_until_nothing_is_due(settings, monkeypatch):
    monkeypatch.setattr(fanout, "BATCH", 5)
    many_due(settings, answered=10)
    due = Notification.objects.filter(due_at__lte=timezone.now())
    assert due.count() > 60
    assert decide_notifications(60) > 60
    assert not due.exists()


@pytest.mark.django_db(transaction=True)
def test_who_decides_and_who_archives_do_not_stand_in_each_others_way(settings, monkeypatch):
    """The one makes deliveries for rows that the other deletes."""
    monkeypatch.setattr(fanout, "BATCH", 2)
    archive = write_transaction()(delete_undelivered)
    for pk in many_due(settings, answered=10):
        table = Notification.objects.get(pk=pk).table
        assert table is not None
        beside_each_other(lambda table=table: (decide_notifications(60), archive(table)), 2)
    while decide_notifications(60):
        pass
    assert not Notification.objects.filter(due_at__isnull=False, kind="your-turn").exists()
    turn_pks = set(Notification.objects.filter(kind="your-turn").values_list("pk", flat=True))
    assert set(Delivery.objects.values_list("notification", flat=True)) <= turn_pks | set(
        Notification.objects.exclude(kind="your-turn").values_list("pk", flat=True)
    )


@pytest.mark.django_db(transaction=True)
def test_a_batch_asks_as_much_for_many_as_for_one(settings, monkeypatch):
    counts = []
    for people in (1, PEOPLE):
        Notification.objects.all().delete()
        settings.SITE_URL, settings.NOTIFICATION_DELAY = "https://cards.example.org", 0
        for number in range(people):
            person = hooked(reader(f"ben{people}{number}"), "https://example.org/")
            Notification.objects.create(
                recipient=person, table=turn_of(person), event_seq=900, kind="your-turn", due_at=timezone.now()
            )
        with CaptureQueriesContext(connection) as captured:
            assert decide_notifications() >= people
        counts.append(len(captured))
    assert counts[0] == counts[1]
