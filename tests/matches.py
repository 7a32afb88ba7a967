"""Tables for tests, set up and played through the services, and snapshots to hold against each other."""

import os
import random
from itertools import count
from operator import attrgetter
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from accounts.models import User
from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import Move
from games.engine.hash_chain import hash_seat_holder, next_digest
from games.engine.legal_moves import Legal
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.moderation.models import ModerationAction, ProposedAction
from games.notifications.models import Notification
from games.tables.bots.player import BotQuestion, choose_moves, play_moves
from games.tables.bots.queue import BotTurn, lease_turns
from games.tables.gameplay.moves import MoveReceipt, SubmittedMove, submit_move
from games.tables.models import Event, Position, Record, Result, Seat, Seed, Table
from games.tables.selectors.header_counts import TURNS, get_header_counts
from games.tables.services import seats
from games.tables.services import start as services_start
from games.tables.storage.snapshots import FULL_SNAPSHOT_EVERY

SHORT: dict[str, dict[str, Any]] = {  # matches that are soon over
    "sdc": {"options": {"start_coins": 5, "stage_limit": 20}},
    "doudizhu": {"options": {"deals": 1}},
    "get9": {"options": {"matches": 3, "start_chips": 10}},
}
CAP = 3_000  # decisions; no match is near it
OF_A_MATCH = (Seat, Position, Event, Seed, Notification, Result)
_keys = count()
_finished: dict[tuple[str, int, str], list[Any]] = {}


def opened(slug: str, *people: User, seats_: int | None = None, **setup: Any) -> Table:
    """An open table with these people in seats 0, 1 …; `setup` goes to `create_table`."""
    meta = registry.list_metadata()[slug]
    total = seats_ or max(meta.get_seat_range(meta.clean_options(setup.get("options", {})))[0], len(people))
    table = services_start.create_table(
        game_slug=slug, host_id=people[0].pk, seats=total, **{"options": {}, **setup}
    )  # fmt: skip
    for user in people[1:]:
        seats.take_seat(public_id=table.public_id, user_id=user.pk, invite_code=table.invite_code)
    return fresh(table)


def running(slug: str, *people: User, seats: int | None = None, level: str = "beginner", **setup: Any) -> Table:
    """A started table; bots of `level` in the seats nobody took."""
    table = opened(slug, *people, seats_=seats, **setup)
    filled(table, people[0], level=level)
    return fresh(table)


def filled(table: Table, user: User, *, level: str = "beginner") -> None:
    seats.fill_with_bots(public_id=table.public_id, user_id=user.pk, level=level, start=True)


def fresh(table: Table) -> Table:
    """The table as it stands now."""
    return Table.objects.select_related("position", "seed").get(pk=table.pk)


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def waiting(table: Table) -> list[Seat]:
    """The seats that have something to decide."""
    return list(Seat.objects.filter(table=table, question_seq__isnull=False).order_by("number"))


def state(table: Table) -> Any:
    position = Position.objects.get(table=table.pk)
    return registry.get_game(table.game_slug).read_state(parse_json(position.frame))


def legal(table: Table, number: int) -> Legal:
    return registry.get_game(table.game_slug).rules.legal(state(table), number)


def new_key() -> str:
    return f"key-{next(_keys)}"


def submit(table: Table, at: Seat, move: Move, **changes: Any) -> MoveReceipt:
    """A person's move at a seat, answering its question."""
    call = {
        "question_seq": at.question_seq,
        "user_id": at.user_id,
        "key": new_key(),
        "submitted": SubmittedMove(move=move),
    } | changes
    return submit_move(table.public_id, **call)[1]


def turn(table: Table, at: Seat, rng: Rng) -> None:
    """Whoever sits there answers: a bot as it likes, a person at random."""
    if at.is_bot:
        assert bot_play(at)
    else:
        submit(table, at, legal(table, at.number).sample(rng))


def bot_play(at: Seat) -> bool:
    """A worker answers that seat's question, at once. Says whether it could."""
    assert at.question_seq is not None
    question = BotQuestion(at.table_id, at.number, at.question_seq)
    turns = lease_turns([BotTurn(at.pk, question, 0.0, at.bot_attempts)])
    return any(play_moves(choose_moves([turn_taken.question])) for turn_taken in turns)


def play_on(table: Table, until: int | None = None, *, rng: Rng | None = None) -> Table:
    """Everybody else's turns until seat `until` is asked, or (None, or never again) to the end."""
    rng = rng or Rng(b"play on", table.public_id)
    for _ in range(CAP):
        seats = waiting(table)
        if not seats or any(waiting_seat.number == until for waiting_seat in seats):
            return fresh(table)
        turn(table, rng.choice(seats), rng)
    raise AssertionError("the match does not end")


