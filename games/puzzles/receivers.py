"""What puzzles listen to: the front page, people who are anonymised."""

from typing import Any

from django.dispatch import receiver

from accounts.signals import user_anonymized
from games.puzzles import answers, selectors
from games.tables.signals import FrontPageBuilt


@receiver(FrontPageBuilt.signal)
def add_todays_puzzles(message: FrontPageBuilt, **_: Any) -> None:
    """Strangers' front page asks the database nothing."""
    message.context["puzzles"] = selectors.list_todays_links(message.user_id) if message.user_id else []


@receiver(user_anonymized)
def delete_answers(person: Any, **_: Any) -> None:
    answers.delete_answers(person)
