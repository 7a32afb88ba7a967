"""Rehearse restoring a backup."""

import os
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from config.management.commands.backup import PLACE_VARIABLE
from config.server.backup import BackupError
from config.server.backup_store import fetch_backup
from config.server.rehearsal import rehearse
from games.monitoring.maintenance import Kind, record_run


class Command(BaseCommand):
    help = "Restores a backup into a scratch database, verifies every ended match there, and throws it away."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            nargs="?",
            default=os.environ.get(PLACE_VARIABLE, ""),
            help=f"a backup, or a folder or s3://bucket/folder, whose newest it is; otherwise {PLACE_VARIABLE}",
        )

    def handle(self, *, source: str, **options: Any) -> None:
        name = source
        try:
            if not source:
                raise BackupError(f"Which one? Name a backup, a folder or s3://bucket/folder, or set {PLACE_VARIABLE}.")
            with fetch_backup(source) as file:
                name = file.name
                result = rehearse(file)
        except BackupError as problem:
            record_run(Kind.REHEARSAL, succeeded=False, detail=f"{name}: {problem}")
            raise CommandError(str(problem)) from None
        record_run(Kind.REHEARSAL, succeeded=True, detail=f"{name}: {result}")
        self.stdout.write(result)
