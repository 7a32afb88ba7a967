"""Telling somebody that the moderators have a word for them: a mark on every page, and a mail to who wants mails."""

from celery import current_app
from django.db import transaction

from accounts.models import User
from config.db.locking import write_lock

PAGES = {"standing": "accounts:status", "reports": "moderation:my_reports"}


def notify_moderator_message(person: User, page: str) -> None:
    """There is something to read at that page (one of PAGES). Inside the transaction that gives the reason."""
    User.objects.filter(pk=person.pk).update(unread_message_page=page)
    person.unread_message_page = page
    transaction.on_commit(
        lambda: current_app.send_task("accounts.send_moderator_message", args=(person.pk, page)), robust=True
    )


def mark_message_read(person: User, page: str) -> None:
    """They have opened that page."""
    if person.unread_message_page == page:
        with write_lock():
            User.objects.filter(pk=person.pk).update(unread_message_page="")
        person.unread_message_page = ""
