"""Whether ties (accounts.staff.conflicts_of_interest) let a member of staff do something, and a second one's word
where they half do.

Strong ties refuse. Weak ones ask: somebody else with the same right, who is tied neither to the first nor to what it is
about, agrees or doesn't. A word holds for a day; for one act, or where that is repeated (looks), as often as needed.
Both what is refused and what is done stands in the audit with its ties.
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
from accounts.staff import conflicts_of_interest
from accounts.staff.conflicts_of_interest import TABLE, ConflictOfInterest
from config.db.locking import write_transaction

ConflictFinder = Callable[[int, str], Sequence[ConflictOfInterest]]
_conflict_finders: dict[str, ConflictFinder] = {}
_permissions: dict[str, str] = {}
_repeatable_actions: set[str] = set()
USER_ACTION_PERMISSIONS = {"reset": "accounts.issue_password_reset", "second-factor": ""}


class ConflictOfInterestError(Exception):
    """By these ties. `second`: a second moderator's word would do; `refused`: one has said no not long ago."""

    def __init__(self, found: Sequence[ConflictOfInterest]) -> None:
        super().__init__()
        self.conflicts = found
        self.can_be_approved = not any(tie.is_strong for tie in found)
        self.was_rejected = False

    def get_sentence(self) -> str:
        """The whole sentence, for the one who is barred."""
        if self.was_rejected:
            sentence = _(
                "You are tied to this (%(ties)s), and a second moderator has not agreed. You can ask again a day after "
                "that."
            )
        elif self.can_be_approved:
            sentence = _(
                "You are tied to this (%(ties)s), so a second moderator has been asked. If they agree, you can do it "
                "within a day of that."
            )
        else:
            sentence = _("You are tied to this (%(ties)s), so it is for somebody else to do.")
        return sentence % {"ties": conflicts_of_interest.describe_conflicts(self.conflicts)}


def register(kind: str, ties_to: ConflictFinder, rights: dict[str, str], *, repeated: Sequence[str] = ()) -> None:
    """`ties_to(person_pk, target)` says what ties somebody to what has that public id; `rights` has for each action the
    right it takes ("": superusers). Those `repeated` may be done several times on one word."""
    _conflict_finders[kind] = ties_to
    _permissions.update(rights)
    _repeatable_actions.update(repeated)


def require_clearance(by_pk: int, action: str, target: str, found: Sequence[ConflictOfInterest]) -> dict[str, Any]:
    """What the audit notes of it: {} without ties. For the act's transaction. Raises Barred (see `record_refusal`)."""
    if not found:
        return {}
    if any(tie.is_strong for tie in found):
        raise ConflictOfInterestError(found)
    words = Approval.objects.select_for_update(of=("self",)).select_related("answered_by")
    word = words.filter(
        requested_by=by_pk,
        action=action,
        target_id=target,
        granted=True,
        answered_at__gt=timezone.now() - APPROVAL_LIFETIME,
    )
    row = word.filter(Q(used_at=None) | Q(action__in=_repeatable_actions)).order_by("pk").first()
    if row is None or row.answered_by is None:
        raise ConflictOfInterestError(found)
    Approval.objects.filter(pk=row.pk).update(used_at=timezone.now())
    return {"ties": conflicts_of_interest.serialize_conflicts(found), "approved_by": row.answered_by.public_id}


@write_transaction()
def record_refusal(
    barred: ConflictOfInterestError, *, by_pk: int, action: str, kind: str, target: str, reason: str
) -> None:
    """Note what was refused; ask a second moderator where that helps, none is asked yet and none has just said no. Not
    in the transaction that was given up."""
    found = conflicts_of_interest.serialize_conflicts(barred.conflicts)
    audit_log.record("tied", kind=kind, target=target, by=by_pk, reason=reason, details={"act": action, "ties": found})
    if barred.can_be_approved:
        mine = Approval.objects.filter(requested_by=by_pk, action=action, target_id=target)
        barred.was_rejected = mine.filter(granted=False, answered_at__gt=timezone.now() - REPEAT_DELAY).exists()
    if barred.can_be_approved and not barred.was_rejected:
        mine.filter(answered_at=None, requested_at__lte=timezone.now() - ANSWER_PERIOD).delete()
        Approval.objects.get_or_create(
            requested_by_id=by_pk, action=action, target_id=target, answered_at=None,
            defaults={"target_type": kind, "reason": reason, "conflicts": found},
        )  # fmt: skip


def list_open_approvals(now: datetime | None = None) -> "QuerySet[Approval]":
    """What is still to be answered."""
    return Approval.objects.filter(answered_at=None, requested_at__gt=(now or timezone.now()) - ANSWER_PERIOD)


def can_answer(by: User, row: Approval) -> bool:
    """Whether they hold the right it takes, and are tied neither to who asks nor to what it is about."""
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
    """Agree, or don't. Raises PermissionDenied, or ValidationError where it is answered or has lapsed."""
    row = Approval.objects.select_for_update(of=("self",)).select_related("requested_by").get(pk=approval.pk)
    if not can_answer(by, row):
        raise PermissionDenied
    if not row.is_waiting:
        raise ValidationError(_("This has been answered, or nobody waits for it any more."), code="over")
    if not reason.strip() or len(reason) > REASON_LENGTH:
        raise ValidationError(_("A reason is needed."), code="reason")
    row.answered_by, row.answered_at, row.granted = by, timezone.now(), grants
    row.save(update_fields=["answered_by", "answered_at", "granted"])
    audit_log.record(
        "approve" if grants else "disapprove", kind=row.target_type, target=row.target_id, by=by, reason=reason,
        details={"act": row.action, "for": row.requested_by.public_id},
    )  # fmt: skip


def _ties_to_person(by_pk: int, target: str) -> Sequence[ConflictOfInterest]:
    person = User.objects.filter(public_id=target).values_list("pk", flat=True).first()
    return [] if person is None else conflicts_of_interest.list_conflicts(by_pk, [person])


register(audit_log.PERSON, _ties_to_person, USER_ACTION_PERMISSIONS)
