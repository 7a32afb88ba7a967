"""Progress in the lessons of games."""

from django.conf import settings
from django.db import models


class LessonProgress(models.Model):
    """The number of steps of a lesson that a user has solved.

    Anonymous visitors keep theirs in a cookie (`games.tables.views.lessons`).
    """

    # Indexed by `lesson_progress_once`.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game_slug = models.CharField(max_length=32)
    lesson = models.CharField(max_length=60)
    steps_done = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["user", "game_slug", "lesson"], name="lesson_progress_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug}/{self.lesson}: {self.steps_done}"
