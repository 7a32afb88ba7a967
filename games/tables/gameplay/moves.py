"""A seat's decision, on its way into the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.db.compiled_queries import Param, Prepared
from games.engine.errors import BadPayload
from games.engine.game import AnyTitle, Move
from games.engine.hash_chain import request_hash, text_hash
from games.engine.serialization.canonical_json import canonical, parse, tagged, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.tables.errors import Conflict, Malformed, NotAllowed, Unprocessable
from games.tables.gameplay.match_flow import decided
from games.tables.models import Event, Seat, Table
from games.tables.session.table_session import Desk, check_in_play

KEY_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEY_LENGTH = 64
_ANSWER = Prepared(
    lambda: Event.objects.filter(table=Param("table"), seat=Param("seat"), key=Param("key")).values_list(
        "seq", "digest", "payload"
    )
)


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


def person_moves(d: Desk, *, user_id: int | None, asked: int | None, submitted: Submitted, key: str | None) -> Receipt:
    """A person plays a move at their own seat: the decision and all house steps after it.

    `asked` is the number of the event that put the question being answered, `key` makes the move idempotent. Raises a
    Refusal, and then nothing has changed.
    """
    seat = d.seat_of(user_id)
    move = submitted.read(d.title)
    # With the person in it, nobody who holds the seat later is given this one's answers.
    payload = text_hash(canonical({"asked": asked, "move": to_json(move), "person": user_id}))
    if first := _answered_before(d.table, seat, key, payload):
        return first
    if seat.bot:  # stands in for the person
        raise NotAllowed("not-seated")
    if seat.forfeited:
        raise NotAllowed("forfeited")
    check_in_play(d.table)
    if seat.asked != asked:
        raise Conflict("stale")
    return Receipt(*decided(d, seat, move, cause=Event.Cause.PLAYER, key=key, payload=payload))


def seat_moves(
    d: Desk, seat: Seat, asked: int, move: Move, cause: Event.Cause, data: dict[str, Any] | None = None
) -> Receipt:
    """A bot or the clock answers for a seat; `data` is its reason. Raises Conflict where the question isn't open."""
    check_in_play(d.table)
    if seat.asked != asked:
        raise Conflict("stale")
    return Receipt(*decided(d, seat, move, cause=cause, data=data))


def _answered_before(table: Table, seat: Seat, key: str | None, payload: str) -> Receipt | None:
    """The first answer to this key, if there was one: same payload, same answer."""
    if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):
        raise Malformed("bad-key")
    found = _ANSWER.first(table=table.pk, seat=seat.number, key=key)
    if found is None:
        return _answered_in_record(table, seat, key, payload) if table.ended else None
    seq, digest, first_payload = found
    if first_payload != payload:
        raise Unprocessable("key-reused")
    return Receipt(seq, digest, repeated=True)


def _answered_in_record(table: Table, seat: Seat, key: str, payload: str) -> Receipt | None:
    """The same where the rows are gone: the log holds key and payload by their hash."""
    given = f'"request":"{request_hash(key, payload)}"'
    for seq, event in enumerate(table.sealed.whole() if table.sealed else (), 1):
        if given in event["body"] and parse(event["body"])["seat"] == seat.number:
            return Receipt(seq, event["digest"], repeated=True)
    return None
