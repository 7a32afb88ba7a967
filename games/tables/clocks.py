"""Deadlines: what is past due is played by the clock, with the safe move the rules sheet names.

For a bot only when it can't answer: its worker failed again and again, or there is none. Not because many wait.
"""

import logging
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Now

from games.tables.bots_due import bots_forsaken
from games.tables.desk import desk
from games.tables.errors import Conflict
from games.tables.models import Event, Seat
from games.tables.moves import seat_moves

logger = logging.getLogger(__name__)
Question = tuple[str, int, int]  # table's public id, seat number, asked


def questions_overdue(limit: int) -> list[Question]:
    """The questions whose deadline has passed by the database's clock, oldest first."""
    hopeless = Q() if bots_forsaken() else Q(bot="") | Q(tries__gte=settings.BOT_TRIES, leased_until__lte=Now())
    overdue = Seat.objects.in_play().filter(hopeless, deadline__lte=Now(), asked__isnull=False)
    rows = overdue.order_by("deadline").values_list("table__public_id", "number", "asked")[:limit]
    return [(public_id, number, asked) for public_id, number, asked in rows if asked is not None]


def timeout_play(public_id: str, number: int, asked: int) -> bool:
    """Play the safe move if the question is still open and, under the lock, still overdue. Says whether it did."""
    with desk(public_id) as d:
        seat = d.seats[number]
        late = seat.asked == asked and seat.deadline is not None and seat.deadline <= d.now
        if not late or not d.table.in_play or not _hopeless(seat, d.now):
            return False
        seat_moves(d, seat, asked, d.title.rules.safe_move(d.state, number, d.chance), Event.Cause.CLOCK)
        return True


def _hopeless(seat: Seat, now: datetime) -> bool:
    """Whether nobody else will answer: always so for people past their deadline."""
    tried = seat.tries >= settings.BOT_TRIES and seat.leased_until is not None and seat.leased_until <= now
    return not seat.bot or tried or bots_forsaken()


def overdue_resolved(limit: int) -> int:
    """Resolve what is past due, each in a transaction of its own. Returns how many the clock played."""
    played = 0
    for question in questions_overdue(limit):
        try:
            played += timeout_play(*question)
        except Conflict:  # answered in the meantime
            continue
        except Exception as problem:  # one broken table must not stop all clocks; its text may name cards
            logger.error("the clock failed at %s: %s", question[0], type(problem).__name__)
    return played
