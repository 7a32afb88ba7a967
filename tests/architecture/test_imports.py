"""The import contracts of `pyproject.toml` hold, and they bite: each is broken by a planted import."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("games", "accounts", "config")
PARTS = ("__init__", "meta", "moves", "state", "rules", "view", "imagine", "bot", "house")

PURE = "Pure parts know no framework, no clock and no other chance"
ALONE = "Titles know nothing of each other"
BLIND = "Bots and views never reach a state or the rules"
CATALOGUE = "Only the catalogue imports titles"
ENGINE = "Views, tasks and admin leave the engine alone"
ARENA = "The arena plays without database and web"
AUDIT = "Tables are audited from plain rows"
BOARDS = "Boards are drawn without database and web"
ACCOUNTS = "Accounts know no games"
PROJECT = "Games know no project"
LAYERS = "Layers"

PLANTED = [
    (PURE, "games/engine/delta.py", "import time"),
    (PURE, "games/engine/legal.py", "import hashlib"),
    (PURE, "games/kit/__init__.py", "import random"),
    (PURE, "games/titles/one/rules.py", "from datetime import date"),
    (PURE, "games/titles/one/moves.py", "from django.utils.translation import gettext"),
    (PURE, "games/titles/one/meta.py", "from accounts import names"),
    (PURE, "games/engine/codec.py", "from games import models"),
    (ALONE, "games/titles/one/house.py", "from games.titles.two.moves import kit"),
    (BLIND, "games/titles/one/view.py", "from games.titles.one import state"),
    (BLIND, "games/titles/one/bot.py", "from games.titles.one.rules import setup"),
    (BLIND, "games/titles/one/bot.py", "from games.titles.one import house"),  # which imports the state
    (CATALOGUE, "games/services/moves.py", "from games.titles.one import rules"),
    (CATALOGUE, "games/forms.py", "import games.titles.two.meta"),
    (ENGINE, "games/views/pages.py", "from games.engine.legal import Choice"),
    (ENGINE, "games/tasks.py", "import games.engine.codec"),
    (ENGINE, "games/admin/__init__.py", "from games.engine import chance"),
    (ARENA, "games/arena/match.py", "from django.conf import settings"),
    (ARENA, "games/arena/tally.py", "import accounts.names"),
    (AUDIT, "games/audit/log.py", "from games.models import Event"),
    (BOARDS, "games/boards/words.py", "from django.utils.translation import gettext"),
    (BOARDS, "games/boards/cards.py", "import accounts.names"),
    (ACCOUNTS, "accounts/models.py", "from games.models import Table"),
    (ACCOUNTS, "accounts/services.py", "import games.catalog"),
    (PROJECT, "games/services/live.py", "from config import settings"),
    (LAYERS, "games/models.py", "from games.services import seats"),
    (LAYERS, "games/selectors/names.py", "import games.services.seats"),
    (LAYERS, "games/services/seats.py", "from games.views import pages"),
    (LAYERS, "games/arena/match.py", "from games.services import bots"),
    (LAYERS, "games/boards/drawing.py", "from games.templatetags import cards"),
    (LAYERS, "games/audit/table.py", "from games.selectors import verify"),
    (LAYERS, "games/kit/__init__.py", "from games.titles.one import meta"),
    (LAYERS, "games/engine/errors.py", "from games import kit"),
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says to the packages in `folder`, by that folder's `pyproject.toml`."""
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([program, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages with two bare titles more."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=lambda _, names: [n for n in names if no_code(n)])
    for slug in ("one", "two"):
        folder = tmp_path / "games" / "titles" / slug
        folder.mkdir()
        for part in PARTS:
            (folder / f"{part}.py").write_text("")
        (folder / "house.py").write_text(f"from games.titles.{slug} import state\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def no_code(name: str) -> bool:
    return name in ("__pycache__", "static", "templates", "locale") or Path(name).suffix not in ("", ".py")


def test_the_contracts_hold() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_two_more_titles_break_nothing(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("contract", "path", "line"), PLANTED, ids=[f"{path}: {line}" for _, path, line in PLANTED])
def test_a_planted_import_breaks_its_contract(copy: Path, contract: str, path: str, line: str) -> None:
    file = copy / path
    assert file.exists()
    file.write_text(f"{file.read_text()}\n{line}\n")
    done = lint(copy)
    assert done.returncode == 1, done.stdout
    assert f"{contract} BROKEN" in " ".join(done.stdout.split())
