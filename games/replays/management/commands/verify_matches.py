"""`manage.py verify_matches <public id> …` or `--all`: is a match what its log and its seed say? Changes nothing.

With `--all` it is asked of every ended table, best before an update goes live: does it still play as it was played?
Tables are read one by one, so memory does not grow with their number.
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
    help = (
        "Deals and plays matches again from their seeds and names the first event that differs: those named, running "
        "ones too, or all ended ones, newest first, of which it prints those that differ. Fails if one does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("public_id", nargs="*", help="as in the table's address")
        parser.add_argument("--all", action="store_true", help="all ended tables, newest first")
        parser.add_argument(
            "--title", action="append", choices=list(registry.list_metadata()), help="with --all; may be repeated"
        )
        parser.add_argument("--last", type=int, metavar="N", help="with --all: the newest N only")
        parser.add_argument("--no-bots", action="store_true", help="don't ask the bots again")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["all"] == bool(options["public_id"]):
            raise CommandError("name tables by their public ids, or say --all")
        if options["all"]:
            self._verify_all(options["title"], options["last"], bots=not options["no_bots"])
        else:
            self._verify_named(options["public_id"], bots=not options["no_bots"])

    def _verify_named(self, public_ids: list[str], *, bots: bool) -> None:
        tables = {
            table.public_id: table for table in Table.objects.select_related("seed").filter(public_id__in=public_ids)
        }
        if missing := [public_id for public_id in public_ids if public_id not in tables]:
            raise CommandError(f"no such table: {', '.join(missing)}")
        wrong = 0
        for table, verdict, lines in verify_tables(tables.values(), bots=bots):
            self.stdout.write("\n".join((format_table(table, verdict), *lines)))
            wrong += not is_sound(verdict)
        if wrong:
            raise CommandError(f"{wrong} of {len(tables)} tables do not agree with themselves")

    def _verify_all(self, titles: list[str] | None, last: int | None, *, bots: bool) -> None:
        tables = Table.objects.filter(status__in=ENDED_STATUSES).select_related("seed").order_by("-pk")
        if titles:
            tables = tables.filter(game_slug__in=titles)
        total = min(tables.count(), last or tables.count())
        counts: Counter[str] = Counter()
        rows = tables[:total].iterator(chunk_size=TABLES_AT_ONCE)
        for table, verdict, lines in verify_tables(rows, bots=bots):
            counts[verdict] += 1
            if not is_unremarkable(verdict, lines):
                self.stdout.write("\n".join((format_table(table, verdict), *lines)))
            progress(self.stderr, counts.total(), total)
        self.stdout.write(
            f"{total} tables: " + (", ".join(f"{n} {verdict}" for verdict, n in counts.items()) or "none")
        )
        if wrong := sum(n for verdict, n in counts.items() if not is_sound(verdict)):
            raise CommandError(f"{wrong} of {total} tables do not agree with themselves")
