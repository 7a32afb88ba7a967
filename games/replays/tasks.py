"""Sealing and verifying in the background."""

from celery import shared_task

from games.replays import bringing, ledger, preview, sealing, verifying

SEAL_LIMIT = 50  # per run
LINKS_LIMIT = 500  # per run
DROP_LIMIT = 50  # per run


@shared_task(name="games.seal", ignore_result=True, acks_late=True)
def seal(table_pk: int) -> None:
    """Seal an ended table, and draw the picture that links to it come with."""
    sealing.table_seal(table_pk)
    preview.preview_keep(table_pk)


@shared_task(name="games.preview", ignore_result=True)
def preview_draw(table_pk: int) -> None:
    """Draw that picture, for a match that has none although somebody asks for it."""
    preview.preview_keep(table_pk)


@shared_task(name="games.seal_lost", ignore_result=True)
def seal_lost() -> None:
    """Every 15 seconds: seal what was left unsealed."""
    sealing.tables_sealed(SEAL_LIMIT)


@shared_task(name="games.rows_dropped", ignore_result=True)
def rows_dropped() -> None:
    """Every night, and again until nothing is left: drop the rows that verified records hold."""
    if sealing.rows_dropped(DROP_LIMIT) == DROP_LIMIT:
        rows_dropped.delay()


@shared_task(name="games.verify", ignore_result=True, acks_late=True)
def verify(table_pk: int) -> None:
    """Verify an ended table, and queue the next one: behind the other jobs that have come meanwhile."""
    verifying.table_verify(table_pk)
    verifications_due()


@shared_task(name="games.verifications", ignore_result=True)
def verifications_due() -> None:
    """Every half a minute: give out verifications, and checks of records brought, that wait or whose job got lost."""
    for pk in bringing.records_lost():
        brought_check.delay(pk)
    for table_pk in verifying.verifications_lost():
        verify.delay(table_pk)


@shared_task(name="games.brought", ignore_result=True, acks_late=True)
def brought_check(pk: int) -> None:
    """Check a record that somebody has brought along."""
    bringing.record_checked(pk)


@shared_task(name="games.ledger", ignore_result=True)
def ledger_extend() -> None:
    """Every five seconds: put new and ended tables into the site's chain."""
    ledger.ledger_extended(LINKS_LIMIT)
