"""Imposing, lifting and closing sanctions, by staff, by the person or by time.

A suspension also makes its person inactive, which all other checks use; a warning or name reset has to be
acknowledged. Everything changes under the lock of the person's row. Functions for staff raise PermissionDenied for what
`accounts.staff.permissions` doesn't allow, ValidationError for invalid texts.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import APPEAL_LENGTH, Sanction, User
from accounts.names import display_names
from accounts.services import audit_log
from accounts.services.moderator_messages import notify_moderator_message
from accounts.services.sanction_effects import ACKNOWLEDGED_KINDS, apply_effects, end_effects
from accounts.signals import staff_work_changed
from accounts.staff import permissions, sanctions_in_force
from accounts.staff.audited_action import begin_staff_action, lock_user, record_staff_action
from accounts.staff.services import set_display_name
from config.db.locking import write_transaction

Kind, Category, EndReason = Sanction.Kind, Sanction.Category, Sanction.EndReason
HOURS = (1, 24, 24 * 3, 24 * 7, 24 * 30, 24 * 365)  # durations to choose from
NO_END = 0


class LongerSanctionError(ValidationError):
    """A longer sanction of the same kind is in force, and the moderator hasn't confirmed replacing it."""

    def __init__(self, sanction: Sanction, person: User) -> None:
        words = {
            "name": person.name,
            "sanction": sanctions_in_force.describe_in_full(sanction),
            "box": sanctions_in_force.get_replace_label([sanction]),
        }
        message = _(
            "%(name)s is already under a longer sanction (%(sanction)s). Nothing has changed. To replace it "
            "with the shorter one, tick"
            " “%(box)s”."
        )
        super().__init__(message, code="longer", params=words)
        self.sanction = sanction
        self.person = person


@write_transaction()
def impose_sanction(
    *,
    person: User,
    by: User,
    kind: str,
    category: str,
    reason: str,
    hours: int = NO_END,
    replaces: bool = False,
    seen: str | None = None,
) -> Sanction:
    """Impose a sanction on `person`. Warnings add up; any other kind replaces the one in force.

    `hours` is one of HOURS, or NO_END. `replaces` allows replacing a longer one. `seen` is what the moderator's page
    showed as in force (`sanctions_in_force.serialize`); None without a page. Raises LongerSanctionError, or
    ValidationError with the code "changed" if something else is in force by now.
    """
    kind = Kind(kind)
    begin_staff_action(person, by, reason, lambda by, person: permissions.can_sanction(by, person, kind))
    if hours not in (*HOURS, NO_END) or category not in Category.values:
        raise ValidationError(_("Choose one of the options."), code="invalid")
    expire_sanctions_of(person)
    now = timezone.now()
    ends_at = now + timedelta(hours=hours) if hours and kind not in ACKNOWLEDGED_KINDS else None
    replaced = (
        [] if kind == Kind.WARN else _close_replaced(person, kind, ends_at, now, replaces=replaces, seen_sanctions=seen)
    )
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
    values, details = _values(row, old), {"replaced": [sanction.public_id for sanction in replaced]} if replaced else {}
    words = gettext("%(kind)s: %(reason)s")
    if replaced:
        words = gettext("%(kind)s, replacing %(replaced)s: %(reason)s")
        values["replaced"] = ", ".join(sanctions_in_force.describe(sanction) for sanction in replaced)
    record_staff_action(person, by, f"sanction-{kind}", words, reason, details, **values)
    notify_moderator_message(person, "standing")
    return row


@write_transaction()
def record_kept(refusal: LongerSanctionError, by: User, reason: str) -> None:
    """Record in the audit log that a longer sanction was kept. Call it after the failed transaction was rolled back."""
    sanction = refusal.sanction
    details = {"kind": sanction.kind, "kept": sanction.public_id}
    target = refusal.person.public_id
    audit_log.record("keep-longer", kind=audit_log.PERSON, target=target, by=by, reason=reason, details=details)


@write_transaction()
def lift_sanction(*, sanction: Sanction, by: User, reason: str) -> None:
    """Lift a sanction early, which answers an appeal as well. A reset name isn't restored."""
    person, row = sanction.person, _lock_open_sanction(sanction, by, reason, permissions.can_lift_sanction)
    end_effects(row, person, EndReason.LIFTED, by, reason.strip())
    staff_work_changed.send(sender=Sanction)
    record_staff_action(person, by, "lift", gettext("%(kind)s lifted: %(reason)s"), reason, **_values(row))
    notify_moderator_message(person, "standing")


@write_transaction()
def lift_suspension(*, person: User, by: User, reason: str) -> None:
    """Lift the suspension of `person`. Raises PermissionDenied without one."""
    row = Sanction.objects.filter(person=person, kind=Kind.SUSPEND, closed_at=None).first()
    if row is None:
        raise PermissionDenied
    row.person = person
    lift_sanction(sanction=row, by=by, reason=reason)


@write_transaction()
def reject_appeal(*, sanction: Sanction, by: User, reason: str) -> None:
    """Keep the sanction and store the reason. Raises ValidationError if there is no open appeal."""
    person, row = sanction.person, _lock_open_sanction(sanction, by, reason, can_reject_appeal)
    row.answer, row.answered_at, row.answered_by = reason.strip(), timezone.now(), by
    row.save(update_fields=["answer", "answered_at", "answered_by"])
    staff_work_changed.send(sender=Sanction)
    record_staff_action(person, by, "refuse-appeal", gettext("Appeal refused: %(reason)s"), reason, **_values(row))
    notify_moderator_message(person, "standing")


