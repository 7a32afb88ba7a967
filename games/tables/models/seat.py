"""A table's seats, as they stand now."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.tables.models.table import InPlayQuerySet, Table


class InPlaySeatQuerySet(InPlayQuerySet):
    prefix = "table__"


class Seat(models.Model):
    """A numbered place at a table: a person's, a bot's or vacant. Holds the question it has to answer, if any."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=16, blank=True)  # the level; may stand in for `user`
    absent = models.BooleanField(default=False)  # the house put the bot there: `user` may not play at present
    resigned = models.BooleanField(default=False)  # `user` has given up, and the bot plays it to the end
    away = models.BooleanField(default=False)  # a bot plays until `user`, who let time run out, comes back
    forfeited = models.BooleanField(default=False)  # `user` let time run out where that is the end: safe moves only
    vacation = models.BooleanField(default=False)  # `user` has one, as far as this table knows
    asked = models.PositiveIntegerField(null=True, blank=True)  # number of the event that put the question
    deadline = models.DateTimeField(null=True, blank=True)  # then the clock acts; nothing else says when
    left = models.DurationField(null=True, blank=True)  # asked, and the clock stands still: so long once it runs again
    bank = models.DurationField(null=True, blank=True)  # of time, as the present question found it; NULL: all of it
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    due_at = models.DateTimeField(null=True, blank=True)  # bots, plans: when to answer; who waits: bots hurry since
    leased_until = models.DateTimeField(null=True, blank=True)  # bots: somebody is at it until then
    tries = models.PositiveSmallIntegerField(default=0)  # bots: how often somebody was at this question
    phrase = models.CharField(max_length=1600, blank=True)  # at a strict table, once it is opened: its bytes as hex
    phrase_hash = models.CharField(max_length=64, blank=True)  # closed at the start; `games.engine.chance`

    objects = InPlaySeatQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("seat"), _("seats")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_person_once"),
        ]
        indexes = [
            models.Index(fields=["deadline"], name="seat_deadline", condition=Q(deadline__isnull=False)),
            models.Index(fields=["due_at"], name="seat_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["user", "deadline"], name="seat_turn", condition=Q(asked__isnull=False)),
            models.Index(fields=["table"], name="seat_vacant", condition=Q(user=None, bot="")),
            models.Index(fields=["user"], name="seat_absent", condition=Q(absent=True)),
            models.Index(fields=["user"], name="seat_vacation", condition=Q(vacation=True)),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"

    @property
    def played_by_person(self) -> bool:
        """Whether its person decides: no bot stands in, and they have not forfeited."""
        return self.user_id is not None and not (self.bot or self.forfeited)

    @property
    def premoves_json(self) -> str:
        """The body of what its present person has planned; "" for nothing. For that person's eyes."""
        row = getattr(self, "plan", None)
        return row.body if row is not None and row.user_id == self.user_id and not self.bot else ""

    @property
    def has_due_premove(self) -> bool:
        """Whether a plan is about to answer its question."""
        return self.asked is not None and self.played_by_person and self.due_at is not None

    @property
    def vacant(self) -> bool:
        return self.user_id is None and not self.bot


class BotCall(models.Model):
    """Since when bots that are due wait in vain for a worker. No row while one comes, else a single one (pk 1)."""

    since = models.DateTimeField()
    seen_at = models.DateTimeField()  # when the sweep last found it so

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"since {self.since}"
