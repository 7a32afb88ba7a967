"""Filing, changing and withdrawing plans, and playing them when they are due.

A plan touches neither the log nor the table's revision: until it is played, nothing tells others that it is there.
When it is due stands in the seat, where the sweep finds it; what it answers is decided only then, under the lock.
"""

import logging
import time
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from django.db.models.functions import Now

from config.db.compiled_queries import Prepared
from config.db.unavailable import concerns_all
from games.engine.errors import BadPayload
from games.engine.game import AnyTitle
from games.engine.premoves import Plan
from games.engine.serialization.form_parsing import value_from_form
from games.tables import signals
from games.tables.access import plays_alone
from games.tables.errors import Conflict, Malformed, NotAllowed
from games.tables.gameplay.moves import seat_moves
from games.tables.models import Event, Seat
from games.tables.premoves.matching import answer_time, entries_kept, entries_of, plan_answers, plan_used
from games.tables.premoves.selectors import Entry
from games.tables.session.table_session import Desk, check_in_play, desk

logger = logging.getLogger(__name__)
BATCH = 100
Question = tuple[str, int, int]  # table's public id, seat number, asked


def plan_file(*, public_id: str, user_id: int | None, form: Mapping[str, Sequence[str]]) -> None:
    """File a plan, in place of an earlier one of its slot. Raises a Refusal, and then nothing has changed.

    `form` has the plan's type and fields, and in `about` what the form was made for.
    """
    with desk(public_id) as d:
        seat = _own(d, user_id)
        check_in_play(d.table)
        plan = _read(d.title, form)
        plans = d.title.plans
        if plans is None or plays_alone(d.seats):
            raise Conflict("no-plans")
        view = d.title.view(d.state, seat.number)
        offer = next((one for one in plans.offered(view) if one.make is type(plan)), None)
        if offer is None or [offer.about] != list(form.get("about", ())):
            raise Conflict("stale")
        if not offer.contains(plan):  # any more: somebody has raised since the form was made
            raise Conflict("stale")
        others = [one for one in entries_of(d.title, seat) if one.plan.slot != plan.slot]
        entries_kept(seat, [*others, Entry(plans.scope(plan, view), plan)])
        _due_again(d, seat)


def plan_withdraw(*, public_id: str, user_id: int | None, kind: str) -> None:
    """Take back the plan of that type; there being none is fine."""
    with desk(public_id) as d:
        seat = _own(d, user_id)
        entries_kept(seat, [one for one in entries_of(d.title, seat) if one.plan.type != kind])
        _due_again(d, seat)


def plans_due(limit: int, besides: Collection[Question] = ()) -> list[Question]:
    """The questions that plans are to answer by now, by the database's clock, the oldest first, but those `besides`."""
    rows = _due(limit + len(besides)).all()
    found = [(public_id, number, asked) for public_id, number, asked in rows if asked is not None]
    return [question for question in found if question not in besides][:limit]


@lru_cache(maxsize=32)  # one for each number of questions to be passed over
def _due(limit: int) -> "Prepared[tuple[str, int, int | None]]":
    """Written once, as the clock asks every second."""
    due = Seat.objects.in_play().filter(bot="", due_at__lte=Now(), asked__isnull=False).order_by("due_at", "pk")
    return Prepared(lambda: due.values_list("table__public_id", "number", "asked")[:limit])


def plan_play(public_id: str, number: int, asked: int) -> bool:
    """Play what the seat's plan answers now, if the question is still open and the plan still due. Says whether it did.

    Where it no longer answers, its person is asked after all.
    """
    with desk(public_id) as d:
        seat = d.seats[number]
        due = seat.asked == asked and seat.planning and seat.due_at is not None and seat.due_at <= d.now
        if not due or not d.table.in_play:
            return False
        found = plan_answers(d, seat)
        if found is None:
            _asked_after_all(d, seat)
            return False
        entry, answer = found
        plan_used(d, seat, entry, answer.rest)
        seat_moves(d, seat, asked, answer.move, Event.Cause.PLAN)
        return True


def plans_played(seconds: float) -> int:
    """Play what is due, each in a transaction of its own, until nothing is or for about `seconds`. Returns how many."""
    stop_at, played, vain = time.monotonic() + seconds, 0, set[Question]()
    while time.monotonic() < stop_at and (questions := plans_due(BATCH, vain)):
        for question in questions:
            if _played(question):
                played += 1
            else:
                vain.add(question)
    return played


def _played(question: Question) -> bool:
    try:
        return plan_play(*question)
    except Conflict:  # answered in the meantime
        return False
    except Exception as problem:  # one broken table must not stop all plans; its text may name cards
        if concerns_all(problem):
            raise
        logger.error("a plan can't be played at %s: %s", question[0], type(problem).__name__)
        return False


def _own(d: Desk, user_id: int | None) -> Seat:
    seat = d.seat_of(user_id)
    if seat.bot or seat.forfeited:  # others play for the person
        raise NotAllowed("not-seated")
    return seat


def _read(title: AnyTitle, form: Mapping[str, Sequence[str]]) -> Plan:
    try:
        return value_from_form(title.plans.KINDS if title.plans else (), form)
    except BadPayload as problem:
        raise Malformed(problem.code, problem.params) from None


def _due_again(d: Desk, seat: Seat) -> None:
    """A seat that is asked already: its plan answers as if it had just been asked, or no longer does."""
    if seat.asked is None or not d.table.in_play:
        return
    answers = plan_answers(d, seat) is not None
    if answers and not seat.planning:
        seat.due_at = answer_time(d.now, seat.deadline)
    elif not answers and seat.planning:
        _asked_after_all(d, seat)


def _asked_after_all(d: Desk, seat: Seat) -> None:
    seat.due_at = None
    signals.QuestionsChanged(d, [seat]).send()
