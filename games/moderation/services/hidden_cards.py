"""Who may look at the hidden cards of a running table: nobody who plays there or did, whatever their rights and in
whichever account; who is tied otherwise only with a second moderator's word."""

from typing import Any

from django.contrib.auth import get_user_model

from accounts.services import browser_devices
from games.moderation.services.conflicts_of_interest import SEE_HIDDEN, has_sat_at, require_clearance
from games.tables.errors import ForbiddenError
from games.tables.models import Seat, Table


def require_can_see_hidden(table: Table, user_id: int, action: str = SEE_HIDDEN) -> dict[str, Any]:
    """What the audit notes of the look: the ties, if any. `table` comes with its seed, which marks who held a seat.
    `action`: what the look is for, to which a second moderator agrees.

    Raises ForbiddenError, or ConflictOfInterestError (`record_refusal` makes the error page's of it). Up to 16 queries.
    """
    person = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if person is None or not person.has_perm("tables.view_hidden_cards"):
        raise ForbiddenError("no-right")
    if Seat.objects.filter(table=table, user=user_id).exists() or has_sat_at(table, [user_id]):
        raise ForbiddenError("own-table")
    noted = require_clearance(table, user_id, action)
    beside = browser_devices.list_second_account_ids(user_id)
    if beside and has_sat_at(table, beside):  # and has left again
        raise ForbiddenError("own-table")
    return noted
