"""What a start puts together. The whole of it is looked at in test_serve.py."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.db import connection
from pytest_django import Settings

from config.server.processes import prepare
from tests.server.running import ROOT, Migrated, a_database, outside

Collected = Callable[[], dict[str, str]]  # what there is, by its plain name


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "source").mkdir()
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    get_finder.cache_clear()
    yield tmp_path / "source"
    get_finder.cache_clear()


@pytest.fixture
def collected(source: Path, tmp_path: Path) -> Collected:
    def run() -> dict[str, str]:
        prepare.collect()
        names = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
        return {name: (tmp_path / "static" / hashed_name).read_text() for name, hashed_name in names.items()}

    return run


def test_static_files_follow_their_sources(source: Path, collected: Collected) -> None:
    (source / "a.css").write_text("a { }")
    assert collected() == {"a.css": "a { }"}
    (source / "a.css").write_text("a { color: red }")
    (source / "b.css").write_text("b { }")
    assert collected() == {"a.css": "a { color: red }", "b.css": "b { }"}


def test_nothing_is_put_together_twice(source: Path, collected: Collected, tmp_path: Path) -> None:
    (source / "a.css").write_text("a { }")
    collected()
    manifest = tmp_path / "static" / "staticfiles.json"
    before = manifest.stat().st_mtime_ns
    collected()
    assert manifest.stat().st_mtime_ns == before


def test_whoever_emptied_the_folder_gets_all_of_it_back(source: Path, collected: Collected, tmp_path: Path) -> None:
    (source / "a.css").write_text("a { }")
    for path in [path for path in (collected() and tmp_path / "static").iterdir() if path.is_file()]:
        path.unlink()
    assert collected() == {"a.css": "a { }"}


def test_what_another_version_serves_is_never_taken_away(source: Path, collected: Collected, tmp_path: Path) -> None:
    """Not even for a moment: a file whose name follows from its content stays the same one."""
    (source / "a.css").write_text("a { }")
    collected()
    (stylesheet,) = (tmp_path / "static").glob("a.*.css")
    before = stylesheet.stat()
    (source / "a.css").write_text("a { color: red }")
    (source / "b.css").write_text("b { }")
    collected()
    (source / "a.css").write_text("a { }")
    assert collected()["a.css"] == "a { }"
    assert (stylesheet.stat().st_ino, stylesheet.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert len(list((tmp_path / "static").glob("a.*.css"))) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "source", "static"]


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)


PREPARE = ("-m", "config.server.processes.prepare")


def files(folder: Path) -> dict[str, tuple[int, str]]:
    """All there are, with the time of the last change and a digest."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.process
@pytest.mark.database
def test_where_nothing_is_to_be_done_nothing_is_written(tmp_path: Path, migrated: Migrated) -> None:
    """PostgreSQL would refuse it."""
    data = migrated(tmp_path / "data")
    with a_database() as database:
        environment = {**outside(), "TEFUDA_DATA_DIR": str(data), **database}
        first = run(environment, *PREPARE)
        assert first.returncode == 0, first.stderr
        before = files(data)
        if connection.vendor == "postgresql":
            environment["PGOPTIONS"] = "-c default_transaction_read_only=on"
        second = run(environment, *PREPARE)
        assert second.returncode == 0, second.stderr
        assert files(data) == before


@pytest.mark.slow
@pytest.mark.process
def test_static_files_may_lie_elsewhere(tmp_path: Path, migrated: Migrated) -> None:
    """A configured folder is filled by `prepare`; a start neither fills it nor runs without it."""
    data, static = migrated(tmp_path / "data"), tmp_path / "elsewhere"
    variables = {"TEFUDA_DATA_DIR": str(data), "TEFUDA_STATIC_ROOT": str(static), "DATABASE_URL": "", "REDIS_URL": ""}
    environment = {**outside(), **variables}
    refused = run(environment, *PREPARE)
    assert refused.returncode == 1
    assert "manage.py collectstatic" in refused.stderr
    assert not static.exists()
    assert run(environment, "manage.py", "collectstatic", "--no-input").returncode == 0
    before = files(tmp_path)
    assert run(environment, *PREPARE).returncode == 0
    assert files(tmp_path) == before
    code = "from django.templatetags.static import static; print(static('site/base.css'))"
    address = run(environment, "manage.py", "shell", "--no-imports", "-c", code).stdout.strip()
    assert (static / address.removeprefix("/static/")).is_file()
