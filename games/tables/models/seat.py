"""A table's seats, as they stand now."""

from enum import IntEnum
from typing import TypeAlias

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models.table import InPlayQuerySet, Table


class InPlaySeatQuerySet(InPlayQuerySet["Seat"]):
    prefix = "table__"


class SeatPlayedBy(models.TextChoices):
    """Who decides for a seat. What follows for its person: whether they may come back, and what the result says."""

    NOBODY = "nobody", _("nobody")  # vacant
    PERSON = "person", _("a person")
    BOT = "bot", _("a bot")
    # A bot in the person's place:
    BOT_WHILE_SUSPENDED = "suspended", _("a bot, while suspended")  # goes when its person may play again
    BOT_WHILE_AWAY = "away", _("a bot, while away")  # goes when its person, who let time run out, wants the seat back
    BOT_AFTER_RESIGNING = "resigned", _("a bot, after resigning")  # stays to the end
    BOT_BY_MODERATOR = "moderator", _("a bot, by a moderator")  # goes when a moderator says so
    # Time ran out where that is the end: the site plays the safe move, whoever holds the seat.
    SAFE_MOVES = "forfeited", _("safe moves, after forfeiting")


BOT_IN_PLACE = (
    SeatPlayedBy.BOT_WHILE_SUSPENDED, SeatPlayedBy.BOT_WHILE_AWAY, SeatPlayedBy.BOT_AFTER_RESIGNING,
    SeatPlayedBy.BOT_BY_MODERATOR,
)  # fmt: skip
BOT_PLAYS = (SeatPlayedBy.BOT, *BOT_IN_PLACE)


class BotPriority(IntEnum):
    """Whose bots are taken up first: all of the lower number before any of the higher."""

    PERSON_PLAYS = 0  # at their table
    BOTS_ALONE = 1
    STOPPED = 2  # the table is frozen or paused: nobody may play


class Seat(models.Model):
    """A numbered place at a table: a person's, a bot's or vacant. Holds the question it has to answer, if any."""

    PlayedBy: TypeAlias = SeatPlayedBy

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)  # `seat_number_once`
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    played_by = models.CharField(max_length=10, choices=SeatPlayedBy.choices, default=SeatPlayedBy.NOBODY)
    bot_level = models.CharField(max_length=16, blank=True)  # of the bot that plays it, if one does
    on_vacation = models.BooleanField(default=False)  # `user` is, as far as this table knows
    question_seq = models.PositiveIntegerField(null=True, blank=True)  # the event that put the question
    deadline = models.DateTimeField(null=True, blank=True)  # then the clock acts; nothing else says when
    # To act while the clock is stopped: what is left once it runs again.
    time_left = models.DurationField(null=True, blank=True)
    # As the present question found it; NULL: all of it.
    time_bank = models.DurationField(null=True, blank=True)
    # Against bots: the chapter (deal, hand …) in which its person last took a decision back; NULL: in none.
    took_back_in = models.PositiveIntegerField(null=True, blank=True)
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    act_at = models.DateTimeField(null=True, blank=True)  # bots, premoves: when to answer; who waits: bots hurry since
    leased_until = models.DateTimeField(null=True, blank=True)  # bots: somebody is at it until then
    bot_attempts = models.PositiveSmallIntegerField(default=0)  # at this question
    # A BotPriority, the same in all seats of a running table: here and not there, so that it is in an index with
    # `act_at`.
    bot_priority = models.PositiveSmallIntegerField(default=0, db_default=0)
    # At a strict table, once revealed: its bytes as hex.
    client_seed = models.CharField(max_length=1600, blank=True)
    client_seed_hash = models.CharField(max_length=64, blank=True)  # fixed at the start; `games.engine.chance`

    objects = InPlaySeatQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_person_once"),
            models.CheckConstraint(
                name="seat_played_by",
                condition=Q(played_by=SeatPlayedBy.NOBODY, user=None, bot_level="")
                | Q(played_by__in=(SeatPlayedBy.PERSON, SeatPlayedBy.SAFE_MOVES), user__isnull=False, bot_level="")
                | (Q(played_by=SeatPlayedBy.BOT, user=None) & ~Q(bot_level=""))
                | (Q(played_by__in=BOT_IN_PLACE, user__isnull=False) & ~Q(bot_level="")),
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["bot_priority", "act_at"], name="seat_to_act", condition=Q(act_at__isnull=False)),
            models.Index(fields=["user", "deadline"], name="seat_turn", condition=Q(question_seq__isnull=False)),
            models.Index(fields=["table"], name="seat_vacant", condition=Q(played_by="nobody")),
            models.Index(fields=["user"], name="seat_suspended", condition=Q(played_by="suspended")),
            models.Index(fields=["user"], name="seat_on_vacation", condition=Q(on_vacation=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    def set_player(self, played_by: SeatPlayedBy, bot_level: str = "") -> None:
        """Who decides from now on; a bot has a level."""
        self.played_by, self.bot_level = played_by, bot_level

    def seat_person(self, user_id: int) -> None:
        """Somebody sits down, and decides."""
        self.user_id = user_id
        self.set_player(SeatPlayedBy.PERSON)

    def clear(self) -> None:
        """Nobody sits here any more."""
        self.user = None
        self.set_player(SeatPlayedBy.NOBODY)

    @property
    def is_person(self) -> bool:
        """Whether its person decides: no bot plays in their place, and they have not forfeited."""
        return self.played_by == SeatPlayedBy.PERSON

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides, for itself or in its person's place."""
        return self.played_by in BOT_PLAYS

    @property
    def is_bot_of_its_own(self) -> bool:
        """Whether a bot holds it, in nobody's place."""
        return self.played_by == SeatPlayedBy.BOT

    @property
    def is_away(self) -> bool:
        """Whether its person may take it back from the bot that plays since their time ran out."""
        return self.played_by == SeatPlayedBy.BOT_WHILE_AWAY

    @property
    def has_resigned(self) -> bool:
        return self.played_by == SeatPlayedBy.BOT_AFTER_RESIGNING

    @property
    def has_forfeited(self) -> bool:
        return self.played_by == SeatPlayedBy.SAFE_MOVES

    @property
    def is_vacant(self) -> bool:
        return self.played_by == SeatPlayedBy.NOBODY

    @property
    def premoves_json(self) -> str:
        """The premoves of its present person; "" for none. For that person's eyes."""
        row = getattr(self, "premoves", None)
        return row.body if row is not None and row.user_id == self.user_id and not self.is_bot else ""

    @property
    def has_due_premove(self) -> bool:
        """Whether a premove is about to answer its question."""
        return self.question_seq is not None and self.is_person and self.act_at is not None


class BotQueueAlert(models.Model):
    """Since when bots that are due wait in vain for a worker. No row while one comes, else a single one (pk 1)."""

    started_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()  # when the sweep last found it so

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"since {self.started_at}"
