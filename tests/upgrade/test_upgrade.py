"""Databases as each release left them are brought up to date: all in them is as it was, and play goes on."""

import json
import lzma
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.server.running import DATABASE, ROOT, a_database
from tests.upgrade.make_release_data import (
    BACKUP_FILES,
    FACTS_FILE,
    POSTGRESQL_FILE,
    RELEASES,
    SQLITE_FILE,
    make_environment,
)
from tests.upgrade.visit import list_differences

VENDOR = connection.vendor
FOLDERS = sorted(path for path in RELEASES.iterdir() if path.is_dir())
VISIT = "import django; django.setup(); from tests.upgrade import visit; visit.main()"
Environment = dict[str, str]


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[Environment]:
    """Of an installation without a database."""
    (tmp_path / "data").mkdir(mode=0o700)
    with a_database() as database:
        yield make_environment(tmp_path / "data", database)


def run(environment: Environment, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def put_in_place(release: Path, environment: Environment) -> None:
    if VENDOR == "sqlite":
        with lzma.open(release / SQLITE_FILE) as kept, (Path(environment["TEFUDA_DATA_DIR"]) / DATABASE).open("wb") as it:
            shutil.copyfileobj(kept, it)
    else:
        psql = ["psql", "-X", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={environment['DATABASE_URL']}"]
        subprocess.run(psql, input=lzma.decompress((release / POSTGRESQL_FILE).read_bytes()), check=True, stdout=-3)


def restore(release: Path, environment: Environment) -> None:
    run(environment, "manage.py", "restore", str(release / BACKUP_FILES[VENDOR]))


@pytest.mark.parametrize("bring_back", [put_in_place, restore], ids=["database", "backup"])
@pytest.mark.parametrize("release", FOLDERS, ids=[path.name for path in FOLDERS])
def test_an_old_database_goes_on(release: Path, bring_back, environment: Environment) -> None:
    bring_back(release, environment)
    run(environment, "manage.py", "migrate", "--verbosity", "0")
    wrong = json.loads(run(environment, "-c", VISIT, str(release / FACTS_FILE), VENDOR))
    assert {check: problems for check, problems in wrong.items() if problems} == {}
    assert len(wrong) == 6
