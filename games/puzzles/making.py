"""Creation of today's and tomorrow's puzzles, one for each game with an adviser.

May run concurrently or be interrupted at any time: the rows show what is missing.
"""

import hashlib
import time
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

from django.db import IntegrityError
from django.db.models import Q
from django.utils import timezone

from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.advice import advice_to_json
from games.puzzles.finding import get_day_key, walk_positions
from games.puzzles.models import Puzzle, PuzzleSearch
from games.puzzles.posing import PosedPuzzle, pose_puzzle
from games.puzzles.position import PuzzlePosition

LEASE = timedelta(minutes=5)  # after this, the worker searching counts as lost
MOST_POSITIONS = 5000  # limit of positions examined; a day without a puzzle is acceptable


def get_today() -> date:
    """Return the site's current day, the same for everyone."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def list_puzzle_games() -> list[str]:
    """List the games that have puzzles."""
    return [slug for slug in registry.list_metadata() if registry.get_game(slug).adviser is not None]


def make_due_puzzles(seconds: float) -> None:
    """Create missing puzzles for today and tomorrow, for up to `seconds`."""
    until = time.monotonic() + seconds
    for slug, day in list(_list_missing()):
        if time.monotonic() < until:
            make_puzzle(slug, day, until - time.monotonic())


def _list_missing() -> Iterator[tuple[str, date]]:
    today = get_today()
    for day in (today, today + timedelta(days=1)):
        complete = set(Puzzle.objects.filter(day=day).values_list("game_slug", flat=True))
        yield from ((slug, day) for slug in list_puzzle_games() if slug not in complete)


def make_puzzle(game_slug: str, day: date, seconds: float) -> Puzzle | None:
    """Return the day's puzzle if it exists or is found in time; None if another worker is searching for it."""
    if existing := Puzzle.objects.filter(game_slug=game_slug, day=day).first():
        return existing
    search = _take_search(game_slug, day)
    if search is None:
        return None
    try:
        return _search(search, time.monotonic() + seconds)
    finally:
        with write_transaction():
            PuzzleSearch.objects.filter(pk=search.pk).update(looked_at=search.looked_at, leased_until=None)


def _take_search(game_slug: str, day: date) -> PuzzleSearch | None:
    """Lease the search for the day's puzzle; None if another worker has it or the limit is reached."""
    now = timezone.now()
    with write_transaction():
        PuzzleSearch.objects.get_or_create(game_slug=game_slug, day=day)
        free = Q(leased_until=None) | Q(leased_until__lt=now)
        updated = PuzzleSearch.objects.filter(free, game_slug=game_slug, day=day, looked_at__lt=MOST_POSITIONS).update(
            leased_until=now + LEASE
        )
    return PuzzleSearch.objects.get(game_slug=game_slug, day=day) if updated else None


def _search(search: PuzzleSearch, until: float) -> Puzzle | None:
    slug, day, key = search.game_slug, search.day, get_day_key(search.game_slug, search.day)
    positions = walk_positions(slug, day, search.created_at, search.looked_at)
    for position in islice(positions, MOST_POSITIONS - search.looked_at):
        posed = pose_puzzle(position, key) if position and _is_new(position) else None
        if posed:
            return save_puzzle(posed, day)
        search.looked_at += 1
        if time.monotonic() > until:
            break
    return None


def _is_new(position: PuzzlePosition) -> bool:
    return not Puzzle.objects.filter(digest=_digest(position)).exists()


def _digest(position: PuzzlePosition) -> str:
    return hashlib.sha256(f"{position.slug} {position.text}".encode()).hexdigest()


def save_puzzle(posed: PosedPuzzle, day: date) -> Puzzle:
    """Save the day's puzzle, or return the existing one if another worker was faster."""
    position = posed.position
    try:
        with write_transaction():
            PuzzleSearch.objects.filter(game_slug=position.slug, day=day).delete()
            return Puzzle.objects.create(
                game_slug=position.slug, day=day, seat=position.seat, frame=position.frame,
                advice=advice_to_json(posed.advice), is_complete=posed.is_complete, digest=_digest(position),
            )  # fmt: skip
    except IntegrityError:
        return Puzzle.objects.get(game_slug=position.slug, day=day)
