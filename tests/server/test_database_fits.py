"""A start brings the database up to date; one that can't be brought there is refused with a sentence that says so."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.running import ROOT, outside

ROLES = """
import django
django.setup()
from django.contrib.auth.models import Group
from django.db import connection
from accounts import groups
from config.db import append_only
for role in groups.ROLES:
    rows = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
    assert {f"{app}.{name}" for app, name in rows} == set(groups.list_role_permissions(role)) != set(), role
assert append_only.list_missing_triggers(connection) == []
assert len(list(append_only.list_append_only_models())) >= 6
print("all there")
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = outside() | {"TEFUDA_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    environment.pop("DATABASE_URL", None)
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "tefuda.sqlite3", isolation_level=None)) as database:
        database.execute(statement)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    done = run(folder, "-m", "config.server.processes.prepare")
    assert done.returncode == 0, done.stderr
    return folder


def test_one_migrate_gives_every_role_its_permissions_and_every_guard(prepared: Path) -> None:
    done = run(prepared, "-c", ROLES)
    assert done.stdout == "all there\n", done.stderr


def test_a_permission_that_nobody_defines_fails(prepared: Path) -> None:
    planted = "import django; django.setup(); from django.apps import apps; from accounts import groups; "
    planted += "apps.get_app_config('tables').role_permissions = {'senior': ('tables.fly',)}; groups.sync_groups()"
    done = run(prepared, "-c", planted)
    assert "LookupError" in done.stderr
    assert "tables.fly" in done.stderr


def test_a_database_from_before_one_is_refused(tmp_path: Path) -> None:
    change(tmp_path, "CREATE TABLE games_table (id integer)")
    done = run(tmp_path, "-m", "config.server.processes.prepare")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "before Tefuda 1.0" in done.stderr


@pytest.mark.parametrize(
    ("statement", "lacks"),
    [
        ("DROP TABLE social_friendship", "no table social_friendship"),
        ("ALTER TABLE tables_botcall DROP COLUMN seen_at", "tables_botcall has no column seen_at"),
    ],
)
def test_a_misfit_is_never_started_on(prepared: Path, tmp_path: Path, statement: str, lacks: str) -> None:
    shutil.copy(prepared / "tefuda.sqlite3", tmp_path)
    change(tmp_path, statement)
    done = run(tmp_path, "-m", "config.server.processes.prepare")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert lacks in done.stderr
