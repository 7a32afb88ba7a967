"""A backup while the site runs."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from config.server.backup import BackupError, create_backup
from games.monitoring.maintenance import Kind, record_run


class Command(BaseCommand):
    help = "Writes database and keys into one file, while people play. Keep it where nobody else reads it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            create_backup(file)
        except BackupError as problem:
            with suppress(DatabaseError):
                record_run(Kind.BACKUP, succeeded=False, detail=str(problem))
            raise CommandError(str(problem)) from None
        detail = f"{file}: {file.stat().st_size / 1e6:.1f} MB"
        with suppress(DatabaseError):  # one that isn't up to date yet has no place for it
            record_run(Kind.BACKUP, succeeded=True, detail=detail)
        self.stdout.write(detail)
