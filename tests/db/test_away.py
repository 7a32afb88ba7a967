"""Which errors say that the database is away, what the log says of them, and what people are answered."""

import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import shared_task
from celery.exceptions import Ignore
from django.core.exceptions import ObjectDoesNotExist
from django.db import ConnectionHandler, DatabaseError, IntegrityError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.celery import app
from config.db import unavailable
from config.server.worker.task import ATTEMPTS_HEADER, MAX_ATTEMPTS
from config.urls import handler500 as handler500
from config.urls import urlpatterns as site
from tests.needs import needs
from tests.server.running import free_port

pytestmark = pytest.mark.django_db
JA = "少々お待ちください"


def get_refusal() -> OperationalError:
    """Return the error raised for a PostgreSQL that isn't there."""
    server = {"ENGINE": "django.db.backends.postgresql", "NAME": "x", "HOST": "127.0.0.1", "PORT": free_port()}
    with pytest.raises(OperationalError) as caught:
        ConnectionHandler({"default": server})["default"].ensure_connection()
    return caught.value


def gone(request: HttpRequest) -> HttpResponse:
    raise get_refusal()


def wrong(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    return HttpResponse()


urlpatterns = [path("gone/", gone), path("wrong/", wrong), *site]


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unavailable, "_state", unavailable._State())


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Any]:
    """A small SQLite file that doesn't wait for locks."""
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "small", "OPTIONS": {"timeout": 0}}
    handler = ConnectionHandler({"default": settings})
    with handler["default"].cursor() as cursor:
        cursor.execute("CREATE TABLE one (x)")
    yield handler
    handler.close_all()


def test_a_server_that_refuses_is_away():
    assert unavailable.is_unavailable(get_refusal())


def test_a_locked_file_is_away(lite: Any):
    other = ConnectionHandler(lite.settings)["default"]
    with other.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError) as caught, lite["default"].cursor() as late:
            late.execute("INSERT INTO one VALUES (1)")
        cursor.execute("ROLLBACK")
    other.close()
    assert unavailable.is_unavailable(caught.value)


@pytest.mark.parametrize("wrong", ["SELECT * FROM nowhere", "SELEC 1"])
def test_what_we_ask_wrongly_is_not(lite: Any, wrong: str):
    with pytest.raises(DatabaseError) as caught, lite["default"].cursor() as cursor:
        cursor.execute(wrong)
    assert not unavailable.is_unavailable(caught.value)


@pytest.mark.parametrize("problem", [None, IntegrityError("twice"), ObjectDoesNotExist(), OSError("disk")])
def test_neither_is_any_other_error(problem: BaseException | None):
    assert not unavailable.is_unavailable(problem)


@pytest.mark.servers
@needs(connection.vendor == "postgresql", "PostgreSQL: the limit is its own")
@pytest.mark.django_db(transaction=True)
def test_a_statement_that_takes_too_long_is():
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 50")
        with pytest.raises(OperationalError) as caught:
            cursor.execute("SELECT pg_sleep(5)")
        cursor.execute("SET statement_timeout = 0")
    assert unavailable.is_unavailable(caught.value)


@pytest.mark.servers
@needs(connection.vendor == "postgresql", "PostgreSQL: the limit is its own")
def test_a_question_that_can_not_be_sent_is_a_fault_of_ours():
    with connection.cursor() as cursor:
        with pytest.raises(OperationalError, match="number of parameters") as caught:
            cursor.execute("SELECT 1 WHERE 1 IN (" + ", ".join(["%s"] * 70_000) + ")", list(range(70_000)))
        assert not unavailable.is_unavailable(caught.value)


