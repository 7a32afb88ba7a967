"""Records of whole random matches, written by the site's journal in memory: any game, options, number of seats.

    record = random_record("sdc", {"start_coins": 5}, 2, number=7)     # the same every time
    record = random_record("get9", {}, 4, number=7, ends="voided")     # declared void, if it lasts so long
    record = random_record("crown", {}, 2, number=7, of=record)        # continues from a position of another record

Some seats have added client seeds; some moves are the clock's, some those played for a player who has forfeited; seats
that may act without being asked sometimes do.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from games.catalog import registry
from games.engine.chance import Chance, Rng, derive_chance_key, hash_client_seed, hash_server_seed
from games.engine.forks import create_fork_state, get_visible_snapshot
from games.engine.game import AnyGame
from games.engine.serialization.canonical_json import dump_canonical
from games.tables.event_writer import EventWriter
from games.tables.models import Event, Seed, Table
from tests.contract.harness import acting_seat
from tests.contract.subject import subject
from tests.replays.rechaining import unfolded

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
TIMEOUTS = 12  # of 100 moves
FORFEITED = 4  # of 100 matches' seats


def setups(slug: str) -> list[tuple[dict[str, Any], int]]:
    """Options and seats that together have every value of every option."""
    return [(dict(options), seats) for options, seats in subject(slug).setups]


def random_record(
    slug: str,
    options: Mapping[str, Any],
    seats: int,
    number: int,
    *,
    ends: str = "finished",
    of: dict[str, Any] | None = None,
    seat: int | None = None,
) -> dict[str, Any]:
    """The record of a match; `of`: that goes on from another's, with what `seat` knew of it (None: all hands)."""
    return _House(slug, options, seats, number).played(ends, of, seat)


class _House:
    """One match, from setting the table up to its record."""

    def __init__(self, slug: str, options: Mapping[str, Any], seats: int, number: int) -> None:
        self.game: AnyGame = registry.get_game(slug)
        self.options, self.seats = self.game.metadata.clean_options(dict(options)), seats
        self.subject, self.setup = subject(slug), (self.options, seats)
        self.id = f"random{number}"
        seed = hashlib.sha256(f"{slug} {number}".encode()).digest()
        self.rng = Rng(seed, "a random match")
        self.commitment = hash_server_seed(self.id, seed)
        table = Table(public_id=self.id, game_slug=slug, options=self.options, digest=self.commitment)
        table.seed = Seed(table=table, value=seed)
        self.seed, self.journal = seed, EventWriter(table, self.game, NOW, None)
        self.phrases = [""] * seats
        self.forfeited: set[int] = set()

    def played(self, ends: str, of: dict[str, Any] | None, seat: int | None) -> dict[str, Any]:
        fork = self._position(of, seat) if of else {}
        self._set_up(fork)
        state = self._begun(fork)
        until = 5 + self.rng.randbelow(60) if ends == "voided" else None
        while not self.game.rules.over(state) and (until is None or self.journal.seq < until):
            state = self._step(state)
        if self.game.rules.over(state):
            return self._record("finished")
        self.journal.append(Event.Kind.VOID, cause=Event.Cause.CLOCK)
        return self._record("voided")

    def _position(self, of: dict[str, Any], seat: int | None) -> dict[str, Any]:
        frames = [(n, event["frame"]) for n, event in enumerate(unfolded(of)["events"], 1) if event["frame"]]
        going_on = [(n, frame) for n, frame in frames if not self.game.rules.over(self.game.read_state(frame))]
        n, frame = going_on[self.rng.randbelow(len(going_on))]
        return {"table": of["table"], "event": n, "seat": seat, "taken": get_visible_snapshot(frame, seat)}

    def _set_up(self, fork: dict[str, Any]) -> None:
        origin = {"fork": {name: fork[name] for name in ("table", "event", "seat")}} if fork else {}
        data = {"title": self.game.metadata.slug, "options": self.options, "seats": self.seats, **origin}
        self.journal.append(
            Event.Kind.CREATE,
            cause=Event.Cause.PLAYER,
            seat=0,
            data={**data, "commitment": self.commitment, "holder": "x"},
        )
        for seat in range(self.seats):
            if seat:
                self.journal.append(Event.Kind.SIT, cause=Event.Cause.PLAYER, seat=seat, data={"holder": "y"})
            if self.rng.percent_chance(50):
                self.phrases[seat] = hash_client_seed(self.id, seat, b"phrase %d" % seat)
                data = {"phrase": self.phrases[seat]}
                self.journal.append(Event.Kind.PHRASE, cause=Event.Cause.PLAYER, seat=seat, data=data)

    def _begun(self, fork: dict[str, Any]) -> Any:
        self.chance = Chance(derive_chance_key(self.id, self.seed, self.phrases))
        if fork:
            state = create_fork_state(self.game, fork["seat"], fork["taken"], self.chance)
        else:
            state = self.game.rules.setup(self.options, self.seats)
        origin = {"fork": fork} if fork else {}
        self.journal.append(
            Event.Kind.START, cause=Event.Cause.HOUSE, state=state, data={"phrases": list(self.phrases), **origin}
        )
        # Not everyone: if all let their turns pass, a match may never end.
        self.forfeited = {seat for seat in range(1, self.seats) if self.rng.percent_chance(FORFEITED)}
        return state

    def _step(self, state: Any) -> Any:
        rules = self.game.rules
        step = rules.advance(state, self.chance)
        if step is not None:
            self.journal.append(Event.Kind.HOUSE, cause=Event.Cause.HOUSE, happenings=step.happenings, state=step.state)
            return step.state
        seat = acting_seat(self.subject, self.setup, state, self.rng)
        safe = seat in rules.waiting_on(state) and (seat in self.forfeited or self.rng.percent_chance(TIMEOUTS))
        if safe:
            cause = Event.Cause.HOUSE if seat in self.forfeited else Event.Cause.CLOCK
            move = rules.safe_move(state, seat, self.chance)
        else:
            cause, move = Event.Cause.PLAYER, rules.legal(state, seat).sample(self.rng)
        step = rules.apply(state, seat, move)
        self.journal.append(
            Event.Kind.MOVE, cause=cause, seat=seat, move=move, happenings=step.happenings, state=step.state
        )
        if self.rng.percent_chance(1):
            self.journal.append(Event.Kind.FREEZE, cause=Event.Cause.MODERATOR, state=None)
            self.journal.append(Event.Kind.THAW, cause=Event.Cause.MODERATOR, state=None)
        return step.state

    def _record(self, status: str) -> dict[str, Any]:
        names = ("body", "frame", "keyframe", "digest")
        return {
            "format": "tefuda-record-2",
            "table": self.id,
            "title": self.game.metadata.slug,
            "options": self.options,
            "seats": self.seats,
            "status": status,
            "seed": self.seed.hex(),
            "commitment": self.commitment,
            "phrases": list(self.phrases),
            "digest": self.journal.digest,
            "events": [{name: getattr(event, name) for name in names} for event in self.journal.events],
        }


def text_of(record: dict[str, Any]) -> str:
    """As it is handed out."""
    return dump_canonical(record)
