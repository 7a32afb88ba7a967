"""What somebody has answered first: with an account it goes along, for strangers and guests their device keeps it.

The device's word is taken: it is for its own reader's eyes alone. Whoever has an account has it counted with the next
page of puzzles they open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from config.db.locking import write_transaction
from games.puzzles.device import DeviceAnswer, forget_on_device, note_on_device, read_device
from games.puzzles.making import get_today
from games.puzzles.models import Puzzle, PuzzleAnswer


@dataclass(frozen=True, slots=True)
class Given:
    """An answer: the number of the move among those looked at, None for another; and the day it was given."""

    number: int | None
    day: date

    @property
    def is_right(self) -> bool:
        """A puzzle has one answer: every other move is clearly worse (`games.puzzles.posing`)."""
        return self.number == 0


def has_account(user: User | AnonymousUser) -> TypeGuard[User]:
    return user.is_authenticated and not user.is_guest


def list_answers(request: HttpRequest, puzzles: Iterable[Puzzle]) -> dict[str, Given]:
    """The reader's to these puzzles, by public id. 1 query with an account, else none."""
    known = {puzzle.public_id: puzzle for puzzle in puzzles}
    found = _read(read_device(request), known)
    if has_account(request.user):
        rows = PuzzleAnswer.objects.filter(user=request.user.pk, puzzle__public_id__in=known)
        found |= {
            public_id: Given(number, day)
            for public_id, number, day in rows.values_list("puzzle__public_id", "number", "day")
        }
    return found


def list_days(request: HttpRequest, given: Mapping[str, Given]) -> set[date]:
    """The days on which the reader has answered something: `given` is what is known of them. 1 query, or none."""
    days = {one.day for one in given.values()}
    if has_account(request.user):
        rows = PuzzleAnswer.objects.filter(user=request.user.pk)
        days |= set(rows.order_by("day").values_list("day", flat=True).distinct())
    return days


def count_streak(days: set[date], today: date) -> int:
    """Days in a row up to today, or up to yesterday: today is not over."""
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def save_answer(request: HttpRequest, response: HttpResponse, puzzle: Puzzle, number: int | None) -> None:
    """The first one counts; later ones change nothing."""
    answer = DeviceAnswer(puzzle.public_id, number, (get_today() - puzzle.day).days)
    device = read_device(request)
    if has_account(request.user):
        _save(request.user, [*device.values(), answer])
        forget_on_device(response)
    elif puzzle.public_id not in device:
        note_on_device(request, response, [*device.values(), answer])


def claim_device_answers(request: HttpRequest, response: HttpResponse) -> None:
    """What the device has kept counts for the account from now on. Asks nothing where it has kept nothing."""
    if has_account(request.user) and (kept := read_device(request)):
        _save(request.user, list(kept.values()))
        forget_on_device(response)


def _save(user: User, answers: list[DeviceAnswer]) -> None:
    puzzles = list_known_puzzles(answer.public_id for answer in answers)
    known = {puzzle.public_id: puzzle for puzzle in puzzles}
    given = _read({answer.public_id: answer for answer in reversed(answers)}, known)
    rows = [
        PuzzleAnswer(user=user, puzzle=known[public_id], number=one.number, day=one.day)
        for public_id, one in given.items()
    ]
    with write_transaction():
        PuzzleAnswer.objects.bulk_create(rows, ignore_conflicts=True)


def list_known_puzzles(public_ids: Iterable[str]) -> list[Puzzle]:
    """Those of them that have had their day. 1 query."""
    found = Puzzle.objects.filter(public_id__in=list(public_ids), day__lte=get_today())
    return list(found.defer("frame"))


def _read(kept: Mapping[str, DeviceAnswer], known: Mapping[str, Puzzle]) -> dict[str, Given]:
    """What the device says, as far as it can be: no move that there isn't, no day before the puzzle's or to come."""
    found: dict[str, Given] = {}
    for public_id, answer in kept.items():
        puzzle = known.get(public_id)
        if puzzle and (answer.number is None or answer.number < len(puzzle.advice["ratings"])):
            day = min(puzzle.day + timedelta(days=answer.days_later), get_today())
            found[public_id] = Given(answer.number, day)
    return found


def delete_answers(person: User) -> None:
    PuzzleAnswer.objects.filter(user=person).delete()
