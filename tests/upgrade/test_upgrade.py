"""Databases as each release left them are brought up to date: all in them is as it was, and play goes on."""

import json
import lzma
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.architecture.publish_migrations import read_published
from tests.server.running import DATABASE, ROOT, a_database
from tests.upgrade.make_release_data import (
    BACKUP_FILES,
    FACTS_FILE,
    POSTGRESQL_FILE,
    RELEASES,
    SQLITE_FILE,
    make_environment,
)
from tests.upgrade.visit import CHECKS, list_differences

pytestmark = pytest.mark.process

VENDOR = connection.vendor
FOLDERS = sorted(RELEASES.glob("[0-9]*"))
VISIT = "import django; django.setup(); from tests.upgrade import visit; visit.main()"
Environment = dict[str, str]
each_release = pytest.mark.parametrize("release", FOLDERS, ids=[folder.name for folder in FOLDERS])


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[Environment]:
    """Of an installation without a database."""
    (tmp_path / "data").mkdir(mode=0o700)
    with a_database() as database:
        yield make_environment(tmp_path / "data", database)


def run(environment: Environment, *arguments: str) -> str:
    completed = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


def put_in_place(release: Path, environment: Environment) -> None:
    if VENDOR == "sqlite":
        content = lzma.decompress((release / SQLITE_FILE).read_bytes())
        (Path(environment["TEFUDA_DATA_DIR"]) / DATABASE).write_bytes(content)
    else:
        psql = ["psql", "-X", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={environment['DATABASE_URL']}"]
        content = lzma.decompress((release / POSTGRESQL_FILE).read_bytes())
        subprocess.run(psql, input=content, check=True, stdout=subprocess.DEVNULL)


def visit_release(release: Path, environment: Environment, *checks: str) -> dict[str, list[str]]:
    """Return the errors found by each check after the update (tests.upgrade.visit)."""
    return json.loads(run(environment, "-c", VISIT, str(release / FACTS_FILE), VENDOR, *checks))


@each_release
def test_all_is_as_it_was_and_play_goes_on(release: Path, environment: Environment) -> None:
    put_in_place(release, environment)
    assert visit_release(release, environment, *CHECKS) == {check: [] for check in CHECKS}


@pytest.mark.slow
@each_release
def test_a_backup_is_as_good(release: Path, environment: Environment) -> None:
    run(environment, "manage.py", "restore", str(release / BACKUP_FILES[VENDOR]))
    checks = ("facts", "schema", "roles", "records")
    assert visit_release(release, environment, *checks) == {check: [] for check in checks}


def test_what_is_no_longer_as_it_was_is_named() -> None:
    before = {"tables": {"abc": {"status": "running", "seats": ["Alice", None]}}, "notes.json": ['"Fold."', "3", "3"]}
    additions = {"tables": {"abc": {"status": "running", "seats": ["Alice", None], "new": 1}, "xyz": {}}}
    assert list(list_differences(before, {**additions, "notes.json": ["3", '"Fold."', "3", '"New."']})) == []
    other = {"tables": {"abc": {"status": "finished", "seats": ["Alice", None]}}, "notes.json": ['"Fold."', "3"]}
    assert list(list_differences(before, other)) == [
        " tables abc status: finished, was running",
        " notes.json: no longer 3",
    ]
    assert list(list_differences(before, {"tables": {}, "notes.json": before["notes.json"]})) == [
        " tables abc: None, was {'status': 'running', 'seats': ['Alice', None]}"
    ]


def test_the_published_release_has_its_data() -> None:
    """It has as soon as migrations are published: both are steps of a release."""
    if read_published():
        newest = re.search(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
        assert newest
        assert newest[1] in [folder.name for folder in FOLDERS]
