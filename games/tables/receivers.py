"""What the tables listen to: people who go on vacation or come back, or are anonymised."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import person_anonymised, person_rests
from games.tables.services import data_export
from games.tables.services.vacations import tables_nudged


@receiver(person_rests)
def follow_vacation(person: Any, **_: Any) -> None:
    """Their tables look for themselves who is on vacation."""
    tables_nudged(person.pk)


@receiver(person_anonymised)
def delete_premoves(person: Any, **_: Any) -> None:
    """What they had filed for later goes with them; their tables see to the seats."""
    data_export.plans_of(person).delete()
