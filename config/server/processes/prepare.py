"""What has to be done before the site starts: the database brought up to date and checked, static files put together.

The master has it done when it starts. Where its parts are run one by one: `python -m config.server.processes.prepare`.
Where nothing is to be done it only reads.
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
from django.db.migrations.loader import MigrationLoader

from config.db.direct import DIRECT_URL_VARIABLE, bypass_pgbouncer
from config.server.backup import FORMER_TABLE
from config.server.serve import DEMO_ACCOUNTS_FILE

if TYPE_CHECKING:
    from django.db.models import Field

_HAS_DIGEST = re.compile(r"\.[0-9a-f]{12}(\.|$)")
LOCK_SECONDS, LOCK_RETRY_SECONDS, LOCK_PATIENCE_SECONDS = 0.5, 2.0, 1800.0
LOCK_CODES = ("55P03", "40P01")  # PostgreSQL's: no lock in time; two who wait for each other


def main(*, demo: bool = False) -> int:
    bypass_pgbouncer()
    django.setup()
    if settings.IS_BEHIND_PGBOUNCER:
        sys.stderr.write(
            f"The database is prepared past PgBouncer: {DIRECT_URL_VARIABLE} has to name PostgreSQL itself.\n"
        )
        return 1
    try:
        if problem := describe_outdated_database():
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
    """What to tell who has a database from before version 1.0, whose migrations began anew; "" for any other."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    if FORMER_TABLE not in tables:
        return ""
    return (
        "This database is from before Tefuda 1.0 and can't be brought up to date. Move it away (or name another one in "
        "DATABASE_URL) and start again; matches of it that were saved as record.json can be imported."
    )


def migrate() -> None:
    """Bring the database up to date while the version before may be serving.

    On PostgreSQL a table that is altered is locked for a moment. Should somebody hold it longer, such as a backup,
    everybody else would stand in line behind us: so our place is given up after half a second, and taken again later.
    That is sooner than PostgreSQL looks for two who wait for each other (1 s), so it is seldom people who lose.
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
    """Why the code can't use the migrated database; "" where it can.

    A newer version's database is none the worse for that: while a site is updated both versions use it. What the code
    doesn't know may be there as long as nobody has to fill it in. Types are not compared: databases name one type in
    several ways, and to turn away a sound one would be worse.
    """
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in tables:
                return f"The database doesn't fit this version of Tefuda: it has no table {table}. Restore a backup."
            there = {column.name: column for column in connection.introspection.get_table_description(cursor, table)}
            if problem := _describe_column_mismatch(model._meta.local_concrete_fields, there):
                return (
                    "The database doesn't fit this version of Tefuda: "
                    f"its table {table} {problem}. Restore a backup, or take the version that fits."
                )
    return ""


def _describe_column_mismatch(fields: "Sequence[Field[Any, Any]]", there: dict[str, Any]) -> str:
    """`there`: Django's description of the table's columns, by name."""
    for field in fields:
        if field.column not in there:
            return f"has no column {field.column}"
        if field.null and not there[field.column].null_ok:
            return f"wants a value in each {field.column}"
    known = {field.column for field in fields}
    for name, column in there.items():
        if name not in known and not column.null_ok and column.default is None:
            return f"wants a {name}, which this version doesn't know"
    return ""


def list_unknown_migrations() -> list[str]:
    """What a newer version has done to the database."""
    loader = MigrationLoader(connection)
    return sorted(f"{app}.{name}" for app, name in loader.applied_migrations.keys() - loader.disk_migrations.keys())


def fill_demo() -> str:
    """Fill the demo once; its accounts' file is written last. What to tell where an earlier try broke off, or ""."""
    accounts = settings.DATA_DIR / DEMO_ACCOUNTS_FILE
    if accounts.exists():
        return ""
    try:
        call_command("fill_demo", accounts=accounts)
    except CommandError as problem:
        return f"{problem} To begin the demo anew, remove {settings.DATA_DIR}."
    return ""


def collect() -> str:
    """Put the static files together, unless none has changed: naming and compressing them takes a second of a start.

    A static root of its own (TEFUDA_STATIC_ROOT) is filled by who has named it. What to tell where it is empty, or "".
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
    """Collect into a folder beside, and put each file in its place at once; the manifest comes last.

    Django deletes and writes anew even those that are the same, and another version may be serving them.
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
    """Whatever goes into them."""
    yield from (f"{name} {version(name)}" for name in ("django", "whitenoise"))
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = os.stat(storage.path(path))
            yield f"{path} {found.st_mtime_ns} {found.st_size}"


if __name__ == "__main__":
    sys.exit(main())
