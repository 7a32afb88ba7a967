"""A start brings the database up to date; one that can't be brought there is refused with a sentence that says so."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from pytest_django import Settings

from config.server.processes.prepare import LAST_UNSQUASHED
from tests.server.running import DATABASE, ROOT
from tests.server.test_backup import an_installation

pytestmark = [pytest.mark.database, pytest.mark.process]

Environment = dict[str, str]
ON_SQLITE = connection.vendor == "sqlite"
PREPARE = ("-m", "config.server.processes.prepare")

ROLES = """
import django
django.setup()
from django.contrib.auth.models import Group
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from pytest_django import Settings
from accounts import groups
from config.db import append_only
for role in groups.ROLES:
    rows = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
    assert {f"{app}.{name}" for app, name in rows} == set(groups.list_role_permissions(role)) != set(), role
assert append_only.list_missing_triggers(connection) == []
assert len(list(append_only.list_append_only_models())) >= 6
print("all there")
"""


def run(environment: Environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def refused(environment: Environment) -> str:
    """Return the one-line error of a start that fails."""
    completed = run(environment, *PREPARE)
    assert (completed.returncode, completed.stderr.count("\n")) == (1, 1), completed.stderr
    return completed.stderr


def change(environment: Environment, statement: str) -> None:
    if ON_SQLITE:
        with closing(
            sqlite3.connect(Path(environment["TEFUDA_DATA_DIR"]) / DATABASE, isolation_level=None)
        ) as database:
            database.executescript(statement)
    else:
        with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as server:
            server.execute(statement)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Environment]:
    """An installation without tables."""
    with an_installation(tmp_path) as environment:
        yield environment


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    with an_installation(tmp_path_factory.mktemp("data")) as environment:
        completed = run(environment, *PREPARE)
        assert completed.returncode == 0, completed.stderr
        yield environment


@pytest.fixture
def copied(prepared: Environment, empty: Environment) -> Environment:
    """An installation with the same tables."""
    if ON_SQLITE:
        shutil.copy(Path(prepared["TEFUDA_DATA_DIR"]) / DATABASE, empty["TEFUDA_DATA_DIR"])
        return empty
    source, target = (urlsplit(environment["DATABASE_URL"]).path[1:] for environment in (prepared, empty))
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"DROP DATABASE {target}")
        server.execute(f"CREATE DATABASE {target} TEMPLATE {source}")
    return empty


def test_one_migrate_gives_every_role_its_permissions_and_every_guard(prepared: Environment) -> None:
    completed = run(prepared, "-c", ROLES)
    assert completed.stdout == "all there\n", completed.stderr


def test_a_permission_that_nobody_defines_fails(prepared: Environment) -> None:
    planted = "import django; django.setup(); from django.apps import apps; from accounts import groups; "
    planted += "apps.get_app_config('tables').role_permissions = {'senior': ('tables.fly',)}; groups.sync_groups()"
    completed = run(prepared, "-c", planted)
    assert "LookupError" in completed.stderr
    assert "tables.fly" in completed.stderr


def test_a_database_from_before_one_is_refused_and_left_alone(empty: Environment) -> None:
    change(empty, "CREATE TABLE games_table (id integer)")
    message = refused(empty)
    assert "from before Tefuda 1.0" in message
    assert "Move it away" in message
    assert "can be imported" in message
    assert refused(empty) == message, "nothing was migrated: it is still what it was"


@pytest.mark.parametrize(
    ("statement", "lacks"),
    [
        ("DROP TABLE social_friendship", "no table social_friendship"),
        (
            "ALTER TABLE tables_botqueuealert DROP COLUMN last_seen_at",
            "tables_botqueuealert has no column last_seen_at",
        ),
        (
            "DROP TABLE monitoring_queueheartbeat; CREATE TABLE monitoring_queueheartbeat "
            "(queue varchar(16) PRIMARY KEY, last_seen_at timestamp NOT NULL, host varchar(9) NOT NULL)",
            "monitoring_queueheartbeat wants a host, which this version doesn't know",
        ),
        (
            "DROP TABLE monitoring_queueheartbeat; CREATE TABLE monitoring_queueheartbeat (queue varchar(16))",
            "monitoring_queueheartbeat has no column last_seen_at",
        ),
        ("DELETE FROM django_migrations WHERE app = 'monitoring'", "already exists"),
        ("DELETE FROM django_migrations WHERE app = 'tables' AND name = '0001_initial'", "can't be brought up to date"),
        (
            "DELETE FROM django_migrations WHERE app = 'tables' AND name = '0011_hints'",
            f"(it lacks tables.0011_hints). First start the commit {LAST_UNSQUASHED} with it",
        ),
    ],
)
def test_a_misfit_is_never_started_on(copied: Environment, statement: str, lacks: str) -> None:
    change(copied, statement)
    assert lacks in refused(copied)


def test_a_database_with_all_replaced_migrations_has_nothing_to_apply(copied: Environment, settings: Settings) -> None:
    settings.MIGRATION_MODULES = {}
    replacing = [key for key, migration in MigrationLoader(None).disk_migrations.items() if migration.replaces]
    assert ("tables", "0003_seats") in replacing
    for app, name in replacing:
        change(copied, f"DELETE FROM django_migrations WHERE app = '{app}' AND name = '{name}'")
    completed = run(copied, *PREPARE)
    assert (completed.returncode, completed.stderr) == (0, "")


@pytest.mark.skipif(ON_SQLITE, reason="SQLite locks no tables")
def test_a_table_that_somebody_reads_for_long_is_waited_for_without_a_queue(copied: Environment) -> None:
    """As a backup does. Readers aren't blocked by the migration."""
    undone = run(copied, "manage.py", "migrate", "accounts", "0001_initial")
    assert undone.returncode == 0, undone.stderr
    url = copied["DATABASE_URL"]
    with psycopg.connect(url) as backup, psycopg.connect(url, autocommit=True) as reader:
        backup.execute("SELECT count(*) FROM accounts_session")  # its lock stays until the end of the transaction
        command = [sys.executable, *PREPARE]
        with subprocess.Popen(command, cwd=ROOT, env=copied, stderr=subprocess.PIPE, text=True) as preparing:
            assert preparing.stderr
            assert "trying again" in preparing.stderr.readline()
            reader.execute("SET statement_timeout = '2s'")
            for _ in range(20):
                reader.execute("SELECT count(*) FROM accounts_session")
                time.sleep(0.1)
            assert preparing.poll() is None
            backup.rollback()
            assert preparing.wait(60) == 0
        reader.execute("SELECT seen_at FROM accounts_session")


def test_a_newer_database_is_used_as_long_as_it_asks_for_nothing_unknown(copied: Environment) -> None:
    """As after going back from an update: new columns have a default, or may be null."""
    change(copied, "ALTER TABLE tables_botqueuealert ADD COLUMN host varchar(9) NOT NULL DEFAULT ''")
    change(copied, "ALTER TABLE tables_botqueuealert ADD COLUMN seen varchar(9) NULL")
    change(copied, "CREATE TABLE tables_spectator (id integer)")
    change(
        copied,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_to_come', '2026-01-01 00:00:00Z')",
    )
    completed = run(copied, *PREPARE)
    assert (completed.returncode, completed.stderr) == (
        0, "The database is of a newer version (it has tables.9999_to_come); this one can use it.\n"
    ), completed.stderr  # fmt: skip
