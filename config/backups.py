"""One file with all that an installation can't make anew: its database and its keys. Taken while people play.

A tar archive: `about.json`, `keys/…` (what the data folder keeps secret), and `tefuda.sqlite3` (by SQLite's own online
backup) or `tefuda.dump` (by pg_dump). Readable by its owner only: it holds every seed and every session.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections

FORMAT = 1
SQLITE, DUMP = "tefuda.sqlite3", "tefuda.dump"
KEYS = ("secret_key", "vapid_key")
PARTS = ("about.json", SQLITE, DUMP, *(f"keys/{key}" for key in KEYS))


class BackupError(Exception):
    """Something the operator can mend; its text is all they see."""


def backup_made(target: Path) -> None:
    """Write the backup to `target`, which appears only when it is whole. Raises BackupError."""
    if target.exists():
        raise BackupError(f"{target} is there already.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".tefuda-backup-") as name:
        folder = Path(name)
        database = _sqlite_copied(folder) if connection.vendor == "sqlite" else _dumped(folder)
        about = {"format": FORMAT, "database": database}
        (folder / "about.json").write_text(json.dumps(about))
        draft = folder / "backup.tar"
        with tarfile.open(draft, "w") as archive:
            for path in [folder / "about.json", folder / database]:
                archive.add(path, path.name)
            for key in KEYS:
                if (kept := settings.DATA_DIR / key).is_file():
                    archive.add(kept, f"keys/{key}")
        draft.chmod(0o600)
        os.link(draft, target)


def backup_restored(source: Path) -> None:
    """Put database and keys in place. Only into an installation that has no database yet. Raises BackupError."""
    with tempfile.TemporaryDirectory(prefix="tefuda-restore-") as name:
        folder = Path(name)
        database = _unpacked(source, folder)
        if (database == SQLITE) != (connection.vendor == "sqlite"):
            raise BackupError("This backup is of another kind of database than DATABASE_URL names.")
        if connection.introspection.table_names():
            raise BackupError("There is a database already. Restore into an empty one (TEFUDA_DATA, DATABASE_URL).")
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        for key in KEYS:
            if (folder / "keys" / key).is_file():
                _key_placed(folder / "keys" / key, settings.DATA_DIR / key)
        if database == SQLITE:
            _sqlite_placed(folder / database)
        else:
            _run("pg_restore", "--no-owner", "--exit-on-error", "--dbname", _name(), str(folder / database))


def _sqlite_copied(folder: Path) -> str:
    """A consistent copy, whoever writes meanwhile: every page is of one moment."""
    path = connection.settings_dict["NAME"]
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)
    copy = sqlite3.connect(folder / SQLITE)
    try:
        source.backup(copy)  # all at once: a copy by steps begins anew with every write
        copy.execute("PRAGMA journal_mode=DELETE")
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        copy.close()
        source.close()
    if found != "ok":
        raise BackupError(f"The copy is damaged: {found}")
    return SQLITE


def _sqlite_placed(copy: Path) -> None:
    target = Path(connection.settings_dict["NAME"])
    connections.close_all()
    for left in (target, Path(f"{target}-wal"), Path(f"{target}-shm")):
        left.unlink(missing_ok=True)  # the empty one, from looking whether there was one
    shutil.copyfile(copy, target)
    target.chmod(0o600)


def _dumped(folder: Path) -> str:
    _run("pg_dump", "--format=custom", "--no-owner", "--file", str(folder / DUMP), "--dbname", _name())
    return DUMP


def _run(program: str, *arguments: str) -> None:
    if shutil.which(program) is None:
        raise BackupError(f"{program} is missing: it comes with PostgreSQL's client programs (postgresql-client).")
    done = subprocess.run([program, *arguments], env={**os.environ, **_server()}, capture_output=True, text=True)
    if done.returncode:
        raise BackupError(f"{program} failed: {done.stderr.strip()[-500:]}")


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _server() -> dict[str, str]:
    """As the programs read it; the password stands in no command line."""
    given: dict[str, Any] = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {name: str(given[of]) for name, of in names.items() if given.get(of)}


def _unpacked(source: Path, folder: Path) -> str:
    """The name of the database's file. Only a backup's own parts leave the archive, and only as plain files."""
    (folder / "keys").mkdir()
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                if member.isreg() and member.name in PARTS and (part := archive.extractfile(member)):
                    with (folder / member.name).open("wb") as file:
                        shutil.copyfileobj(part, file)
        about = json.loads((folder / "about.json").read_text())
    except (OSError, tarfile.TarError, ValueError) as problem:
        raise BackupError(f"{source} is no backup of Tefuda ({problem}).") from None
    if about.get("format") != FORMAT or about.get("database") not in (SQLITE, DUMP):
        raise BackupError(f"{source} was made by another version.")
    if not (folder / about["database"]).is_file():
        raise BackupError(f"{source} is no backup of Tefuda (it has no {about['database']}).")
    return str(about["database"])


def _key_placed(key: Path, target: Path) -> None:
    """In place of the one that was made when this command started: with an empty database nothing is signed by it."""
    draft = target.with_name(f".{target.name}.restored")
    shutil.copyfile(key, draft)
    draft.chmod(0o600)
    draft.replace(target)
