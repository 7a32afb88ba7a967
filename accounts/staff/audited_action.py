"""What every act of staff on a person begins and ends with: the row under a lock, the right, a reason, the notes."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH, User
from accounts.services import audit_log


def begin_staff_action(person: User, by: User, reason: str, allowed: Callable[[User, User], bool]) -> None:
    """Locks and reads `person` anew. Raises PermissionDenied unless `by` may, ValidationError without a reason."""
    lock_user(person)
    if not allowed(by, person):
        raise PermissionDenied
    if not reason.strip() or len(reason) > REASON_LENGTH:
        raise ValidationError(_("A reason is needed."), code="reason")


def lock_user(person: User) -> None:
    """`person` as it is now, and as it stays until the transaction ends."""
    person.refresh_from_db(from_queryset=User.objects.select_for_update())


def record_staff_action(
    person: User, by: User, action: str, words: str, reason: str, details: dict[str, Any] | None = None, **values: str
) -> None:
    """One entry of the administration's history, which a person's anonymising empties, and one of the audit log, which
    stays and so holds no names. `values` are for the first alone, `details` for the second."""
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(person.pk),
        object_repr=str(person),
        action_flag=CHANGE,
        change_message=words % {**values, "reason": reason},
    )
    audit_log.record(action, kind=audit_log.PERSON, target=person.public_id, by=by, reason=reason, details=details)
