"""First answers to puzzles: stored with the account, or on the device for anonymous visitors and guests.

The device is trusted, since only its own user sees the result. A user's device answers are transferred to the account
with the next puzzle page they open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.services.users import lock_users
from config.db.locking import write_transaction
from games.puzzles.device import DeviceAnswer, forget_on_device, note_on_device, read_device
from games.puzzles.making import get_today
from games.puzzles.models import Puzzle, PuzzleAnswer


@dataclass(frozen=True, slots=True)
class Given:
    """An answer: the index of the move among those rated (None for another move), and the day it was given."""

    number: int | None
    day: date

    @property
    def is_right(self) -> bool:
        """Return whether the best move was chosen. Every other move is clearly worse (`games.puzzles.posing`)."""
        return self.number == 0


def has_account(user: User | AnonymousUser) -> TypeGuard[User]:
    return user.is_authenticated and not user.is_guest


def list_answers(request: HttpRequest, puzzles: Iterable[Puzzle]) -> dict[str, Given]:
    """Return the reader's answers to these puzzles, by public id. 1 query with an account, else none."""
    by_id = {puzzle.public_id: puzzle for puzzle in puzzles}
    answers = _read(read_device(request), by_id)
    if has_account(request.user):
        rows = PuzzleAnswer.objects.filter(user=request.user.pk, puzzle__public_id__in=by_id)
        answers |= {
            public_id: Given(number, day)
            for public_id, number, day in rows.values_list("puzzle__public_id", "number", "day")
        }
    return answers


def list_days(request: HttpRequest, answers: Mapping[str, Given]) -> set[date]:
    """Return the days on which the reader has answered a puzzle, including those in `answers`. At most 1 query."""
    days = {answer.day for answer in answers.values()}
    if has_account(request.user):
        rows = PuzzleAnswer.objects.filter(user=request.user.pk)
        days |= set(rows.order_by("day").values_list("day", flat=True).distinct())
    return days


def count_streak(days: set[date], today: date) -> int:
    """Count consecutive days up to today, or to yesterday, since today isn't over."""
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def save_answer(request: HttpRequest, response: HttpResponse, puzzle: Puzzle, number: int | None) -> None:
    """Save the answer unless the puzzle has been answered before."""
    answer = DeviceAnswer(puzzle.public_id, number, (get_today() - puzzle.day).days)
    device = read_device(request)
    if has_account(request.user):
        _save(request.user, [*device.values(), answer])
        forget_on_device(response)
    elif puzzle.public_id not in device:
        note_on_device(request, response, [*device.values(), answer])


def claim_device_answers(request: HttpRequest, response: HttpResponse) -> None:
    """Transfer answers from the device to the account. No query if the device has none."""
    if has_account(request.user) and (device_answers := read_device(request)):
        _save(request.user, list(device_answers.values()))
        forget_on_device(response)


def _save(user: User, answers: list[DeviceAnswer]) -> None:
    puzzles = list_known_puzzles(answer.public_id for answer in answers)
    by_id = {puzzle.public_id: puzzle for puzzle in puzzles}
    valid_answers = _read({answer.public_id: answer for answer in reversed(answers)}, by_id)
    rows = [
        PuzzleAnswer(user=user, puzzle=by_id[public_id], number=valid.number, day=valid.day)
        for public_id, valid in valid_answers.items()
    ]
    with write_transaction():
        if not lock_users([user.pk]):
            return
        PuzzleAnswer.objects.bulk_create(rows, ignore_conflicts=True)


def list_known_puzzles(public_ids: Iterable[str]) -> list[Puzzle]:
    """Return those of these puzzles that have been published. 1 query."""
    puzzles = Puzzle.objects.filter(public_id__in=list(public_ids), day__lte=get_today())
    return list(puzzles.defer("frame"))


def _read(device_answers: Mapping[str, DeviceAnswer], by_id: Mapping[str, Puzzle]) -> dict[str, Given]:
    """Return valid answers: moves that exist, and days between the puzzle's publication and today."""
    answers: dict[str, Given] = {}
    for public_id, answer in device_answers.items():
        puzzle = by_id.get(public_id)
        if puzzle and (answer.number is None or answer.number < len(puzzle.advice["ratings"])):
            day = min(puzzle.day + timedelta(days=answer.days_later), get_today())
            answers[public_id] = Given(answer.number, day)
    return answers


def delete_answers(person: User) -> None:
    PuzzleAnswer.objects.filter(user=person).delete()


def move_answers(guest_id: int, account: User) -> None:
    """Give the account a guest's answers to puzzles that it has not answered itself."""
    answered = PuzzleAnswer.objects.filter(user=account).values("puzzle")
    PuzzleAnswer.objects.filter(user=guest_id).exclude(puzzle__in=answered).update(user=account)
