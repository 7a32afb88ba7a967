"""Backups in a folder and in a bucket: created, named, pruned, rehearsed and restored; errors are reported."""

import hashlib
import os
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import obstore
import pytest
import requests
from moto.server import ThreadedMotoServer

from config.server.backup import BackupError
from config.server.backup_store import NAME, BackupStore, fetch_backup
from tests.server.running import Migrated, open_to_others
from tests.server.test_backup import RUNS, an_installation, run

pytestmark = pytest.mark.process

BUCKET = "backups"
STATUS = """
import django; django.setup()
from games.monitoring.stats import get_dashboard_stats
from games.monitoring.system_status import get_system_status
print(*[line.says for line in get_system_status(get_dashboard_stats()) if line.name == "Last backup"])
"""


@pytest.fixture
def storage() -> Iterator[dict[str, str]]:
    """The environment that leads to a server that speaks S3 and has a bucket."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    endpoint = "http://{}:{}".format(*server.get_host_and_port())
    requests.post(f"{endpoint}/moto-api/reset", timeout=10)  # it remembers those of the tests before
    assert requests.put(f"{endpoint}/{BUCKET}", timeout=10).status_code == 200
    yield {"AWS_ENDPOINT_URL_S3": endpoint, "AWS_ACCESS_KEY_ID": "tests", "AWS_SECRET_ACCESS_KEY": "tests"}
    server.stop()


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the store of this test's backups."""
    if request.param == "folder":
        (tmp_path / "kept").mkdir()
        return str(tmp_path / "kept")
    for name, value in request.getfixturevalue("storage").items():
        monkeypatch.setenv(name, value)
    return f"s3://{BUCKET}/cards"


@pytest.mark.database
def test_a_backup_is_made_tried_out_and_restored(place: str, tmp_path: Path, migrated: Migrated) -> None:
    with an_installation(migrated(tmp_path / "here")) as environment:
        if place.startswith("s3") or os.environ.get("DATABASE_URL"):
            run(environment, "-m", "config.server.processes.prepare")
        completed = run(environment, "manage.py", "backup", place)
        assert re.fullmatch(re.escape(place) + r"/tefuda-[-\d]{17}\.tar: \d+\.\d MB\n", completed)
        environment["TEFUDA_BACKUP_TO"] = place
        assert ", 1 older ones deleted\n" in run(environment, "manage.py", "backup", "--keep-days", "0")
        (name,) = BackupStore(place).list_names()
        assert run(environment, "manage.py", "rehearse_restore") == "0 tables: none\n"
        runs = run(environment, "-c", RUNS).splitlines()[0]
        assert (f"rehearsal True {name}" in runs, f"backup True {place.split(':')[0]}" in runs) == (True, True), runs
    with an_installation(tmp_path / "there") as environment:
        run(environment, "manage.py", "restore", f"{place}/{name}")
        assert (tmp_path / "there" / "secret_key").read_bytes() == (tmp_path / "here" / "secret_key").read_bytes()
    if not place.startswith("s3"):
        assert not open_to_others(Path(place) / name)


def keep(store: BackupStore, folder: Path, *names: str) -> None:
    """Files with the names of backups, of which each is large enough to be sent in parts."""
    for number, name in enumerate(names):
        (folder / name).write_bytes(random.Random(number).randbytes(12_000_000))
        store.put(name, folder / name)


def test_the_newest_is_named_and_arrives_whole(place: str, tmp_path: Path) -> None:
    store = BackupStore(place)
    (tmp_path / "made").mkdir()
    keep(store, tmp_path / "made", "tefuda-2026-11-25-033000.tar", "tefuda-2026-11-26-033000.tar")
    assert store.list_names() == ["tefuda-2026-11-25-033000.tar", "tefuda-2026-11-26-033000.tar"]
    with fetch_backup(place) as file:
        assert file.name == "tefuda-2026-11-26-033000.tar"
        assert file.read_bytes() == (tmp_path / "made" / file.name).read_bytes()
    with fetch_backup(f"{place}/tefuda-2026-11-25-033000.tar") as file:
        assert file.read_bytes() == (tmp_path / "made" / file.name).read_bytes()


def test_the_newest_stays_however_old_it_is(place: str, tmp_path: Path) -> None:
    store = BackupStore(place)
    (tmp_path / "made").mkdir()
    keep(store, tmp_path / "made", "tefuda-2020-01-01-033000.tar", "tefuda-2020-01-02-033000.tar")
    assert store.delete_older(14) == ["tefuda-2020-01-01-033000.tar"]
    assert store.list_names() == ["tefuda-2020-01-02-033000.tar"]
    assert store.delete_older(14) == []


def test_one_that_is_not_what_was_written_is_refused(place: str, tmp_path: Path) -> None:
    store = BackupStore(place)
    (tmp_path / "made").mkdir()
    keep(store, tmp_path / "made", "tefuda-2026-11-26-033000.tar")
    other = hashlib.sha256(b"another").hexdigest()
    obstore.put(store.store, "tefuda-2026-11-26-033000.tar.sha256", f"{other}  x\n".encode())
    with pytest.raises(BackupError, match="is damaged"), fetch_backup(place):
        pass


def test_an_empty_place_has_no_newest(place: str) -> None:
    with pytest.raises(BackupError, match="There is no backup in"), fetch_backup(place):
        pass


def test_a_storage_that_is_away_is_told_on_the_status_page(tmp_path: Path, migrated: Migrated) -> None:
    with an_installation(migrated(tmp_path / "here")) as environment:
        environment |= {
            "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:1", "AWS_ACCESS_KEY_ID": "x",
            "AWS_SECRET_ACCESS_KEY": "secret-word",
        }  # fmt: skip
        completed = run(environment, "manage.py", "backup", f"s3://{BUCKET}/cards", fails=True)
        assert f"s3://{BUCKET}/cards can't be used" in completed
        output = run(environment, "-c", STATUS)
        assert "failed" in output
        assert "can't be used" in output
        assert "secret-word" not in completed + output


def test_names_are_told_from_others(tmp_path: Path) -> None:
    (tmp_path / "tefuda-2026-11-26-033000.tar").touch()  # without its checksum: it may not be whole
    (tmp_path / "tefuda-last.tar").touch()
    (tmp_path / "tefuda-last.tar.sha256").touch()
    assert BackupStore(str(tmp_path)).list_names() == []
    assert NAME.match("tefuda-2026-11-26-033000.tar")
    shutil.rmtree(tmp_path)
    with pytest.raises(BackupError):
        BackupStore(str(tmp_path)).list_names()
