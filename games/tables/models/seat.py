"""The seats of a table in their current state."""

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
    """Player of a seat. Determines whether its person may come back, and their result."""

    NOBODY = "nobody", _("no one")  # vacant
    PERSON = "person", _("a person")
    BOT = "bot", _("a bot")
    # A bot in place of the person:
    BOT_WHILE_SUSPENDED = "suspended", _("a bot, while suspended")  # until the person may play again
    BOT_WHILE_AWAY = "away", _("a bot, while away")  # until the person, who ran out of time, wants the seat back
    BOT_AFTER_RESIGNING = "resigned", _("a bot, after resigning")  # until the end
    BOT_BY_MODERATOR = "moderator", _("a bot, by a moderator")  # until a moderator gives the seat back
    # The person ran out of time where that forfeits the match: the server plays the safe move.
    SAFE_MOVES = "forfeited", _("safe moves, after forfeiting")


BOT_IN_PLACE = (
    SeatPlayedBy.BOT_WHILE_SUSPENDED, SeatPlayedBy.BOT_WHILE_AWAY, SeatPlayedBy.BOT_AFTER_RESIGNING,
    SeatPlayedBy.BOT_BY_MODERATOR,
)  # fmt: skip
BOT_PLAYS = (SeatPlayedBy.BOT, *BOT_IN_PLACE)


class BotPriority(IntEnum):
    """Priority of bots in the queue: all of a lower number come before any of a higher one."""

    PERSON_PLAYS = 0  # at the same table
    BOTS_ALONE = 1
    STOPPED = 2  # the table is frozen or paused


class Seat(models.Model):
    """A numbered place at a table: a person's, a bot's or vacant. Holds its open question, if any."""

    PlayedBy: TypeAlias = SeatPlayedBy

    # Covered by `seat_number_once`.
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    played_by = models.CharField(max_length=10, choices=SeatPlayedBy.choices, default=SeatPlayedBy.NOBODY)
    bot_level = models.CharField(max_length=16, blank=True)  # of the bot that plays the seat, if any
    on_vacation = models.BooleanField(default=False)  # `user` is, as far as this table knows
    question_seq = models.PositiveIntegerField(null=True, blank=True)  # the event that put the question
    deadline = models.DateTimeField(null=True, blank=True)  # when the clock acts; the only field that says so
    # Time for the question: what was left at `clock_since`, or is left while the clock is stopped (`clock_since` is
    # NULL). Earlier releases set it only while the clock was stopped, and counted from the deadline.
    time_left = models.DurationField(null=True, blank=True)
    clock_since = models.DateTimeField(null=True, blank=True)
    # Before the current question was put; NULL: the full bank.
    time_bank = models.DurationField(null=True, blank=True)
    # Against bots: the chapter (deal, hand …) in which the person last undid a move; NULL: never.
    took_back_in = models.PositiveIntegerField(null=True, blank=True)
    has_hint = models.BooleanField(default=False, db_default=False)  # the person asked for a hint in this match
    timeouts = models.PositiveSmallIntegerField(default=0)  # consecutive
    # Bots and premoves: when to answer; a waiting person: fast-forwards bots since then.
    act_at = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)  # bots: a worker holds the question until then
    bot_attempts = models.PositiveSmallIntegerField(default=0)  # at the current question
    # A BotPriority, the same for all seats of a running table. Stored here to share an index with `act_at`.
    bot_priority = models.PositiveSmallIntegerField(default=0, db_default=0)
    # At a strict table, once revealed; the bytes in hex.
    client_seed = models.CharField(max_length=1600, blank=True)
    client_seed_hash = models.CharField(max_length=64, blank=True)  # final at the start; see `games.engine.chance`

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
        """Set who plays the seat from now on; a bot needs a level."""
        self.played_by, self.bot_level = played_by, bot_level

    def seat_person(self, user_id: int) -> None:
        """Give a vacant seat to a person who plays themselves."""
        self.user_id = user_id
        self.set_player(SeatPlayedBy.PERSON)

    def clear(self) -> None:
        """Make the seat vacant."""
        self.user = None
        self.set_player(SeatPlayedBy.NOBODY)

    @property
    def is_person(self) -> bool:
        """Return whether its person decides: no bot plays for them, and they have not forfeited."""
        return self.played_by == SeatPlayedBy.PERSON

    @property
    def is_bot(self) -> bool:
        """Return whether a bot decides, for itself or for a person."""
        return self.played_by in BOT_PLAYS

    @property
    def is_bot_of_its_own(self) -> bool:
        """Return whether a bot holds the seat, not in place of a person."""
        return self.played_by == SeatPlayedBy.BOT

    @property
    def is_away(self) -> bool:
        """Return whether its person may take the seat back from the bot that plays since they ran out of time."""
        return self.played_by == SeatPlayedBy.BOT_WHILE_AWAY

    @property
    def has_resigned(self) -> bool:
        return self.played_by == SeatPlayedBy.BOT_AFTER_RESIGNING

    @property
    def has_forfeited(self) -> bool:
        return self.played_by == SeatPlayedBy.SAFE_MOVES

    @property
    def is_practice(self) -> bool:
        """Return whether a hint or an undo has made the match practice, which statistics don't count."""
        return self.has_hint or self.took_back_in is not None

    @property
    def is_vacant(self) -> bool:
        return self.played_by == SeatPlayedBy.NOBODY

    @property
    def premoves_json(self) -> str:
        """The premoves of the current holder; "" for none. Show them to that person only."""
        row = getattr(self, "premoves", None)
        return row.body if row is not None and row.user_id == self.user_id and not self.is_bot else ""

    @property
    def has_due_premove(self) -> bool:
        """Return whether a premove is about to answer the seat's question."""
        return self.question_seq is not None and self.is_person and self.act_at is not None


class BotQueueAlert(models.Model):
    """Start of the period in which due bots have found no worker. A single row (pk 1), deleted when a worker comes."""

    started_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()  # when the sweep last saw it

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"since {self.started_at}"
