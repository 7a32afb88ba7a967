"""Premoves of the seats of a locked table: which are valid, what they answer and when. Their content isn't logged."""

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


def load_premoves(game: AnyGame, seat: Seat) -> tuple[StoredPremove, ...]:
    """Return the premoves of the seat's current holder."""
    return parse_premoves(game, seat.premoves_json)


def save_premoves(seat: Seat, entries: Sequence[StoredPremove]) -> None:
    """Replace the premoves of the seat's person. At most 1 query."""
    body = (
        dump_canonical([{"scope": entry.scope, "plan": to_json(entry.premove)} for entry in entries]) if entries else ""
    )
    row = getattr(seat, "premoves", None)
    is_stored = bool(row and row.body)
    if body and seat.user_id and body != seat.premoves_json:
        models.SeatPremoves(seat=seat, user_id=seat.user_id, body=body).save(
            force_update=is_stored, force_insert=not is_stored
        )
    elif row and is_stored and not body:
        models.SeatPremoves.objects.filter(seat=seat).delete()
        row.body = ""  # keep the loaded row consistent


def drop_stale_premoves(session: TableSession) -> None:
    """Delete premoves whose trick, hand or round is over, or whose person has left the seat."""
    plans = session.game.premoves
    for seat in session.seats:
        if plans is None or getattr(seat, "premoves", None) is None:
            continue
        entries, view = load_premoves(session.game, seat), session.game.view(session.state, seat.number)
        current = [entry for entry in entries if entry.scope and entry.scope == plans.scope(entry.premove, view)]
        save_premoves(seat, current)


def match_premove(session: TableSession, seat: Seat) -> tuple[StoredPremove, PremoveAnswer[Move]] | None:
    """Return the premove that answers the seat's open question, with its answer; None if the person has to answer."""
    plans = session.game.premoves
    entries = load_premoves(session.game, seat)
    if plans is None or not entries or seat.has_forfeited:
        return None
    view, legal = session.game.view(session.state, seat.number), session.game.rules.legal(session.state, seat.number)
    for entry in entries:
        try:
            answer: PremoveAnswer[Move] | None = plans.answer(entry.premove, view, legal)
            if answer and legal.contains(answer.move):
                return entry, answer
        except Exception as problem:  # the person is asked instead; the error text may name cards
            logger.error(
                "%s: a plan failed at %s: %s",
                session.game.metadata.slug,
                session.table.public_id,
                type(problem).__name__,
            )
    return None


def consume_premove(session: TableSession, seat: Seat, entry: StoredPremove, rest: Premove | None) -> None:
    """Replace a used premove by what remains of it, if anything."""
    plans = session.game.premoves
    assert plans is not None
    remaining = [StoredPremove(plans.scope(rest, session.game.view(session.state, seat.number)), rest)] if rest else []
    other_entries = [other for other in load_premoves(session.game, seat) if other is not entry and other != entry]
    save_premoves(seat, [*other_entries, *remaining])


def note_played_premove(session: TableSession, seat: Seat, premove: Premove) -> None:
    """Store a description of the premove that the next event will play, for its person's log. 1 query."""
    assert seat.user is not None
    view = session.game.view(session.state, seat.number)
    words = describe_premove(session.game.metadata.slug, seat.user.message_language, premove, view)
    models.PlayedPremove.objects.create(seat=seat, user=seat.user, event_seq=session.event_writer.seq + 1, words=words)


def draw_answer_time(now: datetime, deadline: datetime | None) -> datetime:
    """Return a random time at which a bot or premove answers among people, no later than the deadline.

    Drawn independently of cards, moves and premoves.
    """
    low, high = (round(1000 * seconds) for seconds in settings.BOT_REPLY_DELAY_RANGE)
    at = now + timedelta(milliseconds=low + secrets.randbelow(high - low + 1))
    return at if deadline is None else min(deadline, at)
