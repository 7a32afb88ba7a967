"""Ending voided matches whose day of grace is over."""

import logging

from django.db.models.functions import Now

from accounts.services import audit_log
from config.db.unavailable import concerns_everyone
from games.tables.gameplay.moves import end_match
from games.tables.locked_table import locked_table
from games.tables.models import Event, Table

logger = logging.getLogger(__name__)


def execute_due_voids(limit: int) -> int:
    """End the matches that are due, oldest first, with one transaction each. Return how many."""
    due = Table.objects.filter(void_due_at__lte=Now()).order_by("void_due_at").values_list("public_id", flat=True)
    count = 0
    for public_id in list(due[:limit]):
        try:
            count += execute_void(public_id)
        except Exception as problem:  # one broken table must not stop the others; the message may name cards
            if concerns_everyone(problem):
                raise
            logger.error("table %s can't be made void: %s", public_id, type(problem).__name__)
    return count


def execute_void(public_id: str) -> bool:
    """Void the table if it is still due once locked. Return whether it was."""
    with locked_table(public_id) as session:
        if session.table.void_due_at is None or session.table.void_due_at > session.now or session.table.is_ended:
            return False
        session.table.void_due_at = None
        end_match(session, Table.Status.VOIDED)
        seq = session.event_writer.append(Event.Kind.VOID, cause=Event.Cause.CLOCK)
        audit_log.record("void-final", kind=audit_log.TABLE, target=public_id, details={"seq": seq})
        return True
