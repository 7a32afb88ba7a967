"""Background jobs: one more thin interface over the services. Messages carry plain numbers only."""

import time

from celery import shared_task

from games.moderation import consent, suspended
from games.notices import outbox
from games.replays import sealing, verifying
from games.tables import bots_due, clocks, expiry

NOTICES_LIMIT = 50  # per run
SWEEP_LIMIT = 50  # per second, so that a sweep stays short
TEND_LIMIT = 50  # per kind and run
SETTLE_LIMIT = 100  # per kind and run
BOTS_SECONDS = 5  # after which bots let other jobs go first


@shared_task(name="games.sweep", ignore_result=True)
def sweep() -> None:
    """Every second: play what is overdue, and call a worker for bots whose nudge got lost."""
    missed = bots_due.bots_missed()  # first: it forgets how long they waited while the whole site was closed
    clocks.overdue_resolved(SWEEP_LIMIT)
    if missed:
        bot_moves.delay(time.time())


@shared_task(name="games.bot_moves", ignore_result=True, acks_late=True)
def bot_moves(nudged_at: float) -> None:
    """Bots that are due answer. What is left when the time is used up waits behind the other jobs in the queue."""
    if bots_due.bots_drain(seconds=BOTS_SECONDS, nudged_at=nudged_at):
        bot_moves.delay(time.time())


@shared_task(name="games.seal", ignore_result=True, acks_late=True)
def seal(table_pk: int) -> None:
    """Seal an ended table."""
    sealing.table_seal(table_pk)


@shared_task(name="games.notices", ignore_result=True)
def notices_due() -> None:
    """Every few seconds: send the notices that are due."""
    outbox.notices_deliver(NOTICES_LIMIT)


@shared_task(name="games.verify", ignore_result=True, acks_late=True)
def verify(table_pk: int) -> None:
    """Verify an ended table, and queue the next one: behind the bots that have come meanwhile."""
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
