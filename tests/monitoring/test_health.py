"""/healthz for machines: what it tells, to whom, and that neither name nor scheme keeps a probe out."""

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from config.middleware.security import HealthMiddleware
from games.monitoring.health import GRACE_SECONDS
from games.monitoring.models import QueueHeartbeat
from games.monitoring.stats import QUEUES
from games.monitoring.tasks import heartbeat

TOKEN = "only-for-these-tests"
ALL = ("/healthz", "/healthz/live", "/healthz/ready")


@pytest.fixture
def lively(db):
    for queue in QUEUES:
        heartbeat(queue)


def asked(path, age, **headers):
    """What a web process of that age (seconds) answers: status and JSON."""
    door = HealthMiddleware(lambda request: HttpResponse("a page"))
    door.loaded_at -= age
    answer = door(RequestFactory().get(path, headers=headers))
    return answer.status_code, getattr(answer, "content", b"").decode()


def test_a_site_that_lives(client, lively):
    for path in ALL:
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"ok": True, "status": "ok"})
        assert "no-store" in answer["Cache-Control"]
        assert not answer.cookies


def test_a_queue_without_life_is_starting_and_then_silent(lively):
    QueueHeartbeat.objects.filter(queue="deadlines").delete()
    assert asked("/healthz", 0) == (200, '{"ok": true, "status": "starting"}')
    assert asked("/healthz", GRACE_SECONDS + 1) == (503, '{"ok": false, "status": "silent"}')
    assert asked("/healthz/ready", GRACE_SECONDS + 1)[0] == 200  # pages are shown all the same


def test_the_operator_is_told_what_is_wrong(client, settings, db):
    settings.METRICS_TOKEN = TOKEN
    told = client.get("/healthz", headers={"authorization": f"Bearer {TOKEN}"}).json()
    assert (told["overdue"], told["silent"]) == (0, list(QUEUES))
    for header in ("Bearer another", "Bearer ", TOKEN):
        assert set(client.get("/healthz", headers={"authorization": header}).json()) == {"ok", "status"}


@pytest.mark.parametrize("path", ALL)
def test_a_probe_needs_neither_our_name_nor_https(client, settings, lively, path):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["cards.example.org"]
    for host in ("10.1.2.3:8000", "[fe80::1]", "", "no name at all"):
        assert client.get(path, headers={"host": host}).status_code == 200
    assert client.get("/account/login/", headers={"host": "10.1.2.3"}).status_code == 400
    assert client.get("/account/login/", headers={"host": "cards.example.org"}).status_code == 301


def test_it_is_only_read(client, db):
    for path in ALL:
        assert client.post(path).status_code == 405
        assert client.head(path).content == b""


def test_what_else_begins_like_that_is_no_probe(client, db):
    assert asked("/healthzz", 0) == (200, "a page")
    assert client.get("/healthz/other").status_code == 404


def test_it_carries_the_headers_of_pages(client, lively):
    page, probe = client.get("/account/login/"), client.get("/healthz")
    for name in ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy"):
        assert probe[name] == page[name]


def test_one_that_only_asks_whether_we_are_there_asks_nobody_else(client, db):
    with CaptureQueriesContext(connection) as found:
        client.get("/healthz/live")
    assert not found.captured_queries
    with CaptureQueriesContext(connection) as found:
        client.get("/healthz/ready")
    assert len(found) == 1
