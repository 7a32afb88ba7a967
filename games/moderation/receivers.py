"""What moderation listens to: people who may no longer play, are anonymised or deleted; pages of tables."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db.models import Model, ProtectedError
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.signals import suspension_lifted, user_anonymized, user_suspended
from games.moderation.reports import data_export
from games.moderation.selectors import add_approval_to_page
from games.moderation.services.suspended_seats import schedule_suspension_sync
from games.tables.signals import TablePageBuilt


@receiver((user_suspended, suspension_lifted, user_anonymized))
def sync_seats(person: Any, **_: Any) -> None:
    """Suspended, restored or gone: their tables look for themselves what is to be done."""
    schedule_suspension_sync(person.pk)


@receiver(user_anonymized)
def delete_reports(person: Any, **_: Any) -> None:
    data_export.anonymize_reports(person)


@receiver(pre_delete, sender=get_user_model())
def protect_history(instance: Any, **_: Any) -> None:
    """Django would delete what a member of staff has done along with the person. Whoever goes is anonymised instead."""
    entries: set[Model] = set(LogEntry.objects.filter(user=instance)[:1])
    if entries:
        raise ProtectedError("Somebody with entries in the administration's history can't be deleted.", entries)


@receiver(TablePageBuilt.signal)
def add_approval(message: TablePageBuilt, **_: Any) -> None:
    add_approval_to_page(message.access, message.context)
