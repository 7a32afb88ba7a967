"""What seats of a locked table have planned: what holds, what it answers, and when. Their texts are never logged."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine.game import AnyGame
from games.engine.premoves import Premove, PremoveAnswer
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.engine.serialization.values import Move
from games.tables import models
from games.tables.locked_table import TableSession
from games.tables.models import Seat
from games.tables.premoves.selectors import StoredPremove, describe_premove, parse_premoves

logger = logging.getLogger(__name__)


def load_premoves(title: AnyGame, seat: Seat) -> tuple[StoredPremove, ...]:
    """The plans of whoever holds the seat now."""
    return parse_premoves(title, seat.premoves_json)


def save_premoves(seat: Seat, entries: Sequence[StoredPremove]) -> None:
    """These are the plans of the person in the seat from now on. At most 1 query."""
    body = dump_canonical([{"scope": one.scope, "plan": to_json(one.premove)} for one in entries]) if entries else ""
    row = getattr(seat, "premoves", None)
    there = bool(row and row.body)
    if body and seat.user_id and body != seat.premoves_json:
        models.SeatPremoves(seat=seat, user_id=seat.user_id, body=body).save(force_update=there, force_insert=not there)
    elif row and there and not body:
        models.SeatPremoves.objects.filter(seat=seat).delete()
        row.body = ""  # for whoever has the seat in hand


def drop_stale_premoves(session: TableSession) -> None:
    """Delete what is over: its trick, hand or round, or its person's time in the seat."""
    plans = session.game.premoves
    for seat in session.seats:
        if plans is None or getattr(seat, "premoves", None) is None:
            continue
        entries, view = load_premoves(session.game, seat), session.game.view(session.state, seat.number)
        save_premoves(seat, [one for one in entries if one.scope and one.scope == plans.scope(one.premove, view)])


def match_premove(session: TableSession, seat: Seat) -> tuple[StoredPremove, PremoveAnswer[Move]] | None:
    """What a plan answers to the seat's present question, and which one; None: the person has to."""
    plans = session.game.premoves
    entries = load_premoves(session.game, seat)
    if plans is None or not entries or seat.has_forfeited:
        return None
    view, legal = session.game.view(session.state, seat.number), session.game.rules.legal(session.state, seat.number)
    for entry in entries:
        try:
            found: PremoveAnswer[Move] | None = plans.answer(entry.premove, view, legal)
            if found and legal.contains(found.move):
                return entry, found
        except Exception as problem:  # the person is asked instead; its text may name cards
            logger.error(
                "%s: a plan failed at %s: %s",
                session.game.metadata.slug,
                session.table.public_id,
                type(problem).__name__,
            )
    return None


def consume_premove(session: TableSession, seat: Seat, entry: StoredPremove, rest: Premove | None) -> None:
    """What is left of it stays filed."""
    plans = session.game.premoves
    assert plans is not None
    left = [StoredPremove(plans.scope(rest, session.game.view(session.state, seat.number)), rest)] if rest else []
    others = [one for one in load_premoves(session.game, seat) if one is not entry and one != entry]
    save_premoves(seat, [*others, *left])


def note_played_premove(session: TableSession, seat: Seat, premove: Premove) -> None:
    """Its person reads in the log which plan answered: the next event. 1 query."""
    assert seat.user is not None
    view = session.game.view(session.state, seat.number)
    words = describe_premove(session.game.metadata.slug, seat.user.message_language, premove, view)
    models.PlayedPremove.objects.create(seat=seat, user=seat.user, event_seq=session.event_writer.seq + 1, words=words)


def draw_answer_time(now: datetime, deadline: datetime | None) -> datetime:
    """When a bot or a plan answers among people: drawn without looking at cards, moves or plans, by the deadline."""
    low, high = (round(1000 * seconds) for seconds in settings.BOT_REPLY_DELAY_RANGE)
    at = now + timedelta(milliseconds=low + secrets.randbelow(high - low + 1))
    return at if deadline is None else min(deadline, at)
