"""Approvals: rules for staff who act despite a conflict of interest (`accounts.staff.conflicts_of_interest`).

Strong conflicts forbid the act. Weak ones require approval by another member of staff with the same permission who has
no conflict with the requester or the target. An approval is valid for a day, for one act, or any number of repeatable
ones (looks). If no one could approve, acts that open neither cards nor an account may be done alone. The audit log
records refusals and acts, with the conflicts.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH, Approval, User
from accounts.models.approval import ANSWER_PERIOD, APPROVAL_LIFETIME, REPEAT_DELAY
from accounts.services import audit_log
from accounts.signals import staff_work_changed
from accounts.staff import conflicts_of_interest
from accounts.staff.conflicts_of_interest import TABLE, ConflictOfInterest
from config.db.locking import write_transaction

ConflictFinder = Callable[[int, str], Sequence[ConflictOfInterest]]
_conflict_finders: dict[str, ConflictFinder] = {}
_permissions: dict[str, str] = {}
_repeatable_actions: set[str] = set()
USER_ACTION_PERMISSIONS = {"reset": "accounts.issue_password_reset", "second-factor": ""}


class ConflictOfInterestError(Exception):
    """The refusal of an act because of `conflicts`.

    `can_be_approved`: an approval would allow it. `has_approver`: someone could approve it. `can_act_alone`: no one
    could, and the act may be done without approval if the moderator confirms that. `was_rejected`: an approval was
    refused recently.
    """

    def __init__(self, conflicts: Sequence[ConflictOfInterest]) -> None:
        super().__init__()
        self.conflicts = conflicts
        self.can_be_approved = not any(tie.is_strong for tie in conflicts)
        self.has_approver = True
        self.can_act_alone = False
        self.was_rejected = False

    def get_sentence(self) -> str:
        """Return the explanation for the member of staff."""
        if self.was_rejected:
            sentence = _(
                "You have ties to this case (%(ties)s), and a second moderator hasn’t agreed. You can ask "
                "again a day after that."
            )
        elif self.can_be_approved and not self.has_approver:
            sentence = _(
                "You have ties to this case (%(ties)s), and this site has no one else who could give the "
                "second opinion it needs. The "
                "operator can do it on the server, with “manage.py changepassword” or “manage.py disable_two_factor”."
            )
        elif self.can_be_approved:
            sentence = _(
                "You have ties to this case (%(ties)s), so a second moderator has been asked. If they agree, "
                "you can act within a day "
                "of that."
            )
        else:
            sentence = _("You have ties to this case (%(ties)s), so someone else has to do it.")
        return sentence % {"ties": conflicts_of_interest.describe_conflicts(self.conflicts)}


def register(kind: str, ties_to: ConflictFinder, rights: dict[str, str], *, repeated: Sequence[str] = ()) -> None:
    """Register how to find conflicts with targets of this `kind`, and its actions.

    `ties_to(person_pk, target)` returns the conflicts of a person with the target of that public id. `rights` maps each
    action to the required permission ("": superusers). Those in `repeated` may be done several times with one approval.
    """
    _conflict_finders[kind] = ties_to
    _permissions.update(rights)
    _repeatable_actions.update(repeated)


def require_clearance(
    by_pk: int,
    action: str,
    target: str,
    conflicts: Sequence[ConflictOfInterest],
    *,
    kind: str,
    alone: bool | None = None,
) -> dict[str, Any]:
    """Return details about the conflicts for the audit log, {} without any. Call it in the act's transaction.

    `alone`: whether the moderator has confirmed acting alone if no one could approve. None: the act opens cards or an
    account and is never done alone. Raises ConflictOfInterestError (see `record_refusal`).
    """
    if not conflicts:
        return {}
    refusal = ConflictOfInterestError(conflicts)
    if not refusal.can_be_approved:
        raise refusal
    ties = conflicts_of_interest.serialize_conflicts(conflicts)
    if approval := _use_approval(by_pk, action, target):
        assert approval.answered_by is not None
        return {"ties": ties, "approved_by": approval.answered_by.public_id}
    refusal.was_rejected = _was_rejected(by_pk, action, target)
    refusal.has_approver = has_approver(by_pk, action, kind=kind, target=target)
    refusal.can_act_alone = alone is not None and not refusal.has_approver and not refusal.was_rejected
    if not (refusal.can_act_alone and alone):
        raise refusal
    Approval.objects.filter(requested_by=by_pk, action=action, target_id=target, answered_at=None).delete()
    return {"ties": ties, "alone": "no second moderator"}


def has_approver(by_pk: int, action: str, *, kind: str, target: str) -> bool:
    """Return whether anyone else on the site could approve this act.

    About 25 queries for each member of staff, until one is found.
    """
    request = Approval(requested_by_id=by_pk, action=action, target_type=kind, target_id=target)
    staff = User.objects.filter(is_active=True, is_staff=True).exclude(pk=by_pk).order_by("pk")
    return any(can_answer(person, request) for person in staff)


def _use_approval(by_pk: int, action: str, target: str) -> Approval | None:
    """Return the approval that allows the act, marked as used, or None."""
    since = timezone.now() - APPROVAL_LIFETIME
    rows = Approval.objects.select_for_update(of=("self",)).select_related("answered_by")
    granted = rows.filter(requested_by=by_pk, action=action, target_id=target, granted=True, answered_at__gt=since)
    row = granted.filter(Q(used_at=None) | Q(action__in=_repeatable_actions)).order_by("pk").first()
    if row is None or row.answered_by is None:
        return None
    Approval.objects.filter(pk=row.pk).update(used_at=timezone.now())
    return row


def _was_rejected(by_pk: int, action: str, target: str) -> bool:
    """Return whether an approval was refused within REPEAT_DELAY."""
    own_requests = Approval.objects.filter(requested_by=by_pk, action=action, target_id=target)
    return own_requests.filter(granted=False, answered_at__gt=timezone.now() - REPEAT_DELAY).exists()


@write_transaction()
def record_refusal(
    barred: ConflictOfInterestError, *, by_pk: int, action: str, kind: str, target: str, reason: str
) -> None:
    """Log the refusal, and request an approval if someone could give it, none is pending and none was refused recently.

    Call it after the refused act's transaction has been rolled back.
    """
    ties = conflicts_of_interest.serialize_conflicts(barred.conflicts)
    audit_log.record("tied", kind=kind, target=target, by=by_pk, reason=reason, details={"act": action, "ties": ties})
    if not barred.can_be_approved:
        return
    waiting = Approval.objects.filter(requested_by=by_pk, action=action, target_id=target, answered_at=None)
    barred.was_rejected = _was_rejected(by_pk, action, target)
    if not barred.has_approver:
        waiting.delete()
    elif not barred.was_rejected:
        waiting.filter(requested_at__lte=timezone.now() - ANSWER_PERIOD).delete()
        Approval.objects.get_or_create(
            requested_by_id=by_pk, action=action, target_id=target, answered_at=None,
            defaults={"target_type": kind, "reason": reason, "conflicts": ties},
        )  # fmt: skip
        staff_work_changed.send(sender=Approval)


def list_open_approvals(now: datetime | None = None) -> "QuerySet[Approval]":
    """Return the requests that are still to be answered."""
    return Approval.objects.filter(answered_at=None, requested_at__gt=(now or timezone.now()) - ANSWER_PERIOD)


def can_answer(by: User, row: Approval) -> bool:
    """Return whether `by` has the required permission and no conflict with the requester or the target."""
    right = _permissions.get(row.action)
    if right is None or not by.is_active or not by.is_staff or by.pk == row.requested_by_id:
        return False
    if not (by.has_perm(right) if right else by.is_superuser):
        return False
    to_who_asks = [
        tie for tie in conflicts_of_interest.list_conflicts(by.pk, [row.requested_by_id]) if tie.kind != TABLE
    ]
    return not to_who_asks and not _conflict_finders[row.target_type](by.pk, row.target_id)


@write_transaction()
def answer_approval(*, approval: Approval, by: User, grants: bool, reason: str) -> None:
    """Approve or refuse a request. Raises PermissionDenied, or ValidationError if it was answered or has expired."""
    row = Approval.objects.select_for_update(of=("self",)).select_related("requested_by").get(pk=approval.pk)
    if not can_answer(by, row):
        raise PermissionDenied
    if not row.is_waiting:
        raise ValidationError(_("This has been answered, or no one is waiting for it any more."), code="over")
    if not reason.strip() or len(reason) > REASON_LENGTH:
        raise ValidationError(_("A reason is needed."), code="reason")
    row.answered_by, row.answered_at, row.granted = by, timezone.now(), grants
    row.save(update_fields=["answered_by", "answered_at", "granted"])
    staff_work_changed.send(sender=Approval)
    audit_log.record(
        "approve" if grants else "disapprove", kind=row.target_type, target=row.target_id, by=by, reason=reason,
        details={"act": row.action, "for": row.requested_by.public_id},
    )  # fmt: skip


def _ties_to_person(by_pk: int, target: str) -> Sequence[ConflictOfInterest]:
    person = User.objects.filter(public_id=target).values_list("pk", flat=True).first()
    return [] if person is None else conflicts_of_interest.list_conflicts(by_pk, [person])


register(audit_log.PERSON, _ties_to_person, USER_ACTION_PERMISSIONS)
