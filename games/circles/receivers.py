"""Receivers for rematches of a circle's tables and deleted accounts."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import anonymization_begun, user_anonymized
from games.circles import services
from games.tables.signals import RematchCreated


@receiver(RematchCreated.signal)
def remember_rematch(message: RematchCreated, **_: Any) -> None:
    services.remember_rematch(message.session.table, message.table)


@receiver(anonymization_begun)
def lock_circles(person: Any, **_: Any) -> None:
    services.lock_circles(person)


@receiver(user_anonymized)
def leave_circles(person: Any, **_: Any) -> None:
    services.leave_all_circles(person)
