"""/livez, /readyz, /healthz: what they tell machines, and which; neither name nor scheme keeps a probe out."""

import json

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
ALL = ("/livez", "/readyz", "/healthz")
WHOLE = dict.fromkeys(("database", "cache", *QUEUES), "ok")


@pytest.fixture
def lively(db):
    for queue in QUEUES:
        heartbeat(queue)


def ask(path, age, **headers):
    """Return the answer of a web process of that age (seconds): status and JSON."""
    door = HealthMiddleware(lambda request: HttpResponse("a page"))
    door.loaded_at -= age
    answer = door(RequestFactory().get(path, headers=headers))
    return answer.status_code, getattr(answer, "content", b"").decode()


def test_a_site_that_lives(client, lively):
    parts = {"/livez": {}, "/readyz": {"parts": {"database": "ok", "cache": "ok"}}, "/healthz": {"parts": WHOLE}}
    for path in ALL:
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"ok": True, "status": "ok", **parts[path]})
        assert "no-store" in answer["Cache-Control"]
        assert not answer.cookies


def test_a_queue_without_life_is_starting_and_then_silent(lively):
    QueueHeartbeat.objects.filter(queue="deadlines").delete()
    status, body = ask("/healthz", 0)
    assert (status, json.loads(body)["status"]) == (200, "starting")
    status, body = ask("/healthz", GRACE_SECONDS + 1)
    assert (status, json.loads(body)) == (
        503, {"ok": False, "status": "silent", "parts": {**WHOLE, "deadlines": "silent"}}
    )  # fmt: skip
    assert ask("/readyz", GRACE_SECONDS + 1)[0] == 200  # pages are shown all the same


def test_the_operator_is_told_what_is_wrong(client, settings, db):
    settings.METRICS_TOKEN = TOKEN
    data = client.get("/healthz", headers={"authorization": f"Bearer {TOKEN}"}).json()
    assert (data["overdue"], data["silent"]) == (0, list(QUEUES))
    for header in ("Bearer another", "Bearer ", TOKEN):
        assert set(client.get("/healthz", headers={"authorization": header}).json()) == {"ok", "status", "parts"}


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
    assert ask("/healthzz", 0) == (200, "a page")
    assert client.get("/healthz/other").status_code == 404


def test_it_carries_the_headers_of_pages(client, lively):
    page, probe = client.get("/account/login/"), client.get("/healthz")
    for name in ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy"):
        assert probe[name] == page[name]


def test_one_that_only_asks_whether_we_are_there_asks_nobody_else(client, db):
    with CaptureQueriesContext(connection) as queries:
        client.get("/livez")
    assert not queries.captured_queries
    with CaptureQueriesContext(connection) as queries:
        client.get("/readyz")
    assert len(queries) == 1


def test_a_process_whose_redis_is_away_is_ready_and_the_site_is_not_whole(client, settings, lively):
    """Pages work with each process's own memory; if none were ready, no one would be served."""
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "config.redis_cache.ResilientRedisCache", "LOCATION": "redis://127.0.0.1:1/0"},
    }
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["parts"]["cache"]) == (200, "fallback")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "fallback")
