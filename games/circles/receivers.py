"""What circles listen to: rematches of their tables, people who are anonymised."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import user_anonymized
from games.circles import services
from games.tables.signals import RematchCreated


@receiver(RematchCreated.signal)
def remember_rematch(message: RematchCreated, **_: Any) -> None:
    services.remember_rematch(message.session.table, message.table)


@receiver(user_anonymized)
def leave_circles(person: Any, **_: Any) -> None:
    services.leave_all_circles(person)
