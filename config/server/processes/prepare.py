"""Preparation before the site starts: migrations, a check of the schema, and static files.

The master runs it at start. If the parts of the site are run separately: `python -m config.server.processes.prepare`.
It writes nothing if nothing is to be done.
"""

import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands.collectstatic import Command as CollectStatic
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.recorder import MigrationRecorder

from config.db.direct import DIRECT_URL_VARIABLE, bypass_pgbouncer
from config.db.migrations import find_partial_replacement, list_known_migrations
from config.server.backup import FORMER_TABLE
from config.server.serve import DEMO_ACCOUNTS_FILE

if TYPE_CHECKING:
    from django.db.models import Field

_HAS_DIGEST = re.compile(r"\.[0-9a-f]{12}(\.|$)")
LOCK_SECONDS, LOCK_RETRY_SECONDS, LOCK_PATIENCE_SECONDS = 0.5, 2.0, 1800.0
LAST_UNSQUASHED = "cf761c40"  # the last commit with the separate migrations that today's replace
LOCK_CODES = ("55P03", "40P01")  # PostgreSQL: lock not available in time; deadlock


def main(*, demo: bool = False) -> int:
    bypass_pgbouncer()
    django.setup()
    if settings.IS_BEHIND_PGBOUNCER:
        sys.stderr.write(
            f"The database is prepared past PgBouncer: {DIRECT_URL_VARIABLE} has to name PostgreSQL itself.\n"
        )
        return 1
    try:
        if problem := describe_outdated_database() or describe_partial_update():
            sys.stderr.write(f"{problem}\n")
            return 1
        migrate()
        if problem := describe_schema_mismatch():
            sys.stderr.write(f"{problem}\n")
            return 1
        if unknown := list_unknown_migrations():
            sys.stderr.write(f"The database is of a newer version (it has {unknown[0]}); this one can use it.\n")
        if demo and (problem := fill_demo()):
            sys.stderr.write(f"{problem}\n")
            return 1
    except OperationalError as problem:
        sys.stderr.write(f"The database can't be used: {str(problem).splitlines()[0]}\n")
        return 1
    except (DatabaseError, InconsistentMigrationHistory) as problem:
        sys.stderr.write(f"The database can't be brought up to date: {str(problem).splitlines()[0]}\n")
        return 1
    try:
        if missing := collect():
            sys.stderr.write(f"{missing}\n")
            return 1
    except OSError as problem:
        sys.stderr.write(f"The static files can't be written: {problem}\n")
        return 1
    return 0


