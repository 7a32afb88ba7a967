"""Who may look at the hidden cards of a running table: nobody who plays there or did, whatever their rights and in
whichever account; who is tied otherwise only with a second moderator's word."""

from typing import Any

from django.contrib.auth import get_user_model

from accounts.services import browser_devices
from games.moderation.services.conflicts_of_interest import LOOK, check_cleared, sat_there
from games.tables.errors import NotAllowed
from games.tables.models import Seat, Table


def check_eyes(table: Table, user_id: int, action: str = LOOK) -> dict[str, Any]:
    """What the audit notes of the look: the ties, if any. `table` comes with its seed, which marks who held a seat.
    `action`: what the look is for, to which a second moderator agrees.

    Raises NotAllowed, or Barred (`moderation.ties.barred_noted` makes a refusal of it). Up to 16 queries.
    """
    person = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if person is None or not person.has_perm("tables.see_hidden_cards"):
        raise NotAllowed("no-right")
    if Seat.objects.filter(table=table, user=user_id).exists() or sat_there(table, [user_id]):
        raise NotAllowed("own-table")
    noted = check_cleared(table, user_id, action)
    beside = browser_devices.accounts_beside(user_id)
    if beside and sat_there(table, beside):  # and has left again
        raise NotAllowed("own-table")
    return noted
