"""Deletion of messages after CHAT_RETENTION_DAYS. Comments are kept as long as their match."""

from datetime import timedelta

from django.conf import settings
from django.db.models.functions import Now

from config.db.locking import write_transaction
from games.social.models import ChatMessage, ChatRoomName

AT_ONCE = 1000  # rows per transaction, so that no one waits long for the lock


def delete_old_messages() -> int:
    """Delete expired messages. Return how many."""
    before = Now() - timedelta(days=settings.CHAT_RETENTION_DAYS)
    deleted = 0
    while True:
        messages = ChatMessage.objects.exclude(room__name=ChatRoomName.REPLAY)
        old = list(messages.filter(created_at__lte=before).values_list("pk", flat=True)[:AT_ONCE])
        if not old:
            return deleted
        with write_transaction():
            deleted += ChatMessage.objects.filter(pk__in=old).delete()[0]
