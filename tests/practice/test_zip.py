"""The zip is whole: every title is played to its end from it alone, without Django or anything else installed."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from itertools import cycle
from pathlib import Path

import pytest

from games.catalog import registry
from games.practice.match import ME, Match
from games.practice.worker_api import read_setup
from games.pwa.practice import bundle

pytestmark = pytest.mark.process

ALONE = Path(__file__).with_name("play_from_zip.py")
LEVEL_TABLE = "games/catalog/lombard/bots/strong/level_table.json"
TITLES = list(zip(registry.list_metadata(), cycle(["en", "ja"])))


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("package") / "tefuda.zip"
    path.write_bytes(bundle.get_bundle())
    return path


@pytest.mark.parametrize(("slug", "language"), TITLES)
def test_every_title_is_played_to_its_end(slug: str, language: str, zipped: Path) -> None:
    command = [sys.executable, "-I", "-S", str(ALONE), str(zipped), slug, language]
    completed = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert completed.returncode == 0, completed.stderr
    matches = [json.loads(line) for line in completed.stdout.splitlines()]
    assert matches[0]["seats"] == registry.list_metadata()[slug].seats_min
    for match in matches:
        assert match["decisions"] > 0
        assert match["outcome"]
        assert match["events"] == match["last"]
        assert match["drawn"]
        assert match["result"]


def test_the_same_files_give_the_same_bytes() -> None:
    assert bundle.get_bundle.__wrapped__() == bundle.get_bundle()
    assert bundle.get_strong_tables.__wrapped__() == bundle.get_strong_tables()


def test_strong_bots_play_by_their_tables(zipped: Path, tmp_path: Path) -> None:
    """The same moves as here. Lombard's come from the second zip."""
    tables = tmp_path / "tables.zip"
    tables.write_bytes(bundle.get_strong_tables()["lombard"])
    for slug in ("crown", "dilemma", "lombard", "sdc"):
        packages = f"{zipped}:{tables}" if slug == "lombard" else str(zipped)
        command = [sys.executable, "-I", "-S", str(ALONE), packages, slug, "en", "strong"]
        completed = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        assert completed.returncode == 0, completed.stderr
        for line in completed.stdout.splitlines():
            played = json.loads(line)["record"]
            match = Match(read_setup(played))
            for seat, move in played["decisions"]:
                if seat == ME:
                    match.replay([(seat, move)])
                else:
                    match.play_bot_move()
                assert [seat, move] == json.loads(json.dumps(match.decisions[-1]))
            assert match.over


def list_names(archive: bytes) -> list[str]:
    return zipfile.ZipFile(BytesIO(archive)).namelist()


def test_only_what_is_needed_is_in_it(zipped: Path) -> None:
    names = zipfile.ZipFile(zipped).namelist()
    assert names == sorted(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"games", "jinja2", "markupsafe"}
    assert not [name for name in names if name.endswith((".so", ".c", ".md", ".po", ".svg"))]
    of_tables = [name for name in names if name.startswith("games/tables") and not name.endswith("/__init__.py")]
    assert of_tables == ["games/tables/storage/snapshots.py"]
    assert not [name for name in names if name.startswith("games/pwa")]
    assert not [name for name in names if "lessons" in name or name.endswith("position.py")]
    assert [name for name in names if "LICENSE" in name]  # what is handed on comes with its licence
    assert "games/catalog/lombard/bots/strategy_table.json" in names
    assert "games/catalog/strength.json" not in names
    assert LEVEL_TABLE not in names
    assert {slug: list_names(archive) for slug, archive in bundle.get_strong_tables().items()} == {
        "lombard": [LEVEL_TABLE]
    }
    for slug in registry.list_metadata():
        assert f"games/catalog/{slug}/locale/ja/LC_MESSAGES/board.mo" in names
