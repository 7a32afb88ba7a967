"""Merging guests into the account they log in to, with what they have played."""

import logging
from collections.abc import Collection

from django.db.models import QuerySet

from accounts.models import MergedGuest, User
from accounts.services.sanction_effects import inherit_sanctions
from accounts.services.users import lock_users
from accounts.signals import guest_merged
from config.db.locking import write_transaction

logger = logging.getLogger(__name__)


def merge_guest(guest: User, account: User) -> None:
    """Let the apps move a guest's data to the account that the same person has just logged in to.

    A guest belongs to the first account it is merged into, because logs mark its seats with its key. Sanctions are
    inherited. A receiver that fails leaves its data with the guest but doesn't prevent the log-in.
    """
    with write_transaction():
        people = lock_users([guest.pk, account.pk])
        if len(people) < 2 or not all(person.is_active for person in people.values()):
            return
        if not people[guest.pk].is_guest or people[account.pk].is_guest:
            return
        merged, _ = MergedGuest.objects.get_or_create(guest_id=guest.pk, defaults={"account": account})
        if merged.account_id != account.pk:
            return
        inherit_sanctions(User.objects.get(pk=account.pk), [guest.pk])
    for receiver, result in guest_merged.send_robust(sender=User, guest_id=guest.pk, account=account):
        if isinstance(result, Exception):  # its message may name cards
            logger.error("%s failed for guest %s: %s", receiver.__name__, guest.pk, type(result).__name__)


def list_merged_guests(user_ids: "Collection[int] | QuerySet[User, int]") -> dict[int, list[int]]:
    """Return the keys of the guests merged into these accounts, by account. 1 query."""
    merged: dict[int, list[int]] = {}
    rows = MergedGuest.objects.filter(account__in=user_ids).order_by("pk").values_list("account_id", "guest_id")
    for account_id, guest_id in rows:
        merged.setdefault(account_id, []).append(guest_id)
    return merged
