"""PostgreSQL goes away, hangs or is blocked under the running site, and comes back."""

import http.client
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.needs import needs
from tests.server.own_pgbouncer import PROGRAM as PGBOUNCER
from tests.server.own_pgbouncer import OwnPgBouncer
from tests.server.own_postgres import PROGRAMS, OwnPostgres
from tests.server.running import ROOT, Serve, eventually, outside

pytestmark = [pytest.mark.process, pytest.mark.servers, needs(PROGRAMS, "a PostgreSQL to start and stop")]
SECONDS = 5.0
PLAIN_503 = {"en": "One moment, please", "ja": "少々お待ちください"}


@pytest.fixture(scope="module")
def server() -> Iterator[OwnPostgres]:
    postgres = OwnPostgres()
    yield postgres
    postgres.remove()


@pytest.fixture(scope="module")
def site(server: OwnPostgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    data = tmp_path_factory.mktemp("away") / "data"
    data.mkdir(mode=0o700)
    serve = Serve(data, {"DATABASE_URL": server.url, "REDIS_URL": "", "PGOPTIONS": ""})
    try:
        assert eventually(serve.is_open, 120), serve.log.read_text()
        yield serve
    finally:
        serve.parent.terminate()
        serve.parent.wait(30)


class Answer:
    def __init__(self, site: Serve, path: str, **headers: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
        start = time.monotonic()
        connection.request("GET", path, headers={"Accept": "text/html", **headers})
        answer = connection.getresponse()
        self.status, self.headers, self.text = answer.status, answer.headers, answer.read().decode()
        self.seconds = time.monotonic() - start
        connection.close()


def sign_in(site: Serve) -> dict[str, str]:
    """The cookie of a guest who sits at a table."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    body, csrf = f"csrfmiddlewaretoken={'x' * 32}", f"csrftoken={'x' * 32}"
    form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": csrf}
    connection.request("POST", "/games/sdc/quick-play/", body, headers=form)
    answer = connection.getresponse()
    assert answer.status == 302, answer.read()
    session = re.search(r"sessionid=(\w+)", str(answer.headers))
    assert session
    return {"Cookie": f"{csrf}; sessionid={session[1]}"}


def assert_plain_503(site: Serve, cookie: dict[str, str]) -> None:
    """In every form that is asked for, in time and in the reader's language."""
    for language, words in PLAIN_503.items():
        page = Answer(site, "/lobby/", **cookie, **{"Accept-Language": language})
        assert (page.status, page.headers["Retry-After"]) == (503, "5")
        assert words in page.text
        assert f'lang="{language}"' in page.text
        assert page.seconds < SECONDS
    headers = {"Cookie": f"{cookie['Cookie']}; django_language=ja", "Accept-Language": "en"}
    assert PLAIN_503["ja"] in Answer(site, "/lobby/", **headers).text
    fragment = Answer(site, "/lobby/", **cookie, **{"HX-Request": "true"})
    assert (fragment.status, fragment.headers["Content-Type"]) == (503, "text/plain; charset=utf-8")
    plain = Answer(site, "/lobby/", **cookie, Accept="application/json")
    assert (plain.status, plain.headers["Content-Type"]) == (503, "application/json")
    assert Answer(site, "/transparency-log.txt", Accept="*/*").status == 503
    assert max(fragment.seconds, plain.seconds) < SECONDS


@contextmanager
def assert_said_once(site: Serve) -> Iterator[None]:
    """Each process says in one line that the database is away and in one that it is back, without tracebacks."""
    before = len(site.log.read_text())
    yield
    new = site.log.read_text()[before:]
    assert "Traceback" not in new, new
    assert "Internal Server Error" not in new, new
    assert "Service Unavailable" not in new, new
    away, back = new.count("the database is away"), new.count("the database is back")
    assert 1 <= away <= 2 * 5, new  # five processes; one may hear of the end before all of it has come back
    assert back >= 1, new


def comes_back(site: Serve, cookie: dict[str, str]) -> None:
    assert eventually(lambda: Answer(site, "/lobby/", **cookie).status == 200, 15)
    back = time.time()
    for name in ("deadlines", "bots", "email", "background", "analysis"):
        sign = site.data / "run" / name
        assert eventually(lambda sign=sign: sign.exists() and sign.stat().st_mtime > back, 60), f"{name} stands still"


def test_a_server_that_is_stopped(site: Serve, server: OwnPostgres) -> None:
    cookie = sign_in(site)
    pids = {name: site.pid(name) for name in ("web", "deadlines", "bots", "email", "background", "analysis")}
    with assert_said_once(site):
        server.stop()
        assert_plain_503(site, cookie)
        time.sleep(8)
        assert_plain_503(site, cookie)
        server.start()
        comes_back(site, cookie)
    assert pids == {name: site.pid(name) for name in pids}, "a process has not survived it"


def test_a_server_that_answers_nothing(site: Serve, server: OwnPostgres) -> None:
    cookie = sign_in(site)
    with assert_said_once(site):
        assert Answer(site, "/lobby/", **cookie).status == 200
        server.freeze()
        try:
            assert_plain_503(site, cookie)
            time.sleep(4)
            assert_plain_503(site, cookie)
        finally:
            server.thaw()
        comes_back(site, cookie)


ASK = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SHOW statement_timeout")
    print(cursor.fetchone()[0])
"""


WATCHED = """
import time
from django.db import OperationalError, connection
from config.db import time_limits, unavailable
time_limits.limit_statements(1.0, on_server=False)
ends = time.monotonic() + 4
with connection.cursor() as cursor:
    while time.monotonic() < ends:
        cursor.execute("SELECT pg_sleep(0.02)")
    print("many", connection.connection.closed, unavailable.is_hanging())
    begun = time.monotonic()
    try:
        cursor.execute("SELECT pg_sleep(9)")
    except OperationalError as problem:
        print("one", unavailable.is_unavailable(problem), unavailable.is_hanging(), time.monotonic() - begun < 4)
"""


def test_many_quick_statements_are_no_long_one(server: OwnPostgres) -> None:
    """However dense they are: only a statement that is not answered itself is cut off."""
    env = {**outside(), "DATABASE_URL": server.url, "REDIS_URL": "", "PGOPTIONS": ""}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", WATCHED]
    words = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout.split("\n")
    assert words[:2] == ["many False False", "one True True True"]


SWEPT = """
import os, signal, time
import psycopg
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone
call_command("migrate", verbosity=0)
from accounts.models import User
from games.tables.models import Seat
from games.tables.services.timeouts import resolve_overdue
from tests.matches import running
from tests.time_travel import set_deadlines
people = [User.objects.create_user(name, name=name) for name in ("alice", "bob")]
for _ in range(5):
    running("sdc", *people)
set_deadlines(Seat.objects.filter(question_seq__isnull=False), timezone.now())

def answers():
    try:
        psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True

def stopped(execute, sql, params, many, context):
    if sql.startswith('INSERT INTO "tables_event"') and answers():
        os.kill(int(os.environ["SERVER"]), signal.SIGINT)
        while answers():
            time.sleep(0.1)
    return execute(sql, params, many, context)

with connection.execute_wrapper(stopped):
    try:
        resolve_overdue(5.0)
    except OperationalError:
        print("away")
"""


def test_a_sweep_that_loses_the_database_says_so_once(server: OwnPostgres, tmp_path: Path) -> None:
    """And not for each of the tables it still had to see to."""
    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute("DROP DATABASE IF EXISTS swept WITH (FORCE)")
        admin.execute("CREATE DATABASE swept")
    env = {**outside(), "REDIS_URL": "", "PGOPTIONS": "", "TEFUDA_DATA_DIR": str(tmp_path)}
    env |= {"DATABASE_URL": server.url.removesuffix("/postgres") + "/swept", "SERVER": str(server.process.pid)}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", SWEPT]
    completed = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    server.process.wait(30)
    server.start()
    assert completed.stdout.split() == ["away"], completed.stderr
    assert "ERROR" not in completed.stderr


def statement_timeout(url: str, **environment: str) -> str:
    """Return the environment of a management command."""
    env = {**outside(), "DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0", **environment}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", ASK]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout.strip()


def refusal(command: list[str], file: Path, url: str, environment: dict[str, str]) -> str:
    """Return the output of a command that bypasses PgBouncer."""
    env = {**outside(), "DATABASE_URL": url, "REDIS_URL": "redis://127.0.0.1:1/0", **environment}
    whole = [sys.executable, *command, *([str(file)] if "manage.py" in command else [])]
    completed = subprocess.run(whole, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert completed.returncode == 1, completed.stderr
    return completed.stderr


def test_commands_have_no_limit(server: OwnPostgres) -> None:
    assert statement_timeout(server.url, PGOPTIONS="") == "0"


@needs(PGBOUNCER, "pgbouncer")
def test_behind_pgbouncer_the_role_has_the_limit(server: OwnPostgres, tmp_path: Path) -> None:
    """As docs/operating.md has it. Commands go past PgBouncer, and past the role's limit."""
    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute("DROP ROLE IF EXISTS club")
        admin.execute("CREATE ROLE club LOGIN")
        admin.execute("ALTER ROLE club SET statement_timeout = '1s'")
    bouncer = OwnPgBouncer(tmp_path, server.url, user="club")
    try:
        through = bouncer.url(server.url)
        with pytest.raises(psycopg.OperationalError, match="unsupported startup parameter"):
            psycopg.connect(through, options="-c statement_timeout=1000")
        with psycopg.connect(through, options="") as page, pytest.raises(psycopg.errors.QueryCanceled):
            page.execute("SELECT pg_sleep(5)")
        assert statement_timeout(through, PGOPTIONS="", TEFUDA_PGBOUNCER="transaction") == "1s"
        direct = server.url.replace("postgres@", "club@")
        through_it = {"PGOPTIONS": "", "TEFUDA_PGBOUNCER": "transaction"}
        assert statement_timeout(through, **through_it, DATABASE_DIRECT_URL=direct) == "0"
        for command in (["manage.py", "backup"], ["manage.py", "restore"], ["-m", "config.server.processes.prepare"]):
            assert "has to name PostgreSQL itself" in refusal(command, tmp_path / "a.tar", through, through_it)
        assert not (tmp_path / "a.tar").exists()
    finally:
        bouncer.stop()


FROZEN = """
import time
from django.db import OperationalError, connection
from config.db import time_limits, unavailable
time_limits.limit_statements(1.0, on_server=False)
begun = time.monotonic()
try:
    connection.cursor().execute("SELECT 1")
except OperationalError as problem:
    print(unavailable.is_unavailable(problem), time.monotonic() - begun < 4)
"""


@needs(PGBOUNCER, "pgbouncer")
def test_behind_pgbouncer_nobody_waits_for_a_server_that_answers_nothing(server: OwnPostgres, tmp_path: Path) -> None:
    """PgBouncer accepts the connection, so even the first statement of any kind may wait."""
    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute("DROP ROLE IF EXISTS far")
        admin.execute("CREATE ROLE far LOGIN")
        admin.execute("ALTER ROLE far SET TimeZone = 'Asia/Tokyo'")
    bouncer = OwnPgBouncer(tmp_path, server.url, user="far")
    env = {**outside(), "REDIS_URL": "redis://127.0.0.1:1/0", "PGOPTIONS": "", "TEFUDA_PGBOUNCER": "transaction"}
    env |= {"DATABASE_URL": bouncer.url(server.url), "DATABASE_DIRECT_URL": ""}
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", FROZEN]
    server.freeze()
    try:
        completed = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True, timeout=20)
    finally:
        server.thaw()
        bouncer.stop()
    assert completed.stdout.split() == ["True", "True"]


def test_a_table_that_is_locked(site: Serve, server: OwnPostgres) -> None:
    """One statement waits for a lock: its page says so, others go on."""
    cookie = sign_in(site)
    with psycopg.connect(server.url) as other:
        other.execute("LOCK TABLE replays_transparencylogentry IN ACCESS EXCLUSIVE MODE")
        waits = Answer(site, "/transparency-log.txt")
        assert (waits.status, waits.headers["Retry-After"]) == (503, "5")
        assert waits.seconds < SECONDS
        assert Answer(site, "/lobby/", **cookie).status == 200
    assert Answer(site, "/transparency-log.txt").status == 200
