"""Sealing and verifying in the background."""

from celery import shared_task

from games.replays import transparency_log
from games.replays.analysis import services as analysis_services
from games.replays.archive import services as archive_services
from games.replays.imports import services as imports_services
from games.replays.reviews import services as reviews_services
from games.replays.sharing import preview_image

ARCHIVE_LIMIT = 50  # per run
LOG_ENTRIES_LIMIT = 500  # per run
PRUNE_LIMIT = 50  # per run
ANALYSE_SECONDS = 15
VERIFY_SECONDS = 5  # after which a run begins none: archiving waits in the same queue


@shared_task(name="replays.archive", ignore_result=True, acks_late=True)
def archive(table_pk: int) -> None:
    """Seal an ended table, and draw the picture that links to it come with."""
    archive_services.archive_table(table_pk)
    preview_image.save_preview(table_pk)


@shared_task(name="replays.draw_preview", ignore_result=True)
def draw_preview(table_pk: int) -> None:
    """Draw that picture, for a match that has none when it is requested."""
    preview_image.save_preview(table_pk)


@shared_task(name="replays.retry_archive", ignore_result=True)
def retry_archive() -> None:
    """Seal what was left unsealed. Runs every 15 seconds."""
    archive_services.archive_missed(ARCHIVE_LIMIT)


@shared_task(name="replays.prune_events", ignore_result=True)
def prune_events() -> None:
    """Every minute, and again until nothing is left: drop rows that verified records hold and whose turn got lost."""
    if archive_services.prune_events(PRUNE_LIMIT) == PRUNE_LIMIT:
        prune_events.delay()


@shared_task(name="replays.verify_pending", ignore_result=True)
def verify_pending() -> None:
    """Every second: verify ended tables that wait for it, for so long that the queue's other jobs have their turn."""
    archive_services.verify_and_prune(VERIFY_SECONDS)


@shared_task(name="replays.retry_imports", ignore_result=True)
def retry_imports() -> None:
    """Every half a minute: give out checks of imported records whose job got lost."""
    for pk in imports_services.lease_lost_imports():
        verify_import.delay(pk)


@shared_task(name="replays.verify_import", ignore_result=True, acks_late=True)
def verify_import(pk: int) -> None:
    """Check an imported record."""
    imports_services.verify_import(pk)


@shared_task(name="replays.run_analyses", ignore_result=True)
def run_analyses() -> None:
    """Analyse ended matches for a limited time, so that the queue's other jobs have their turn.

    Runs when one is requested, every five seconds, and again until nothing is due.
    """
    if analysis_services.run_analyses(ANALYSE_SECONDS):
        run_analyses.delay()


@shared_task(name="replays.extend_transparency_log", ignore_result=True)
def extend_transparency_log() -> None:
    """Every five seconds: put new and ended tables into the site's chain."""
    transparency_log.extend_log(LOG_ENTRIES_LIMIT)


@shared_task(name="replays.delete_ended_reviews", ignore_result=True)
def delete_ended_reviews() -> None:
    """Delete reviews that ended a day ago. Runs every hour."""
    reviews_services.delete_ended_reviews()
