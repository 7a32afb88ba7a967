"""The front page of the administration and /metrics: the same figures, at a cost that doesn't grow."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import audit_log
from games.monitoring import event_counts
from games.monitoring.backlog import get_backlog
from games.monitoring.maintenance import Kind, record_run
from games.monitoring.models import HourlyEventCount, QueueHeartbeat
from games.monitoring.stats import QUEUES, get_dashboard_stats
from games.monitoring.tasks import count_events, heartbeat
from games.notifications.models import Delivery, Notification
from games.tables.models import Event, Seat
from tests.matches import finished, running, stretched, waiting
from tests.people import staff
from tests.replays.archived import without_rows
from tests.time_travel import set_deadlines

TOKEN = "only-for-these-tests"


@pytest.fixture
def operator(client, settings):
    settings.METRICS_TOKEN = TOKEN
    return lambda path, token=TOKEN: client.get(path, headers={"authorization": f"Bearer {token}"})


@pytest.fixture
def lively(db):
    for queue in QUEUES:
        heartbeat(queue)


@pytest.fixture
def troubled(match, bob, alice):
    """One of everything that may go wrong."""
    at = next(seat for seat in waiting(match) if not seat.bot_level)
    set_deadlines(Seat.objects.filter(pk=at.pk), timezone.now() - timedelta(minutes=5))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    other = running("sdc", alice, User.objects.create_user("carl", name="Carl"))
    Seat.objects.filter(table=other).update(question_seq=None, deadline=None)
    Delivery.objects.create(recipient=alice, channel="mail", problem="refused")
    audit_log.record("watchdog", kind=audit_log.TABLE, target=match.public_id)
    return match


def test_the_figures(troubled):
    dashboard_stats = get_dashboard_stats()
    assert (
        dashboard_stats.overdue,
        dashboard_stats.stuck,
        dashboard_stats.orphaned,
        dashboard_stats.failed,
        dashboard_stats.watchdog,
    ) == (1, 1, 1, 1, 1)
    assert (dashboard_stats.reports, dashboard_stats.oldest_report) == (0, None)
    assert dashboard_stats.silent == list(QUEUES)


def test_a_calm_house(match, lively):
    dashboard_stats = get_dashboard_stats()
    assert (
        dashboard_stats.overdue,
        dashboard_stats.stuck,
        dashboard_stats.orphaned,
        dashboard_stats.failed,
        dashboard_stats.watchdog,
    ) == (0, 0, 0, 0, 0)
    assert dashboard_stats.silent == []


def test_a_worker_that_is_silent_for_long(match, lively):
    QueueHeartbeat.objects.filter(queue="bots").update(last_seen_at=timezone.now() - timedelta(minutes=3))
    assert get_dashboard_stats().silent == ["bots"]


def test_the_front_page_shows_them_to_who_may_look_at_tables(troubled, lively, visit):
    page = visit(staff("Mod", "moderator")).get("/admin/").content.decode()
    assert "Decisions overdue" in page
    assert page.count("desk--due") == 5
    assert page.count("<rect") == 24
    assert " style=" not in page
    nobody = staff("New", "moderator")
    nobody.groups.clear()
    assert "Decisions overdue" not in visit(nobody).get("/admin/").content.decode()


def test_what_it_counts_is_found_in_the_list_of_tables(troubled, visit):
    client = visit(staff("Mod", "moderator"))
    front = client.get("/admin/").content.decode()
    for trouble, expected in (("overdue", {"lombard"}), ("stuck", {"sdc"}), ("orphaned", {"lombard"}), ("", None)):
        tables = client.get(f"/admin/tables/table/?trouble={trouble}").context["cl"].result_list
        assert {table.game_slug for table in tables} == (expected or {"lombard", "sdc"})
        assert not trouble or f"/admin/tables/table/?trouble={trouble}" in front


@pytest.mark.usefixtures("settled_site")
def test_every_figure_leads_to_its_list(troubled, visit):
    client = visit(staff("Op", "admin"))
    page = client.get("/admin/").text
    figures = page[page.index("desk__figures") : page.index("</dl>")]
    links = re.findall(r'href="([^"]+)"', figures)
    assert figures.count("<dt>") == len(links)
    for link in links:
        assert client.get(link).status_code == 200, link


def test_events_are_counted_once_by_the_hour(match):
    count_events()
    assert sum(hour.event_count for hour in HourlyEventCount.objects.all()) == 0  # older days aren't shown
    stretched(match, match.last_seq + 70)
    count_events()
    count_events()
    assert sum(hour.event_count for hour in HourlyEventCount.objects.all()) == 70
    assert HourlyEventCount.objects.latest("hour").last_event_id == Event.objects.latest("pk").pk
    assert event_counts.count_events() == 0


def test_events_are_counted_although_their_rows_go_before(alice, bob):
    count_events()
    ended = without_rows(finished("lombard", alice, bob))
    assert event_counts.count_events() == 0
    assert sum(hour.event_count for hour in HourlyEventCount.objects.all()) == ended.last_seq


@pytest.mark.parametrize("header", [None, "Bearer another", "Bearer ", TOKEN, "Basic eDp5"])
def test_there_are_no_metrics_without_the_token(client, settings, db, header):
    headers = {} if header is None else {"authorization": header}
    for expected in (TOKEN, ""):
        settings.METRICS_TOKEN = expected
        assert client.get("/metrics", headers=headers).status_code == 404


def test_metrics_for_prometheus(operator, troubled, lively):
    answer = operator("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    for expected in ("tefuda_questions_overdue 1.0", "tefuda_seats_orphaned 1.0", "tefuda_watchdog_moves_day 1.0"):
        assert expected in lines
    assert any(line.startswith('tefuda_worker_seconds{queue="deadlines"}') for line in lines)
    assert not any(line.startswith("tefuda_maintenance_") for line in lines)  # no backup yet
    assert troubled.public_id not in answer.content.decode()


def test_metrics_tell_what_has_been_due_for_how_long(operator, match, alice, lively):
    def told():
        lines = [line for line in operator("/metrics").text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}

    names = ("bots_late", "notifications_late", "deliveries_late")
    Notification.objects.all().delete()
    Seat.objects.update(act_at=None)
    assert [told()[f"tefuda_{name}_seconds"] for name in names] == [0, 0, 0]
    ago = timezone.now() - timedelta(minutes=10)
    seat = next(iter(waiting(match)))
    Seat.objects.filter(pk=seat.pk).update(act_at=ago, bot_level="normal", played_by="away")
    Notification.objects.create(recipient=alice, table=match, event_seq=9_999, kind="your-turn", due_at=ago)
    Delivery.objects.create(recipient=alice, channel="push", next_attempt_at=ago)
    Delivery.objects.create(recipient=alice, channel="mail", problem="refused")
    record_run(Kind.BACKUP, succeeded=False, detail="full")
    values = told()
    assert all(600 <= values[f"tefuda_{name}_seconds"] < 700 for name in names)
    counts = ("notifications_waiting", "deliveries_waiting", "mail_failed_day")
    assert [values[f"tefuda_{name}"] for name in counts] == [1, 1, 1]
    assert values['tefuda_maintenance_succeeded{kind="backup"}'] == 0
    assert values['tefuda_maintenance_seconds{kind="backup"}'] < 60
    record_run(Kind.BACKUP, succeeded=True, detail="2 MB")
    assert told()['tefuda_maintenance_succeeded{kind="backup"}'] == 1


def test_a_backlog_costs_the_same_however_long_it_is(match, alice, django_assert_num_queries):
    ago = timezone.now() - timedelta(minutes=10)
    for count in (0, 30):
        Delivery.objects.bulk_create(
            Delivery(recipient=alice, channel="push", next_attempt_at=ago) for _ in range(count)
        )
        with django_assert_num_queries(7):
            get_backlog(timezone.now())


def test_they_cost_the_same_however_much_there_is(match, alice, bob, lively, django_assert_num_queries):
    with CaptureQueriesContext(connection) as queries:
        get_dashboard_stats()
    stretched(match, 2_000)
    for _ in range(4):
        running("sdc", alice, bob)
    with CaptureQueriesContext(connection) as later_queries:
        get_dashboard_stats()
    assert len(queries) == len(later_queries) <= 12
    assert not [query for query in later_queries.captured_queries if "tables_event" in query["sql"]]


def test_a_list_of_events_counts_no_further_than_anybody_turns_pages(match, visit):
    stretched(match, 1_200)
    client = visit(staff("Mod", "moderator"))
    with CaptureQueriesContext(connection) as queries:
        page = client.get("/admin/tables/event/")
    assert page.status_code == 200
    counts = [query["sql"] for query in queries.captured_queries if "COUNT(" in query["sql"]]
    assert counts
    assert all("LIMIT 1000" in sql for sql in counts)
    assert not [query for query in queries.captured_queries if "MIN(" in query["sql"] or "MAX(" in query["sql"]]


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite can't tell that a bound value fits a partial index")
@pytest.mark.parametrize("rare", [{"kind": "freeze"}, {"cause": "moderator"}])
def test_rare_events_are_found_by_an_index(match, rare):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    plan = Event.objects.filter(**rare).order_by("-pk")[:50].explain()
    assert "event_rare" in plan
