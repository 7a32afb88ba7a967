"""How far somebody has come in a game's lessons: for the links that lead to them."""

from dataclasses import dataclass

from games.practice.lessons.lesson import LessonError
from games.practice.lessons.progress import Progress, count_done
from games.practice.lessons.reader import list_lessons


@dataclass(frozen=True, slots=True)
class LessonCount:
    """`following` is the lesson to go on with: the first that is not done; "" if all are."""

    all: int
    done: int
    is_begun: bool
    following: str

    @property
    def ticks(self) -> str:
        """A mark for each lesson, those that are done in front."""
        return "✓" * self.done + "○" * (self.all - self.done)


def count_lessons(progress: Progress, slug: str) -> LessonCount | None:
    """None for a game without lessons, or with one that can't be read: that breaks no page but its own."""
    try:
        lessons = list_lessons(slug)
    except LessonError:
        return None
    left = [one.name for one in lessons if count_done(progress, one) < len(one.steps)]
    begun = any(count_done(progress, one) for one in lessons)
    return LessonCount(len(lessons), len(lessons) - len(left), begun, next(iter(left), "")) if lessons else None
