"""A table in its current state."""

import secrets
from functools import cached_property
from typing import Self, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks.time_control import TimeControl
from games.tables.storage.archived_log import ArchivedLog

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no look-alikes: ids are read out over the phone
NAME_LENGTH = 40  # of a table's name
ID_LENGTH = 12  # 31**12, about 59 bits


def new_public_id() -> str:
    """Return a random id for URLs; primary keys are never shown."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


_Row = TypeVar("_Row", bound=models.Model, covariant=True)


class InPlayQuerySet(models.QuerySet[_Row]):
    """A queryset of tables whose match is running, not frozen or paused. `prefix` is the lookup path to the table."""

    prefix = ""

    def in_play(self) -> Self:
        stands = {f"{self.prefix}frozen_at": None, f"{self.prefix}paused_at": None}
        return self.filter(**{f"{self.prefix}status": Table.Status.RUNNING}, **stands)


class Table(models.Model):
    """One play of a game, from seating to result."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        VOIDED = "voided", _("void")
        ABANDONED = "abandoned", _("abandoned")
        BROKEN_OFF = "broken-off", _("called off")  # a strict table, between reveal and deal

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Public: in the lobby for everyone")  # listed; may be watched and joined
        LINK = "link", _("By link: anyone with the link")  # may be watched and joined too
        PRIVATE = "private", _("Private: invited people only")  # joining requires the invitation

    class ReplayVisibility(models.IntegerChoices):
        """Audience of an ended table; smaller is stricter."""

        PARTICIPANTS = 1, _("Only the players of the match")
        LINK = 2, _("Anyone with the link")
        LISTED = 3, _("Everyone (listed in the library)")

    class OnTimeout(models.TextChoices):
        BOT = "bot", _("The safe move; in the end a bot takes over")
        FORFEIT = "forfeit", _("The match is forfeited: only safe moves are played, and you finish last")

    class Agreement(models.TextChoices):
        PAUSE = "pause", _("pause")
        LIVE = "live", _("play live")

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    game_slug = models.CharField(max_length=24)
    # Given by the host; may be empty.
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    options = models.JSONField(default=dict)  # validated, including the version of the rules
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC)
    # The strictest wish of its players (games.replays.sharing). Meaningless before the end.
    replay_visibility = models.PositiveSmallIntegerField(
        choices=ReplayVisibility.choices, default=ReplayVisibility.PARTICIPANTS
    )
    is_fork = models.BooleanField(default=False)  # continues from a position of another table: a `Fork` row exists
    invite_code = models.CharField(max_length=ID_LENGTH, default=new_public_id, editable=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables")
    # Per decision; with an increment, the initial time bank of each seat; 0: no limit (`games.clocks.time_control`).
    turn_seconds = models.PositiveIntegerField(default=86_400)
    increment_seconds = models.PositiveIntegerField(default=0)
    on_timeout = models.CharField(max_length=8, choices=OnTimeout.choices, default=OnTimeout.BOT)
    bot_after = models.PositiveSmallIntegerField(default=3)  # consecutive timeouts
    vacations = models.BooleanField(default=True)  # they stop the clocks of people who take one
    # Client seeds are revealed before the deal (`games.tables.services.seed_reveal`).
    is_strict = models.BooleanField(default=False)
    # When the last seat is taken, the match starts, or the players of a strict table are asked to reveal their seeds.
    starts_when_full = models.BooleanField(default=False, db_default=False)
    reveal_deadline = models.DateTimeField(null=True, blank=True)  # for the client seeds; then the table is broken off
    # It was broken off by its host, or before its host had revealed. For statistics; the log says who had revealed.
    broken_off_by_host = models.BooleanField(default=False)
    commitment = models.CharField(max_length=64, editable=False)
    last_seq = models.PositiveIntegerField(default=0)  # of the last event
    digest = models.CharField(max_length=64, editable=False)  # of the event chain at `last_seq`
    revision = models.PositiveIntegerField(default=0)  # incremented by every change a page may show
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_reason = models.CharField(max_length=200, blank=True)
    void_due_at = models.DateTimeField(null=True, blank=True)  # declared void: until then a moderator may thaw it
    paused_at = models.DateTimeField(null=True, blank=True)  # by its players
    live_since = models.DateTimeField(null=True, blank=True)  # its players play live
    proposed_agreement = models.CharField(max_length=8, blank=True, choices=Agreement.choices)
    agreed_seats = models.JSONField(default=list, blank=True)  # seat numbers that have agreed so far
    proposed_at = models.DateTimeField(null=True, blank=True)  # NULL also for a proposal from before this field existed
    created_at = models.DateTimeField(_("created"), default=timezone.now)  # by the database's clock
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # Time of the last event. Not indexed, as it changes with every move: PostgreSQL can then use HOT updates.
    changed_at = models.DateTimeField(null=True, blank=True)
    # Position in the lobby: when a player last joined, left or started the match. Unaffected by moves.
    lobby_at = models.DateTimeField(null=True, blank=True)
    # The same players again.
    rematch = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    # For a rematch: the first table of the series.
    series = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, editable=False, related_name="+")
    # Number of its entries (0 to 2: start, end) in the transparency log (`games.replays.transparency_log`).
    transparency_entry_count = models.PositiveSmallIntegerField(default=0)
    # When to create the record; NULL: nothing to do.
    archive_due_at = models.DateTimeField(null=True, blank=True)
    archive_attempts = models.PositiveSmallIntegerField(default=0)
    # When the rows contained in the record may be deleted; NULL: nothing to do.
    prune_due_at = models.DateTimeField(null=True, blank=True)

    objects = InPlayQuerySet["Table"].as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("table"), _("tables")
        default_permissions = ("view",)  # everything else goes through the services
        permissions = [
            ("moderate_table", _("Can freeze, unfreeze and void tables and hand seats to bots")),
            ("view_hidden_cards", _("Can see the hidden cards of running tables, with a reason each time")),
        ]
        indexes = [
            models.Index(fields=["-lobby_at"], name="table_open", condition=Q(status="open", visibility="public")),
            models.Index(
                fields=["-lobby_at"], name="table_watched", condition=Q(status="running", visibility="public")
            ),
            # Not a partial index for listed tables: SQLite doesn't use one if the value is a query parameter.
            models.Index(fields=["replay_visibility", "status", "-ended_at", "-public_id"], name="table_listed"),
            models.Index(
                fields=["game_slug", "replay_visibility", "status", "-ended_at", "-public_id"],
                name="table_listed_game",
            ),
            models.Index(fields=["status"], name="table_status"),
            models.Index(fields=["created_at"], name="table_created"),  # for the admin's date filter
            models.Index(fields=["lobby_at"], name="table_waiting", condition=Q(status="open")),
            models.Index(fields=["id"], name="table_unlinked", condition=Q(transparency_entry_count=0)),
            models.Index(fields=["status"], name="table_half_linked", condition=Q(transparency_entry_count=1)),
            models.Index(fields=["void_due_at"], name="table_void_due", condition=Q(void_due_at__isnull=False)),
            models.Index(
                fields=["reveal_deadline"], name="table_reveal_due", condition=Q(reveal_deadline__isnull=False)
            ),
            models.Index(fields=["host", "status"], name="table_strict_host", condition=Q(is_strict=True)),
            models.Index(fields=["started_at"], name="table_strict_dealt", condition=Q(is_strict=True)),
            models.Index(fields=["ended_at"], name="table_broken_off", condition=Q(status="broken-off")),
            models.Index(
                fields=["archive_due_at"], name="table_archive_due", condition=Q(archive_due_at__isnull=False)
            ),
            models.Index(fields=["id"], name="table_frozen", condition=Q(frozen_at__isnull=False)),
            models.Index(fields=["prune_due_at"], name="table_prune_due", condition=Q(prune_due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse("tables:detail", args=[self.public_id])

    @property
    def is_in_play(self) -> bool:
        """Return whether the match is running, and neither frozen nor paused."""
        return self.status == self.Status.RUNNING and self.frozen_at is None and self.paused_at is None

    @property
    def time_control(self) -> TimeControl:
        """The time control chosen when the table was created, regardless of later agreements."""
        return TimeControl(
            self.turn_seconds, self.increment_seconds, self.on_timeout, self.bot_after, self.vacations
        )  # fmt: skip

    @property
    def rules(self) -> int:
        """The version of the rules."""
        return int(self.options["rules"])

    @property
    def is_ended(self) -> bool:
        return self.status in ENDED_STATUSES

    @property
    def is_participants_only(self) -> bool:
        """Return whether only its players may know that the table exists."""
        return is_participants_only(self.status, self.visibility, self.replay_visibility)

    @cached_property
    def archived_log(self) -> ArchivedLog | None:
        """The packed log of an ended table; None before it is archived. Event rows may be gone. 1 query if ended."""
        if not self.is_ended:
            return None
        records = apps.get_model("tables", "Record").objects
        row = records.filter(table=self.pk).values_list("data", "lengths").first()
        return ArchivedLog(bytes(row[0]), row[1]) if row else None


ENDED_STATUSES = (Table.Status.FINISHED, Table.Status.VOIDED, Table.Status.ABANDONED, Table.Status.BROKEN_OFF)


def is_participants_only(status: str, visibility: str, replay_visibility: int) -> bool:
    """Return whether only the players may see a table: by its visibility, or once ended by its replay visibility."""
    if status in ENDED_STATUSES:
        return replay_visibility == Table.ReplayVisibility.PARTICIPANTS
    return visibility == Table.Visibility.PRIVATE


_BY_VISIBILITY = {
    Table.Visibility.PUBLIC: Table.ReplayVisibility.LISTED, Table.Visibility.LINK: Table.ReplayVisibility.LINK,
    Table.Visibility.PRIVATE: Table.ReplayVisibility.PARTICIPANTS
}  # fmt: skip


def get_default_replay_visibility(visibility: str, people: int) -> Table.ReplayVisibility:
    """Return the replay visibility that corresponds to the table's visibility.

    A match of one person against bots is at least open to anyone with the link.
    """
    default = _BY_VISIBILITY[Table.Visibility(visibility)]
    return max(default, Table.ReplayVisibility.LINK) if people == 1 else default
