"""Laying a sanction upon somebody and taking it away: staff, the person themselves, or time.

What it does beside standing in its row: a suspension makes its person inactive, and that is what everything else goes
by; a warning or a reset name makes them owe something. All of it changes under the person's lock. Staff's functions
raise PermissionDenied for what `accounts.staff.permissions` doesn't allow, ValidationError for words that won't do.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import APPEAL_LENGTH, Sanction, User
from accounts.names import display_names
from accounts.services.moderator_messages import notify_moderator_message
from accounts.services.sanction_effects import ACKNOWLEDGED_KINDS, apply_effects, end_effects
from accounts.staff import permissions
from accounts.staff.audited_action import begin_staff_action, lock_user, record_staff_action
from accounts.staff.services import set_display_name
from config.db.locking import write_transaction

Kind, Category, EndReason = Sanction.Kind, Sanction.Category, Sanction.EndReason
HOURS = (1, 24, 24 * 3, 24 * 7, 24 * 30, 24 * 365)  # for how long
NO_END = 0


@write_transaction()
def impose_sanction(*, person: User, by: User, kind: str, category: str, reason: str, hours: int = NO_END) -> Sanction:
    """Lays it upon `person`, in place of one of the same kind; warnings add up. `hours` is one of HOURS, or NO_END."""
    kind, now = Kind(kind), timezone.now()
    begin_staff_action(person, by, reason, lambda by, person: permissions.can_sanction(by, person, kind))
    if hours not in (*HOURS, NO_END) or category not in Category.values:
        raise ValidationError(_("Choose one of those that are offered."), code="invalid")
    if kind != Kind.WARN:
        _require_no_appeal(person, kind)
        Sanction.objects.filter(person=person, kind=kind, closed_at=None).update(
            closed_at=now, end_reason=EndReason.REPLACED
        )
    ends_at = now + timedelta(hours=hours) if hours and kind not in ACKNOWLEDGED_KINDS else None
    row = Sanction.objects.create(
        person=person,
        issued_by=by,
        kind=kind,
        category=category,
        reason=reason.strip(),
        started_at=now,
        ends_at=ends_at,
    )
    old = person.name
    apply_effects(person, kind)
    record_staff_action(person, by, f"sanction-{kind}", gettext("%(kind)s: %(reason)s"), reason, **_values(row, old))
    notify_moderator_message(person, "standing")
    return row


@write_transaction()
def lift_sanction(*, sanction: Sanction, by: User, reason: str) -> None:
    """Takes it away before its time, which answers an appeal too. A name that was reset stays what it is."""
    person, row = sanction.person, _lock_open_sanction(sanction, by, reason, permissions.can_lift_sanction)
    end_effects(row, person, EndReason.LIFTED, by, reason.strip())
    record_staff_action(person, by, "lift", gettext("%(kind)s lifted: %(reason)s"), reason, **_values(row))
    notify_moderator_message(person, "standing")


@write_transaction()
def lift_suspension(*, person: User, by: User, reason: str) -> None:
    """Lifts the suspension of `person`. Raises PermissionDenied where there is none."""
    row = Sanction.objects.filter(person=person, kind=Kind.SUSPEND, closed_at=None).first()
    if row is None:
        raise PermissionDenied
    row.person = person
    lift_sanction(sanction=row, by=by, reason=reason)


@write_transaction()
def reject_appeal(*, sanction: Sanction, by: User, reason: str) -> None:
    """Lets it stand, and says why. Raises ValidationError if there is nothing to answer."""
    person, row = sanction.person, _lock_open_sanction(sanction, by, reason, can_reject_appeal)
    row.answer, row.answered_at, row.answered_by = reason.strip(), timezone.now(), by
    row.save(update_fields=["answer", "answered_at", "answered_by"])
    record_staff_action(person, by, "refuse-appeal", gettext("Appeal refused: %(reason)s"), reason, **_values(row))
    notify_moderator_message(person, "standing")


@write_transaction()
def submit_appeal(*, person: User, public_id: str, words: str) -> None:
    """What somebody says to a sanction, once. Raises ValidationError."""
    row = _get_own_sanction(person, public_id)
    if not row.can_appeal:
        raise ValidationError(_("You have appealed already, or the sanction is over."), code="once")
    if not words.strip() or len(words) > APPEAL_LENGTH:
        most = _("Please write something, at most %(max)s characters.")
        raise ValidationError(most, code="words", params={"max": APPEAL_LENGTH})
    row.appeal, row.appealed_at = words.strip(), timezone.now()
    row.save(update_fields=["appeal", "appealed_at"])


@write_transaction()
def acknowledge_warning(*, person: User, public_id: str) -> None:
    """They say they have read it. Twice is once."""
    row = _get_own_sanction(person, public_id)
    if row.kind == Kind.WARN and row.closed_at is None:
        end_effects(row, person, EndReason.DONE)


@write_transaction()
def choose_new_name(*, person: User, public_id: str, name: str) -> None:
    """Another name in place of the one that was reset. Raises ValidationError."""
    row, new = _get_own_sanction(person, public_id), display_names.clean_display_name(name)
    if row.kind != Kind.NAME or row.closed_at is not None:
        return
    set_display_name(person, new)
    end_effects(row, person, EndReason.DONE)


def expire_sanctions(limit: int) -> int:
    """Close those whose time is over, each person in a transaction of its own. Returns how many people it was."""
    due = Sanction.objects.filter(closed_at=None, ends_at__lte=timezone.now()).order_by("ends_at")
    people = User.objects.filter(pk__in=list(due.values_list("person", flat=True)[:limit]))
    return sum(expire_sanctions_of(person) for person in people)


@write_transaction()
def expire_sanctions_of(person: User) -> bool:
    """Closes those of `person` whose time is over; so a suspension ends on time even if the job doesn't come."""
    lock_user(person)
    over = list(Sanction.objects.filter(person=person, closed_at=None, ends_at__lte=timezone.now()))
    for row in over:
        end_effects(row, person, EndReason.EXPIRED)
    return bool(over)


