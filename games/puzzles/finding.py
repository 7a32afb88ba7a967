"""Search for a day's puzzle: positions from a few public matches first, then from matches of bots.

Positions are numbered, so that an interrupted search continues where it stopped and finds the same puzzle.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.errors import EngineError
from games.puzzles.position import PuzzlePosition, cut_position
from games.replays.analysis.decisions import Decision, StoredEvent, list_arena_decisions, list_decisions
from games.tables.models import Event, Table

LEVEL = "normal"  # of the bots
PER_MATCH = 12  # positions examined per match
PUBLIC_MATCHES = 5
LISTED_MATCHES = 300  # number of latest matches from which they are drawn
YOUNGEST = timedelta(days=90)


def walk_positions(game_slug: str, day: date, before: datetime, looked_at: int = 0) -> Iterator[PuzzlePosition | None]:
    """Yield positions endlessly, starting with number `looked_at`; None where a match has too few.

    Public matches must have ended before `before`.
    """
    public = list_public_tables(game_slug, day, before) if looked_at < PUBLIC_MATCHES * PER_MATCH else []
    match, begin = divmod(looked_at, PER_MATCH)
    while True:
        positions = list(_draw_positions(game_slug, day, match, public))
        yield from [*positions, *[None] * (PER_MATCH - len(positions))][begin:]
        match, begin = match + 1, 0


def _draw_positions(game_slug: str, day: date, match: int, public: Sequence[Table]) -> Iterator[PuzzlePosition]:
    """Yield positions of a match, in random order."""
    key = hashlib.sha256(get_day_key(game_slug, day) + match.to_bytes(4, "big")).digest()
    if match >= PUBLIC_MATCHES:
        decisions, seats = _play_arena_match(game_slug, key)
    elif match < len(public):
        decisions, seats = list_public_decisions(public[match])
    else:
        return
    for decision in Rng(key, "puzzle/order").shuffled(decisions)[:PER_MATCH]:
        yield cut_position(game_slug, decision.view, seats)


def get_day_key(game_slug: str, day: date) -> bytes:
    """Return the seed for all random choices in the search for a day's puzzle."""
    return hashlib.sha256(f"puzzle/{game_slug}/{day.isoformat()}".encode()).digest()


# --- Matches of bots, which a new site has too


def _play_arena_match(game_slug: str, key: bytes) -> tuple[list[Decision], int]:
    game = registry.get_game(game_slug)
    seats = game.metadata.seats_default
    return list_arena_decisions(game, game.metadata.clean_options({}), [LEVEL] * seats, key), seats


# --- Matches that everyone may see


def list_public_tables(game_slug: str, day: date, before: datetime) -> list[Table]:
    """Return a few public tables with a finished, listed match, a different selection each day. 1 query."""
    listed = Table.objects.filter(
        game_slug=game_slug, status=Table.Status.FINISHED, visibility=Table.Visibility.PUBLIC,
        replay_visibility=Table.ReplayVisibility.LISTED, ended_at__lt=before, ended_at__gt=before - YOUNGEST,
    ).order_by("-ended_at", "-public_id")[:LISTED_MATCHES]  # fmt: skip
    return list(Rng(get_day_key(game_slug, day), "puzzle/matches").shuffled(list(listed))[:PUBLIC_MATCHES])


def list_public_decisions(table: Table) -> tuple[list[Decision], int]:
    """Return the decisions of people in a match, and its number of seats. Empty if today's rules can't read it."""
    try:
        return list_decisions(registry.get_game(table.game_slug), _list_events(table)), table.seats.count()
    except EngineError:
        return [], 0


def _list_events(table: Table) -> Iterator[StoredEvent]:
    if sealed := table.archived_log:
        return (StoredEvent(event.body, event.frame, event.keyframe) for event in sealed.events(0, table.last_seq))
    rows = Event.objects.filter(table=table).order_by("seq").values_list("body", "frame", "keyframe")
    return (StoredEvent(*row) for row in rows)
