"""System status for operators: each part in a sentence, with advice if something needs to be done."""

import platform
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.template.defaultfilters import filesizeformat
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.monitoring.backlog import DAY, MAIL_PROBLEMS
from games.monitoring.models import MaintenanceRun
from games.monitoring.stats import DashboardStats, count_bounded
from games.notifications.models import Delivery, Notification
from games.replays.models import Analysis, Verification
from games.tables.models import Seat

LEAST_FREE_SHARE = 0.1  # of the disk with the data
BACKUP_EVERY = timedelta(days=2)
REHEARSAL_EVERY = timedelta(days=31)
LATE = timedelta(minutes=5)
MAIL_FAILED = gettext_lazy("The email worker’s log says what the server answered (EMAIL_URL).")


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A part of the system: its name, its state, and advice ("" if all is well)."""

    name: str
    says: str
    advice: str = ""


def get_system_status(figures: DashboardStats) -> list[StatusLine]:
    """Return all parts, those needing attention first. 7 queries."""
    now = figures.at
    lines = [*_queues(figures), *_maintenance(now), _mail(now), _disk(), _version()]
    return sorted(lines, key=lambda line: not line.advice)


def _queues(figures: DashboardStats) -> Iterator[StatusLine]:
    late = figures.at - LATE
    waiting: dict[str, Any] = {
        "deadlines": figures.overdue,
        "bots": count_bounded(
            Seat.objects.in_play().filter(act_at__lt=late, question_seq__isnull=False).exclude(bot_level="")
        ),
        "email": count_bounded(Delivery.objects.filter(next_attempt_at__lt=late))
        + count_bounded(Notification.objects.filter(due_at__lt=late, table__frozen_at=None)),
        "background": count_bounded(Verification.objects.filter(leased_until__lt=late)),
        "analysis": count_bounded(Analysis.objects.filter(leased_until__lt=late)),
    }
    for queue, at in figures.last_heartbeats:
        last_seen = _("never seen") if at is None else _("seen %(time)s ago") % {"time": timesince(at, figures.at)}
        behind = _("%(n)s waiting for more than 5 minutes") % {"n": waiting[queue]} if waiting[queue] else ""
        advice = ""
        if queue in figures.silent:
            advice = _("Start it again (manage.py serve, or tefuda-worker@%(queue)s); its log says why it stopped.")
        elif behind:
            advice = _("If this number grows, run a second worker for this queue: config.server.worker.main %(queue)s.")
        says = " · ".join(filter(None, (last_seen, behind)))
        yield StatusLine(_("Worker %(queue)s") % {"queue": queue}, says, advice % {"queue": queue})


def _maintenance(now: datetime) -> Iterator[StatusLine]:
    runs = {run.kind: run for run in MaintenanceRun.objects.all()}
    yield _run(
        _("Last backup"), runs.get(MaintenanceRun.Kind.BACKUP), BACKUP_EVERY, now,
        _("Run manage.py backup every night; deploy/systemd has a timer for it."),
    )  # fmt: skip
    yield _run(
        _("Backup tested"), runs.get(MaintenanceRun.Kind.REHEARSAL), REHEARSAL_EVERY, now,
        _("Run manage.py rehearse_restore with the newest backup. A backup is proven only once it has been restored."),
    )  # fmt: skip


def _run(name: str, run: MaintenanceRun | None, every: timedelta, now: datetime, advice: str) -> StatusLine:
    if run is None:
        return StatusLine(name, _("never"), advice)
    says = _("%(time)s ago: %(detail)s") % {"time": timesince(run.finished_at, now), "detail": run.detail}
    if not run.succeeded:
        return StatusLine(name, _("failed %(said)s") % {"said": says}, advice)
    return StatusLine(name, says, advice if now - run.finished_at > every else "")


def _mail(now: datetime) -> StatusLine:
    name = _("Emails")
    if settings.EMAIL_BACKEND.endswith("dummy.EmailBackend"):
        return StatusLine(name, _("No mail server is configured, so no email is sent (EMAIL_URL)."))
    refused = count_bounded(
        Delivery.objects.filter(created_at__gte=now - DAY, channel=Delivery.Channel.MAIL, problem__in=MAIL_PROBLEMS)
    )
    if refused:
        return StatusLine(name, _("%(n)s refused or not delivered within 24 hours") % {"n": refused}, str(MAIL_FAILED))
    return StatusLine(name, _("Nothing was refused in the last 24 hours."))


def _disk() -> StatusLine:
    disk = shutil.disk_usage(settings.DATA_DIR)
    says = _("%(free)s of %(total)s free") % {
        "free": filesizeformat(disk.free), "total": filesizeformat(disk.total),
    }  # fmt: skip
    advice = _("Free some space: on a full disk, moves are refused. Delete old backups and logs first.")
    return StatusLine(_("Disk"), says, advice if disk.free < LEAST_FREE_SHARE * disk.total else "")


def _version() -> StatusLine:
    parts = {
        "version": get_version(), "python": platform.python_version(), "django": django.__version__,
        "database": connection.vendor,
    }  # fmt: skip
    says = _("Tefuda %(version)s on Python %(python)s, Django %(django)s, %(database)s") % parts
    return StatusLine(_("Version"), says + _(". CHANGELOG.md lists what newer ones bring."))


@cache
def get_version() -> str:
    """Return the version in pyproject.toml."""
    about = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())
    return str(about["project"]["version"])
