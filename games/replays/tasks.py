"""Sealing and verifying in the background."""

from celery import shared_task

from games.replays import transparency_log
from games.replays.archive import services as archive_services
from games.replays.imports import services as imports_services
from games.replays.reviews import services as reviews_services
from games.replays.sharing import preview_image
from games.replays.verification import services as verification_services

ARCHIVE_LIMIT = 50  # per run
LOG_ENTRIES_LIMIT = 500  # per run
PRUNE_LIMIT = 50  # per run


@shared_task(name="replays.archive", ignore_result=True, acks_late=True)
def archive(table_pk: int) -> None:
    """Seal an ended table, and draw the picture that links to it come with."""
    archive_services.archive_table(table_pk)
    preview_image.save_preview(table_pk)


@shared_task(name="replays.draw_preview", ignore_result=True)
def draw_preview(table_pk: int) -> None:
    """Draw that picture, for a match that has none although somebody asks for it."""
    preview_image.save_preview(table_pk)


@shared_task(name="replays.retry_archive", ignore_result=True)
def retry_archive() -> None:
    """Every 15 seconds: seal what was left unsealed."""
    archive_services.archive_missed(ARCHIVE_LIMIT)


@shared_task(name="replays.prune_events", ignore_result=True)
def prune_events() -> None:
    """Every night, and again until nothing is left: drop the rows that verified records hold."""
    if archive_services.prune_events(PRUNE_LIMIT) == PRUNE_LIMIT:
        prune_events.delay()


@shared_task(name="replays.verify", ignore_result=True, acks_late=True)
def verify(table_pk: int) -> None:
    """Verify an ended table, and queue the next one: behind the other jobs that have come meanwhile."""
    verification_services.run_verification(table_pk)
    verify_pending()


@shared_task(name="replays.verify_pending", ignore_result=True)
def verify_pending() -> None:
    """Every half a minute: give out verifications, and checks of imported records, that wait or whose job got lost."""
    for pk in imports_services.lease_lost_imports():
        verify_import.delay(pk)
    for table_pk in verification_services.lease_waiting_verifications():
        verify.delay(table_pk)


@shared_task(name="replays.verify_import", ignore_result=True, acks_late=True)
def verify_import(pk: int) -> None:
    """Check an imported record."""
    imports_services.verify_import(pk)


@shared_task(name="replays.extend_transparency_log", ignore_result=True)
def extend_transparency_log() -> None:
    """Every five seconds: put new and ended tables into the site's chain."""
    transparency_log.extend_log(LOG_ENTRIES_LIMIT)


@shared_task(name="replays.delete_ended_reviews", ignore_result=True)
def delete_ended_reviews() -> None:
    """Every hour: where somebody led others a day ago is nobody's concern any more."""
    reviews_services.delete_ended_reviews()
