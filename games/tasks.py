"""Background jobs: one more thin interface over the services. Messages carry ids only."""

from celery import shared_task

from games.services import bots, notices, sealing, timeouts, verifying

NOTICES_LIMIT = 50  # per run
SWEEP_LIMIT = 50  # per kind and second, so that a sweep stays short
VERIFY_LIMIT = 10  # per run; bots wait in the same queue


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue, and see to bots whose job got lost."""
    timeouts.overdue_resolved(SWEEP_LIMIT)
    for table_pk, number, asked in bots.bots_overdue(SWEEP_LIMIT):
        bot_move.delay(table_pk, number, asked)


@shared_task(name="games.bot_move", ignore_result=True, acks_late=True)
def bot_move(table_pk: int, number: int, asked: int) -> None:
    """A bot answers its question."""
    bots.bot_play(table_pk, number, asked)


@shared_task(name="games.seal", ignore_result=True, acks_late=True)
def seal(table_pk: int) -> None:
    """Seal an ended table."""
    sealing.table_seal(table_pk)


@shared_task(name="games.notices", ignore_result=True)
def notices_due() -> None:
    """Every few seconds: send the notices that are due."""
    notices.notices_deliver(NOTICES_LIMIT)


@shared_task(name="games.verify", ignore_result=True, acks_late=True)
def verify(table_pk: int) -> None:
    """Verify an ended table."""
    verifying.table_verify(table_pk)


@shared_task(name="games.verifications", ignore_result=True)
def verifications_due() -> None:
    """Every half a minute: give out the verifications whose job got lost."""
    for table_pk in verifying.verifications_lost(VERIFY_LIMIT):
        verify.delay(table_pk)
