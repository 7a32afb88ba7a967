"""What staff do to people beside sanctions: rename, reset link, second factor, anonymise. Each with a reason, noted.

All raise PermissionDenied for what `accounts.staff.permissions` doesn't allow, ValidationError for a reason or name
that won't do.
`person` is read anew under a lock and holds its new state afterwards.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import two_factor
from accounts.models import User
from accounts.names import display_names
from accounts.services import anonymize
from accounts.signals import person_anonymised
from accounts.staff import approvals, conflicts_of_interest, permissions
from accounts.staff.audited_action import held, noted
from config.db.locking import write_transaction


@write_transaction()
def person_rename(*, person: User, by: User, reason: str, name: str) -> None:
    """Gives `person` another display name, by the rules that hold for all."""
    held(person, by, reason, permissions.may_rename)
    old, new = person.name, display_names.tidy(name)
    name_set(person, new)
    noted(
        person, by, "rename", gettext("Renamed from “%(old)s” to “%(new)s”: %(reason)s"), reason, old=old, new=new
    )  # fmt: skip


def name_set(person: User, new: str) -> None:
    """Another name for a locked row. Raises ValidationError if somebody else has it or one that looks like it."""
    taken = ValidationError(_("Somebody else already has this name."), code="taken")
    if User.name_taken(new, but=person):
        raise taken
    if not person.may_be_called(new):
        raise ValidationError(display_names.PRETENDS, code="pretends")
    try:
        with write_transaction():
            person.name = new
            person.save(update_fields=["name"])
    except IntegrityError:
        person.refresh_from_db()
        raise taken from None


@write_transaction()
def person_anonymise(*, person: User, by: User, reason: str) -> None:
    """The row stays; whose it was is gone for good, and with it the history's words so far
    (accounts.services.anonymize)."""
    held(person, by, reason, permissions.may_anonymise)
    anonymize.emptied(person)
    noted(person, by, "anonymise", gettext("Anonymised: %(reason)s"), reason)
    person_anonymised.send(sender=User, person=person)


@write_transaction()
def reset_permit(*, person: User, by: User, reason: str) -> None:
    """Notes that `by` is about to get a reset link for `person` (accounts.services.users.reset_link). Raises Barred."""
    held(person, by, reason, permissions.may_issue_reset)
    details = _cleared(person, by, "reset")
    noted(person, by, "reset", gettext("Password reset link issued: %(reason)s"), reason, details)


@write_transaction()
def factor_take(*, person: User, by: User, reason: str) -> None:
    """Takes the second factor off somebody who has lost theirs, and ends their sessions. Raises Barred."""
    held(person, by, reason, permissions.may_take_factor)
    details = _cleared(person, by, "second-factor")
    two_factor.taken_off(person)
    noted(person, by, "second-factor", gettext("Second factor taken off: %(reason)s"), reason, details)


def _cleared(person: User, by: User, action: str) -> dict[str, Any]:
    return approvals.cleared(by.pk, action, person.public_id, conflicts_of_interest.between(by.pk, [person.pk]))
