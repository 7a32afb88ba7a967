"""`manage.py make_puzzles [--day 2026-11-27] [--game <slug>]`: creates missing puzzles of a day immediately."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from games.puzzles.making import get_today, list_puzzle_games, make_puzzle

SECONDS = 3600  # for one; it says so then


class Command(BaseCommand):
    help = "Makes the puzzles of a day, today as a rule. The site makes them by itself; this is for who can't wait."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--day", type=date.fromisoformat, help="as in 2026-11-27; without it today")
        parser.add_argument("--game", action="append", choices=list_puzzle_games(), help="may be repeated")

    def handle(self, *args: Any, **options: Any) -> None:
        day = options["day"] or get_today()
        missing = [slug for slug in options["game"] or list_puzzle_games() if not self._make(slug, day)]
        if missing:
            raise CommandError(f"none found for {', '.join(missing)}; perhaps somebody else is looking")

    def _make(self, game_slug: str, day: date) -> bool:
        puzzle = make_puzzle(game_slug, day, SECONDS)
        if puzzle:
            self.stdout.write(f"{day} {game_slug}: {reverse('puzzles:detail', args=(puzzle.public_id,))}")
        return puzzle is not None
