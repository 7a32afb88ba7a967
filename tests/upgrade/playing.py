"""Matches played on by people who know what they do: who plays at random is soon out of it."""

import time

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import Simulator
from games.tables.models import Seat, Table
from games.tables.services.premoves import play_due_premoves
from tests.matches import bot_play, fresh, legal, state, submit, waiting

CAP = 300  # decisions until a person is asked again


def decide(table: Table, at: Seat) -> None:
    """A person plays what a bot would play in their place."""
    game = registry.get_game(table.game_slug)
    view = game.view(state(table), at.number)
    rng = Rng(b"decide", f"{table.public_id} {at.number} {table.events.count()}")
    submit(table, at, game.bots["beginner"](view, legal(table, at.number), rng, Simulator(game, view)))


def play_until_asked(table: Table, number: int) -> Table:
    """Until that seat has something to decide, or the match is over. What people have planned is played, too."""
    for _ in range(CAP):
        seats = waiting(table)
        if not seats or number in [at.number for at in seats]:
            return fresh(table)
        at = seats[0]
        if at.is_bot:
            assert bot_play(at)
        elif at.has_due_premove:
            time.sleep(0.06)  # as tests.upgrade.settings has it
            play_due_premoves(1)
        else:
            decide(table, at)
    raise AssertionError(f"seat {number} of {table.public_id} is never asked again")
