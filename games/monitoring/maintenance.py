"""Noting how a backup or its rehearsal went, for who looks at the front page of the administration."""

from django.utils import timezone

from games.monitoring.models import MaintenanceRun

Kind = MaintenanceRun.Kind
DETAIL_LENGTH = 200


def record_run(kind: Kind, *, succeeded: bool, detail: str) -> None:
    """In place of what was known of that kind. `detail` is cut at DETAIL_LENGTH."""
    MaintenanceRun.objects.update_or_create(
        kind=kind,
        defaults={"finished_at": timezone.now(), "succeeded": succeeded, "detail": detail[:DETAIL_LENGTH]},
    )
