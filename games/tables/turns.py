"""What a decision leads to: the house moves until somebody must decide; questions, deadlines, the end are noted."""

from datetime import timedelta

from django.conf import settings

from games.engine.contract import Move
from games.engine.errors import IllegalMove
from games.tables import hooks
from games.tables.desk import Desk
from games.tables.errors import Unprocessable
from games.tables.models import Event, Seat, Table

HOUSE_STEPS_LIMIT = 1000  # between two decisions; more can only be a title running in circles

Asked = dict[int, int]  # seat number → number of the event that put its present question


def match_begun(d: Desk) -> None:
    """Set the match up and let the house make its first steps."""
    d.table.status, d.table.started_at = Table.Status.RUNNING, d.now
    phrases = [seat.phrase_hash for seat in d.seats]
    state = d.title.rules.setup(d.table.options, len(d.seats))
    d.journal.add(Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={"phrases": phrases})
    _goes_on(d, {})


def decided(
    d: Desk, seat: Seat, move: Move, *, cause: Event.Cause, key: str | None = None, payload: str = ""
) -> tuple[int, str]:
    """Play a seat's decision and all house steps after it. Returns the decision's number and digest.

    Raises Unprocessable with the title's reason for a move that is not legal, and then nothing has been noted.
    """
    try:
        step = d.title.rules.apply(d.state, seat.number, move)
    except IllegalMove as refusal:
        raise Unprocessable(refusal.code, refusal.params, common=False) from None
    seq = d.journal.add(
        Event.Kind.MOVE, cause=cause, seat=seat.number, move=move, told=step.happenings, state=step.state,
        key=key, payload=payload,
    )  # fmt: skip
    digest = d.journal.digest
    asked = {other.number: other.asked for other in d.seats if other.asked is not None and other is not seat}
    _goes_on(d, _asked_after(d, asked, seq))
    return seq, digest


def match_ended(d: Desk, status: Table.Status) -> None:
    """Close the table: no more questions, its seed may be shown."""
    for seat in d.seats:
        question_put(d, seat, None)
    d.table.status, d.table.ended_at = status, d.now
    d.table.frozen_at, d.table.frozen_reason = None, ""
    hooks.match_ended(d)


def question_put(d: Desk, seat: Seat, asked: int | None) -> None:
    """Put a question to a seat, or none: its deadline and, for a bot, its appointment begin anew.

    A frozen table's times count from the moment it was frozen: the thaw moves them all.
    """
    seat.asked = asked
    seat.deadline = seat.due_at = seat.leased_until = None
    seat.tries = 0
    if asked is None:
        return
    now = d.table.frozen_at or d.now
    if seat.bot:
        seat.due_at = now + timedelta(seconds=settings.BOT_DELAY_SECONDS)
        seat.deadline = now + timedelta(seconds=settings.BOT_WATCHDOG_SECONDS)
    else:
        seat.deadline = now + timedelta(seconds=d.table.turn_seconds)


def _goes_on(d: Desk, asked: Asked) -> None:
    """The house moves, every step an event of its own; then whoever must decide is asked, or the match is over."""
    for _ in range(HOUSE_STEPS_LIMIT):
        step = d.title.rules.advance(d.state, d.chance)
        if step is None:
            break
        seq = d.journal.add(Event.Kind.HOUSE, cause=Event.Cause.HOUSE, told=step.happenings, state=step.state)
        asked = _asked_after(d, asked, seq)
    else:
        raise RuntimeError(f"{d.title.meta.slug}: the house never comes to rest")
    changed = [seat for seat in d.seats if seat.asked != asked.get(seat.number)]
    for seat in changed:
        question_put(d, seat, asked.get(seat.number))
    if d.title.rules.over(d.state):
        match_ended(d, Table.Status.FINISHED)
    else:
        hooks.questions_changed(d, changed)


def _asked_after(d: Desk, before: Asked, seq: int) -> Asked:
    """The open questions after event `seq`: those still waiting keep theirs, whoever is asked anew gets `seq`."""
    return {seat: before.get(seat, seq) for seat in sorted(d.title.rules.waiting_on(d.state))}