def describe_outdated_database() -> str:
    """Return a message for a database from before version 1.0, when migrations were restarted; "" for others."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    if FORMER_TABLE not in tables:
        return ""
    return (
        "This database is from before Tefuda 1.0 and can't be brought up to date. Move it away (or name another one in "
        "DATABASE_URL) and start again; matches of it that were saved as record.json can be imported."
    )


def describe_partial_update() -> str:
    """Return a message for a database that stopped between 1.0.0 and `LAST_UNSQUASHED`; "" for others."""
    missing = find_partial_replacement(MigrationRecorder(connection).applied_migrations().keys())
    if missing is None:
        return ""
    return (
        f"This database is from between Tefuda 1.0.0 and this version (it lacks {'.'.join(missing)}). "
        f"First start the commit {LAST_UNSQUASHED} with it, then this version."
    )


def migrate() -> None:
    """Migrate the database while the previous version may be serving.

    On PostgreSQL, altering a table locks it for a moment. If someone such as a backup holds it longer, everyone else
    would queue behind this lock, so it gives up after half a second and tries again later. That is sooner than
    PostgreSQL's deadlock detection (1 s), so people's requests rarely fail instead.
    """
    if connection.vendor != "postgresql":
        call_command("migrate", interactive=False, verbosity=0)
        return
    until = time.monotonic() + LOCK_PATIENCE_SECONDS
    while True:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{LOCK_SECONDS * 1000:.0f}ms"])
        try:
            call_command("migrate", interactive=False, verbosity=0)
            return
        except OperationalError as problem:
            if getattr(problem.__cause__, "sqlstate", "") not in LOCK_CODES or time.monotonic() > until:
                raise
            sys.stderr.write("Somebody uses a table that is to be altered; trying again.\n")
            time.sleep(LOCK_RETRY_SECONDS)


def describe_schema_mismatch() -> str:
    """Return why the code can't use the migrated database; "" if it can.

    A newer version's database is fine: during an update both versions use it. Columns unknown to the code are fine
    unless they require a value. Types aren't compared: databases have several names for one type, and refusing a sound
    database would be worse.
    """
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                return f"The database doesn't fit this version of Tefuda: it has no table {table}. Restore a backup."
            columns = {column.name: column for column in connection.introspection.get_table_description(cursor, table)}
            if problem := _describe_column_mismatch(model._meta.local_concrete_fields, columns):
                return (
                    "The database doesn't fit this version of Tefuda: "
                    f"its table {table} {problem}. Restore a backup, or take the version that fits."
                )
    return ""


def _describe_column_mismatch(fields: "Sequence[Field[Any, Any]]", columns: dict[str, Any]) -> str:
    """Return the first mismatch. `columns`: Django's description of the table's columns, by name."""
    for field in fields:
        if field.column not in columns:
            return f"has no column {field.column}"
        if field.null and not columns[field.column].null_ok:
            return f"wants a value in each {field.column}"
    model_columns = {field.column for field in fields}
    for name, column in columns.items():
        if name not in model_columns and not column.null_ok and column.default is None:
            return f"wants a {name}, which this version doesn't know"
    return ""


def list_unknown_migrations() -> list[str]:
    """List migrations by a newer version."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(f"{app}.{name}" for app, name in applied - list_known_migrations())


def fill_demo() -> str:
    """Fill the demo once; the file with its accounts is written last. Return a message after a failure, or ""."""
    accounts = settings.DATA_DIR / DEMO_ACCOUNTS_FILE
    if accounts.exists():
        return ""
    try:
        call_command("fill_demo", accounts=accounts)
    except CommandError as problem:
        return f"{problem} To start the demo over, remove {settings.DATA_DIR}."
    return ""


def collect() -> str:
    """Collect static files if any have changed, because naming and compressing them takes a second.

    Return an error message or "". A separate static root (TEFUDA_STATIC_ROOT) is filled by the operator; an empty one
    is an error.
    """
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if manifest.parent != settings.DATA_DIR / "static":
        if manifest.exists():
            return ""
        return f"TEFUDA_STATIC_ROOT={manifest.parent} has no static files yet: manage.py collectstatic puts them there."
    note = settings.DATA_DIR / "run" / "static"
    sources = hashlib.sha256("\n".join(_sources()).encode()).hexdigest()
    with suppress(OSError):
        if note.read_text() == sources and manifest.exists():
            return ""
    _collect_at_once(manifest.parent)
    note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    note.write_text(sources)
    return ""


def _collect_at_once(root: Path) -> None:
    """Collect into a separate folder, then move each file into place atomically, the manifest last.

    Django deletes and rewrites even unchanged files, which another version may be serving.
    """
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root.parent, prefix=f".{root.name}-") as name:
        command = CollectStatic()
        command.storage = storages.create_storage({**settings.STORAGES["staticfiles"], "OPTIONS": {"location": name}})
        call_command(command, interactive=False, verbosity=0)
        for file in sorted(Path(name).rglob("*"), key=lambda path: path.name == "staticfiles.json"):
            target = root / file.relative_to(name)
            if file.is_file() and not (_HAS_DIGEST.search(file.name) and _is_as_long(file, target)):
                target.parent.mkdir(parents=True, exist_ok=True)
                file.replace(target)


def _is_as_long(file: Path, target: Path) -> bool:
    return target.exists() and target.stat().st_size == file.stat().st_size


def _sources() -> Iterator[str]:
    """Yield everything that determines the static files."""
    yield from (f"{name} {version(name)}" for name in ("django", "whitenoise"))
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            yield f"{path} {status.st_mtime_ns} {status.st_size}"


if __name__ == "__main__":
    sys.exit(main())
