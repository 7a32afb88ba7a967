"""What has to be done before the site starts: the database brought up to date, static files put together.

The house has it done when it starts. Where its parts are run one by one: `python -m config.runtime.prepare`.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import OperationalError

from config.db.direct import WHERE, past_pgbouncer


def main() -> int:
    past_pgbouncer()
    django.setup()
    if settings.PGBOUNCER:
        sys.stderr.write(f"The database is prepared past PgBouncer: {WHERE} has to name PostgreSQL itself.\n")
        return 1
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as problem:
        sys.stderr.write(f"The database can't be used: {str(problem).splitlines()[0]}\n")
        return 1
    try:
        collect()
    except OSError as problem:
        sys.stderr.write(f"The static files can't be written: {problem}\n")
        return 1
    return 0


def collect() -> None:
    """Put the static files together, unless none has changed: naming and compressing them takes a second of a start."""
    note = settings.DATA_DIR / "run" / "static"
    sources = hashlib.sha256("\n".join(_sources()).encode()).hexdigest()
    with suppress(OSError):
        if note.read_text() == sources and (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
            return
    call_command("collectstatic", interactive=False, verbosity=0)
    note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    note.write_text(sources)


def _sources() -> Iterator[str]:
    """Whatever goes into them."""
    yield from (f"{name} {version(name)}" for name in ("django", "whitenoise"))
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = os.stat(storage.path(path))
            yield f"{path} {found.st_mtime_ns} {found.st_size}"


if __name__ == "__main__":
    sys.exit(main())
