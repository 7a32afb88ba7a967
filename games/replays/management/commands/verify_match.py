"""`manage.py verify_match <public id> …`: is a table what its log and its seed say? Changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.replays.management.verifying import format_table, is_sound, verify_tables
from games.tables.models import Table


class Command(BaseCommand):
    help = "Deals and plays tables again from their seeds and names the first event that differs. Fails if one does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", nargs="+", help="as in the table's address")
        parser.add_argument("--no-bots", action="store_true", help="don't ask the bots again")

    def handle(self, *args: Any, **given: Any) -> None:
        wanted = given["public_id"]
        tables = {table.public_id: table for table in Table.objects.select_related("seed").filter(public_id__in=wanted)}
        if missing := [public_id for public_id in wanted if public_id not in tables]:
            raise CommandError(f"no such table: {', '.join(missing)}")
        wrong = 0
        for table, verdict, lines in verify_tables(tables.values(), bots=not given["no_bots"]):
            self.stdout.write("\n".join((format_table(table, verdict), *lines)))
            wrong += not is_sound(verdict)
        if wrong:
            raise CommandError(f"{wrong} of {len(tables)} tables do not agree with themselves")
