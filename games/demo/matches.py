"""Tables of the demo, set up and played through the same services as any other."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import Move, Simulator
from games.engine.serialization.canonical_json import parse_json
from games.tables.bots.player import BotQuestion, choose_moves, play_moves
from games.tables.gameplay.moves import SubmittedMove, submit_move
from games.tables.models import Position, Seat, Table
from games.tables.services.seats import fill_with_bots, take_seat
from games.tables.services.start import create_table

MOST_DECISIONS = 3_000
LEVEL = "normal"
PRESET = "slow"  # every game has it: moves take days, but the match is short
USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class DemoTables:
    """An ended and a running match of each game, those for the most people first, and a few others."""

    ended: list[Table]
    suspected: Table  # an ended match of Alice, Bob and Daniel
    running: list[Table]  # Sakura's
    started: list[Table]  # Sakura's, and one of Alice, Bob and Chi: no one has moved, so that all may chat
    waiting: list[Table]


def list_games() -> list[str]:
    """List all games, those for the most people first."""
    metadata = registry.list_metadata()
    return sorted(metadata, key=lambda slug: (-get_seats(slug)[1], slug))


def get_seats(game_slug: str) -> tuple[int, int]:
    """Return the usual and the maximum number of seats."""
    metadata = registry.list_metadata()[game_slug]
    lowest, highest = metadata.get_seat_range(metadata.clean_options(_options(game_slug)))
    return max(lowest, min(USUAL_SEATS, highest)), highest


def _options(game_slug: str) -> dict[str, Any]:
    preset = registry.list_metadata()[game_slug].get_preset(PRESET)
    assert preset is not None
    return dict(preset.options)


def open_table(game_slug: str, *people: User, **changes: Any) -> Table:
    """Create an open table with these people in seats 0, 1 …; `changes` are passed to `create_table`."""
    setup: dict[str, Any] = {"options": _options(game_slug), "seats": get_seats(game_slug)[0]}
    table = create_table(
        game_slug=game_slug, host_id=people[0].pk, **{"visibility": Table.Visibility.PRIVATE} | setup | changes
    )
    for person in people[1:]:
        take_seat(public_id=table.public_id, user_id=person.pk, invite_code=table.invite_code)
    return table


def start_table(game_slug: str, *people: User, until: int | None = 0, **setup: Any) -> Table:
    """Start a table, with bots in the remaining seats, and play until seat `until` has a question.

    With None, no moves are played.
    """
    table = open_table(game_slug, *people, **setup)
    fill_with_bots(public_id=table.public_id, user_id=people[0].pk, level=LEVEL, start=True)
    if until is not None:
        play(table, until)
    return Table.objects.get(pk=table.pk)


def play_match(game_slug: str, *people: User) -> Table:
    """Play a public match to its end."""
    table = open_table(game_slug, *people, visibility=Table.Visibility.PUBLIC)
    fill_with_bots(public_id=table.public_id, user_id=people[0].pk, level=LEVEL, start=True)
    play(table)
    return Table.objects.get(pk=table.pk)


def play(table: Table, until: int | None = None) -> None:
    """Play all moves, choosing those of people like a bot, until that seat has a question or the match is over."""
    for _ in range(MOST_DECISIONS):
        seats = list(Seat.objects.filter(table=table, question_seq__isnull=False).order_by("number"))
        if not seats or any(seat.number == until for seat in seats):
            return
        _answer(table, seats[0])
    raise AssertionError("the match does not end")


def _answer(table: Table, seat: Seat) -> None:
    assert seat.question_seq is not None
    if seat.is_bot:
        play_moves(choose_moves([BotQuestion(table.pk, seat.number, seat.question_seq)]))
        return
    submit_move(
        table.public_id,
        user_id=seat.user_id,
        question_seq=seat.question_seq,
        submitted=SubmittedMove(move=_choose(table, seat)),
        key=f"demo-{seat.question_seq}",
    )


def _choose(table: Table, seat: Seat) -> Move:
    """Choose a move for this person as a bot would, from what the seat may know."""
    game = registry.get_game(table.game_slug)
    state = game.read_state(parse_json(Position.objects.get(table=table.pk).frame))
    view, rng = game.view(state, seat.number), Rng(table.public_id.encode(), f"demo|{seat.question_seq}")
    move: Move = game.bots[LEVEL](view, game.rules.legal(state, seat.number), rng, Simulator(game, view))
    return move
