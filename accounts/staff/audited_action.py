"""The frame of every staff act on a person: lock the row, check permission and reason, log the act."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH, User
from accounts.services import audit_log


def begin_staff_action(person: User, by: User, reason: str, allowed: Callable[[User, User], bool]) -> None:
    """Lock and reload `person`. Raises PermissionDenied if `by` may not act, ValidationError without a reason."""
    lock_user(person)
    if not allowed(by, person):
        raise PermissionDenied
    if not reason.strip() or len(reason) > REASON_LENGTH:
        raise ValidationError(_("A reason is needed."), code="reason")


def lock_user(person: User) -> None:
    """Reload `person` and lock the row until the transaction ends."""
    person.refresh_from_db(from_queryset=User.objects.select_for_update())


def record_staff_action(
    person: User, by: User, action: str, words: str, reason: str, details: dict[str, Any] | None = None, **values: str
) -> None:
    """Write the act to the Django admin's history, which anonymisation empties, and to the audit log, which stays.

    The audit log must not contain names: `values` go into the history only, `details` into the audit log.
    """
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(person.pk),
        object_repr=str(person),
        action_flag=CHANGE,
        change_message=words % {**values, "reason": reason},
    )
    audit_log.record(action, kind=audit_log.PERSON, target=person.public_id, by=by, reason=reason, details=details)
