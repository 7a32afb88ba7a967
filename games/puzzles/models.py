"""Daily puzzles, answers to them, and the progress of searches."""

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, new_public_id

SLUG_LENGTH = 40


class Puzzle(models.Model):
    """A position as one seat sees it, with the strong bot's rating of its moves.

    Contains nothing hidden and no names.
    """

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    game_slug = models.CharField(max_length=SLUG_LENGTH)
    day = models.DateField()
    seat = models.PositiveSmallIntegerField()
    frame = models.JSONField()  # `games.puzzles.position.PuzzlePosition`
    advice = models.JSONField()  # `games.engine.advice.Advice`
    is_complete = models.BooleanField()  # all legal moves were rated
    digest = models.CharField(max_length=64, unique=True)  # of the position, to avoid duplicates
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["day", "game_slug"], name="puzzle_once_a_day")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.day}"


class PuzzleAnswer(models.Model):
    """The first answer of a user with an account."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_answers", db_index=False)
    # Index of the move among those rated: 0 is the best, and the only right answer; NULL: it wasn't rated.
    number = models.PositiveSmallIntegerField(null=True)
    day = models.DateField()  # when it was answered; the device's date if offline
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_answer_once")]
        indexes = [models.Index(fields=["user", "-day"], name="puzzle_answer_day")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class PuzzleSearch(models.Model):
    """The number of positions examined for a puzzle that isn't found yet, and the lease of the worker searching."""

    game_slug = models.CharField(max_length=SLUG_LENGTH)
    day = models.DateField()
    looked_at = models.PositiveIntegerField(default=0)
    leased_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["day", "game_slug"], name="puzzle_search_once")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.day}"
