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
from accounts.signals import user_anonymized
from accounts.staff import approvals, conflicts_of_interest, permissions
from accounts.staff.audited_action import begin_staff_action, record_staff_action
from config.db.locking import write_transaction


@write_transaction()
def rename_user(*, person: User, by: User, reason: str, name: str) -> None:
    """Gives `person` another display name, by the rules that hold for all."""
    begin_staff_action(person, by, reason, permissions.can_rename)
    old, new = person.name, display_names.clean_display_name(name)
    set_display_name(person, new)
    record_staff_action(
        person, by, "rename", gettext("Renamed from “%(old)s” to “%(new)s”: %(reason)s"), reason, old=old, new=new
    )  # fmt: skip


def set_display_name(person: User, new: str) -> None:
    """Another name for a locked row. Raises ValidationError if somebody else has it or one that looks like it."""
    taken = ValidationError(_("Somebody else already has this name."), code="taken")
    if User.is_name_taken(new, but=person):
        raise taken
    if not person.can_be_called(new):
        raise ValidationError(display_names.IMPERSONATION_ERROR, code="pretends")
    try:
        with write_transaction():
            person.name = new
            person.save(update_fields=["name"])
    except IntegrityError:
        person.refresh_from_db()
        raise taken from None


@write_transaction()
def anonymize_user(*, person: User, by: User, reason: str) -> None:
    """The row stays; whose it was is gone for good, and with it the history's words so far
    (accounts.services.anonymize)."""
    begin_staff_action(person, by, reason, permissions.can_anonymize)
    anonymize.wipe_personal_data(person)
    record_staff_action(person, by, "anonymise", gettext("Anonymised: %(reason)s"), reason)
    user_anonymized.send(sender=User, person=person)


@write_transaction()
def authorize_password_reset(*, person: User, by: User, reason: str) -> None:
    """Notes that `by` is about to get a reset link for `person` (accounts.services.users.build_password_reset_url).
    Raises Barred."""
    begin_staff_action(person, by, reason, permissions.can_issue_password_reset)
    details = _require_clearance(person, by, "reset")
    record_staff_action(person, by, "reset", gettext("Password reset link issued: %(reason)s"), reason, details)


@write_transaction()
def disable_two_factor(*, person: User, by: User, reason: str) -> None:
    """Takes the second factor off somebody who has lost theirs, and ends their sessions. Raises Barred."""
    begin_staff_action(person, by, reason, permissions.can_disable_two_factor)
    details = _require_clearance(person, by, "second-factor")
    two_factor.remove_authenticators(person)
    record_staff_action(
        person, by, "second-factor", gettext("Two-factor authentication removed: %(reason)s"), reason, details
    )


def _require_clearance(person: User, by: User, action: str) -> dict[str, Any]:
    return approvals.require_clearance(
        by.pk, action, person.public_id, conflicts_of_interest.list_conflicts(by.pk, [person.pk])
    )
