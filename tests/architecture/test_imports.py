"""The import contracts of `pyproject.toml` hold, and they bite: each is broken by a planted import."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("games", "accounts", "config")
PARTS = (
    "__init__", "metadata", "moves", "state", "rules", "view", "determinize", "house", "premoves",
    "bots/__init__", "bots/bot", "bots/search",
)  # fmt: skip

PURE = "The rules know no framework, no clock and no other chance"
PLAIN = "Matches are drawn, practised, checked and simulated without database and web"
ALONE = "Games know nothing of each other"
BLIND = "Bots, premoves and views never reach a state or the rules"
REGISTRY = "Only the registry imports games"
ENGINE = "Views, tasks and admin leave the engine alone"
ACCOUNTS = "Accounts know no games"
PROJECT = "Games and accounts know of the project only its database"
MECHANISMS = "The database's mechanisms know nothing of ours"
CIRCLES = "No circles"
TAGS = "Only templates use template tags"
APPS = "An app knows those below it"

PLANTED = [
    (PURE, "games/engine/serialization/json_patch.py", "import time"),
    (PURE, "games/engine/legal_moves.py", "import hashlib"),
    (PURE, "games/kit/__init__.py", "import random"),
    (PURE, "games/catalog/one/rules.py", "from datetime import date"),
    (PURE, "games/catalog/one/moves.py", "from django.utils.translation import gettext"),
    (PURE, "games/catalog/one/metadata.py", "from accounts.names import display_names"),
    (PURE, "games/engine/serialization/canonical_json.py", "from games.tables import models"),
    (PLAIN, "games/arena/match.py", "from django.conf import settings"),
    (PLAIN, "games/arena/statistics.py", "import accounts.names.display_names"),
    (PLAIN, "games/replays/audit/hash_chain.py", "from games.tables.models import Event"),
    (PLAIN, "games/replays/standalone/verify_match.py", "from games.replays import models"),
    (PLAIN, "games/rendering/translations.py", "from django.utils.translation import gettext"),
    (PLAIN, "games/rendering/cards.py", "import accounts.names.display_names"),
    (PLAIN, "games/practice/match.py", "from django.conf import settings"),
    (ALONE, "games/catalog/one/house.py", "from games.catalog.two.moves import kit"),
    (BLIND, "games/catalog/one/view.py", "from games.catalog.one import state"),
    (BLIND, "games/catalog/one/bots/bot.py", "from games.catalog.one.rules import setup"),
    (BLIND, "games/catalog/one/bots/bot.py", "from games.catalog.one import house"),  # which imports the state
    (BLIND, "games/catalog/one/premoves.py", "from games.catalog.one import rules"),
    (BLIND, "games/catalog/one/bots/search.py", "from games.catalog.one.determinize import metadata"),
    (REGISTRY, "games/tables/gameplay/moves.py", "from games.catalog.one import rules"),
    (REGISTRY, "games/tables/forms/table_form.py", "import games.catalog.two.metadata"),
    (ENGINE, "games/tables/views/home.py", "from games.engine.legal_moves import Choice"),
    (ENGINE, "games/replays/tasks.py", "import games.engine.serialization.canonical_json"),
    (ENGINE, "games/replays/views/verification.py", "from games.engine import hash_chain"),
    (ENGINE, "games/moderation/admin/moderate.py", "from games.engine import chance"),
    (ACCOUNTS, "accounts/models/user.py", "from games.tables.models import Table"),
    (ACCOUNTS, "accounts/services/users.py", "import games.catalog.registry"),
    (PROJECT, "games/tables/live/publish.py", "from config import settings"),
    (PROJECT, "games/tables/locked_table.py", "import config.settings.env"),
    (PROJECT, "accounts/services/users.py", "from config.server.http import host_addresses"),
    (MECHANISMS, "config/db/locking.py", "from accounts.models import User"),
    (MECHANISMS, "config/db/locking.py", "import games.catalog.registry"),
    (CIRCLES, "games/tables/models/table.py", "from games.tables.services import seats"),
    (CIRCLES, "games/tables/selectors/last_hand.py", "from games.tables import page_data"),
    (CIRCLES, "games/tables/gameplay/moves.py", "from games.tables import views"),
    (CIRCLES, "games/replays/audit/run.py", "from games.replays.verification import services"),
    (CIRCLES, "accounts/models/user.py", "from accounts.services import users"),
    (TAGS, "games/tables/clocks/display.py", "from games.tables.templatetags.formatting import at"),
    (TAGS, "games/tables/templatetags/table_rows.py", "from games.tables.templatetags import clocks"),
    (TAGS, "games/replays/views/viewer.py", "import games.tables.templatetags.event_log"),
    (TAGS, "accounts/models/user.py", "from accounts.templatetags.avatars import register"),
    (APPS, "games/tables/gameplay/moves.py", "from games.notifications import outbox"),
    (APPS, "games/tables/page_data.py", "from games.moderation.models import ProposedAction"),
    (APPS, "games/notifications/outbox/enqueue.py", "from games.replays.models import TransparencyLogEntry"),
    (APPS, "games/moderation/services/approvals.py", "from games.monitoring import stats"),
    (APPS, "games/arena/match.py", "from games.tables import bots"),
    (APPS, "games/rendering/renderer.py", "from games.practice import match"),
    (APPS, "games/kit/__init__.py", "from games.catalog.one import metadata"),
    (APPS, "games/engine/errors.py", "from games import kit"),
    (APPS, "games/attic.py", ""),
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Return import-linter's result for the packages in `folder`, using that folder's `pyproject.toml`."""
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([program, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages with two bare games more."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=lambda _, names: [n for n in names if no_code(n)])
    for slug in ("one", "two"):
        folder = tmp_path / "games" / "catalog" / slug
        (folder / "bots").mkdir(parents=True)
        for part in PARTS:
            (folder / f"{part}.py").write_text("")
        (folder / "house.py").write_text(f"from games.catalog.{slug} import state\n")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def no_code(name: str) -> bool:
    return name in ("__pycache__", "static", "templates", "locale") or Path(name).suffix not in ("", ".py")


def test_the_contracts_hold() -> None:
    completed = lint(ROOT)
    assert completed.returncode == 0, completed.stdout
    assert "0 broken" in completed.stdout


def test_each_planted_import_breaks_its_contract(copy: Path) -> None:
    assert lint(copy).returncode == 0, "two more games break nothing"
    planter = [sys.executable, Path(__file__).with_name("planted.py")]
    completed = subprocess.run(planter, cwd=copy, input=json.dumps(PLANTED), capture_output=True, text=True, check=True)
    answers = json.loads(completed.stdout.splitlines()[-1])
    unbroken = [
        f"{contract}: {line!r} in {path}"
        for (contract, path, line), broken in zip(PLANTED, answers, strict=True)
        if not broken
    ]
    assert unbroken == []