def played(slug: str, *people: User, **setup: Any) -> Table:
    """A match played to its end, at random; not a long one where `setup` asks for nothing else."""
    return play_on(running(slug, *people, **SHORT.get(slug, {}) | setup))


def finished(slug: str, *people: User, **setup: Any) -> Table:
    """A match that was played to its end.

    Each kind is played once in a test process, by a chance of its own, whichever test comes first; later its rows are
    laid down again, for these people. A second one in the same test is played anew.
    """
    stored_rows = _finished.get(kind := (slug, len(people), repr(setup)))
    if stored_rows is not None and Table.objects.filter(public_id=stored_rows[0].public_id).exists():
        return played(slug, *people, **setup)
    if stored_rows is not None:
        return _lay_down(stored_rows, people)
    chance = random.Random(os.environ.get("TEFUDA_TEST_CHANCE", "") + f"finished {kind}")
    with patch.object(random, "_urandom", chance.randbytes):  # as tests/conftest.py has done with the test's own
        table = played(slug, *people, **setup)
    _finished[kind] = [table, *(row for model in OF_A_MATCH for row in model.objects.filter(table=table))]
    return table


def _lay_down(rows: list[Any], people: tuple[User, ...]) -> Table:
    """Copies of these rows, the table first, with other people in the seats: seat 0 is the host's."""
    since = timezone.now() - rows[0].ended_at
    table = _copy(
        rows[0], host_id=people[0].pk, archive_due_at=rows[0].archive_due_at and rows[0].archive_due_at + since
    )
    table.save(force_insert=True)
    seated = {row.user_id: people[row.number].pk for row in rows if isinstance(row, Seat) and row.user_id}
    for model in OF_A_MATCH:
        owner = {Seat: "user_id", Result: "user_id", Notification: "recipient_id"}.get(model)
        copies = [_copy(row, table_id=table.pk) for row in rows if type(row) is model]
        for copy in copies:
            if owner:
                setattr(copy, owner, seated.get(getattr(copy, owner)))
        if model is Event:
            _tell_of(table, copies, people, next(bytes(row.value) for row in rows if isinstance(row, Seed)))
        model.objects.bulk_create(copies)
    return fresh(table)


def _tell_of(table: Table, events: list[Event], people: tuple[User, ...], seed: bytes) -> None:
    """Let the log tell of these people in the seats, and make its chain anew."""
    table.digest = table.commitment
    for event in sorted(events, key=attrgetter("seq")):
        if event.kind in ("create", "sit") and event.seat is not None:
            body = parse_json(event.body)
            body["data"]["holder"] = hash_seat_holder(table.public_id, seed, people[event.seat].pk)
            event.body = dump_canonical(body)
        event.digest = table.digest = next_digest(table.digest, table.public_id, seed, event.seq, event.body)
    Table.objects.filter(pk=table.pk).update(digest=table.digest)


def _copy(row: Any, **changed: Any) -> Any:
    columns = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    return type(row)(**columns | changed)


def to_turn_of(table: Table, number: int) -> Seat:
    """Plays the others' turns until that seat is asked; fails if the match ends first."""
    play_on(table, number)
    at = seat(table, number)
    assert at.question_seq is not None
    return at


def snapshot(table: Table) -> dict[str, Any]:
    """Everything that is stored of a table."""
    rows = {
        model.__name__: list(model.objects.filter(table=table).order_by("pk").values())
        for model in (Seat, Position, Event, Seed, Record, Notification, ModerationAction, ProposedAction)
    }
    return {"Table": Table.objects.filter(pk=table.pk).values().get(), **rows}


def bodies(table: Table) -> list[dict[str, Any]]:
    """The events' bodies, oldest first."""
    return [
        parse_json(body) for body in Event.objects.filter(table=table).order_by("seq").values_list("body", flat=True)
    ]


def stretched(table: Table, length: int) -> Table:
    """The table with a log of that length: events in which nothing happens are put behind the last one.

    Their digests are no chain. For tests of what a long log costs, not of what it says.
    """
    table = fresh(table)
    last, frame = table.events.get(seq=table.last_seq), table.position.frame
    Event.objects.bulk_create(
        Event(
            table=table, seq=n, kind="house", cause="house", body=last.body, digest=last.digest,
            created_at=last.created_at, keyframe=n % FULL_SNAPSHOT_EVERY == 0,
            frame=frame if n % FULL_SNAPSHOT_EVERY == 0 else "null",
        )
        for n in range(table.last_seq + 1, length + 1)
    )  # fmt: skip
    Table.objects.filter(pk=table.pk).update(last_seq=length)
    Position.objects.filter(table=table).update(seq=length)
    return fresh(table)


def count_turns(user_id: int) -> int:
    """Return at how many tables it is this person's turn, as the header of every page shows it."""
    return get_header_counts(user_id)[TURNS]
