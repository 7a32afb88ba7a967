"""Receivers of account signals: log-in, changed availability, merged guests, deleted accounts."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from accounts.signals import anonymization_begun, availability_changed, guest_merged, user_anonymized
from games.tables.models import Table
from games.tables.services import data_export
from games.tables.services.guest_seats import move_guest_seats
from games.tables.services.lesson_progress import delete_progress, merge_guest_progress, read_device, save_progress
from games.tables.services.vacations import schedule_availability_sync


@receiver(availability_changed)
def follow_availability(person: Any, **_: Any) -> None:
    """Schedule the clocks of the person's tables to follow, one table at a time."""
    schedule_availability_sync(person.pk)


@receiver(anonymization_begun)
def lock_named_tables(person: Any, **_: Any) -> None:
    """Lock the tables whose names will be deleted: a transaction holding one of them may be waiting for the user."""
    list(Table.objects.select_for_update(no_key=True).filter(host=person).exclude(name="").order_by("pk").values("pk"))


@receiver(user_anonymized)
def delete_premoves(person: Any, **_: Any) -> None:
    """Delete the person's premoves. Their seats are released by each table."""
    data_export.delete_premoves(person)


@receiver(user_anonymized)
def delete_table_names(person: Any, **_: Any) -> None:
    """Delete the names the person gave to tables, which are their own words."""
    Table.objects.filter(host=person).exclude(name="").update(name="")


@receiver(user_anonymized)
def delete_lesson_progress(person: Any, **_: Any) -> None:
    delete_progress(person)


@receiver(guest_merged)
def move_what_guest_has(guest_id: int, account: Any, **_: Any) -> None:
    """Move the guest's seats and lesson progress to the account."""
    move_guest_seats(guest_id, account)
    merge_guest_progress(guest_id, account)


@receiver(user_logged_in)
def merge_lesson_progress(request: Any, user: Any, **_: Any) -> None:
    """Save the progress stored on the device from before the log-in."""
    if request is not None:
        save_progress(user, read_device(request))
