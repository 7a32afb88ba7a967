"""A person's progress in a game's lessons, for links to them."""

from dataclasses import dataclass

from games.practice.lessons.lesson import LessonError
from games.practice.lessons.progress import Progress, count_done
from games.practice.lessons.reader import list_lessons


@dataclass(frozen=True, slots=True)
class LessonCount:
    """Number of lessons and of those done. `following` is the first lesson that isn't done; "" if all are."""

    all: int
    done: int
    is_begun: bool
    following: str

    @property
    def ticks(self) -> str:
        """A mark for each lesson, those done first."""
        return "✓" * self.done + "○" * (self.all - self.done)


def count_lessons(progress: Progress, slug: str) -> LessonCount | None:
    """Count lessons; None for a game without lessons, or with an unreadable one, which must not break other pages."""
    try:
        lessons = list_lessons(slug)
    except LessonError:
        return None
    undone = [lesson.name for lesson in lessons if count_done(progress, lesson) < len(lesson.steps)]
    is_begun = any(count_done(progress, lesson) for lesson in lessons)
    return LessonCount(len(lessons), len(lessons) - len(undone), is_begun, next(iter(undone), "")) if lessons else None
