"""The operator's status page: one line for each part, urgent ones first and with advice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.monitoring import system_status
from games.monitoring.maintenance import DETAIL_LENGTH, Kind, record_run
from games.monitoring.models import MaintenanceRun
from games.monitoring.stats import QUEUES, get_dashboard_stats
from games.monitoring.system_status import StatusLine, get_system_status
from games.monitoring.tasks import heartbeat
from games.notifications.models import Delivery, Notification
from games.replays.models import Analysis, Verification
from tests.matches import running
from tests.people import staff

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def lines() -> dict[str, StatusLine]:
    return {line.name: line for line in get_system_status(get_dashboard_stats())}


def due() -> set[str]:
    return {name for name, line in lines().items() if line.advice}


@pytest.fixture
def calm() -> None:
    for queue in QUEUES:
        heartbeat(queue)
    for kind in Kind:
        record_run(kind, succeeded=True, detail="kept.tar: 2.0 MB")


def test_a_new_site_has_no_workers_and_no_backup() -> None:
    assert due() == {f"Worker {queue}" for queue in QUEUES} | {"Last backup", "Backup tested"}


@pytest.mark.usefixtures("calm")
def test_where_all_is_well_nothing_is_to_be_done() -> None:
    assert due() == set()
    assert lines()["Last backup"].says == "0\xa0minutes ago: kept.tar: 2.0 MB"
    assert "Tefuda 1." in lines()["Version"].says


@pytest.mark.usefixtures("calm")
@pytest.mark.parametrize(
    ("kind", "name", "days"), [(Kind.BACKUP, "Last backup", 3), (Kind.REHEARSAL, "Backup tested", 32)]
)
def test_what_was_long_ago_or_failed_is_due(kind: Kind, name: str, days: int) -> None:
    MaintenanceRun.objects.filter(kind=kind).update(finished_at=timezone.now() - timedelta(days=days))
    assert due() == {name}
    record_run(kind, succeeded=False, detail="x" * 2 * DETAIL_LENGTH)
    assert due() == {name}
    assert lines()[name].says.startswith("failed 0")
    record_run(kind, succeeded=True, detail="")
    assert due() == set()


@pytest.mark.usefixtures("calm")
def test_mails_that_were_refused(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert "No mail server" in lines()["Emails"].says
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert due() == set()
    alice = User.objects.create_user("alice", name="Alice")
    Delivery.objects.create(recipient=alice, channel="mail", problem="answered")
    Delivery.objects.create(recipient=alice, channel="push", problem="refused")
    assert due() == set()
    Delivery.objects.create(recipient=alice, channel="mail", problem="refused")
    assert due() == {"Emails"}
    assert lines()["Emails"].says.startswith("1 refused")


@pytest.mark.usefixtures("calm")
def test_a_queue_that_falls_behind() -> None:
    alice = User.objects.create_user("alice", name="Alice")
    long_ago = timezone.now() - timedelta(minutes=6)
    Delivery.objects.create(recipient=alice, channel="push", next_attempt_at=long_ago)
    assert due() == {"Worker email"}
    assert lines()["Worker email"].says.endswith("1 waiting for more than 5 minutes")
    table = running("sdc", alice)
    Notification.objects.create(recipient=alice, table=table, event_seq=900, kind="your-turn", due_at=long_ago)
    assert lines()["Worker email"].says.endswith("2 waiting for more than 5 minutes"), "decided by the same worker"
    Verification.objects.create(table=table, requested_at=long_ago, leased_until=long_ago)
    assert lines()["Worker background"].says.endswith("1 waiting for more than 5 minutes")
    Analysis.objects.create(table=table, seat=0, requested_at=long_ago, leased_until=long_ago)
    assert lines()["Worker analysis"].says.endswith("1 waiting for more than 5 minutes")


@pytest.mark.usefixtures("calm")
def test_a_disk_that_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_status, "LEAST_FREE_SHARE", 1.0)
    assert due() == {"Disk"}


@pytest.mark.usefixtures("settled_site")
def test_operators_read_it_moderators_do_not(visit: Any) -> None:
    assert "Server status" in visit(staff("Op", "admin")).get("/admin/").content.decode()
    assert "Server status" not in visit(staff("Mod", "senior")).get("/admin/").content.decode()


def test_it_costs_the_same_however_much_there_is(django_assert_num_queries: Any) -> None:
    figures = get_dashboard_stats()
    with django_assert_num_queries(7):
        get_system_status(figures)
