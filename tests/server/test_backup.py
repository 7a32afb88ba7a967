"""Backup and restore, rehearsed: people play all the while, and what comes back is whole."""

import gzip
import json
import lzma
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from config.server.backup import FORMAT, SQLITE
from config.server.processes.make_secrets import make_secrets
from games.monitoring.models import MaintenanceRun
from tests.server.running import ROOT, START_PATIENCE, Migrated, a_database, eventually, open_to_others, outside

pytestmark = [pytest.mark.database, pytest.mark.process]

PLAY = """
import django; django.setup()
from django.core.management import call_command
from django.db import connection
if not connection.introspection.table_names():  # on PostgreSQL; SQLite's file has been migrated
    call_command("migrate", verbosity=0)
from django.conf import settings
settings.TABLE_RATE_PER_MINUTE = settings.TABLE_RATE_PER_DAY = {"account": 9_999, "guest": 9_999}
from accounts.models import User
from tests.matches import play_on, running
people = [User.objects.create_user(f"player{n}", name=f"Player {n}") for n in range(2)]
while True:
    table = running("sdc", *people, options={"start_coins": 5, "stage_limit": 20})
    play_on(table)
    print(table.public_id, flush=True)
"""
VERIFY = """
import sys
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)  # as the start does
call_command("check", deploy=True, databases=["default"], tags=["database"], stdout=sys.stderr)
from accounts.models import User
from games.tables.models import Event, Table
from games.replays.verification.selectors import audit_table
tables = list(Table.objects.select_related("seed"))
bad = [table.public_id for table in tables if not audit_table(table, bots=False).is_ok]
print(len(tables), Event.objects.count(), User.objects.count(), *bad)
"""

# Notes about the last rehearsal, and databases it left behind.
RUNS = """
import django; django.setup()
from django.db import connection
from games.monitoring.models import MaintenanceRun
print(*[f"{run.kind} {run.succeeded} {run.detail.split(':')[0]}" for run in MaintenanceRun.objects.all()], sep=", ")
with connection.cursor() as cursor:
    if connection.vendor == "postgresql":
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'tefuda_rehearsal_%'")
    print(cursor.fetchall() if connection.vendor == "postgresql" else [])
"""


