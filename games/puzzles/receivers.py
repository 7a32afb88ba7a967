"""Receivers: the front page, merged guests and deleted accounts."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import guest_merged, user_anonymized
from games.puzzles import answers, selectors
from games.tables.signals import FrontPageBuilt


@receiver(FrontPageBuilt.signal)
def add_todays_puzzles(message: FrontPageBuilt, **_: Any) -> None:
    """Add today's puzzles for users. The front page of anonymous visitors needs no query."""
    message.context["puzzles"] = selectors.list_todays_links(message.user_id) if message.user_id else []


@receiver(guest_merged)
def move_guest_answers(guest_id: int, account: Any, **_: Any) -> None:
    answers.move_answers(guest_id, account)


@receiver(user_anonymized)
def delete_answers(person: Any, **_: Any) -> None:
    answers.delete_answers(person)
