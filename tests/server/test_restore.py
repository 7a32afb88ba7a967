"""Restoring damaged or wrong files, and a kill in the middle: the installation has all of it or nothing."""

import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from config.server.backup import DUMP, SQLITE
from tests.server.running import ROOT, Migrated, eventually
from tests.server.test_backup import an_installation, run

pytestmark = [pytest.mark.database, pytest.mark.process]

Environment = dict[str, str]
ON_SQLITE = connection.vendor == "sqlite"
PEOPLE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from accounts.models import User
User.objects.create_user("alice", name="Alice")
"""
FORMER_KEY = "x" * 60


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Path:
    """Of an installation where one person has an account."""
    folder = tmp_path_factory.mktemp("backup")
    with an_installation(migrated(folder / "data")) as environment:
        run(environment, "-c", PEOPLE)
        run(environment, "manage.py", "backup", str(folder / "kept.tar"))
    return folder / "kept.tar"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Environment]:
    """An installation that has its keys and no tables."""
    with an_installation(tmp_path / "data") as environment:
        (tmp_path / "data").mkdir(mode=0o700)
        (tmp_path / "data" / "secret_key").write_text(FORMER_KEY)
        yield environment


def key(environment: Environment) -> str:
    return (Path(environment["TEFUDA_DATA_DIR"]) / "secret_key").read_text()


def people(environment: Environment) -> int | None:
    """Return the number of accounts; None: the table doesn't exist."""
    if ON_SQLITE:
        with closing(sqlite3.connect(Path(environment["TEFUDA_DATA_DIR"]) / SQLITE)) as it:
            table_count = it.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            return it.execute("SELECT count(*) FROM accounts_user").fetchone()[0] if table_count else None
    with psycopg.connect(environment["DATABASE_URL"]) as it:
        table_count = it.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()[0]
        return it.execute("SELECT count(*) FROM accounts_user").fetchone()[0] if table_count else None


def changed(backup: Path, folder: Path, change) -> Path:
    """A copy of the backup whose database `change` has been at."""
    parts = folder / "parts"
    with tarfile.open(backup) as archive:
        archive.extractall(parts)
    change(parts / (SQLITE if ON_SQLITE else DUMP))
    with tarfile.open(folder / "odd.tar", "w") as archive:
        for path in parts.iterdir():
            archive.add(path, path.name)
    return folder / "odd.tar"


