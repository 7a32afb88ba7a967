"""The import contracts of `pyproject.toml` hold, and they bite: each is broken by a planted import."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("games", "accounts", "config")
PARTS = ("__init__", "meta", "moves", "state", "rules", "view", "imagine", "bot", "house", "plans", "planner")

PURE = "Pure parts know no framework, no clock and no other chance"
ALONE = "Titles know nothing of each other"
BLIND = "Bots, plans and views never reach a state or the rules"
CATALOGUE = "Only the catalogue imports titles"
ENGINE = "Views, tasks and admin leave the engine alone"
ARENA = "The arena plays without database and web"
AUDIT = "Tables are audited from plain rows"
BOARDS = "Boards are drawn without database and web"
PRACTISED = "Practice is played without database and web"
ACCOUNTS = "Accounts know no games"
PROJECT = "Games and accounts know of the project only its database"
MECHANISMS = "The database's mechanisms know none of ours"
CIRCLES = "No circles"
ROOMS = "Rooms know only those below"
TABLES = "Layers of the tables"
REPLAYS = "Layers of the replays"
NOTICES = "Layers of the notices"
MODERATION = "Layers of the moderation"
PRACTICE = "Layers of practice"

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
    (BLIND, "games/titles/one/plans.py", "from games.titles.one import rules"),
    (BLIND, "games/titles/one/planner.py", "from games.titles.one.imagine import meta"),
    (CATALOGUE, "games/tables/moves.py", "from games.titles.one import rules"),
    (CATALOGUE, "games/tables/forms.py", "import games.titles.two.meta"),
    (ENGINE, "games/tables/views/front.py", "from games.engine.legal import Choice"),
    (ENGINE, "games/replays/tasks.py", "import games.engine.codec"),
    (ENGINE, "games/replays/views.py", "from games.engine import chain"),
    (ENGINE, "games/moderation/admin/moderate.py", "from games.engine import chance"),
    (ENGINE, "games/admin.py", "from games.engine import chance"),
    (ARENA, "games/arena/match.py", "from django.conf import settings"),
    (ARENA, "games/arena/tally.py", "import accounts.names"),
    (AUDIT, "games/replays/audit/log.py", "from games.tables.models import Event"),
    (BOARDS, "games/boards/words.py", "from django.utils.translation import gettext"),
    (BOARDS, "games/boards/cards.py", "import accounts.names"),
    (PRACTISED, "games/practice/match.py", "from django.conf import settings"),
    (PRACTISED, "games/practice/door.py", "import accounts.names"),
    (ACCOUNTS, "accounts/models/person.py", "from games.models import Table"),
    (ACCOUNTS, "accounts/services.py", "import games.catalog"),
    (PROJECT, "games/live/announce.py", "from config import settings"),
    (PROJECT, "games/tables/desk.py", "import config.env"),
    (PROJECT, "accounts/services.py", "from config.runtime import net"),
    (MECHANISMS, "config/db/locking.py", "from accounts.models import User"),
    (MECHANISMS, "config/db/locking.py", "import games.catalog"),
    (CIRCLES, "games/tables/moments.py", "from games.tables import page"),
    (CIRCLES, "games/moderation/admin/moderate.py", "from games.moderation.admin import tables"),
    (ROOMS, "games/tables/turns.py", "from games.notices import outbox"),
    (ROOMS, "games/tables/page.py", "from games.moderation.models import Proposal"),
    (ROOMS, "games/tables/models/table.py", "import games.models"),
    (ROOMS, "games/notices/outbox.py", "from games.replays.models import Record"),
    (ROOMS, "games/moderation/consent.py", "from games.notices import outbox"),
    (ROOMS, "games/live/announce.py", "from games.tables.models import Table"),
    (ROOMS, "games/arena/match.py", "from games.tables import bots"),
    (ROOMS, "games/boards/drawing.py", "from games.templatetags import cards"),
    (ROOMS, "games/kit/__init__.py", "from games.titles.one import meta"),
    (ROOMS, "games/engine/errors.py", "from games import kit"),
    (ROOMS, "games/attic.py", ""),
    (TABLES, "games/tables/models/table.py", "from games.tables import seats"),
    (TABLES, "games/tables/names.py", "import games.tables.seats"),
    (TABLES, "games/tables/page.py", "from games.tables import journal"),
    (TABLES, "games/tables/seats.py", "from games.tables.views import front"),
    (TABLES, "games/tables/attic.py", ""),
    (REPLAYS, "games/replays/viewer.py", "from games.replays import sealing"),
    (REPLAYS, "games/replays/audit/table.py", "from games.replays import verification"),
    (NOTICES, "games/notices/letters.py", "from games.notices import delivery"),
    (MODERATION, "games/moderation/proposals.py", "from games.moderation import consent"),
    (PRACTICE, "games/practice/match.py", "from games.practice import screen"),
    (PRACTICE, "games/practice/attic.py", ""),
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


def test_each_planted_import_breaks_its_contract(copy: Path) -> None:
    assert lint(copy).returncode == 0, "two more titles break nothing"
    planter = [sys.executable, Path(__file__).with_name("planted.py")]
    done = subprocess.run(planter, cwd=copy, input=json.dumps(PLANTED), capture_output=True, text=True, check=True)
    answers = json.loads(done.stdout.splitlines()[-1])
    kept = [
        f"{contract}: {line!r} in {path}"
        for (contract, path, line), broken in zip(PLANTED, answers, strict=True)
        if not broken
    ]
    assert kept == []
