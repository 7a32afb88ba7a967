"""Receivers for suspensions, deleted accounts, staff work and pages of tables."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db.models import Model, ProtectedError
from django.db.models.signals import pre_delete
from django.dispatch import receiver

from accounts.signals import staff_work_changed, suspension_lifted, user_anonymized, user_suspended
from config.db.on_commit import queue_on_commit
from games.moderation.reports import data_export
from games.moderation.selectors import add_approval_to_page
from games.moderation.services.suspended_seats import schedule_suspension_sync
from games.moderation.staff_work import forget_counts
from games.tables.signals import TablePageBuilt


@receiver((user_suspended, suspension_lifted, user_anonymized))
def sync_seats(person: Any, **_: Any) -> None:
    """Update the person's seats after a suspension, its end, or the deletion of the account."""
    schedule_suspension_sync(person.pk)


@receiver(user_anonymized)
def delete_reports(person: Any, **_: Any) -> None:
    data_export.anonymize_reports(person)


@receiver(pre_delete, sender=get_user_model())
def protect_history(instance: Any, **_: Any) -> None:
    """Prevent deleting staff with entries in the admin's history, which Django would delete as well.

    Anonymise them instead.
    """
    entries: set[Model] = set(LogEntry.objects.filter(user=instance)[:1])
    if entries:
        raise ProtectedError("Somebody with entries in the administration's history can't be deleted.", entries)


@receiver(staff_work_changed)
def notify_staff(**_: Any) -> None:
    """Queue a job, because finding who may decide takes many queries and no reporter should wait for that."""
    forget_counts()
    queue_on_commit("moderation.notify_staff")


@receiver(TablePageBuilt.signal)
def add_approval(message: TablePageBuilt, **_: Any) -> None:
    add_approval_to_page(message.access, message.context)
