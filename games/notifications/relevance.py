"""Conditions for notifications that are still relevant, such as questions that aren't answered yet.

They are part of queries, so that no move has to clean up lists and the outbox.
"""

from collections.abc import Collection

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from games.notifications.models import Notification
from games.tables.gameplay.agreements import PROPOSAL_LIFETIME
from games.tables.models import Seat, Table

Kind = Notification.Kind
_SEATS = Seat.objects.filter(table=OuterRef("table"))
_OWN_SEAT = _SEATS.filter(user=OuterRef("recipient"))
_IS_OPEN = Q(table__status=Table.Status.OPEN)
_IS_RUNNING = Q(table__status=Table.Status.RUNNING)
_IS_SEATED = Q(Exists(_OWN_SEAT))
_HAS_VACANT_SEAT = Q(Exists(_SEATS.filter(played_by=Seat.PlayedBy.NOBODY)))
_AWAITS_HOST = Q(table__host=F("recipient"), table__reveal_deadline=None)
_IS_PAUSE_PROPOSED = Q(table__proposed_agreement=Table.Agreement.PAUSE) & (
    Q(table__proposed_at=None) | Q(table__proposed_at__gt=Now() - PROPOSAL_LIFETIME)
)
_HAS_SUBSTITUTE = Q(
    Exists(_OWN_SEAT.filter(played_by__in=(Seat.PlayedBy.BOT_WHILE_AWAY, Seat.PlayedBy.BOT_BY_MODERATOR)))
)


def _require(kinds: Collection[Kind], condition: Q) -> Q:
    """Apply a condition to these kinds only."""
    return ~Q(kind__in=kinds) | condition


IS_RELEVANT = (
    _require((Kind.OPENING,), Q(table__reveal_deadline__isnull=False))
    & _require(Notification.INVITING, _IS_OPEN & ~_IS_SEATED)
    & _require((Kind.TABLE_FULL,), _IS_OPEN & ~_HAS_VACANT_SEAT & _AWAITS_HOST)
    & _require((Kind.PAUSE_PROPOSED,), _IS_RUNNING & _IS_PAUSE_PROPOSED)
    & _require((Kind.PAUSE_AGREED,), _IS_RUNNING & Q(table__paused_at__isnull=False))
    & _require((Kind.PAUSE_ENDED,), _IS_RUNNING & Q(table__paused_at=None))
    & _require((Kind.SEAT_TO_BOT,), _IS_RUNNING & _HAS_SUBSTITUTE)
)
# The list leaves out questions that a premove is about to answer.
IS_ASKED = Q(Exists(_OWN_SEAT.filter(question_seq=OuterRef("event_seq"), played_by=Seat.PlayedBy.PERSON, act_at=None)))
IS_LISTABLE = IS_RELEVANT & _require(Notification.ASKING, IS_ASKED)
