"""`manage.py bot_arena <title> normal beginner --matches 400`: how strong a bot is, and how long matches are.

`manage.py bot_arena --lengths`: a table of how much a person decides in a match of each game.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.arena.lengths import list_lengths
from games.arena.match import PREMOVE_POLICIES
from games.arena.statistics import TournamentStatistics
from games.arena.tournament import TournamentError, create_tournament
from games.tables.management.progress import progress


class Command(BaseCommand):
    help = "Seat-balanced matches between the bots of a title, in memory. Fails when a match doesn't end or a bot errs."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", nargs="?", default="", help="a title's slug")
        parser.add_argument("level", nargs="?", default="normal", help="the bot in one seat, which goes round")
        parser.add_argument("other", nargs="?", default="", help="the bots in all other seats; none at a table for one")
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

    def handle(self, *args: Any, **given: Any) -> None:
        if given["lengths"]:
            for line in list_lengths(given["level"], given["other"] or given["level"], given["matches"], given["seed"]):
                self.stdout.write(line)
            return
        try:
            asked = create_tournament(
                given["title"], given["level"], given["other"],
                matches=given["matches"], seats=given["seats"], options=given["option"], seed=given["seed"],
                planning=given["plans"],
            )  # fmt: skip
        except TournamentError as problem:
            raise CommandError(str(problem)) from None
        tally = TournamentStatistics(asked)
        for seat, played in asked.play_matches():
            tally.add(seat, played)
            progress(self.stderr, tally.matches, asked.matches)
        for line in tally.report():
            self.stdout.write(line)
        if not tally.is_flawless:
            raise CommandError("a match did not end, or a bot chose no legal move")
