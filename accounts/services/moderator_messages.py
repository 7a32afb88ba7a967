"""Telling people about a message from the moderators, with a mark on every page and, if they want mail, a mail."""

from celery import current_app
from django.db import transaction

from accounts.models import User
from config.db.locking import write_lock

PAGES = {"standing": "accounts:status", "reports": "moderation:my_reports"}


def notify_moderator_message(person: User, page: str) -> None:
    """Mark an unread message at `page` (one of PAGES) and queue a mail. Call it in the transaction that causes it."""
    User.objects.filter(pk=person.pk).update(unread_message_page=page)
    person.unread_message_page = page
    transaction.on_commit(
        lambda: current_app.send_task("accounts.send_moderator_message", args=(person.pk, page)), robust=True
    )


def mark_message_read(person: User, page: str) -> None:
    """Clear the mark if it is for `page`."""
    if person.unread_message_page == page:
        with write_lock():
            User.objects.filter(pk=person.pk).update(unread_message_page="")
        person.unread_message_page = ""
