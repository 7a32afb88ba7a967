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
    found = next(walk_positions(SLUG, QUICK_DAY, timezone.now(), FIRST_OF_BOTS))
    assert found is not None
    return found


@cache
def posed() -> PosedPuzzle:
    found = pose_puzzle(first_position(), KEY)
    assert found is not None
    return found


def puzzle(days_ago: int = 0) -> Puzzle:
    """The puzzle of a day, always of the same position."""
    made = save_puzzle(posed(), get_today() - timedelta(days=days_ago))
    # Else there could be one puzzle of a position only.
    Puzzle.objects.filter(pk=made.pk).update(digest=f"{made.pk}")
    return made


def address(one: Puzzle, part: str = "") -> str:
    return f"/puzzles/{one.public_id}/{part}"
