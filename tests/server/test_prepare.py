"""What a start puts together. The whole of it is looked at in test_serve.py."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from pytest_django import Settings

from config.server.processes import prepare

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
        return {name: (tmp_path / "static" / kept).read_text() for name, kept in names.items()}

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
    (kept,) = (tmp_path / "static").glob("a.*.css")
    before = kept.stat()
    (source / "a.css").write_text("a { color: red }")
    (source / "b.css").write_text("b { }")
    collected()
    (source / "a.css").write_text("a { }")
    assert collected()["a.css"] == "a { }"
    assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert len(list((tmp_path / "static").glob("a.*.css"))) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "source", "static"]
