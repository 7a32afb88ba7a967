"""Writers of all apps queue at one file lock, as long as the database is SQLite's file."""

import fcntl
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from accounts.sessions import SessionStore
from config.celery import app
from config.db.locking import write_lock, write_transaction
from tests.accounts.conftest import PASSWORD

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the lock is SQLite's"),
]
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
TABLE = re.compile(r'"(\w+)"')


@pytest.fixture(autouse=True)
def _nobody_has_tried_before() -> None:
    """Sign-ups are counted in the cache."""
    cache.clear()


def is_locked() -> bool:
    """Return whether the lock is held."""
    with open(f"{connection.settings_dict['NAME']}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@contextmanager
def writes_past_the_lock() -> Iterator[list[str]]:
    """Return the tables of all statements that write without holding the lock."""
    tables: list[str] = []

    def watch(execute: Any, sql: str, params: Any, is_many: bool, context: dict[str, Any]) -> Any:
        if WRITES.match(sql) and not is_locked():
            tables.append(TABLE.findall(sql)[0])
        return execute(sql, params, is_many, context)

    with connection.execute_wrapper(watch):
        yield tables


def test_statements_past_the_lock_are_seen():
    with writes_past_the_lock() as tables:
        User.objects.filter(pk=0).update(name="Nobody")
        with write_lock():
            User.objects.filter(pk=0).update(name="Nobody")
    assert tables == ["accounts_user"]


SIGN_UP = {"username": "robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/account/signup/", SIGN_UP),
        ("/account/signup/", SIGN_UP | {"email": "robin@example.org"}),
        ("/account/login/", {"login": "kaede", "password": PASSWORD}),
        ("/games/sdc/quick-play/", {}),  # a guest, and a table
    ],
)
def test_coming_in_is_written_under_the_lock(address, form):
    User.objects.create_user("kaede", password=PASSWORD, name="Kaede")
    client = Client(headers={"accept-language": "en"})
    with writes_past_the_lock() as tables:
        assert client.post(address, form).status_code == 302
    assert tables == []
    assert client.get("/settings/profile/").status_code == 200


def test_what_one_does_with_an_account_is_written_under_the_lock():
    client = Client(headers={"accept-language": "en"})
    client.post("/account/signup/", SIGN_UP)
    with writes_past_the_lock() as tables:
        assert client.post("/settings/profile/", {"name": "Robin Anders", "language": "ja"}).status_code == 302
        assert client.post("/settings/language/", {"language": "en"}).status_code == 302
        assert client.post("/account/email/", {"email": "r@example.org", "password": PASSWORD}).status_code == 302
        assert client.post("/account/logout/").status_code == 302
    assert tables == []


def test_what_the_clock_runs_is_written_under_the_lock():
    app.autodiscover_tasks(force=True)
    names = sorted({entry["task"] for entry in app.conf.beat_schedule.values()} - {"tables.play_bots"})
    past = {}
    for name in names:
        with writes_past_the_lock() as tables:
            app.tasks[name](*(["background"] if name == "monitoring.heartbeat" else []))
        past[name] = tables
    assert {name: tables for name, tables in past.items() if tables} == {}


def test_the_lock_is_held_to_the_commit_and_no_longer():
    lock_states = []
    with write_transaction():
        transaction.on_commit(lambda: lock_states.append(is_locked()))
        lock_states.append(is_locked())
    assert lock_states == [True, False]


def test_an_error_gives_it_back():
    with pytest.raises(ZeroDivisionError), write_transaction():
        1 / 0  # noqa: B018
    assert not is_locked()
    with pytest.raises(ZeroDivisionError), write_lock():
        1 / 0  # noqa: B018
    assert not is_locked()


def _alone() -> None:
    with write_lock():
        pass


def _write() -> None:
    with write_transaction():
        User.objects.filter(pk=0).update(name="Nobody")


@pytest.mark.parametrize("outer", [write_transaction, write_lock, transaction.atomic])
@pytest.mark.parametrize("inner", [_alone, _write, lambda: SessionStore().save(must_create=True)])
def test_nobody_waits_for_himself(outer, inner):
    """Nest both, in either order, in a thread that could be abandoned."""
    finished = threading.Event()

    def run() -> None:
        with outer():
            inner()
            assert outer is transaction.atomic or is_locked(), "the inner one has given it back"
        finished.set()
        connection.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert finished.wait(10)
    assert not is_locked()


def test_a_transaction_without_the_lock_and_one_with_it_end():
    """Django's own transactions take no part: the holder of the file lock waits for them, never the reverse."""
    start, go_on, order = threading.Event(), threading.Event(), []

    def bare() -> None:
        with transaction.atomic():
            User.objects.filter(pk=0).update(name="Nobody")
            start.set()
            go_on.wait(10)
            _write()
        order.append("bare")
        connection.close()

    def locked() -> None:
        start.wait(10)
        threading.Timer(0.2, go_on.set).start()
        _write()
        order.append("locked")
        connection.close()

    threads = [threading.Thread(target=run, daemon=True) for run in (bare, locked)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(15)
    assert order == ["bare", "locked"]


def test_one_writer_after_the_other():
    """Many threads add to a value they have read: no update is lost, and none gets "database is locked"."""
    person, failed = User.objects.create_user("kaede", name="Kaede"), []
    User.objects.filter(pk=person.pk).update(session_version=0)

    def add() -> None:
        try:
            for _ in range(10):
                with write_transaction():
                    row = User.objects.get(pk=person.pk)
                    User.objects.filter(pk=row.pk).update(session_version=row.session_version + 1)
        except Exception as problem:
            failed.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []
    assert User.objects.get(pk=person.pk).session_version == 80
