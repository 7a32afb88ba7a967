"""Rehearsal of a backup: restore it into a scratch database, migrate, and replay every ended match.

The scratch installation has its own data folder and database, which are deleted afterwards. With PostgreSQL, the role
must be allowed to create databases.
"""

import os
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection

from config.server.backup import BackupError

BASE_DIR = Path(__file__).resolve().parents[2]
STEPS = (("migrate", "--no-input", "--verbosity=0"), ("verify_matches", "--all"))


def rehearse(source: Path) -> str:
    """Return the last line of `verify_matches` for the restored matches. Raises BackupError with the failed step."""
    last_line = ""
    with tempfile.TemporaryDirectory(prefix="tefuda-rehearsal-") as name, _scratch_database() as database:
        environment = {**os.environ, "TEFUDA_DATA_DIR": name, "DATABASE_URL": database, "REDIS_URL": ""}
        # The backup's keys go into the scratch folder, never into the site's files.
        environment |= {"SECRET_KEY_FILE": "", "TEFUDA_VAPID_KEY_FILE": ""}
        for step in (("restore", str(source.resolve())), *STEPS):
            process = subprocess.run(
                [sys.executable, "manage.py", *step], cwd=BASE_DIR, env=environment, capture_output=True, text=True
            )
            if process.returncode:
                raise BackupError(f"{step[0]}: {_last_line(process.stderr) or _last_line(process.stdout)}")
            last_line = _last_line(process.stdout)
    return last_line


@contextmanager
def _scratch_database() -> Iterator[str]:
    """Yield the DATABASE_URL of a temporary database; "" for SQLite, whose file is in the data folder."""
    url = os.environ.get("DATABASE_URL", "")
    if connection.vendor == "sqlite":
        yield ""
        return
    name = f"tefuda_rehearsal_{uuid.uuid4().hex[:12]}"
    try:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {name}")
    except psycopg.Error as problem:
        raise BackupError(f"No scratch database can be made: {str(problem).splitlines()[0]}") from None
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _last_line(text: str) -> str:
    return next(iter(reversed(text.strip().splitlines())), "")
