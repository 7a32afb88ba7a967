"""A match written as the site writes it, in memory: for games outside the catalogue."""

import hashlib
from datetime import UTC, datetime
from typing import Any

from games.engine.chance import Chance, Rng, derive_chance_key, hash_server_seed
from games.engine.game import AnyGame
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.replays.audit.rows import EventRow, TableRow
from games.tables.event_writer import EventWriter
from games.tables.models import Event, Seed, Table

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SEED = hashlib.sha256(b"a record").digest()


def match_written(game: AnyGame, options: dict[str, Any], seats: int) -> tuple[TableRow, list[EventRow]]:
    """A match played to its end at random, as its rows."""
    commitment = hash_server_seed("toytable", SEED)
    table = Table(public_id="toytable", game_slug=game.metadata.slug, options=options, digest=commitment)
    table.seed = Seed(table=table, value=SEED)
    journal = _Rows(table, game, NOW, None)
    data = {"title": game.metadata.slug, "options": options, "seats": seats, "commitment": commitment}
    journal.append(Event.Kind.CREATE, cause=Event.Cause.PLAYER, seat=0, data={**data, "holder": "x"})
    phrases = [""] * seats
    chance, rng = Chance(derive_chance_key("toytable", SEED, phrases)), Rng(b"record", "moves")
    state = game.rules.setup(options, seats)
    journal.append(Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={"phrases": phrases})
    while not game.rules.over(state):
        step = game.rules.advance(state, chance)
        if step is None:
            seat = min(game.rules.waiting_on(state))
            move = game.rules.legal(state, seat).sample(rng)
            step = game.rules.apply(state, seat, move)
            journal.append(
                Event.Kind.MOVE,
                cause=Event.Cause.PLAYER,
                seat=seat,
                move=move,
                happenings=step.happenings,
                state=step.state,
            )
        else:
            journal.append(Event.Kind.HOUSE, cause=Event.Cause.HOUSE, happenings=step.happenings, state=step.state)
        state = step.state
    row = TableRow(
        "toytable", game.metadata.slug, options, "finished", commitment, journal.seq, journal.digest, None, None, SEED,
        ("",) * seats, ("",) * seats, (journal.seq, dump_canonical(to_json(state))),
    )  # fmt: skip
    return row, journal.rows


class _Rows(EventWriter):
    """The house's journal, whose events are read before anybody stores them."""

    @property
    def rows(self) -> list[EventRow]:
        return [EventRow(*(getattr(event, name) for name in EventRow._fields)) for event in self.events]
