"""Recording of backups and restore rehearsals, shown on the admin's front page."""

from django.utils import timezone

from games.monitoring.models import MaintenanceRun

Kind = MaintenanceRun.Kind
DETAIL_LENGTH = 200


def record_run(kind: Kind, *, succeeded: bool, detail: str) -> None:
    """Replace the last run of this kind. `detail` is cut at DETAIL_LENGTH."""
    MaintenanceRun.objects.update_or_create(
        kind=kind,
        defaults={"finished_at": timezone.now(), "succeeded": succeeded, "detail": detail[:DETAIL_LENGTH]},
    )
