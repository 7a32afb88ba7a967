"""Folders with the code of one version each, and the symbolic link that names the present one."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.server.running import ROOT

COMMITS = Path(__file__).with_name("releases") / "commits.txt"
PARTS = ("accounts", "config", "games", "locale", "templates", "manage.py", "pyproject.toml", "CHANGELOG.md", "docs")


def copy_present(target: Path, name: str) -> Path:
    """Create today's code with a different word on every page and a different style sheet."""
    target.mkdir(parents=True)
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / part, target / part)
    base = target / "templates" / "base.html"
    text = base.read_text()
    assert "<head>" in text
    base.write_text(text.replace("<head>", f'<head><meta name="release" content="{name}">', 1))
    for style in (target / "config" / "static" / "site").rglob("*.css"):
        style.write_text(f"{style.read_text()}\n/* {name} */\n")
    return target


MIGRATION = """from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "{last}")]
    operations = [migrations.AddField("table", "later_word", models.CharField(max_length=9, default="", db_default=""))]
"""


def add_migration(version: Path) -> None:
    """A column more in the table that all moves write to."""
    folder = version / "games" / "tables" / "migrations"
    last = max(path.stem for path in folder.glob("0*.py"))
    (folder / "9999_table_later_word.py").write_text(MIGRATION.format(last=last))


def read_commit(release: str) -> str:
    """The commit that a release was made of."""
    return dict(line.split() for line in COMMITS.read_text().splitlines() if not line.startswith("#"))[release]


def has_history(release: str) -> bool:
    """Return whether the commit exists: a copy without history lacks it."""
    completed = subprocess.run(
        ["git", "cat-file", "-e", f"{read_commit(release)}^{{commit}}"], cwd=ROOT, capture_output=True
    )
    return completed.returncode == 0


def take_release(target: Path, release: str) -> Path:
    """The code of a release, out of history."""
    target.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", read_commit(release)], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    subprocess.run(["tar", "-x", "--directory", str(target)], input=archive, check=True)
    return target


def point(link: Path, target: Path) -> None:
    """Point the link at that folder, atomically."""
    draft = link.with_name(f".{link.name}")
    draft.symlink_to(target)
    os.replace(draft, link)
