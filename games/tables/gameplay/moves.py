"""A seat's decision, on its way into the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.db.compiled_queries import CompiledQuery, QueryParam
from games.engine.errors import InvalidPayloadError
from games.engine.game import AnyGame, Move
from games.engine.hash_chain import hash_request, hash_text
from games.engine.serialization.canonical_json import decode_tagged, dump_canonical, parse_json, to_json
from games.engine.serialization.form_parsing import move_from_form
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError
from games.tables.gameplay.match_flow import play_move
from games.tables.models import Event, Seat, Table
from games.tables.session.table_session import TableSession, require_in_play

KEY_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
KEY_LENGTH = 64
_ANSWER = CompiledQuery(
    lambda: Event.objects.filter(table=QueryParam("table"), seat=QueryParam("seat"), key=QueryParam("key")).values_list(
        "seq", "digest", "payload"
    )
)


@dataclass(frozen=True, slots=True)
class SubmittedMove:
    """A move as it came in: form fields, plain JSON, or a move already made (bots, the clock)."""

    form: Mapping[str, Sequence[str]] | None = None
    plain: Any = None
    move: Move | None = None

    def parse(self, title: AnyGame) -> Move:
        """The move. Raises BadRequestError."""
        if self.move is not None:
            return self.move
        try:
            return (
                decode_tagged(title.moves, self.plain) if self.form is None else move_from_form(title.moves, self.form)
            )
        except InvalidPayloadError as problem:
            raise BadRequestError(problem.code, problem.params) from problem


@dataclass(frozen=True, slots=True)
class MoveReceipt:
    """The answer to an accepted move: its event's number and digest, and whether it had been answered before."""

    seq: int
    digest: str
    repeated: bool = False


def submit_move(
    d: TableSession, *, user_id: int | None, asked: int | None, submitted: SubmittedMove, key: str | None
) -> MoveReceipt:
    """A person plays a move at their own seat: the decision and all house steps after it.

    `asked` is the number of the event that put the question being answered, `key` makes the move idempotent. Raises a
    Refusal, and then nothing has changed.
    """
    seat = d.get_seat_for(user_id)
    move = submitted.parse(d.game)
    # With the person in it, nobody who holds the seat later is given this one's answers.
    payload = hash_text(dump_canonical({"asked": asked, "move": to_json(move), "person": user_id}))
    if first := _find_earlier_receipt(d.table, seat, key, payload):
        return first
    if seat.is_bot:  # stands in for the person
        raise ForbiddenError("not-seated")
    if seat.has_forfeited:
        raise ForbiddenError("forfeited")
    require_in_play(d.table)
    if seat.asked != asked:
        raise ConflictError("stale")
    return MoveReceipt(*play_move(d, seat, move, cause=Event.Cause.PLAYER, key=key, payload=payload))


def submit_automatic_move(
    d: TableSession, seat: Seat, asked: int, move: Move, cause: Event.Cause, data: dict[str, Any] | None = None
) -> MoveReceipt:
    """A bot or the clock answers for a seat; `data` is its reason. Raises ConflictError where the question isn't
    open."""
    require_in_play(d.table)
    if seat.asked != asked:
        raise ConflictError("stale")
    return MoveReceipt(*play_move(d, seat, move, cause=cause, data=data))


def _find_earlier_receipt(table: Table, seat: Seat, key: str | None, payload: str) -> MoveReceipt | None:
    """The first answer to this key, if there was one: same payload, same answer."""
    if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):
        raise BadRequestError("bad-key")
    found = _ANSWER.first(table=table.pk, seat=seat.number, key=key)
    if found is None:
        return _find_archived_receipt(table, seat, key, payload) if table.ended else None
    seq, digest, first_payload = found
    if first_payload != payload:
        raise UnprocessableError("key-reused")
    return MoveReceipt(seq, digest, repeated=True)


def _find_archived_receipt(table: Table, seat: Seat, key: str, payload: str) -> MoveReceipt | None:
    """The same where the rows are gone: the log holds key and payload by their hash."""
    given = f'"request":"{hash_request(key, payload)}"'
    for seq, event in enumerate(table.archived_log.full_events() if table.archived_log else (), 1):
        if given in event["body"] and parse_json(event["body"])["seat"] == seat.number:
            return MoveReceipt(seq, event["digest"], repeated=True)
    return None
