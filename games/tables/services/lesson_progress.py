"""Progress in the lessons, stored with the account, or in a cookie for anonymous visitors.

Steps claimed by a cookie count only up to the actual number of steps of an existing lesson.
"""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User
from accounts.services import data_export
from accounts.services.users import lock_users
from config.db.locking import write_transaction
from games.catalog import registry
from games.practice.lessons.progress import Progress, count_done, decode_progress, merge_progress
from games.practice.lessons.reader import get_lesson
from games.tables.models import LessonProgress

COOKIE = "lessons"


def read_device(request: HttpRequest) -> Progress:
    """Return the progress stored in the cookie."""
    return decode_progress(request.COOKIES.get(COOKIE, ""))


def get_progress(user: User | AnonymousUser, device: Progress) -> Progress:
    """Return the combined progress of the account and the device. 1 query if logged in."""
    if not user.is_authenticated:
        return device
    rows = LessonProgress.objects.filter(user=user.pk).values_list("game_slug", "lesson", "steps_done")
    return merge_progress({(slug, lesson): steps_done for slug, lesson, steps_done in rows}, device)


def get_readers_progress(request: HttpRequest) -> Progress:
    """Return the combined progress for a request."""
    return get_progress(request.user, read_device(request))


def save_progress(user: User, progress: Progress) -> None:
    """Save lessons in which the device is ahead of the account."""
    if not (limited := _limit(progress)):
        return
    before = get_progress(user, {})
    if not any(steps > before.get(key, 0) for key, steps in limited.items()):
        return
    with write_transaction():
        if not lock_users([user.pk]):  # another device may be saving, or the account being deleted
            return
        before = get_progress(user, {})
        rows = [
            LessonProgress(user=user, game_slug=slug, lesson=lesson, steps_done=steps)
            for (slug, lesson), steps in limited.items()
            if steps > before.get((slug, lesson), 0)
        ]
        LessonProgress.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["user", "game_slug", "lesson"], update_fields=["steps_done"]
        )


def merge_guest_progress(guest_id: int, account: User) -> None:
    """Merge a guest's progress into an account."""
    rows = LessonProgress.objects.filter(user=guest_id).values_list("game_slug", "lesson", "steps_done")
    save_progress(account, {(slug, lesson): steps for slug, lesson, steps in rows})


def export_progress(person: User) -> list[dict[str, Any]]:
    """Export the person's progress for their data download."""
    rows = LessonProgress.objects.filter(user=person).order_by("pk")
    return data_export.rows_to_dicts(rows, "game_slug", "lesson", "steps_done")


def delete_progress(person: User) -> None:
    LessonProgress.objects.filter(user=person).delete()


def _limit(progress: Progress) -> dict[tuple[str, str], int]:
    games = registry.list_metadata()
    lessons = {key: get_lesson(*key) for key in progress if key[0] in games}
    return {key: count_done(progress, lesson) for key, lesson in lessons.items() if lesson and progress[key] > 0}
