"""A backup while the site runs."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from config.server.backup import BackupError, create_backup


class Command(BaseCommand):
    help = "Writes database and keys into one file, while people play. Keep it where nobody else reads it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            create_backup(file)
        except BackupError as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
