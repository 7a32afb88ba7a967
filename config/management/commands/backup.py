"""Make a backup while the site runs."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from config.server.backup import BackupError, create_backup
from config.server.backup_store import BUCKET_SCHEME, BackupStore
from games.monitoring.maintenance import Kind, record_run

PLACE_VARIABLE = "TEFUDA_BACKUP_TO"


class Command(BaseCommand):
    help = "Writes database and keys into one file, while people play. Keep it where nobody else reads it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "target",
            nargs="?",
            default=os.environ.get(PLACE_VARIABLE, ""),
            help=f"a file that is not there yet, a folder, or s3://bucket/folder; otherwise {PLACE_VARIABLE}",
        )
        parser.add_argument("--keep-days", type=int, help="in a folder or bucket: delete backups older than that")

    def handle(self, *, target: str, keep_days: int | None, **options: Any) -> None:
        try:
            detail = self._backup(target, keep_days)
        except BackupError as problem:
            with suppress(DatabaseError):
                record_run(Kind.BACKUP, succeeded=False, detail=str(problem))
            raise CommandError(str(problem)) from None
        with suppress(DatabaseError):  # a database that isn't migrated yet has no table for it
            record_run(Kind.BACKUP, succeeded=True, detail=detail)
        self.stdout.write(detail)

    def _backup(self, target: str, keep_days: int | None) -> str:
        """Make the backup and return a line about it."""
        if not target:
            raise BackupError(f"Where to? Name a file, a folder or s3://bucket/folder, here or in {PLACE_VARIABLE}.")
        if not target.startswith(BUCKET_SCHEME) and not Path(target).is_dir():
            if keep_days is not None:
                raise BackupError(f"There is no folder {target} in which older backups could be.")
            create_backup(Path(target))
            return f"{target}: {Path(target).stat().st_size / 1e6:.1f} MB"
        store = BackupStore(target)
        name, size = store.create()
        deleted = store.delete_older(keep_days) if keep_days is not None else []
        deletion_note = f", {len(deleted)} older ones deleted" if deleted else ""
        return f"{target.rstrip('/')}/{name}: {size / 1e6:.1f} MB{deletion_note}"
