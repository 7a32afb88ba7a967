"""Backups: one file with everything that can't be recreated, the database and the keys. Made while people play.

A tar archive with `about.json`, `keys/…` (the secrets from the data folder), and `tefuda.sqlite3` (by SQLite's online
backup) or `tefuda.dump` (by pg_dump). Readable by its owner only, because it has every seed and session.
"""

import json
import lzma
import os
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import AppConfig, apps
from django.conf import settings
from django.db import connection, connections

from config.db.direct import DIRECT_URL_VARIABLE
from config.db.migrations import list_known_migrations

FORMAT = 1
CORE_APPS = ("accounts", "tables")  # present in every Tefuda database
SQLITE, DUMP = "tefuda.sqlite3", "tefuda.dump"
KEYS = ("secret_key", "vapid_key")
FORMER_TABLE = "games_table"  # only in databases from before version 1.0
PARTS = ("about.json", SQLITE, DUMP, *(f"keys/{key}" for key in KEYS))
# Also of compressed archives.
READ_ERRORS = (OSError, EOFError, tarfile.TarError, zlib.error, lzma.LZMAError, ValueError)


class BackupError(Exception):
    """A problem that the operator can fix. Only its text is shown."""


def create_backup(target: Path) -> None:
    """Write a backup to `target`, which appears only when complete. Raises BackupError."""
    _check_direct()
    if target.exists():
        raise BackupError(f"{target} is there already.")
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".tefuda-backup-") as name:
        folder = Path(name)
        database = _copy_sqlite(folder) if connection.vendor == "sqlite" else _dump_postgresql(folder)
        about = {"format": FORMAT, "database": database}
        (folder / "about.json").write_text(json.dumps(about))
        draft = folder / "backup.tar"
        with tarfile.open(draft, "w") as archive:
            for path in [folder / "about.json", folder / database]:
                archive.add(path, path.name)
            for key in KEYS:
                if (key_file := settings.KEY_FILES[key]).is_file():
                    archive.add(key_file, f"keys/{key}")
        draft.chmod(0o600)
        os.link(draft, target)


def restore_backup(source: Path) -> None:
    """Restore database and keys into an installation without a database. Raises BackupError.

    The whole backup is read and checked first, in a temporary folder. If anything fails or the process is killed, the
    installation has either the whole database or none, and the restore can be repeated.
    """
    _check_direct()
    try:
        with tempfile.TemporaryDirectory(prefix="tefuda-restore-") as name:
            _restore_from(source, Path(name))
    except OSError as problem:
        raise BackupError(f"{problem.filename or source}: {problem.strerror or problem}.") from None


def _restore_from(source: Path, folder: Path) -> None:
    database = _unpack(source, folder)
    if (database == SQLITE) != (connection.vendor == "sqlite"):
        raise BackupError("This backup is of another kind of database than DATABASE_URL names.")
    if connection.introspection.table_names():
        raise BackupError("There is a database already. Restore into an empty one (TEFUDA_DATA_DIR, DATABASE_URL).")
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    kind = SqliteRestore if database == SQLITE else DumpRestore
    restore = kind(folder / database)
    restore.check()
    # Keys first: nothing was signed with the present ones in an empty database, while a restored database without its
    # keys would be useless.
    with _place_keys(folder / "keys"):
        restore.finish()


