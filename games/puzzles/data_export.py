"""Data export of answers to puzzles."""

from typing import Any

from accounts.models import User
from games.puzzles.models import PuzzleAnswer


def export_answers(person: User) -> list[dict[str, Any]]:
    """Return the person's first answers."""
    rows = PuzzleAnswer.objects.filter(user=person).select_related("puzzle").order_by("pk")
    return [
        {
            "game": row.puzzle.game_slug,
            "puzzle": row.puzzle.public_id,
            "day_of_puzzle": row.puzzle.day,
            "move": None if row.number is None else row.puzzle.advice["ratings"][row.number]["move"],
            "solved": row.number == 0,
            "day": row.day,
            "answered_at": row.answered_at,
        }
        for row in rows
    ]
