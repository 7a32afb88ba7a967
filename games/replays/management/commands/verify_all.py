"""`manage.py verify_all`: does every ended table still play as it was played? To be asked before an update goes live.

Changes nothing. Tables are read one by one, so memory does not grow with their number.
"""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.catalog import registry
from games.replays.management.verifying import format_table, is_sound, is_unremarkable, verify_tables
from games.tables.management.progress import progress
from games.tables.models import ENDED_STATUSES, Table

TABLES_AT_ONCE = 100


class Command(BaseCommand):
    help = "Deals and plays all ended tables again, newest first; prints those that differ. Fails if one does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--title", action="append", choices=list(registry.list_metadata()), help="may be repeated")
        parser.add_argument("--last", type=int, metavar="N", help="the newest N only")
        parser.add_argument("--no-bots", action="store_true", help="don't ask the bots again")

    def handle(self, *args: Any, **given: Any) -> None:
        tables = Table.objects.filter(status__in=ENDED_STATUSES).select_related("seed").order_by("-pk")
        if given["title"]:
            tables = tables.filter(title__in=given["title"])
        total = min(tables.count(), given["last"] or tables.count())
        found: Counter[str] = Counter()
        rows = tables[:total].iterator(chunk_size=TABLES_AT_ONCE)
        for table, verdict, lines in verify_tables(rows, bots=not given["no_bots"]):
            found[verdict] += 1
            if not is_unremarkable(verdict, lines):
                self.stdout.write("\n".join((format_table(table, verdict), *lines)))
            progress(self.stderr, found.total(), total)
        self.stdout.write(f"{total} tables: " + (", ".join(f"{n} {verdict}" for verdict, n in found.items()) or "none"))
        if wrong := sum(n for verdict, n in found.items() if not is_sound(verdict)):
            raise CommandError(f"{wrong} of {total} tables do not agree with themselves")
