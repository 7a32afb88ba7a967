"""`manage.py arena <game> normal beginner --matches 400`: measures how strong a bot is, and how long matches are.

manage.py arena --lengths
    a table of how many decisions a person makes in a match of each game
manage.py arena --table --matches 400 --jobs 2 --resume FILE
    the strength of every level at every relevant table; writes `games/catalog/strength.json`, which pages read,
    and the table in docs/bots.md
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.arena.cells import list_cells
from games.arena.chunks import play_chunks, split_cells
from games.arena.lengths import list_lengths
from games.arena.match import PREMOVE_POLICIES
from games.arena.statistics import TournamentStatistics
from games.arena.strength import STRENGTH_FILE
from games.arena.strength_table import add_up, describe_results, merge_games, write_json, write_markdown
from games.arena.tournament import Tournament, TournamentError, create_tournament
from games.catalog import registry
from games.tables.management.progress import progress

BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


class Command(BaseCommand):
    help = "Seat-balanced matches between the bots of a title, in memory. Fails when a match doesn't end or a bot errs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", nargs="?", default="", help="a title's slug")
        parser.add_argument(
            "level", nargs="?", default="normal", help="who has one seat, which goes round: a bot, random or lessons"
        )
        parser.add_argument("other", nargs="?", default="", help="who has all other seats; nobody at a table for one")
        parser.add_argument(
            "--matches", type=int, default=200, help="rounded up so that every deal goes round the seats"
        )
        parser.add_argument("--seats", type=int, help="if not given, the title's usual number")
        parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="may be repeated")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument(
            "--lengths", action="store_true", help="of every title and its short match: decisions in one seat"
        )
        parser.add_argument(
            "--plans",
            choices=PREMOVE_POLICIES,
            default="none",
            help="bots plan ahead when they have decided, or look in as well",
        )
        _add_table_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["lengths"]:
            for line in list_lengths(
                options["level"], options["other"] or options["level"], options["matches"], options["seed"]
            ):
                self.stdout.write(line)
            return
        if options["table"]:
            self._measure(options)
            return
        if options["jobs"] != 1 or options["resume"]:
            raise CommandError("--jobs and --resume go with --table")
        try:
            tournament = create_tournament(
                options["title"], options["level"], options["other"],
                matches=options["matches"], seats=options["seats"], options=options["option"], seed=options["seed"],
                planning=options["plans"],
            )  # fmt: skip
        except TournamentError as problem:
            raise CommandError(str(problem)) from None
        self._play(tournament)

    def _play(self, tournament: Tournament) -> None:
        tally = TournamentStatistics(tournament)
        for seat, played in tournament.play_matches():
            tally.add(seat, played)
            progress(self.stderr, tally.matches, tournament.matches)
        for line in tally.report():
            self.stdout.write(line)
        if not tally.is_flawless:
            raise CommandError("a match did not end, or a bot chose no legal move")

    def _measure(self, options: dict[str, Any]) -> None:
        """Write the table of measured strengths for all games, or for the named one, keeping the other entries."""
        slugs = [options["title"]] if options["title"] else list(registry.list_metadata())
        if not set(slugs) <= set(registry.list_metadata()) or options["matches"] < 1 or options["jobs"] < 1:
            raise CommandError("no such title, or too few matches or jobs")
        chunks = split_cells(list_cells(slugs), options["matches"], options["seed"])
        rows = play_chunks(chunks, options["jobs"], options["resume"], lambda *counts: progress(self.stderr, *counts))
        results = add_up(chunks, rows)
        strengths, table = describe_results(results, options["seed"]), options["strength_file"]
        before = json.loads(table.read_text(encoding="utf-8")) if table.exists() else {}
        strengths = merge_games(before, strengths, list(registry.list_metadata()))
        table.write_text(write_json(strengths), encoding="utf-8")
        if options["document"].exists():
            _replace_table(options["document"], write_markdown(strengths))
        for fault in [fault for result in results for fault in result.faults][:5]:
            self.stderr.write(fault)
        if any(result.faults for result in results):
            raise CommandError("a match did not end, or a bot chose no legal move")


def _add_table_arguments(parser: CommandParser) -> None:
    group = parser.add_argument_group("the table of strengths")
    group.add_argument("--table", action="store_true", help="of the title, or of all: every level at every table")
    group.add_argument("--jobs", type=int, default=1, help="processes that play")
    group.add_argument("--resume", type=Path, metavar="FILE", help="keeps what is played; a killed run goes on from it")
    group.add_argument("--strength-file", type=Path, default=STRENGTH_FILE, help="to write, for the pages")
    group.add_argument(
        "--document", type=Path, default=settings.BASE_DIR / "docs" / "bots.md", help="to write the table into"
    )


def _replace_table(document: Path, table: str) -> None:
    """Replace the text between the document's two markers."""
    text = document.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise CommandError(f"{document} has no lines {BEGIN.strip()} and {END.strip()}")
    before, rest = text.split(BEGIN, 1)
    document.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")
