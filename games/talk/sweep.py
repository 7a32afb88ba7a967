"""What is said is kept for TALK_DAYS."""

from datetime import timedelta

from django.conf import settings
from django.db.models.functions import Now

from games.tables.locking import write_transaction
from games.talk.models import Line

AT_ONCE = 1000  # rows, so that nobody waits long for the lock


def talk_swept() -> int:
    """Delete what is older. Returns how many lines went."""
    before = Now() - timedelta(days=settings.TALK_DAYS)
    gone = 0
    while True:
        old = list(Line.objects.filter(said_at__lte=before).values_list("pk", flat=True)[:AT_ONCE])
        if not old:
            return gone
        with write_transaction():
            gone += Line.objects.filter(pk__in=old).delete()[0]
