"""Adding a title is adding one folder: a copy of the site with the toy's folder put among its titles."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "contract" / "toys" / "fake_game"
SITE = ("accounts", "config", "games", "locale", "templates", "tests", "manage.py", "pyproject.toml")
# Compiled files are copied too (the copies have the originals' times); otherwise they'd be compiled again.
LEFT_OUT = shutil.ignore_patterns("golden", "browser", "bench")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy. Nothing in it but the new folder is any different."""
    site = tmp_path_factory.mktemp("site")
    for name in SITE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, site / name, ignore=LEFT_OUT)
        else:
            shutil.copy(ROOT / name, site)
    shutil.copytree(TOY, site / "games" / "catalog" / "toy", ignore=LEFT_OUT)
    return site


def run(site: Path, *arguments: str) -> None:
    prefixes = ("DJANGO_", "PYTEST_", "TEFUDA_DATA_DIR")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
    environment["TEFUDA_DATA_DIR"] = str(site / "var")
    completed = subprocess.run(
        [sys.executable, *arguments], cwd=site, env=environment, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr


def test_a_seventh_title_is_played_from_its_folder_alone(site: Path) -> None:
    run(site, "-m", "pytest", "-p", "no:cacheprovider", "tests/plugin_game/visits.py")


def test_its_files_are_served_like_all_others(site: Path) -> None:
    run(site, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    served = json.loads((site / "var" / "static" / "staticfiles.json").read_text())["paths"]
    for name in ("game.css", "game.js", "cards.svg"):
        stem, suffix = name.split(".")
        assert served[f"toy/{name}"].startswith(f"toy/{stem}.")
        assert served[f"toy/{name}"] != f"toy/{name}"
        assert (site / "var" / "static" / served[f"toy/{name}"]).is_file(), suffix