def test_one_line_for_all_and_one_when_it_is_back(caplog: pytest.LogCaptureFixture):
    for _ in range(3):
        unavailable.log_unavailable(get_refusal())
    unavailable.record_recovery()
    unavailable.record_recovery()
    lines = [record.getMessage() for record in caplog.records if record.name == "tefuda.database"]
    assert len(lines) == 2
    assert lines[0].startswith("the database is away: connection failed")
    assert lines[1] == "the database is back"
    assert "\n" not in lines[0]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("headers", "kind", "words"),
    [
        ({"accept": "text/html", "accept-language": "en"}, "text/html; charset=utf-8", "One moment, please"),
        ({"accept": "text/html", "accept-language": "ja"}, "text/html; charset=utf-8", JA),
        ({"accept": "text/html", "cookie": "django_language=ja"}, "text/html; charset=utf-8", JA),
        ({"accept": "application/json"}, "application/json", "database-away"),
        ({"accept": "*/*", "hx-request": "true"}, "text/plain; charset=utf-8", "its database"),
        ({"accept": "text/event-stream"}, "text/plain; charset=utf-8", "its database"),
    ],
)
def test_the_answer_needs_no_database(
    headers: dict[str, str], kind: str, words: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = Client(raise_request_exception=False).get("/gone/", headers=headers)
    assert (answer.status_code, answer.headers["Content-Type"], answer.headers["Retry-After"]) == (503, kind, "5")
    assert answer.headers["Cache-Control"] == "no-store"
    assert words in answer.content.decode()


@pytest.mark.urls(__name__)
def test_djangos_own_log_keeps_silent(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        Client(raise_request_exception=False).get("/gone/")
    logger = logging.getLogger("django.request")
    records = [record for record in caplog.records if record.name == "django.request" and logger.filter(record)]
    assert records == []


@pytest.mark.urls(__name__)
def test_a_fault_of_ours_is_still_a_500(caplog: pytest.LogCaptureFixture):
    answer = Client(raise_request_exception=False).get("/wrong/")
    assert answer.status_code == 500
    (log_record,) = [record for record in caplog.records if record.name == "django.request"]
    assert log_record.exc_info


def test_who_comes_after_an_answer_that_never_came_need_not_wait():
    unavailable.record_hang(since=time.monotonic())
    answer = Client().get("/lobby/", headers={"accept-language": "ja"})
    assert answer.status_code == 503
    assert JA in answer.content.decode()


def test_an_answer_since_then_counts_for_more():
    started_at = time.monotonic()
    unavailable.record_recovery()
    unavailable.record_hang(since=started_at)
    assert not unavailable.is_hanging()


@shared_task(name="tests.gone", bind=True)
def gone_job(self: Any, *args: int) -> None:
    raise get_refusal()


def test_a_job_nobody_would_send_again_goes_back_into_its_queue(jobs: Any):
    outcome = gone_job.apply(args=(7,))
    assert outcome.state == "IGNORED"
    assert jobs() == [("tests.gone", (7,))]


def test_a_job_that_the_clock_sends_anyway_does_not(jobs: Any):
    gone_job.push_request(args=(7,), called_directly=False, expires="2026-11-23T12:00:00+00:00")
    try:
        with pytest.raises(Ignore):
            gone_job(7)
    finally:
        gone_job.pop_request()
    assert jobs() == []


class Late(Exception):
    """As PostgreSQL says that a statement took too long."""

    sqlstate = "57014"


Late.__module__ = "psycopg.errors"


@shared_task(name="tests.late", bind=True)
def late_job(self: Any) -> None:
    raise OperationalError("canceling statement due to statement timeout") from Late()


def test_a_job_that_always_takes_too_long_fails_in_the_end(monkeypatch: pytest.MonkeyPatch):
    """It is tried again a few times, each message counting on."""
    monkeypatch.setattr("config.server.worker.task.RETRY_DELAYS", (0.0, 0.0))
    headers: dict[str, int] = {}
    with app.connection_for_read() as broker:
        for tried in range(1, MAX_ATTEMPTS):
            assert late_job.apply(headers=headers).state == "IGNORED"
            message = broker.default_channel.basic_get("background", no_ack=True)
            headers = {name: message.headers[name] for name in message.headers if name == ATTEMPTS_HEADER}
            assert headers == {ATTEMPTS_HEADER: tried}
    assert late_job.apply(headers=headers).state == "FAILURE"


def test_called_by_a_command_it_raises():
    with pytest.raises(OperationalError):
        gone_job(7)
