"""Restore a backup before the site is started."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from config.server.backup import BackupError, restore_backup
from config.server.backup_store import fetch_backup


class Command(BaseCommand):
    help = "Puts a backup's database and keys into an installation that has no database yet."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", help="a backup, or a folder or s3://bucket/folder, whose newest it is")

    def handle(self, *, source: str, **options: Any) -> None:
        try:
            with fetch_backup(source) as file:
                restore_backup(file)
        except BackupError as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write("Restored. `manage.py serve` (or config.server.processes.prepare) brings it up to date.")