@write_transaction()
def submit_appeal(*, person: User, public_id: str, words: str) -> None:
    """Appeal against a sanction, once. Raises ValidationError."""
    row = _get_own_sanction(person, public_id)
    if not row.can_appeal:
        raise ValidationError(_("You have already appealed, or the sanction is over."), code="once")
    if not words.strip() or len(words) > APPEAL_LENGTH:
        sentence = _("Please write something, at most %(max)s characters.")
        raise ValidationError(sentence, code="words", params={"max": APPEAL_LENGTH})
    row.appeal, row.appealed_at = words.strip(), timezone.now()
    row.save(update_fields=["appeal", "appealed_at"])
    staff_work_changed.send(sender=Sanction)


@write_transaction()
def acknowledge_warning(*, person: User, public_id: str) -> None:
    """Confirm having read a warning. Idempotent."""
    row = _get_own_sanction(person, public_id)
    if row.kind == Kind.WARN and row.closed_at is None:
        end_effects(row, person, EndReason.DONE)


@write_transaction()
def choose_new_name(*, person: User, public_id: str, name: str) -> None:
    """Replace a name that was reset. Raises ValidationError."""
    row, new = _get_own_sanction(person, public_id), display_names.clean_display_name(name)
    if row.kind != Kind.NAME or row.closed_at is not None:
        return
    set_display_name(person, new)
    end_effects(row, person, EndReason.DONE)


def expire_sanctions(limit: int) -> int:
    """Close expired sanctions, with one transaction per person. Return the number of people."""
    due = Sanction.objects.filter(closed_at=None, ends_at__lte=timezone.now()).order_by("ends_at")
    people = User.objects.filter(pk__in=list(due.values_list("person", flat=True)[:limit]))
    return sum(expire_sanctions_of(person) for person in people)


@write_transaction()
def expire_sanctions_of(person: User) -> bool:
    """Close the person's expired sanctions. This ends a suspension on time even if the job is late."""
    lock_user(person)
    over = list(Sanction.objects.filter(person=person, closed_at=None, ends_at__lte=timezone.now()))
    for row in over:
        end_effects(row, person, EndReason.EXPIRED)
    return bool(over)


def can_reject_appeal(by: User, row: Sanction) -> bool:
    """Return whether `by` may refuse the appeal. Raises ValidationError if none is open."""
    if not row.has_open_appeal:
        raise ValidationError(_("There are no open appeals."), code="nothing")
    return permissions.can_decide_appeal(by, row)


def _lock_open_sanction(
    sanction: Sanction, by: User, reason: str, allowed: Callable[[User, Sanction], bool]
) -> Sanction:
    """Lock the person, and return the open sanction that `by` may handle."""
    kind = Kind(sanction.kind)
    begin_staff_action(sanction.person, by, reason, lambda by, person: permissions.can_sanction(by, person, kind))
    row = Sanction.objects.get(pk=sanction.pk)
    if row.closed_at is not None:
        raise ValidationError(_("It is already over."), code="over")
    row.person = sanction.person
    if not allowed(by, row):
        raise PermissionDenied
    return row


def _close_replaced(
    person: User,
    kind: Sanction.Kind,
    ends_at: datetime | None,
    now: datetime,
    *,
    replaces: bool,
    seen_sanctions: str | None,
) -> list[Sanction]:
    """Close the sanctions of this kind that a new one ending at `ends_at` replaces. Raises ValidationError."""
    rows = list(Sanction.objects.filter(person=person, kind=kind, closed_at=None).select_related("issued_by"))
    _require_no_appeal(person, kind)
    if seen_sanctions is not None and sanctions_in_force.serialize(rows) != sanctions_in_force.select_seen(
        seen_sanctions, person, kind
    ):
        raise _changed(person, rows)
    longer = sanctions_in_force.find_longer(rows, ends_at)
    if longer is not None and not replaces:
        raise LongerSanctionError(longer, person)
    Sanction.objects.filter(pk__in=[row.pk for row in rows]).update(closed_at=now, end_reason=EndReason.REPLACED)
    return rows


def _changed(person: User, rows: list[Sanction]) -> ValidationError:
    message = _("What is in force for %(name)s has changed since you opened this page. It is now: %(now)s. Look again.")
    now = "; ".join(sanctions_in_force.describe_in_full(row) for row in rows) or gettext("nothing of this kind")
    return ValidationError(message, code="changed", params={"name": person.name, "now": now})


def _require_no_appeal(person: User, kind: Sanction.Kind) -> None:
    """Raise ValidationError while an appeal is open: imposing the same sanction again must not make it disappear."""
    rows = Sanction.objects.filter(person=person, kind=kind, closed_at=None, answered_at=None)
    if rows.filter(appealed_at__isnull=False).exists():
        raise ValidationError(
            _("The person has appealed against such a sanction: answer the appeal first."), code="appeal"
        )


def _get_own_sanction(person: User, public_id: str) -> Sanction:
    """Lock the person and return their sanction. Raises PermissionDenied for those of others."""
    lock_user(person)
    row = Sanction.objects.filter(person=person, public_id=public_id).first()
    if row is None:
        raise PermissionDenied
    return row


def _values(row: Sanction, old: str = "") -> dict[str, Any]:
    kind = f"{row.label} ({old})" if row.kind == Kind.NAME and old else str(row.label)
    return {"kind": kind, "category": row.category, "until": row.ends_at.isoformat() if row.ends_at else ""}
