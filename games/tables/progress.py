"""What follows a decision: the house moves until somebody must decide; questions, deadlines, the end are noted."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine.chance import Chance, chance_key
from games.engine.contract import AnyState, AnyTitle
from games.tables import hooks
from games.tables.journal import Journal
from games.tables.models import Event, Seat, Table

HOUSE_STEPS_LIMIT = 1000  # between two decisions; more can only be a title running in circles

Asked = dict[int, int]  # seat number → number of the event that put its present question


def table_chance(table: Table, seats: Sequence[Seat]) -> Chance:
    """The table's randomness. `seats` in seat order."""
    return Chance(table_key(table, seats))


def table_key(table: Table, seats: Sequence[Seat]) -> bytes:
    """The key of the table's streams, from its seed and the seats' phrase hashes."""
    return chance_key(table.public_id, bytes(table.seed.value), [seat.phrase_hash for seat in seats])


def asked_after(title: AnyTitle, state: AnyState, before: Asked, seq: int, mover: int | None) -> Asked:
    """The open questions after event `seq`: those still waiting keep theirs, whoever is asked anew gets `seq`."""
    waiting = title.rules.waiting_on(state)
    return {seat: before[seat] if seat in before and seat != mover else seq for seat in sorted(waiting)}


def house_moves(
    journal: Journal, title: AnyTitle, state: AnyState, asked: Asked, seats: Sequence[Seat]
) -> tuple[AnyState, Asked]:
    """Let the house move until somebody must decide or the match is over; every step is an event of its own."""
    chance = table_chance(journal.table, seats)
    for _ in range(HOUSE_STEPS_LIMIT):
        step = title.rules.advance(state, chance)
        if step is None:
            return state, asked
        state = step.state
        seq = journal.add("house", cause=Event.Cause.HOUSE, told=step.happenings, state=state, seats=len(seats))
        asked = asked_after(title, state, asked, seq, None)
    raise RuntimeError(f"{title.meta.slug}: the house never comes to rest")


def questions_put(journal: Journal, title: AnyTitle, state: AnyState, asked: Asked, seats: Sequence[Seat]) -> None:
    """Note the open questions in the seats, with deadlines and bots' appointments; and the end, if it is."""
    changed = [seat for seat in seats if seat.asked != asked.get(seat.number)]
    for seat in changed:
        seat.asked = asked.get(seat.number)
        question_renewed(seat, journal.table, journal.now)
    questions_saved(changed)
    if title.rules.over(state):
        table_ended(journal, seats, Table.Status.FINISHED)
    else:
        hooks.questions_changed(journal, changed)


def questions_saved(seats: Sequence[Seat]) -> None:
    """Write the seats' questions in one query. An upsert: Django's bulk_update takes ten times as long to compile."""
    fields = ["asked", "deadline", "due_at", "leased_until", "tries"]
    Seat.objects.bulk_create(seats, update_conflicts=True, unique_fields=["pk"], update_fields=fields)


def table_ended(journal: Journal, seats: Sequence[Seat], status: Table.Status) -> None:
    """Close the table: no more questions, its seed may be shown."""
    journal.table.status, journal.table.ended_at = status, journal.now
    journal.table.frozen_at, journal.table.frozen_reason = None, ""
    hooks.match_ended(journal, seats)


def question_renewed(seat: Seat, table: Table, now: datetime) -> None:
    """Set a seat's deadline and, for a bot, its appointment from its present question. Does not save."""
    seat.deadline = seat.due_at = seat.leased_until = None
    seat.tries = 0
    if seat.asked is None:
        return
    if seat.bot:
        seat.due_at = now + timedelta(seconds=settings.BOT_DELAY_SECONDS)
        seat.deadline = now + timedelta(seconds=settings.BOT_WATCHDOG_SECONDS)
    else:
        seat.deadline = now + timedelta(seconds=table.turn_seconds)
