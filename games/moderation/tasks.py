"""What follows a suspension, and what became of proposals, in the background."""

from celery import shared_task

from games.moderation import consent, suspended, voids

SETTLE_LIMIT = 100  # per kind and run


@shared_task(name="games.settle", ignore_result=True, acks_late=True)
def settle(table_pk: int) -> None:
    """Somebody at a table was suspended, restored or has gone."""
    suspended.table_settled(table_pk)


@shared_task(name="games.settle_all", ignore_result=True)
def settle_all() -> None:
    """Every minute: tables whose job got lost, moderators' proposals that have lapsed, voids whose day is over."""
    suspended.all_settled(SETTLE_LIMIT)
    consent.proposals_settled(SETTLE_LIMIT)
    voids.voids_made(SETTLE_LIMIT)
