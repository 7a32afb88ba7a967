"""A match written as the house writes it, in memory: for titles that are in no catalogue."""

import hashlib
from datetime import UTC, datetime
from typing import Any

from games.engine.chance import Chance, Rng, chance_key, commitment
from games.engine.game import AnyTitle
from games.engine.serialization.canonical_json import canonical, to_json
from games.replays.audit.rows import EventRow, TableRow
from games.tables.models import Event, Seed, Table
from games.tables.session.event_writer import Journal

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SEED = hashlib.sha256(b"a record").digest()


def match_written(title: AnyTitle, options: dict[str, Any], seats: int) -> tuple[TableRow, list[EventRow]]:
    """A match played to its end at random, as its rows."""
    promise = commitment("toytable", SEED)
    table = Table(public_id="toytable", title=title.meta.slug, options=options, digest=promise)
    table.seed = Seed(table=table, value=SEED)
    journal = _Rows(table, title, NOW, None)
    data = {"title": title.meta.slug, "options": options, "seats": seats, "commitment": promise}
    journal.add(Event.Kind.CREATE, cause=Event.Cause.PLAYER, seat=0, data={**data, "holder": "x"})
    phrases = [""] * seats
    chance, rng = Chance(chance_key("toytable", SEED, phrases)), Rng(b"record", "moves")
    state = title.rules.setup(options, seats)
    journal.add(Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={"phrases": phrases})
    while not title.rules.over(state):
        step = title.rules.advance(state, chance)
        if step is None:
            seat = min(title.rules.waiting_on(state))
            move = title.rules.legal(state, seat).sample(rng)
            step = title.rules.apply(state, seat, move)
            journal.add(
                Event.Kind.MOVE, cause=Event.Cause.PLAYER, seat=seat, move=move, told=step.happenings, state=step.state
            )
        else:
            journal.add(Event.Kind.HOUSE, cause=Event.Cause.HOUSE, told=step.happenings, state=step.state)
        state = step.state
    row = TableRow(
        "toytable", title.meta.slug, options, "finished", promise, journal.seq, journal.digest, None, None, SEED,
        ("",) * seats, ("",) * seats, (journal.seq, canonical(to_json(state))),
    )  # fmt: skip
    return row, journal.rows


class _Rows(Journal):
    """The house's journal, whose events are read before anybody stores them."""

    @property
    def rows(self) -> list[EventRow]:
        return [EventRow(*(getattr(event, name) for name in EventRow._fields)) for event in self.events]
