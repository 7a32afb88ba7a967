"""Chat rooms and messages of tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table

LENGTH = 300  # characters per message


class ChatRoomName(models.TextChoices):
    PLAYERS = "players", _("players")
    SPECTATORS = "spectators", _("spectators")
    REPLAY = "replay", _("replay")  # comments by the players after the match, each on a position


class ChatRoom(models.Model):
    """One of a table's rooms, created with its first message. `topic` and `revision` are for live updates."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat_rooms")
    name = models.CharField(max_length=10, choices=ChatRoomName.choices)
    topic = models.CharField(max_length=32, unique=True)
    last_message_number = models.PositiveIntegerField(default=0)  # of the newest message
    # Increases with every message, and when one is hidden or restored.
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class ChatMessage(models.Model):
    """A message: free text, or the key of a quick message, translated for each reader.

    Neither: a comment deleted by its author.
    """

    room = models.ForeignKey(
        ChatRoom, models.CASCADE, related_name="messages", db_index=False
    )  # covered by `chat_message_number_once`
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_messages", db_index=False
    )  # covered by `chat_message_user`
    text = models.CharField(max_length=LENGTH, blank=True)
    quick_message = models.CharField(max_length=16, blank=True)
    event_seq = models.PositiveIntegerField(null=True)  # comments: the event of the position
    is_hidden = models.BooleanField(default=False)  # by a moderator; the text stays for those allowed to read it
    created_at = models.DateTimeField()

    class Meta:
        verbose_name, verbose_name_plural = _("chat message"), _("chat messages")
        default_permissions = ("view",)
        permissions = [
            ("moderate_chat", _("Can redact chat messages and comments")),
            ("view_redacted_messages", _("Can read redacted text, with a reason each time")),
        ]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="chat_message_number_once")]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="chat_message_user"),
            models.Index(fields=["created_at"], name="chat_message_age"),
        ]

    def __str__(self) -> str:
        return f"line {self.number}"

    @property
    def is_retracted(self) -> bool:
        return not (self.text or self.quick_message)
