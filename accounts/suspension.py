"""What staff do to people: suspend, rename, hand out a reset link, anonymise. Each with a reason, in history and audit.

All raise PermissionDenied for what `accounts.rights` doesn't allow, ValidationError for a reason or name that won't do.
`person` is read anew under a lock and holds its new state afterwards.
"""

from collections.abc import Callable

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit, forgetting, names, rights, second_factor
from accounts.models import User
from accounts.signals import person_anonymised, person_restored, person_suspended

REASON_LENGTH = 500


@transaction.atomic
def person_suspend(*, person: User, by: User, reason: str, hide_name: bool) -> None:
    """Nobody logs in as `person` any more, and sessions end at once; a guest's only rests, for it is the only way back.

    `hide_name` puts a friendly name in place of the old one, which stays in the history for staff.
    """
    _held(person, by, reason, rights.may_suspend)
    old, person.is_active = person.name, False
    if hide_name:
        person.name = User.free_friendly_name(person.language or get_language() or "")
    if not person.is_guest:
        person.session_round += 1
    person.save(update_fields=["is_active", "name", "session_round"])
    if hide_name:
        _noted(person, by, gettext("Name hidden: “%(old)s” is “%(new)s” now"), old=old, new=person.name)
    _noted(person, by, gettext("Suspended: %(reason)s"), reason=reason)
    _audited("suspend", person, by, reason, hide_name=hide_name)
    person_suspended.send(sender=User, person=person)


@transaction.atomic
def person_restore(*, person: User, by: User, reason: str) -> None:
    """Lifts a suspension. A hidden name stays hidden until somebody changes it."""
    _held(person, by, reason, rights.may_restore)
    person.is_active = True
    person.save(update_fields=["is_active"])
    _noted(person, by, gettext("Suspension lifted: %(reason)s"), reason=reason)
    _audited("restore", person, by, reason)
    person_restored.send(sender=User, person=person)


@transaction.atomic
def person_rename(*, person: User, by: User, reason: str, name: str) -> None:
    """Gives `person` another display name, by the rules that hold for all."""
    _held(person, by, reason, rights.may_rename)
    old, new = person.name, names.tidy(name)
    taken = ValidationError(_("Somebody else already has this name."), code="taken")
    if User.name_taken(new, but=person):
        raise taken
    try:
        with transaction.atomic():
            person.name = new
            person.save(update_fields=["name"])
    except IntegrityError:
        person.refresh_from_db()
        raise taken from None
    _noted(person, by, gettext("Renamed from “%(old)s” to “%(new)s”: %(reason)s"), old=old, new=new, reason=reason)
    _audited("rename", person, by, reason)


@transaction.atomic
def person_anonymise(*, person: User, by: User, reason: str) -> None:
    """The row stays; whose it was is gone for good, and with it the history's words so far (accounts.forgetting)."""
    _held(person, by, reason, rights.may_anonymise)
    forgetting.emptied(person)
    _noted(person, by, gettext("Anonymised: %(reason)s"), reason=reason)
    _audited("anonymise", person, by, reason)
    person_anonymised.send(sender=User, person=person)


@transaction.atomic
def reset_permit(*, person: User, by: User, reason: str) -> None:
    """Notes that `by` is about to get a reset link for `person` (accounts.services.reset_link)."""
    _held(person, by, reason, rights.may_issue_reset)
    _noted(person, by, gettext("Password reset link issued: %(reason)s"), reason=reason)
    _audited("reset", person, by, reason)


@transaction.atomic
def factor_take(*, person: User, by: User, reason: str) -> None:
    """Takes the second factor off somebody who has lost theirs, and ends their sessions."""
    _held(person, by, reason, rights.may_take_factor)
    second_factor.taken_off(person)
    _noted(person, by, gettext("Second factor taken off: %(reason)s"), reason=reason)
    _audited("second-factor", person, by, reason)


def _held(person: User, by: User, reason: str, allowed: Callable[[User, User], bool]) -> None:
    """Locks and reads `person` anew, and checks what stands in the way."""
    person.refresh_from_db(from_queryset=User.objects.select_for_update())
    if not allowed(by, person):
        raise PermissionDenied
    if not reason.strip() or len(reason) > REASON_LENGTH:
        raise ValidationError(_("A reason is needed."), code="reason")


def _noted(person: User, by: User, words: str, **values: str) -> None:
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(person.pk),
        object_repr=str(person),
        action_flag=CHANGE,
        change_message=words % values,
    )


def _audited(action: str, person: User, by: User, reason: str, **details: bool) -> None:
    audit.record(action, kind=audit.PERSON, target=person.public_id, by=by, reason=reason, details=details)
