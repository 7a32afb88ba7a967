"""A seat's decision, on its way into the log. People, bots and the clock all come through `move_submit`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from games import catalog
from games.engine.chain import text_hash
from games.engine.codec import canonical, move_from_form, tagged, to_json
from games.engine.contract import AnyTitle, Move
from games.engine.errors import BadPayload, IllegalMove
from games.tables.errors import Conflict, Malformed, NotAllowed, Unprocessable
from games.tables.journal import Journal
from games.tables.locking import locked_table
from games.tables.models import Event, Seat, Table
from games.tables.opening import own_seat
from games.tables.progress import asked_after, house_moves, questions_put

KEY_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEY_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Submitted:
    """A move as it came in: form fields, plain JSON, or a move already made (bots, the clock)."""

    form: Mapping[str, Sequence[str]] | None = None
    plain: Any = None
    move: Move | None = None

    def read(self, title: AnyTitle) -> Move:
        """The move. Raises Malformed."""
        if self.move is not None:
            return self.move
        try:
            return tagged(title.moves, self.plain) if self.form is None else move_from_form(title.moves, self.form)
        except BadPayload as problem:
            raise Malformed(problem.code, problem.params) from problem


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an accepted move: its event's number and digest, and whether it had been answered before."""

    seq: int
    digest: str
    repeated: bool = False


def move_submit(
    *,
    public_id: str,
    seat_number: int | None,
    asked: int | None,
    submitted: Submitted,
    user_id: int | None = None,
    cause: Event.Cause = Event.Cause.PLAYER,
    key: str | None = None,
) -> Receipt:
    """Play a move: the decision and all house steps after it, in one transaction.

    A person (`cause` PLAYER) is known by `user_id` and needs an idempotency `key`; the seat is the person's own.
    `asked` is the number of the event that put the question being answered. Raises a Refusal, and then nothing has
    changed.
    """
    with locked_table(public_id) as table:
        seats = sorted(table.seats.all(), key=attrgetter("number"))
        seat = _acting_seat(table, seats, seat_number, user_id, cause)
        title = catalog.title(table.title)
        move = submitted.read(title)
        # With the person in it, nobody who holds the seat later is given this one's answers.
        payload = text_hash(canonical({"asked": asked, "move": to_json(move), "person": user_id}))
        if cause == Event.Cause.PLAYER:
            if first := _answered_before(table, seat, key, payload):
                return first
            if seat.bot:  # stands in for the person
                raise NotAllowed("not-seated")
        _check_running(table)
        if seat.asked != asked:
            raise Conflict("stale")
        return _play(table, title, seats, seat, move, cause, key, payload)


def _play(
    table: Table,
    title: AnyTitle,
    seats: list[Seat],
    seat: Seat,
    move: Move,
    cause: Event.Cause,
    key: str | None,
    payload: str,
) -> Receipt:
    journal = Journal(table, title, table.now)
    assert journal.frame is not None
    state = title.read_state(journal.frame)
    try:
        step = title.rules.apply(state, seat.number, move)
    except IllegalMove as refusal:
        raise Unprocessable(refusal.code, refusal.params, common=False) from None
    asked = {s.number: s.asked for s in seats if s.asked is not None}
    seq = journal.add(
        "move", cause=cause, seat=seat.number, move=move, told=step.happenings, state=step.state,
        key=key, payload=payload if key else "", seats=len(seats),
    )  # fmt: skip
    receipt = Receipt(seq, journal.digest)
    asked = asked_after(title, step.state, asked, seq, seat.number)
    state, asked = house_moves(journal, title, step.state, asked, seats)
    questions_put(journal, title, state, asked, seats)
    journal.write()
    return receipt


def _acting_seat(table: Table, seats: list[Seat], number: int | None, user_id: int | None, cause: Event.Cause) -> Seat:
    """The seat that acts. A person's own seat; for bots and the clock the one they name."""
    if cause == Event.Cause.PLAYER:
        return own_seat(table, seats, user_id)
    return seats[number or 0]


def _answered_before(table: Table, seat: Seat, key: str | None, payload: str) -> Receipt | None:
    """The first answer to this key, if there was one: same payload, same answer."""
    if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):
        raise Malformed("bad-key")
    try:
        event = Event.objects.only("seq", "digest", "payload").get(table=table, seat=seat.number, key=key)
    except Event.DoesNotExist:
        return None
    if event.payload != payload:
        raise Unprocessable("key-reused")
    return Receipt(event.seq, event.digest, repeated=True)


def _check_running(table: Table) -> None:
    if table.ended:
        raise Conflict("table-over")
    if table.status != Table.Status.RUNNING:
        raise Conflict("not-started")
    if table.frozen_at is not None:
        raise Conflict("table-frozen")
