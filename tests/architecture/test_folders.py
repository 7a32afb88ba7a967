"""A title's folder is whole: its modules, its texts in both languages, its templates."""

from pathlib import Path

import pytest

from games import catalog as games_catalog
from games.catalog import registry

ROOT = Path(games_catalog.__file__).parent
TESTS = Path(__file__).resolve().parents[1] / "catalog"
MODULES = ["metadata.py", "moves.py", "state.py", "rules.py", "view.py", "determinize.py", "bots/bot.py", "game.py"]
TEXTS = ["RULES.ja.md", "RULES.en.md"]
TEMPLATES = [
    "table",
    "hand",
    "happening",
    "illegal_move",
    "coach",
    "pending_action",
    "result_headline",
    "help",
    "keyboard_help",
]


@pytest.mark.parametrize("slug", registry.list_metadata())
def test_a_title_is_whole(slug: str) -> None:
    expected_files = [ROOT / slug / name for name in MODULES + TEXTS]
    templates, words = ROOT / slug / "templates", ROOT / slug / "locale/ja/LC_MESSAGES"
    expected_files += [words / "board.po", words / "board.mo", *(templates / f"{name}.jinja" for name in TEMPLATES)]
    expected_files += [TESTS / slug / name for name in ("test_cases.py", "play.py", "hidden.py")]
    assert [str(path) for path in expected_files if not (path.is_file() and path.stat().st_size)] == []


def test_a_folder_is_named_after_its_slug() -> None:
    folders = sorted(path.parent.name for path in ROOT.glob("*/metadata.py"))
    assert folders == sorted(registry.list_metadata())
