"""Lists of puzzles: today's, and those of the last thirty days."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest

from games.catalog import registry
from games.puzzles.answers import Given, count_streak, list_answers, list_days
from games.puzzles.making import get_today, list_puzzle_games
from games.puzzles.models import Puzzle, PuzzleAnswer
from games.tables.labels import localize_text

DAYS = 30  # number of days listed
KEPT = 30  # puzzles stored on a device


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A puzzle in a list; `id` is "" until it is created. `is_right` is meaningless unless answered."""

    slug: str
    game_name: str
    id: str
    is_answered: bool
    is_right: bool


@dataclass(frozen=True, slots=True)
class PuzzleDay:
    day: date
    links: list[PuzzleLink]


@dataclass(frozen=True, slots=True)
class PuzzleList:
    """Puzzles of the last days. `earlier` starts with yesterday and omits days without puzzles."""

    today: PuzzleDay
    earlier: list[PuzzleDay]
    streak: int
    solved: int
    answered: int


def get_puzzle(public_id: str) -> Puzzle | None:
    """Return a puzzle that has been published. 1 query."""
    return Puzzle.objects.filter(public_id=public_id, day__lte=get_today()).first()


def get_puzzle_list(request: HttpRequest | None) -> PuzzleList:
    """Return the reader's list; without a request, as for a reader without answers. 1 query, 3 with an account."""
    today = get_today()
    puzzles = _list_latest(today)
    answers = list_answers(request, puzzles) if request else {}
    days = [_make_day(day, puzzles, answers) for day in _list_days(today)]
    return PuzzleList(
        today=days[0],
        earlier=[day for day in days[1:] if any(link.id for link in day.links)],
        streak=count_streak(list_days(request, answers) if request else set(), today),
        solved=sum(answer.is_right for answer in answers.values()),
        answered=len(answers),
    )


def _list_latest(today: date) -> list[Puzzle]:
    latest = Puzzle.objects.filter(day__lte=today, day__gt=today - timedelta(days=DAYS))
    return list(latest.defer("frame").order_by("-day", "game_slug"))


def _list_days(today: date) -> list[date]:
    return [today - timedelta(days=ago) for ago in range(DAYS)]


def _make_day(day: date, puzzles: list[Puzzle], answers: Mapping[str, Given]) -> PuzzleDay:
    ids_by_game = {puzzle.game_slug: puzzle.public_id for puzzle in puzzles if puzzle.day == day}
    links = [_make_link(slug, ids_by_game.get(slug, ""), answers) for slug in list_puzzle_games()]
    return PuzzleDay(day, links)


def _make_link(game_slug: str, public_id: str, answers: Mapping[str, Given]) -> PuzzleLink:
    name = localize_text(registry.list_metadata()[game_slug].name)
    answer = answers.get(public_id)
    return PuzzleLink(game_slug, name, public_id, answer is not None, answer is not None and answer.is_right)


def list_todays_links(user_id: int) -> list[PuzzleLink]:
    """List today's puzzles for the front page, ignoring answers on the device. 1 query."""
    own_answers = PuzzleAnswer.objects.filter(user=user_id, puzzle=OuterRef("pk"))
    rows = Puzzle.objects.filter(day=get_today()).annotate(
        is_answered=Exists(own_answers), is_right=Exists(own_answers.filter(Q(number=0)))
    )
    rows_by_game = {row[0]: row[1:] for row in rows.values_list("game_slug", "public_id", "is_answered", "is_right")}
    cards = registry.list_metadata()
    return [
        PuzzleLink(slug, localize_text(cards[slug].name), *rows_by_game[slug]) for slug in cards if slug in rows_by_game
    ]


def list_kept_ids() -> list[str]:
    """Return the public ids of the latest puzzles, for offline use. 1 query."""
    latest = Puzzle.objects.filter(day__lte=get_today()).order_by("-day", "game_slug")
    return list(latest.values_list("public_id", flat=True)[:KEPT])