def can_reject_appeal(by: User, row: Sanction) -> bool:
    """Whether they may refuse the appeal. Raises ValidationError where none waits."""
    if not row.has_open_appeal:
        raise ValidationError(_("There is no open appeal."), code="nothing")
    return permissions.can_decide_appeal(by, row)


def _lock_open_sanction(
    sanction: Sanction, by: User, reason: str, allowed: Callable[[User, Sanction], bool]
) -> Sanction:
    """The row as it is under its person's lock, open and within reach of `by`."""
    kind = Kind(sanction.kind)
    begin_staff_action(sanction.person, by, reason, lambda by, person: permissions.can_sanction(by, person, kind))
    row = Sanction.objects.get(pk=sanction.pk)
    if row.closed_at is not None:
        raise ValidationError(_("It is over already."), code="over")
    row.person = sanction.person
    if not allowed(by, row):
        raise PermissionDenied
    return row


def _require_no_appeal(person: User, kind: Sanction.Kind) -> None:
    """Nobody gets rid of an appeal by laying the same upon the person once more."""
    rows = Sanction.objects.filter(person=person, kind=kind, closed_at=None, answered_at=None)
    if rows.filter(appealed_at__isnull=False).exists():
        raise ValidationError(_("The person has appealed against such a sanction: answer that first."), code="appeal")


def _get_own_sanction(person: User, public_id: str) -> Sanction:
    """A sanction of whoever acts, their row locked. Raises PermissionDenied for others'."""
    lock_user(person)
    row = Sanction.objects.filter(person=person, public_id=public_id).first()
    if row is None:
        raise PermissionDenied
    return row


def _values(row: Sanction, old: str = "") -> dict[str, Any]:
    kind = f"{row.label} ({old})" if row.kind == Kind.NAME and old else str(row.label)
    return {"kind": kind, "category": row.category, "until": row.ends_at.isoformat() if row.ends_at else ""}
