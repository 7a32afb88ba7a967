"""Data of an ended table besides its record: its outline, and the result of its fairness check."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.replays.audit.report import NO, load_report
from games.tables.models import ID_LENGTH, Table, new_public_id


class MatchSummary(models.Model):
    """An ended match at a glance (`games.replays.summary`). Positions are event numbers; 0: it never started.

    {"chapter_starts": [n, …], "score_series": [[n, score of seat 0, …, the house's], …],
     "key_moments": [[n, kind, seat or null], …],
     "seat_holders": of each seat [[from n, "" (its person), a bot's level or "house"], …]}
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="summary")
    start_seq = models.PositiveIntegerField(default=0)
    end_seq = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    # A sign for each position from `first` on: who decided (`outline.SEATS`) or ".".
    deciders = models.TextField(blank=True)
    chapter_starts = models.JSONField(default=list)
    score_series = models.JSONField(default=list)
    key_moments = models.JSONField(default=list)
    moment_kinds = models.CharField(max_length=200, blank=True)  # of the moments, for searching: ",bomb,lead,"
    seat_holders = models.JSONField(default=list)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"outline of {self.moves} moves"


class TransparencyLogEntry(models.Model):
    """A link of the site's one chain over all tables (`games.replays.transparency_log`)."""

    class Kind(models.IntegerChoices):
        OPENED = 1
        ENDED = 2

    number = models.PositiveBigIntegerField(primary_key=True)  # 1, 2, 3 …
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="transparency_entries", db_index=False
    )  # `transparency_log_once`
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    chain_hash = models.CharField(max_length=64, blank=True)  # the table's last one, of an ended table
    entry_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "kind"], name="transparency_log_once")]

    def __str__(self) -> str:
        return f"link {self.number}"


class Verification(models.Model):
    """The audit of an ended table: requested when it is sealed, or later by a reader; done by a job."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="verification")
    requested_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)  # a job is at it, or on its way, until then; NULL: done
    attempts = models.PositiveSmallIntegerField(default=0)  # since it was asked for
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)  # when `report` was made, or given up
    report = models.JSONField(null=True, blank=True)  # as `audit.report` writes it; NULL: none, or the job failed
    code_version = models.CharField(max_length=12, blank=True)  # which code made it
    # Sha256 of the record in which all was found to agree.
    verified_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        default_permissions = ()
        indexes = [
            models.Index(fields=["leased_until"], name="verification_due", condition=Q(leased_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"verification {self.finished_at or 'to do'}"


class Review(models.Model):
    """A replay that several people look at together: where its leader is. It ends a day after the last step."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="reviews")
    topic = models.CharField(max_length=32, unique=True)  # news for open pages, with the revision
    leader = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    n = models.PositiveIntegerField()  # the position
    revision = models.PositiveIntegerField(default=1)  # incremented with every step, and when the leader changes
    moved_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.topic

    @property
    def code(self) -> str:
        """Return its name in addresses."""
        return self.topic.rpartition(".")[2]


class Analysis(models.Model):
    """A seat's decisions in an ended match, each held against what a strong player would have made of it; by a job.

    `decisions` as `analysis.rating.rate_decision` writes them, in order and as far as the job has come.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    UNDER_WAY = (Status.WAITING, Status.RUNNING)

    table = models.ForeignKey(Table, models.CASCADE, related_name="analyses", db_index=False)  # `analysis_once`
    seat = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    requested_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)  # a job is at it until then; past: due; NULL: done
    attempts = models.PositiveSmallIntegerField(default=0)  # since it last came on
    total = models.PositiveIntegerField(null=True)  # decisions; NULL: not counted yet
    decisions = models.JSONField(default=list)
    adviser_version = models.CharField(max_length=12, blank=True)  # whose advice it is

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "seat"], name="analysis_once")]
        indexes = [
            models.Index(fields=["leased_until"], name="analysis_due", condition=Q(leased_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"analysis of seat {self.seat}, {self.status}"

    @property
    def is_under_way(self) -> bool:
        return self.status in self.UNDER_WAY


class SharingPreference(models.Model):
    """Who may see a finished match, as one of its people wishes it; stays when they go."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="sharing_preferences", db_index=False
    )  # `sharing_preference_once`
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    replay_visibility = models.PositiveSmallIntegerField(choices=Table.ReplayVisibility.choices)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="sharing_preference_once")]

    def __str__(self) -> str:
        return f"wish {self.replay_visibility}"


class PreviewImage(models.Model):
    """The picture that links to matches come with: a game and a day, and so the same for all matches of these."""

    game = models.CharField(max_length=24)
    day = models.DateField()
    png = models.BinaryField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["game", "day"], name="preview_image_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.day}"


class ImportedMatch(models.Model):
    """An imported record. Nothing in it is trusted, and its players aren't known here."""

    class Problem(models.TextChoices):
        NONE = "", "–"
        UNREADABLE = "unreadable", _("its events can't be read")
        TOO_LONG = "too-long", _("it takes too long to check")
        FAILED = "failed", _("the check failed")

    public_id = models.CharField(max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="imported_matches", db_index=False
    )  # `imported_match_once`
    game = models.CharField(max_length=24)
    names = models.JSONField(default=list)  # as the bringer wrote them, by seat; "": none
    is_link_shared = models.BooleanField(
        default=False
    )  # people with the address may see it; otherwise only the importer
    sha256 = models.CharField(max_length=64)  # of what was sent, as we write JSON
    upload = models.BinaryField(blank=True)  # the same, compressed, until it is packed
    data = models.BinaryField(blank=True)
    block_lengths = models.JSONField(default=list)  # of the parts of `data`, as of a table's record
    summary = models.JSONField(null=True)  # an `MatchSummary`'s fields; NULL: it can't be shown
    report = models.JSONField(null=True)  # as `audit.report` writes it
    problem = models.CharField(max_length=12, choices=Problem.choices, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    leased_until = models.DateTimeField(null=True)  # a job is at it, or on its way, until then; NULL: done
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["owner", "sha256"], name="imported_match_once")]
        indexes = [
            models.Index(fields=["owner", "-id"], name="imported_match_list"),
            models.Index(fields=["leased_until"], name="imported_match_due", condition=Q(leased_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.game} brought along"

    @property
    def fails_check(self) -> bool:
        return self.report is not None and load_report(self.report).verdict == NO
