"""Background jobs: one more thin interface over the services. Messages carry plain numbers only."""

from celery import shared_task

from games.services import bots_due, consent, expiry, notices, sealing, suspended, timeouts, verifying

NOTICES_LIMIT = 50  # per run
SWEEP_SECONDS = 5  # after which a sweep lets the clock's other jobs go first
TEND_LIMIT = 50  # per kind and run
SETTLE_LIMIT = 100  # per kind and run


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue."""
    bots_due.bots_missed()  # first: it forgets how long they waited while the whole site was closed
    timeouts.overdue_resolved(SWEEP_SECONDS)


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
    """Verify an ended table, and queue the next one: behind the other jobs that have come meanwhile."""
    verifying.table_verify(table_pk)
    verifications_due()


@shared_task(name="games.verifications", ignore_result=True)
def verifications_due() -> None:
    """Every half a minute: give out the verifications that wait, or whose job got lost."""
    for table_pk in verifying.verifications_lost():
        verify.delay(table_pk)


@shared_task(name="games.settle", ignore_result=True, acks_late=True)
def settle(table_pk: int) -> None:
    """Somebody at a table was suspended, restored or has gone."""
    suspended.table_settled(table_pk)


@shared_task(name="games.settle_all", ignore_result=True)
def settle_all() -> None:
    """Every minute: tables whose job got lost, and moderators' proposals that have lapsed."""
    suspended.all_settled(SETTLE_LIMIT)
    consent.proposals_settled(SETTLE_LIMIT)


@shared_task(name="games.tend", ignore_result=True)
def tend() -> None:
    """Every minute: seal what was left unsealed, clear away what nobody looks after."""
    sealing.tables_sealed(TEND_LIMIT)
    expiry.tables_expired(TEND_LIMIT)
    expiry.guests_forgotten(TEND_LIMIT)
    expiry.guests_anonymised(TEND_LIMIT)
