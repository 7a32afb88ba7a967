"""What the tables listen to: people who log in, go on vacation or come back, or are anonymised."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver

from accounts.signals import user_anonymized, vacation_changed
from games.tables.models import Table
from games.tables.services import data_export
from games.tables.services.lesson_progress import delete_progress, read_device, save_progress
from games.tables.services.vacations import schedule_vacation_sync


@receiver(vacation_changed)
def follow_vacation(person: Any, **_: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    schedule_vacation_sync(person.pk)


@receiver(user_anonymized)
def delete_premoves(person: Any, **_: Any) -> None:
    """What they had filed for later goes with them; their tables see to the seats."""
    data_export.delete_premoves(person)


@receiver(user_anonymized)
def delete_table_names(person: Any, **_: Any) -> None:
    """What they have called their tables are words of theirs."""
    Table.objects.filter(host=person).exclude(name="").update(name="")


@receiver(user_anonymized)
def delete_lesson_progress(person: Any, **_: Any) -> None:
    delete_progress(person)


@receiver(user_logged_in)
def merge_lesson_progress(request: Any, user: Any, **_: Any) -> None:
    """What was learned before the log-in, or before there was an account, goes along."""
    if request is not None:
        save_progress(user, read_device(request))
