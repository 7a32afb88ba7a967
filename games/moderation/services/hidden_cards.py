"""Permission to see hidden cards of a running table.

Never for anyone who plays or played there, with any account and any permission. Other conflicts of interest need an
approval, even if there is no second moderator.
"""

from typing import Any

from django.contrib.auth import get_user_model

from accounts.services import browser_devices
from games.moderation.services.conflicts_of_interest import SEE_HIDDEN, has_sat_at, require_clearance
from games.tables.errors import ForbiddenError
from games.tables.models import Seat, Table


def require_can_see_hidden(table: Table, user_id: int, action: str = SEE_HIDDEN) -> dict[str, Any]:
    """Check that the user may see hidden cards. Return details about conflicts for the audit log.

    `table` must have its seed loaded, which marks who held a seat. `action` is what the look is for; an approval
    applies to that action only. Raises ForbiddenError, or ConflictOfInterestError (converted by `record_refusal`). Up
    to 16 queries.
    """
    person = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if person is None or not person.has_perm("tables.view_hidden_cards"):
        raise ForbiddenError("no-right")
    if Seat.objects.filter(table=table, user=user_id).exists() or has_sat_at(table, [user_id]):
        raise ForbiddenError("own-table")
    details = require_clearance(table, user_id, action)
    beside = browser_devices.list_second_account_ids(user_id)
    if beside and has_sat_at(table, beside):  # and has left since
        raise ForbiddenError("own-table")
    return details
