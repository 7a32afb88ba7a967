"""A day's puzzle of a game, who has answered it, and how far the search for one has come."""

from django.conf import settings
from django.db import models

from games.tables.models import ID_LENGTH, new_public_id

SLUG_LENGTH = 40


class Puzzle(models.Model):
    """A position as one seat sees it, and what the strong player makes of it. Nothing hidden is stored, and no name."""

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    game_slug = models.CharField(max_length=SLUG_LENGTH)
    day = models.DateField()
    seat = models.PositiveSmallIntegerField()
    frame = models.JSONField()  # `games.puzzles.position.PuzzlePosition`
    advice = models.JSONField()  # `games.engine.advice.Advice`
    is_complete = models.BooleanField()  # whether every legal move was looked at
    digest = models.CharField(max_length=64, unique=True)  # of the position, so that none comes twice
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["day", "game_slug"], name="puzzle_once_a_day")]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.day}"


class PuzzleAnswer(models.Model):
    """What somebody with an account answered first."""

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_answers", db_index=False)
    # Of the move among those looked at: 0 is the best, and alone right; null: it was not looked at.
    number = models.PositiveSmallIntegerField(null=True)
    day = models.DateField()  # on which it was answered; without a connection the device's
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_answer_once")]
        indexes = [models.Index(fields=["user", "-day"], name="puzzle_answer_day")]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class PuzzleSearch(models.Model):
    """How many positions have been looked at for a day's puzzle that isn't found yet, and who looks at present."""

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
