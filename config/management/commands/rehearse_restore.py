"""A backup tried out, before it is needed."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from config.server.backup import BackupError
from config.server.rehearsal import rehearse
from games.monitoring.maintenance import Kind, record_run


class Command(BaseCommand):
    help = "Restores a backup into a scratch database, verifies every ended match there, and throws it away."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            said = rehearse(file)
        except BackupError as problem:
            record_run(Kind.REHEARSAL, succeeded=False, detail=f"{file.name}: {problem}")
            raise CommandError(str(problem)) from None
        record_run(Kind.REHEARSAL, succeeded=True, detail=f"{file.name}: {said}")
        self.stdout.write(said)
