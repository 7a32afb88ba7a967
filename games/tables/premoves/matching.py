"""What seats have planned, at the desk: what holds, what it answers, and when. Their texts are never logged."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine.game import AnyTitle
from games.engine.premoves import Answer, Plan
from games.engine.serialization.canonical_json import canonical, to_json
from games.engine.serialization.values import Move
from games.tables import models
from games.tables.models import Seat
from games.tables.premoves.selectors import Entry, entries_in
from games.tables.session.table_session import Desk

logger = logging.getLogger(__name__)


def entries_of(title: AnyTitle, seat: Seat) -> tuple[Entry, ...]:
    """The plans of whoever holds the seat now."""
    return entries_in(title, seat.planned)


def entries_kept(seat: Seat, entries: Sequence[Entry]) -> None:
    """These are the plans of the person in the seat from now on. At most 1 query."""
    body = canonical([{"scope": one.scope, "plan": to_json(one.plan)} for one in entries]) if entries else ""
    row = getattr(seat, "plan", None)
    there = bool(row and row.body)
    if body and seat.user_id and body != seat.planned:
        models.Plan(seat=seat, user_id=seat.user_id, body=body).save(force_update=there, force_insert=not there)
    elif row and there and not body:
        models.Plan.objects.filter(seat=seat).delete()
        row.body = ""  # for whoever has the seat in hand


def plans_reviewed(d: Desk) -> None:
    """Delete what is over: its trick, hand or round, or its person's time in the seat."""
    plans = d.title.plans
    for seat in d.seats:
        if plans is None or getattr(seat, "plan", None) is None:
            continue
        entries, view = entries_of(d.title, seat), d.title.view(d.state, seat.number)
        entries_kept(seat, [one for one in entries if one.scope and one.scope == plans.scope(one.plan, view)])


def plan_answers(d: Desk, seat: Seat) -> tuple[Entry, Answer[Move]] | None:
    """What a plan answers to the seat's present question, and which one; None: the person has to."""
    plans = d.title.plans
    entries = entries_of(d.title, seat)
    if plans is None or not entries or seat.forfeited:
        return None
    view, legal = d.title.view(d.state, seat.number), d.title.rules.legal(d.state, seat.number)
    for entry in entries:
        try:
            found: Answer[Move] | None = plans.answer(entry.plan, view, legal)
            if found and legal.contains(found.move):
                return entry, found
        except Exception as problem:  # the person is asked instead; its text may name cards
            logger.error("%s: a plan failed at %s: %s", d.title.meta.slug, d.table.public_id, type(problem).__name__)
    return None


def plan_used(d: Desk, seat: Seat, entry: Entry, rest: Plan | None) -> None:
    """What is left of it stays filed."""
    plans = d.title.plans
    assert plans is not None
    left = [Entry(plans.scope(rest, d.title.view(d.state, seat.number)), rest)] if rest else []
    others = [one for one in entries_of(d.title, seat) if one is not entry and one != entry]
    entries_kept(seat, [*others, *left])


def answer_time(now: datetime, deadline: datetime | None) -> datetime:
    """When a bot or a plan answers among people: drawn without looking at cards, moves or plans, by the deadline."""
    low, high = (round(1000 * seconds) for seconds in settings.ANSWER_SECONDS)
    at = now + timedelta(milliseconds=low + secrets.randbelow(high - low + 1))
    return at if deadline is None else min(deadline, at)
