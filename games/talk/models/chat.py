"""What is said at tables, what is reported of it, and what moderators did about it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table

LENGTH = 300  # characters of a line
REASON_LENGTH = 200


class RoomName(models.TextChoices):
    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")
    REPLAY = "replay", _("replay")  # what those who played say of it afterwards, each about a position


class Room(models.Model):
    """One of a table's rooms, from its first line on. `topic` and `number` are what open pages are told."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="rooms")
    name = models.CharField(max_length=10, choices=RoomName.choices)
    topic = models.CharField(max_length=32, unique=True)
    lines = models.PositiveIntegerField(default=0)  # the number of the last one
    number = models.PositiveIntegerField(default=0)  # one more with every line, and with every line hidden or shown

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class Line(models.Model):
    """Something said: a text, or the key of a quick phrase, which everybody reads in their own language."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="said")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lines")
    text = models.CharField(max_length=LENGTH, blank=True)
    phrase = models.CharField(max_length=16, blank=True)
    position = models.PositiveIntegerField(null=True)  # in a replay: the number of the event it is about
    hidden = models.BooleanField(default=False)  # by a moderator; the text stays for those who may read it
    said_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("chat line"), _("chat lines")
        default_permissions = ("view",)
        permissions = [
            ("moderate_talk", _("Can hide chat lines and silence people")),
            ("read_hidden_lines", _("Can read chat lines that were hidden")),
        ]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="line_number_once")]
        indexes = [
            models.Index(fields=["user", "-said_at"], name="line_person"),
            models.Index(fields=["said_at"], name="line_age"),
        ]

    def __str__(self) -> str:
        return f"line {self.number}"


class Report(models.Model):
    """Somebody finds that a line breaks the rules. Keeps the lines around it, which may be gone when it is read."""

    class Category(models.TextChoices):
        INSULT = "insult", _("Insult or threat")
        HATE = "hate", _("Hate against a group")
        SPAM = "spam", _("Advertising or spam")
        CHEATING = "cheating", _("Tells cards or arranges the play")
        OTHER = "other", _("Something else")

    room = models.ForeignKey(Room, models.CASCADE, related_name="reports")
    number = models.PositiveIntegerField()  # of the line
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_about")
    category = models.CharField(max_length=8, choices=Category.choices)
    text = models.CharField(max_length=REASON_LENGTH, blank=True)
    context = models.JSONField(default=list)  # reading.Kept, oldest first
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report"), _("reports")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["reporter", "room", "number"], name="report_once")]
        indexes = [models.Index(fields=["made_at"], name="report_age")]

    def __str__(self) -> str:
        return f"{self.category} {self.number}"


class Silence(models.Model):
    """Until when somebody may not write, phrases neither. Who ordered it and why, `TalkAction` tells."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="silence")
    until = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"until {self.until}"


class TalkAction(models.Model):
    """What a moderator did about talk, and why. Append-only; it holds no text, and the person by public id only, so
    that lines and people may go without it."""

    class Action(models.TextChoices):
        HIDE = "hide", _("Hide the line")
        SHOW = "show", _("Show the line again")
        SILENCE = "silence", _("Silence the person")
        SPEAK = "speak", _("Let the person write again")

    table = models.ForeignKey(Table, models.PROTECT, related_name="talk_actions")
    room = models.CharField(max_length=10, choices=RoomName.choices)
    number = models.PositiveIntegerField()  # of the line that gave the reason
    person = models.CharField(max_length=12)  # who had written it
    moderator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="talk_actions")
    action = models.CharField(max_length=8, choices=Action.choices)
    until = models.DateTimeField(null=True)
    reason = models.CharField(max_length=REASON_LENGTH)
    done_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("moderation of the chat"), _("moderations of the chat")
        default_permissions = ("view",)
        ordering = ["-done_at"]

    def __str__(self) -> str:
        return f"{self.action} {self.number}"