class SqliteRestore:
    """Restores to a second file next to the database, which replaces it once verified."""

    def __init__(self, copy: Path) -> None:
        self.copy = copy
        self.target = Path(connection.settings_dict["NAME"])
        self.second = self.target.with_name(f"{self.target.name}.restoring")

    def check(self) -> None:
        """Create the second file and check all of it."""
        _copy_on_disk(self.copy, self.second)
        try:
            with closing(
                sqlite3.connect(f"{self.second.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            ) as database:
                result = database.execute("PRAGMA integrity_check").fetchone()[0]
                if result != "ok" or database.execute("PRAGMA foreign_key_check").fetchone():
                    raise BackupError(f"The database in the backup is damaged: {result}.")
                tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                applied = "SELECT app, name FROM django_migrations"
                _check_contents(tables, set(database.execute(applied)) if "django_migrations" in tables else set())
        except (sqlite3.Error, BackupError) as problem:
            self.second.unlink()
            if isinstance(problem, BackupError):
                raise
            raise BackupError(f"The database in the backup is damaged: {problem}.") from None

    def finish(self) -> None:
        connections.close_all()
        for suffix in ("-wal", "-shm"):  # of the empty database; SQLite must not apply them to the restored one
            Path(f"{self.target}{suffix}").unlink(missing_ok=True)
        self.second.replace(self.target)
        _sync(self.target.parent)


class DumpRestore:
    """Restores in one transaction, undone by failures and kills. Needs no right to create databases."""

    def __init__(self, dump: Path) -> None:
        self.dump = dump

    def check(self) -> None:
        """Read the whole dump and check its contents."""
        _run("pg_restore", "--file", os.devnull, str(self.dump))
        listed = _run("pg_restore", "--list", str(self.dump))
        tables = set(re.findall(r"^\d+; \d+ \d+ TABLE \S+ (\S+) ", listed, re.MULTILINE))
        rows = _run("pg_restore", "--data-only", "--table", "django_migrations", "--file", "-", str(self.dump))
        _check_contents(tables, set(re.findall(r"^\d+\t(\w+)\t(\w+)\t", rows, re.MULTILINE)))

    def finish(self) -> None:
        _run("pg_restore", "--no-owner", "--single-transaction", "--dbname", _name(), str(self.dump))


def _check_contents(tables: set[str], applied: set[tuple[str, str]]) -> None:
    """Raise BackupError unless this version can use the database. `applied`: migrations as (app, name)."""
    if FORMER_TABLE in tables:
        raise BackupError(
            "The backup is from before Tefuda 1.0 and can't be brought up to date; matches of it that were saved as "
            "record.json can be imported."
        )
    migrations = list_known_migrations()
    for label in [app.label for app in apps.get_app_configs() if _is_ours(app)]:
        our_migrations = {name for app, name in migrations if app == label}
        applied_names = {name for app, name in applied if app == label}
        if not applied_names and label not in CORE_APPS:
            continue  # added in a later version, whose migrations create it
        if min(our_migrations) not in applied_names:
            raise BackupError(f"The backup holds no database of Tefuda (it has no {label}).")
        if newer := sorted(applied_names - our_migrations):
            raise BackupError(f"The backup was made by a newer version of Tefuda (it has {label}.{newer[0]}).")
        missing = {model._meta.db_table for model in apps.get_app_config(label).get_models()} - tables
        if applied_names == our_migrations and missing:
            raise BackupError(f"The database in the backup is damaged: it has no table {min(missing)}.")


def _is_ours(app: AppConfig) -> bool:
    return Path(app.path).is_relative_to(settings.BASE_DIR) and (Path(app.path) / "migrations").is_dir()


def _copy_sqlite(folder: Path) -> str:
    """Copy the database consistently while others write."""
    path = connection.settings_dict["NAME"]
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)
    copy = sqlite3.connect(folder / SQLITE)
    try:
        source.backup(copy)  # in one step: an incremental copy restarts with every write
        copy.execute("PRAGMA journal_mode=DELETE")
        result = copy.execute("PRAGMA integrity_check").fetchone()[0]
    finally:
        copy.close()
        source.close()
    if result != "ok":
        raise BackupError(f"The copy is damaged: {result}")
    return SQLITE


def _dump_postgresql(folder: Path) -> str:
    _run("pg_dump", "--format=custom", "--no-owner", "--file", str(folder / DUMP), "--dbname", _name())
    return DUMP


def _check_direct() -> None:
    if settings.IS_BEHIND_PGBOUNCER:
        raise BackupError(f"This goes past PgBouncer: {DIRECT_URL_VARIABLE} has to name PostgreSQL itself.")


def _run(program: str, *arguments: str) -> str:
    """Run a program and return its output. Raises BackupError."""
    if shutil.which(program) is None:
        raise BackupError(f"{program} is missing: it comes with PostgreSQL's client programs (postgresql-client).")
    process = subprocess.run([program, *arguments], env={**os.environ, **_server()}, capture_output=True, text=True)
    if process.returncode:
        raise BackupError(f"{program} failed: {process.stderr.strip()[-500:]}")
    return process.stdout


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _server() -> dict[str, str]:
    """Return the connection as environment variables, so that the password isn't in a command line."""
    database: dict[str, Any] = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    return {name: str(database[of]) for name, of in names.items() if database.get(of)}


def _unpack(source: Path, folder: Path) -> str:
    """Unpack the archive and return the name of the database file. Extracts only known parts, as plain files."""
    (folder / "keys").mkdir()
    try:
        with tarfile.open(source) as archive:
            for member in archive:
                if member.isreg() and member.name in PARTS and (part := archive.extractfile(member)):
                    with (folder / member.name).open("wb") as file:
                        shutil.copyfileobj(part, file)
        about = json.loads((folder / "about.json").read_text())
    except READ_ERRORS as problem:
        words = str(problem).splitlines() or [type(problem).__name__]
        raise BackupError(f"{source} is no backup of Tefuda ({words[0]}).") from None
    if not isinstance(about, dict):
        raise BackupError(f"{source} is no backup of Tefuda (its about.json says nothing).")
    if about.get("format") != FORMAT or about.get("database") not in (SQLITE, DUMP):
        raise BackupError(f"{source} was made by another version.")
    if not (folder / about["database"]).is_file():
        raise BackupError(f"{source} is no backup of Tefuda (it has no {about['database']}).")
    return str(about["database"])


@contextmanager
def _place_keys(folder: Path) -> Iterator[None]:
    """Replace the keys by those of the backup, and put the old ones back if the block fails."""
    keys = [key for key in KEYS if (folder / key).is_file()]
    before = {key: key_file.read_bytes() for key in keys if (key_file := settings.KEY_FILES[key]).is_file()}
    for key in keys:
        _place_key((folder / key).read_bytes(), settings.KEY_FILES[key])
    try:
        yield
    except BaseException:
        for key in keys:
            if key in before:
                _place_key(before[key], settings.KEY_FILES[key])
            else:
                settings.KEY_FILES[key].unlink()
        raise


def _place_key(key: bytes, target: Path) -> None:
    draft = target.with_name(f".{target.name}.restored")
    draft.touch(mode=0o600)
    draft.write_bytes(key)
    draft.replace(target)


def _copy_on_disk(source: Path, target: Path) -> None:
    """Copy a file, readable by its owner only, and flush it to disk: it must be complete before it is renamed."""
    target.unlink(missing_ok=True)  # from a restore that was killed
    target.touch(mode=0o600)
    shutil.copyfile(source, target)
    _sync(target)


def _sync(path: Path) -> None:
    """Flush a file or folder to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
