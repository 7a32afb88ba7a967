"""Two workers at once: each row of the outbox is taken by one of them, and each notice decided once."""

import threading

import pytest
from django.db import connection

from games.notifications.models import Delivery, Notification
from games.notifications.outbox.fanout import decide_notifications
from games.notifications.outbox.queue import claim_due
from tests.notifications.readers import hooked, reader, turn_of

WORKERS, PEOPLE = 4, 6


@pytest.mark.django_db(transaction=True)
def test_workers_share_the_outbox(settings):
    settings.SITE_URL, settings.NOTIFICATION_DELAY = "https://cards.example.org", 0
    for number in range(PEOPLE):
        turn_of(hooked(reader(f"anna{number}"), "https://example.org/"))
    taken: list[int] = []
    begin = threading.Barrier(WORKERS)

    def work() -> None:
        try:
            begin.wait(30)
            while decide_notifications():
                pass
            for channel in Delivery.Channel.values:
                while rows := claim_due(channel):
                    taken.extend(row.pk for row in rows)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(WORKERS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert len(taken) == len(set(taken))
    taken += [
        row.pk for channel in Delivery.Channel.values for row in claim_due(channel)
    ]  # what came a moment too late
    assert sorted(taken) == sorted(Delivery.objects.values_list("pk", flat=True))
    assert len(taken) == 2 * PEOPLE
    assert not Notification.objects.filter(kind="your-turn", decision="").exists()
    assert set(Delivery.objects.values_list("attempts", flat=True)) == {1}
