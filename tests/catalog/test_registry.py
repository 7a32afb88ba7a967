"""Processes that play or check bots load all games when they start, with the digests of the code they have loaded."""

import shutil
import subprocess
import sys
from pathlib import Path

from games.catalog import registry
from games.engine.code_digest import get_bot_digest

ROOT = Path(__file__).resolve().parents[2]
REPLACE_WHILE_RUNNING = """
from pathlib import Path
from games.catalog import registry
from games.engine.code_digest import get_bot_digest
from games.kit.bot_tables import read_table

registry.load_games()
Path("games/catalog/sdc/bots/bot.py").write_text("raise RuntimeError('code of the next version')")
for table in Path("games/catalog").glob("*/bots/**/*.json"):
    table.write_text("{}")
assert read_table("games.catalog.lombard", "strong/level_table.json")
print(get_bot_digest("sdc"), len(registry.get_game("sdc").bots) > 1)
"""


def test_a_deployment_does_not_change_what_a_running_process_says_of_its_code(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/__init__.py").touch()
    for name in ("engine", "kit", "catalog"):
        shutil.copytree(ROOT / "games" / name, tmp_path / "games" / name)
    completed = subprocess.run(
        [sys.executable, "-c", REPLACE_WHILE_RUNNING], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert completed.stdout.split() == [get_bot_digest("sdc"), "True"]


def test_all_games_are_loaded() -> None:
    registry.load_games()
    assert all(f"games.catalog.{slug}.game" in sys.modules for slug in registry.list_metadata())
