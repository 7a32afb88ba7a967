from django.db import models


class Game(models.Model):
    turn = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"game {self.pk}"


class Entry(models.Model):
    game = models.ForeignKey(Game, models.CASCADE)
    text = models.TextField()

    def __str__(self) -> str:
        return f"entry {self.pk}"
