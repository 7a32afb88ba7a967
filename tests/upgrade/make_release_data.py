"""`python -m tests.upgrade.make_release_data`: store a database of today's version, as history.

Run it once per release, when its migrations are published. It adds a folder, named by the version in pyproject.toml,
to tests/upgrade/releases; commit it, and never create it again. Every later version must work with it
(tests/upgrade/test_upgrade.py). Until the release is out, create it again with

    rm -r tests/upgrade/releases/1.0.0; .venv/bin/python -m tests.upgrade.make_release_data

which takes a minute. It needs PostgreSQL, of the oldest supported version, and its client programs;
TEFUDA_TEST_POSTGRES says where it is, as in .ci/test. In both databases the same people play the same cards (story.py).
"""

import json
import lzma
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

from tests.server.running import DATABASE, ROOT, a_database, outside

RELEASES = Path(__file__).with_name("releases")
POSTGRES = os.environ.get("TEFUDA_TEST_POSTGRES", "postgres://postgres@127.0.0.1:5432/postgres")
DATABASES = {"sqlite": "", "postgresql": POSTGRES}
SQLITE_FILE, POSTGRESQL_FILE, FACTS_FILE = "sqlite.db.xz", "postgresql.sql.xz", "facts.json"
BACKUP_FILES = {vendor: f"backup-{vendor}.tar.xz" for vendor in DATABASES}
TELL = "import django; django.setup(); from tests.upgrade import story; story.main()"
OF_NEWER_PSQL = re.compile(r"^\\(un)?restrict .*\n", re.MULTILINE)  # earlier versions of psql stop at it


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    target = RELEASES / version
    if target.exists():
        sys.exit(f"{target} is there already, and history. Is the version in pyproject.toml the new one?")
    RELEASES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=RELEASES, prefix=".making-") as name:
        folder = Path(name) / version
        folder.mkdir()
        facts = {vendor: make_database(vendor, version, folder) for vendor in DATABASES}
        (folder / FACTS_FILE).write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n")
        folder.rename(target)
    for file in sorted(target.iterdir()):
        sys.stdout.write(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes\n")


def make_database(vendor: str, version: str, target: Path) -> dict[str, object]:
    """Writes the database and its backup to the folder `target`. Returns the facts."""
    os.environ["DATABASE_URL"] = DATABASES[vendor]
    with tempfile.TemporaryDirectory() as name, a_database() as database:
        folder, environment = Path(name), make_environment(Path(name), database)
        run(environment, "manage.py", "migrate", "--verbosity", "0")
        facts = json.loads(run(environment, "-c", TELL, version))
        run(environment, "manage.py", "backup", str(folder / "backup.tar"))
        _pack((folder / "backup.tar").read_bytes(), target / BACKUP_FILES[vendor])
        if vendor == "sqlite":
            with closing(sqlite3.connect(folder / DATABASE)) as it:
                it.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it into the one file
            _pack((folder / DATABASE).read_bytes(), target / SQLITE_FILE)
        else:
            dump = ["pg_dump", "--no-owner", "--no-privileges", f"--dbname={database['DATABASE_URL']}"]
            sql = subprocess.run(dump, capture_output=True, text=True, check=True).stdout
            _pack(OF_NEWER_PSQL.sub("", sql).encode(), target / POSTGRESQL_FILE)
    return dict(facts)


def make_environment(data: Path, database: dict[str, str]) -> dict[str, str]:
    """For processes of an installation whose files are in `data`; messages are files, too."""
    ours = {"TEFUDA_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "tests.upgrade.settings"}
    return {**outside(), "DATABASE_URL": "", "REDIS_URL": "", **ours, **database}


def run(environment: dict[str, str], *arguments: str) -> str:
    """Return the output of a Python program. Exit if it fails."""
    completed = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    if completed.returncode:
        sys.exit(completed.stderr)
    return completed.stdout


def _pack(content: bytes, target: Path) -> None:
    target.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