def cut_off(database: Path) -> None:
    os.truncate(database, database.stat().st_size * 2 // 3)


def garbled(database: Path) -> None:
    database.write_bytes(b"no database at all" * 1000)


def of_something_else(database: Path) -> None:
    if ON_SQLITE:
        database.unlink()
        with closing(sqlite3.connect(database)) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    else:
        with an_installation(database.parent / "other") as environment:
            with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as other:
                other.execute("CREATE TABLE recipes (name TEXT)")
            dump(environment, database)


def dump(environment: Environment, target: Path) -> None:
    url = environment["DATABASE_URL"]
    subprocess.run(["pg_dump", "--format=custom", f"--file={target}", f"--dbname={url}"], check=True)


def build_edit(statement: str):
    """The database with one statement done to it."""

    def edit(database: Path) -> None:
        if ON_SQLITE:
            with closing(sqlite3.connect(database)) as it:
                it.execute(statement)
                it.commit()
            return
        with an_installation(database.parent / "edited") as environment:
            url = environment["DATABASE_URL"]
            subprocess.run(["pg_restore", "--no-owner", f"--dbname={url}", str(database)], check=True)
            with psycopg.connect(url, autocommit=True) as it:
                it.execute(statement)
            dump(environment, database)

    return edit


FROM_THE_FUTURE = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_later', '2030-01-01')"
WRONG = [
    pytest.param(cut_off, "", id="cut off"),
    pytest.param(garbled, "", id="garbled"),
    pytest.param(of_something_else, "no database of Tefuda", id="of something else"),
    pytest.param(build_edit(FROM_THE_FUTURE), "newer version", id="newer"),
    pytest.param(build_edit("CREATE TABLE games_table (id integer)"), "before Tefuda 1.0", id="before 1.0"),
    pytest.param(
        build_edit("DROP TABLE notifications_delivery"), "has no table notifications_delivery", id="without a table"
    ),
]


@pytest.mark.parametrize(("change", "told"), WRONG)
def test_what_is_damaged_or_something_else_is_refused(
    backup: Path, empty: Environment, tmp_path: Path, change, told: str
) -> None:
    error = run(empty, "manage.py", "restore", str(changed(backup, tmp_path, change)), fails=True)
    assert "Traceback" not in error
    assert told in error
    assert (people(empty), key(empty)) == (None, FORMER_KEY)
    assert not list(Path(empty["TEFUDA_DATA_DIR"]).glob("*restor*"))


@pytest.mark.skipif(ON_SQLITE, reason="SQLite's file is looked at before it is put in place")
def test_a_dump_that_fails_half_way_leaves_nothing(backup: Path, empty: Environment) -> None:
    with psycopg.connect(empty["DATABASE_URL"], autocommit=True) as server:
        server.execute("CREATE VIEW tables_table AS SELECT 1")  # no table, and in the way of one
        assert "pg_restore failed" in run(empty, "manage.py", "restore", str(backup), fails=True)
    assert (people(empty), key(empty)) == (None, FORMER_KEY)


# --- killed in the middle ------------------------------------------------------------------------------------------

SLOWLY = """
CREATE FUNCTION slowly() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); END $$;
CREATE EVENT TRIGGER slowly ON ddl_command_end EXECUTE FUNCTION slowly();
"""
UNSLOWLY = "DROP EVENT TRIGGER slowly; DROP FUNCTION slowly"
WORKS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pg_restore'"


def pad_database(database: Path) -> None:
    """Create a backup large enough for copying and checking to take a while."""
    with closing(sqlite3.connect(database)) as it:
        it.execute("CREATE TABLE padding (content BLOB)")
        it.executemany("INSERT INTO padding VALUES (randomblob(?))", [(1_000_000,)] * 150)
        it.commit()


@pytest.mark.parametrize("later", [0.0, 0.2])
def test_a_restore_that_is_killed_leaves_nothing_and_can_be_done_again(
    backup: Path, empty: Environment, tmp_path: Path, later: float
) -> None:
    data = Path(empty["TEFUDA_DATA_DIR"])
    if ON_SQLITE:
        backup = changed(backup, tmp_path, pad_database)
        _killed(empty, backup, (data / f"{SQLITE}.restoring").exists, later / 5)
        assert (people(empty), key(empty)) == (None, FORMER_KEY)
    else:
        with psycopg.connect(empty["DATABASE_URL"], autocommit=True) as server:
            server.execute(SLOWLY)
            _killed(empty, backup, lambda: server.execute(WORKS).fetchone() == (1,), later)
            assert eventually(lambda: server.execute(WORKS).fetchone() == (0,))
            server.execute(UNSLOWLY)
        assert people(empty) is None
    run(empty, "manage.py", "restore", str(backup))  # nothing is in its way
    assert people(empty) == 1
    assert key(empty) != FORMER_KEY
    assert sorted(path.name for path in data.iterdir() if "restor" in path.name) == []


def _killed(environment: Environment, backup: Path, at_work, later: float) -> None:
    """`restore`, with all it has started, killed that long (seconds) after it is at work."""
    command = [sys.executable, "manage.py", "restore", str(backup)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    with subprocess.Popen(command, cwd=ROOT, env=environment, **quiet) as restore:
        assert eventually(at_work)
        if later:
            with pytest.raises(subprocess.TimeoutExpired):
                restore.wait(later)
        os.killpg(restore.pid, signal.SIGKILL)


@pytest.mark.skipif(not ON_SQLITE, reason="only SQLite's second file is our own")
def test_a_full_disk_is_said_in_one_line(backup: Path, empty: Environment) -> None:
    code = "import resource, runpy, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); sys.argv = sys.argv[1:]; "
    code += "runpy.run_path('manage.py', run_name='__main__')"
    error = run(empty, "-c", code, "manage.py", "restore", str(backup), fails=True)
    assert "Traceback" not in error
    assert (people(empty), key(empty)) == (None, FORMER_KEY)
