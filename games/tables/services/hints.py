"""Hints for people playing alone with bots: the strong bot's move, computed by a worker from the seat's view."""

import time
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.catalog import registry
from games.engine.advice import Advice, advice_to_json
from games.engine.chance import Rng
from games.engine.game import AnyGame, AnyState, Move, Simulator
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.engine.simulator import OutOfTimeError
from games.tables.access import is_solo
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.locked_table import get_chance_key, locked_table, require_in_play
from games.tables.models import Event, Hint, Seat

TASK = "tables.compute_hint"
RETRY_AFTER = timedelta(seconds=6)  # after this the job may be lost, and is queued again


def ask_for_hint(public_id: str, *, user_id: int | None, question_seq: int | None) -> None:
    """Request a hint for the open question, and write the event. Repeated requests change nothing.

    Raises a ServiceError if others play too, or if the question isn't the open one.
    """
    with locked_table(public_id) as session:
        seat = session.get_seat_for(user_id)
        require_in_play(session.table)
        if not is_solo(session.seats) or not seat.is_person or session.game.adviser is None:
            raise ForbiddenError("no-hint")
        if question_seq is None or seat.question_seq != question_seq:
            raise ConflictError("stale")
        hint, is_new = Hint.objects.get_or_create(
            seat=seat, question_seq=question_seq, defaults={"asked_at": session.now}
        )
        if is_new:
            seat.has_hint = True
            session.event_writer.append(Event.Kind.HINT, cause=Event.Cause.PLAYER, seat=seat.number)
        if not hint.advice:
            queue_on_commit(TASK, hint.pk)


def queue_lost_hint(hint: Hint) -> None:
    """Queue a late hint again. Called while someone waits for it."""
    now = timezone.now()
    with write_transaction():
        late = Hint.objects.filter(pk=hint.pk, advice="", asked_at__lt=now - RETRY_AFTER)
        if late.update(asked_at=now):
            queue_on_commit(TASK, hint.pk)


def compute_hint(hint_pk: int) -> None:
    """Compute a hint if its question is still open. 3 queries, plus one that writes."""
    hint = (
        Hint.objects.filter(pk=hint_pk, advice="").select_related("seat__table__position", "seat__table__seed").first()
    )
    if hint is None or hint.seat.question_seq != hint.question_seq:
        return
    table, seats = hint.seat.table, list(Seat.objects.filter(table=hint.seat.table_id).order_by("number"))
    game = registry.get_game(table.game_slug)
    state = game.read_state(parse_json(table.position.frame))
    rows = Hint.objects.filter(pk=hint_pk)
    try:
        advice = _advise(game, state, hint, get_chance_key(table, seats))
    except OutOfTimeError:
        rows.delete()  # so that it is offered again
    else:
        rows.update(advice=dump_canonical(advice_to_json(advice)))


def _advise(game: AnyGame, state: AnyState, hint: Hint, key: bytes) -> Advice[Move]:
    assert game.adviser is not None
    number = hint.seat.number
    view, legal = game.view(state, number), game.rules.legal(state, number)
    ends_at = time.monotonic() + settings.HINT_MAX_SECONDS
    sim = Simulator(game, view, lambda: time.monotonic() < ends_at)
    return game.adviser(view, legal, Rng(key, f"hint|{number}|{hint.question_seq}"), sim, 1, ())
