"""Sealing and verifying in the background."""

from celery import shared_task

from games.replays import transparency_log
from games.replays.archive import services as archive_services
from games.replays.imports import services as imports_services
from games.replays.sharing import preview_image
from games.replays.verification import services as verification_services

SEAL_LIMIT = 50  # per run
LINKS_LIMIT = 500  # per run
DROP_LIMIT = 50  # per run


@shared_task(name="replays.archive", ignore_result=True, acks_late=True)
def seal(table_pk: int) -> None:
    """Seal an ended table, and draw the picture that links to it come with."""
    archive_services.table_seal(table_pk)
    preview_image.preview_keep(table_pk)


@shared_task(name="replays.draw_preview", ignore_result=True)
def preview_draw(table_pk: int) -> None:
    """Draw that picture, for a match that has none although somebody asks for it."""
    preview_image.preview_keep(table_pk)


@shared_task(name="replays.retry_archive", ignore_result=True)
def seal_lost() -> None:
    """Every 15 seconds: seal what was left unsealed."""
    archive_services.tables_sealed(SEAL_LIMIT)


@shared_task(name="replays.prune_events", ignore_result=True)
def rows_dropped() -> None:
    """Every night, and again until nothing is left: drop the rows that verified records hold."""
    if archive_services.rows_dropped(DROP_LIMIT) == DROP_LIMIT:
        rows_dropped.delay()


@shared_task(name="replays.verify", ignore_result=True, acks_late=True)
def verify(table_pk: int) -> None:
    """Verify an ended table, and queue the next one: behind the other jobs that have come meanwhile."""
    verification_services.table_verify(table_pk)
    verifications_due()


@shared_task(name="replays.verify_pending", ignore_result=True)
def verifications_due() -> None:
    """Every half a minute: give out verifications, and checks of records brought, that wait or whose job got lost."""
    for pk in imports_services.records_lost():
        brought_check.delay(pk)
    for table_pk in verification_services.verifications_lost():
        verify.delay(table_pk)


@shared_task(name="replays.verify_import", ignore_result=True, acks_late=True)
def brought_check(pk: int) -> None:
    """Check a record that somebody has brought along."""
    imports_services.record_checked(pk)


@shared_task(name="replays.extend_transparency_log", ignore_result=True)
def ledger_extend() -> None:
    """Every five seconds: put new and ended tables into the site's chain."""
    transparency_log.ledger_extended(LINKS_LIMIT)
