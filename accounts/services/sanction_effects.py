"""What a sanction does to a person while it is in force, when it ends, and to the next guest in the same browser."""

from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Sanction, User
from accounts.signals import suspension_lifted, user_suspended
from config.db.locking import write_transaction

Kind = Sanction.Kind
ACKNOWLEDGED_KINDS = (Kind.WARN, Kind.NAME)  # their person ends them


@write_transaction()
def inherit_sanctions(guest: User, others: list[int]) -> None:
    """A guest made where another guest was silenced, warned or barred is the same one with another name."""
    theirs = Sanction.objects.in_force().filter(person__in=others, person__is_guest=True)
    for row in theirs.filter(kind__in=(Kind.WARN, Kind.MUTE, Kind.NO_REPORTS)).order_by("pk"):
        Sanction.objects.create(
            person=guest, issued_by_id=row.issued_by_id, kind=row.kind, category=row.category, reason=row.reason,
            copied_from=row, started_at=row.started_at, ends_at=row.ends_at,
        )  # fmt: skip
        apply_effects(guest, Kind(row.kind))


def apply_effects(person: User, kind: Sanction.Kind) -> None:
    """What a new sanction does to a locked row."""
    if kind == Kind.NAME:
        person.name = User.find_free_friendly_name(person.language or get_language() or "")
    person.is_active = person.is_active and kind != Kind.SUSPEND
    person.must_acknowledge = person.must_acknowledge or kind in ACKNOWLEDGED_KINDS
    person.save(update_fields=["is_active", "name", "must_acknowledge"])
    if kind == Kind.SUSPEND:
        user_suspended.send(sender=User, person=person)


def end_effects(row: Sanction, person: User, end: Sanction.EndReason, by: User | None = None, words: str = "") -> None:
    """Ends what an open row did to a locked person. Sessions from before a suspension are over for good; a guest's
    goes on, for it is the only way back. Who has gone meanwhile doesn't come back."""
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
