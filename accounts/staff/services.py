"""Staff acts on people other than sanctions: rename, reset link, two-factor removal, anonymisation. All are logged.

They raise PermissionDenied for what `accounts.staff.permissions` doesn't allow, ValidationError for an invalid reason
or name. `person` is reloaded under a lock and holds its new state afterwards.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import two_factor
from accounts.models import User
from accounts.names import display_names
from accounts.services import anonymize, audit_log
from accounts.signals import anonymization_begun, user_anonymized
from accounts.staff import approvals, conflicts_of_interest, permissions
from accounts.staff.audited_action import begin_staff_action, record_staff_action
from config.db.locking import write_transaction


@write_transaction()
def rename_user(*, person: User, by: User, reason: str, name: str) -> None:
    """Give `person` another display name, by the usual rules."""
    begin_staff_action(person, by, reason, permissions.can_rename)
    old, new = person.name, display_names.clean_display_name(name)
    set_display_name(person, new)
    record_staff_action(
        person, by, "rename", gettext("Renamed from “%(old)s” to “%(new)s”: %(reason)s"), reason, old=old, new=new
    )  # fmt: skip


def set_display_name(person: User, new: str) -> None:
    """Set the name of a locked row. Raises ValidationError if someone else has it or a look-alike."""
    error = ValidationError(_("Someone else already has this name."), code="taken")
    if User.is_name_taken(new, but=person):
        raise error
    if not person.can_be_called(new):
        raise ValidationError(display_names.IMPERSONATION_ERROR, code="pretends")
    try:
        with write_transaction():
            person.name = new
            person.save(update_fields=["name"])
    except IntegrityError:
        person.refresh_from_db()
        raise error from None


@write_transaction()
def anonymize_user(*, person: User, by: User, reason: str) -> None:
    """Anonymise a person (accounts.services.anonymize), including earlier entries of the admin's history."""
    anonymization_begun.send(sender=User, person=person)
    begin_staff_action(person, by, reason, permissions.can_anonymize)
    anonymize.wipe_personal_data(person)
    record_staff_action(person, by, "anonymise", gettext("Anonymised: %(reason)s"), reason)
    user_anonymized.send(sender=User, person=person)


@write_transaction()
def authorize_password_reset(*, person: User, by: User, reason: str) -> None:
    """Log that `by` is about to get a reset link for `person` (accounts.services.users.build_password_reset_url).

    Raises ConflictOfInterestError.
    """
    begin_staff_action(person, by, reason, permissions.can_issue_password_reset)
    details = _require_clearance(person, by, "reset")
    record_staff_action(person, by, "reset", gettext("Password reset link issued: %(reason)s"), reason, details)


@write_transaction()
def disable_two_factor(*, person: User, by: User, reason: str) -> None:
    """Remove the second factor of someone who has lost it, and end their sessions.

    Raises ConflictOfInterestError.
    """
    begin_staff_action(person, by, reason, permissions.can_disable_two_factor)
    details = _require_clearance(person, by, "second-factor")
    two_factor.remove_authenticators(person)
    record_staff_action(
        person, by, "second-factor", gettext("Two-factor authentication turned off: %(reason)s"), reason, details
    )


def _require_clearance(person: User, by: User, action: str) -> dict[str, Any]:
    """Return the conflicts to log.

    Raises ConflictOfInterestError; never allowed alone, because access to the account shows its cards.
    """
    conflicts = conflicts_of_interest.list_conflicts(by.pk, [person.pk])
    return approvals.require_clearance(by.pk, action, person.public_id, conflicts, kind=audit_log.PERSON)
