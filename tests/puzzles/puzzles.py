"""A puzzle for tests: the first position of bots that is looked at on a certain day makes one."""

from datetime import date, timedelta
from functools import cache

from django.utils import timezone

from games.puzzles.finding import PER_MATCH, PUBLIC_MATCHES, get_day_key, walk_positions
from games.puzzles.making import get_today, save_puzzle
from games.puzzles.models import Puzzle
from games.puzzles.posing import PosedPuzzle, pose_puzzle
from games.puzzles.position import PuzzlePosition

SLUG = "sdc"
QUICK_DAY = date(2026, 3, 1)
KEY = get_day_key(SLUG, QUICK_DAY)
FIRST_OF_BOTS = PUBLIC_MATCHES * PER_MATCH
RIGHT, WRONG = {"move": '{"type":"call"}'}, {"move": '{"type":"drop"}'}
ILLEGAL = {"type": "bid", "coins": "3"}


@cache
def first_position() -> PuzzlePosition:
    position = next(walk_positions(SLUG, QUICK_DAY, timezone.now(), FIRST_OF_BOTS))
    assert position is not None
    return position


@cache
def posed() -> PosedPuzzle:
    posed_puzzle = pose_puzzle(first_position(), KEY)
    assert posed_puzzle is not None
    return posed_puzzle


def create_puzzle(days_ago: int = 0) -> Puzzle:
    """The puzzle of a day, always of the same position."""
    row = save_puzzle(posed(), get_today() - timedelta(days=days_ago))
    # Else there could be one puzzle of a position only.
    Puzzle.objects.filter(pk=row.pk).update(digest=f"{row.pk}")
    return row


def address(puzzle: Puzzle, part: str = "") -> str:
    return f"/puzzles/{puzzle.public_id}/{part}"
