"""The site behind Debian's PgBouncer in transaction mode: a server connection lasts for one transaction."""

import http.client
import io
import json
import os
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings as django_settings
from django.db import connection

from accounts.models import User
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import to_json
from games.replays.models import TransparencyLogEntry
from games.replays.transparency_log import LINES_AT_ONCE
from games.tables.models import Record, Table
from tests.conftest import session_of
from tests.contract.checks.moves import as_form
from tests.matches import SHORT, fresh, legal, new_key, running, waiting
from tests.needs import needs
from tests.server.own_pgbouncer import PROGRAM, OwnPgBouncer
from tests.server.running import ROOT, a_redis, eventually, outside
from tests.server.separate_parts import database_of_tests, parts
from tests.server.test_live_updates import watching

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.process,
    pytest.mark.servers,
    needs(connection.vendor == "postgresql" and os.environ.get("REDIS_URL"), "PostgreSQL and Redis"),
    needs(PROGRAM, "pgbouncer"),
]
CSRF = "x" * 32
PASSWORD = "seven-quiet-herons"


class Browser:
    """A person's request over a separate connection."""

    def __init__(self, port: int, user: User | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        session = f"; {django_settings.SESSION_COOKIE_NAME}={session_of(user)}" if user else ""
        self.headers = {"Cookie": f"csrftoken={CSRF}{session}", "Accept-Language": "en"}

    def get(self, path: str) -> tuple[int, bytes]:
        self.connection.request("GET", path, headers=self.headers)
        return self._answer()

    def post(self, path: str, **form: Any) -> tuple[int, bytes]:
        body = urlencode({**form, "csrfmiddlewaretoken": CSRF}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request("POST", path, body, headers=self.headers | kind)
        return self._answer()

    def _answer(self) -> tuple[int, bytes]:
        answer = self.connection.getresponse()
        return answer.status, answer.read()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[int]:
    """Two web processes and the worker that seals, all behind it."""
    folder = tmp_path_factory.mktemp("pgbouncer")
    bouncer = OwnPgBouncer(folder, os.environ["DATABASE_URL"])
    between = {
        "DATABASE_URL": bouncer.url(database_of_tests()),
        "TEFUDA_PGBOUNCER": "transaction",
        "TEFUDA_TRUSTED_PROXIES": "1",
    }
    try:
        with a_redis() as broker, parts("background", **between, **broker) as opened:
            yield opened
    finally:
        bouncer.stop()


def test_many_log_in_at_once(port: int, person: Callable[[str], User]) -> None:
    for number in range(8):
        person(f"Kaede{number}")

    def log_in(number: int) -> tuple[int, int]:
        browser = Browser(port)
        browser.headers["X-Forwarded-For"] = f"198.51.100.{number}"
        return browser.post("/account/login/", login=f"kaede{number % 8}", password=PASSWORD)[0], browser.get("/")[0]

    with ThreadPoolExecutor(8) as at_once:
        assert set(at_once.map(log_in, range(64))) == {(302, 200)}


def test_a_match_from_the_first_move_to_its_record(port: int, alice: User, bob: User) -> None:
    table = running("sdc", alice, bob, **SHORT["sdc"])
    browsers = {alice.pk: Browser(port, alice), bob.pk: Browser(port, bob)}
    address, rng = f"/tables/{table.public_id}/", Rng(b"pgbouncer", "moves")
    token = re.search(r'data-token="([^"]+)"', browsers[alice.pk].get(address)[1].decode())
    assert token, "the page opens no live updates"
    with watching(port, quote(token[1])) as watched:
        revision, moves = watched.next_number()[1], 0
        while seats := waiting(table):
            at, moves = seats[0], moves + 1
            move = as_form(to_json(legal(table, at.number).sample(rng)))
            assert browsers[at.user_id].post(f"{address}move/", asked=at.question_seq, key=new_key(), **move)[0] in (
                200,
                302,
            )
            while revision < fresh(table).revision:
                revision = watched.next_number()[1]
    assert moves > 3
    assert eventually(lambda: Record.objects.filter(table=table).exists()), "it isn't sealed"
    status, body = browsers[bob.pk].get(f"/replays/{table.public_id}/record.json")
    assert status == 200
    assert json.loads(body)["commitment"] == table.commitment


def test_chain_txt_comes_whole(port: int, alice: User, bob: User) -> None:
    table, extra = running("sdc", alice, bob), 500
    ids = range(1, (LINES_AT_ONCE + extra) // 2 + 1)
    fields = [field for field in Table._meta.concrete_fields if not field.primary_key]
    like = {field.attname: getattr(table, field.attname) for field in fields}
    tables = Table.objects.bulk_create(Table(**like | {"public_id": f"t{n}", "invite_code": f"i{n}"}) for n in ids)
    links = [(table_pk, kind) for table_pk in tables for kind in TransparencyLogEntry.Kind]
    TransparencyLogEntry.objects.bulk_create(
        TransparencyLogEntry(number=number, table=table_pk, kind=kind, entry_hash="0" * 64)
        for number, (table_pk, kind) in enumerate(links, 1)
    )
    browser = Browser(port)
    numbers = [int(line.split()[0]) for line in browser.get("/transparency-log.txt")[1].decode().splitlines()]
    assert numbers == list(range(1, LINES_AT_ONCE + 1))
    rest = browser.get(f"/transparency-log.txt?from={LINES_AT_ONCE + 1}")[1].decode().splitlines()
    assert len(rest) == extra


def test_ones_own_data_comes_whole(port: int, alice: User, bob: User) -> None:
    for _ in range(3):
        running("sdc", alice, bob)
    status, body = Browser(port, alice).post("/settings/data/export/")
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert len(json.loads(archive.read("tables.json"))) == 3


def refused(**environment: str) -> str:
    """Return the web server's output until it ends."""
    url = os.environ["DATABASE_URL"]
    command = [sys.executable, "-m", "config.server.http.uvicorn", "--workers", "2", "--port", "1"]
    env = {**outside(), "DATABASE_URL": url, **environment}
    start = time.monotonic()
    completed = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert completed.returncode == 1, time.monotonic() - start
    assert "Traceback" not in completed.stderr
    return completed.stderr


def test_without_redis_the_site_says_what_it_needs() -> None:
    assert "needs REDIS_URL" in refused(TEFUDA_PGBOUNCER="transaction", REDIS_URL="")


def test_another_word_is_refused() -> None:
    assert "TEFUDA_PGBOUNCER=session is not known" in refused(TEFUDA_PGBOUNCER="session")