@contextmanager
def an_installation(data: Path) -> Iterator[dict[str, str]]:
    with a_database() as database:
        yield {**outside(), "TEFUDA_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "config.settings", **database}


def run(environment: dict[str, str], *arguments: str, fails: bool = False) -> str:
    completed = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert bool(completed.returncode) == fails, completed.stderr
    return completed.stderr if fails else completed.stdout


@contextmanager
def people_playing(environment: dict[str, str], path: Path) -> Iterator[None]:
    with (
        path.open("w") as log,
        subprocess.Popen([sys.executable, "-c", PLAY], cwd=ROOT, env=environment, stdout=log) as them,
    ):
        try:
            yield
            assert them.poll() is None
        finally:
            them.kill()


@pytest.mark.slow
def test_a_backup_taken_while_people_play_comes_back_whole(tmp_path: Path, migrated: Migrated) -> None:
    source, target, archive, log = tmp_path / "here", tmp_path / "there", tmp_path / "kept.tar", tmp_path / "told"

    def played() -> int:
        return len(log.read_text().split())

    with an_installation(migrated(source)) as environment, people_playing(environment, log):
        assert eventually(lambda: played() >= 2, START_PATIENCE)
        before = log.read_text().split()
        run(environment, "manage.py", "backup", str(archive))
        after = played()
        assert eventually(lambda: played() > after)  # no one was kept from playing
    assert not open_to_others(tmp_path / "kept.tar")
    with an_installation(target) as environment:
        run(environment, "manage.py", "restore", str(archive))
        assert (target / "secret_key").read_text() == (source / "secret_key").read_text()
        # Nothing is missing, the triggers neither; one process does it all, because starting one costs the most.
        tables, events, people, *bad = run(environment, "-c", VERIFY).split()
        assert bad == []
        assert int(tables) >= len(before)
        assert (int(events) > 0, people) == (True, "2")
        assert "There is a database already" in run(environment, "manage.py", "restore", str(archive), fails=True)
        match = re.fullmatch(r"(\d+) tables: \1 yes\n", run(environment, "manage.py", "rehearse_restore", str(archive)))
        assert match
        assert len(before) <= int(match[1]) <= int(tables)
        (tmp_path / "odd.tar").write_bytes(archive.read_bytes()[:20_000])
        assert "restore: " in run(environment, "manage.py", "rehearse_restore", str(tmp_path / "odd.tar"), fails=True)
        runs, scratch = run(environment, "-c", RUNS).splitlines()
        assert runs == "rehearsal False odd.tar"
        assert scratch == "[]"


@pytest.mark.slow
def test_keys_that_lie_in_files_of_their_own_are_kept_and_put_back_there(tmp_path: Path, migrated: Migrated) -> None:
    """As in containers. A rehearsal puts the backup's keys next to its scratch database, and nowhere else."""
    source, target, archive = tmp_path / "here", tmp_path / "there", tmp_path / "kept.tar"
    variables = {"secret_key": "SECRET_KEY_FILE", "vapid_key": "TEFUDA_VAPID_KEY_FILE"}

    def secrets(name: str) -> dict[str, str]:
        (tmp_path / name).mkdir()
        make_secrets(tmp_path / name)
        return {variable: str(tmp_path / name / key) for key, variable in variables.items()}

    with an_installation(migrated(source)) as environment:
        for key in variables:
            (source / key).unlink(missing_ok=True)
        environment |= secrets("first")
        run(environment, "-m", "config.server.processes.prepare")
        run(environment, "manage.py", "backup", str(archive))
    with an_installation(target) as environment:
        environment |= secrets("second")
        second_keys = {key: (tmp_path / "second" / key).read_text() for key in variables}
        run(environment, "manage.py", "restore", str(archive))
        restored_keys = {key: (tmp_path / "second" / key).read_text() for key in variables}
        assert restored_keys == {key: (tmp_path / "first" / key).read_text() for key in variables} != second_keys
        for key in variables:
            (tmp_path / "second" / key).unlink()
            (tmp_path / "second" / key).write_text(second_keys[key])
        assert run(environment, "manage.py", "rehearse_restore", str(archive)) == "0 tables: none\n"
        assert {key: (tmp_path / "second" / key).read_text() for key in variables} == second_keys
    assert not list(target.glob("*_key"))


# Refused before any database is asked, so these need no process or installation.


@pytest.mark.parametrize("content", [b"", b"not a backup", None])
def test_what_is_no_backup_changes_nothing(tmp_path: Path, content: bytes | None) -> None:
    odd = tmp_path / "odd.tar"
    if content is None:
        with tarfile.open(odd, "w") as archive:
            archive.add(__file__, "about.json")
    else:
        odd.write_bytes(content)
    before = sorted(settings.DATA_DIR.rglob("*"))
    with pytest.raises(CommandError, match="is no backup of Tefuda"):
        call_command("restore", str(odd))
    assert sorted(settings.DATA_DIR.rglob("*")) == before


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize("rest", [b"", b"x" * 20_000])
def test_a_packed_one_that_is_damaged_is_said_in_one_line(tmp_path: Path, pack, rest: bytes) -> None:
    (tmp_path / SQLITE).write_bytes(random.Random(1).randbytes(50_000))
    with tarfile.open(tmp_path / "whole.tar", "w") as archive:
        archive.add(tmp_path / SQLITE, SQLITE)
    packed = pack((tmp_path / "whole.tar").read_bytes())
    (tmp_path / "odd.tar").write_bytes(packed[: len(packed) // 2] + rest)
    with pytest.raises(CommandError, match=r"is no backup of Tefuda \(.*\)\.$"):
        call_command("restore", str(tmp_path / "odd.tar"))


def test_an_archive_that_says_nothing_of_itself_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text("[]")
    with tarfile.open(tmp_path / "odd.tar", "w") as archive:
        archive.add(tmp_path / "about.json", "about.json")
    with pytest.raises(CommandError, match="is no backup of Tefuda"):
        call_command("restore", str(tmp_path / "odd.tar"))


def test_an_archive_puts_nothing_outside_and_no_link_in_place_of_the_database(tmp_path: Path) -> None:
    (tmp_path / "about.json").write_text(json.dumps({"format": FORMAT, "database": SQLITE}))
    (tmp_path / SQLITE).symlink_to("/etc/passwd")
    with tarfile.open(tmp_path / "odd.tar", "w") as archive:
        archive.add(tmp_path / "about.json", "about.json")
        archive.add(tmp_path / SQLITE, SQLITE)
        archive.add(tmp_path / "about.json", "../tefuda-evil")
    with pytest.raises(CommandError, match=f"it has no {SQLITE}"):
        call_command("restore", str(tmp_path / "odd.tar"))
    assert not (Path(tempfile.gettempdir()) / "tefuda-evil").exists()


@pytest.mark.django_db
def test_a_backup_overwrites_nothing_and_needs_its_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", str(tmp_path / "there"))
    assert not MaintenanceRun.objects.get(kind="backup").succeeded
    with pytest.raises(CommandError, match="no folder"):
        call_command("backup", str(tmp_path / "no" / "where"))
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PATH", os.devnull)
        with pytest.raises(CommandError, match="pg_dump is missing"):
            call_command("backup", str(tmp_path / "new"))
        assert os.listdir(tmp_path) == ["there"]
