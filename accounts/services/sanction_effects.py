"""The effects of sanctions on a person, when they start and end, and on the next guest in the same browser."""

from django.db.models import F
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Sanction, User
from accounts.signals import suspension_lifted, user_suspended
from config.db.locking import write_transaction

Kind = Sanction.Kind
ACKNOWLEDGED_KINDS = (Kind.WARN, Kind.NAME)  # ended by the person


@write_transaction()
def inherit_sanctions(guest: User, guest_ids: list[int]) -> None:
    """Copy the sanctions of guests taken for the same person: earlier guests in this browser, or the guest who logs in.

    Of mutes and report bans only the longest is copied, and none of a kind already in force.
    """
    held = Sanction.objects.in_force().filter(person=guest).values("kind")
    inherited = Sanction.objects.in_force().filter(person__in=guest_ids, person__is_guest=True).exclude(kind__in=held)
    longest_last = F("ends_at").asc(nulls_last=True)
    timed = {row.kind: row for row in inherited.filter(kind__in=(Kind.MUTE, Kind.NO_REPORTS)).order_by(longest_last)}
    for row in [*inherited.filter(kind=Kind.WARN).order_by("pk"), *timed.values()]:
        Sanction.objects.create(
            person=guest, issued_by_id=row.issued_by_id, kind=row.kind, category=row.category, reason=row.reason,
            copied_from=row, started_at=row.started_at, ends_at=row.ends_at,
        )  # fmt: skip
        apply_effects(guest, Kind(row.kind))


def apply_effects(person: User, kind: Sanction.Kind) -> None:
    """Apply the effects of a new sanction to a locked row."""
    if kind == Kind.NAME:
        person.name = User.find_free_friendly_name(person.language or get_language() or "")
    person.is_active = person.is_active and kind != Kind.SUSPEND
    person.must_acknowledge = person.must_acknowledge or kind in ACKNOWLEDGED_KINDS
    person.save(update_fields=["is_active", "name", "must_acknowledge"])
    if kind == Kind.SUSPEND:
        user_suspended.send(sender=User, person=person)


def end_effects(row: Sanction, person: User, end: Sanction.EndReason, by: User | None = None, words: str = "") -> None:
    """Close an open sanction and undo its effects on a locked person.

    Sessions from before a suspension stay ended, except a guest's, which is their only way back. Deleted accounts stay
    inactive.
    """
    row.closed_at, row.end_reason, row.closed_by, row.closing_note = timezone.now(), end, by, words
    row.save(update_fields=["closed_at", "end_reason", "closed_by", "closing_note"])
    if row.kind == Kind.SUSPEND and person.anonymised_at is None:
        person.is_active = True
        person.session_version += not person.is_guest
        person.save(update_fields=["is_active", "session_version"])
        suspension_lifted.send(sender=User, person=person)
    elif row.kind in ACKNOWLEDGED_KINDS:
        person.must_acknowledge = Sanction.objects.filter(
            person=person, kind__in=ACKNOWLEDGED_KINDS, closed_at=None
        ).exists()
        person.save(update_fields=["must_acknowledge"])
