"""A match of one person against bots, in memory: what the desk does for a table, without a database or a clock.

Everything follows from the setup and the decisions, so these are all that is kept of a match.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.catalog import registry
from games.engine.chance import Chance, Rng, chance_key
from games.engine.errors import BadOptions
from games.engine.game import AnyState, AnyTitle, AnyTold, Move, Sim
from games.engine.metadata import Meta, Value
from games.engine.serialization.canonical_json import Json, to_json
from games.rendering.log_lines import HOUSE, MOVE

ME = 0  # the person's seat
START, PLAYER, BOT = "start", "player", "bot"
HOUSE_STEPS = 1000  # between two decisions; more can only be a title running in circles

Decision = tuple[int, Json]  # a seat and its move


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match is dealt from. `options` are checked and name the rules number."""

    slug: str
    seats: int
    level: str
    options: Mapping[str, Value]
    seed: bytes


@dataclass(frozen=True, slots=True)
class Happened:
    """One event, with the state it led to."""

    kind: str
    seat: int | None
    cause: str
    told: tuple[AnyTold, ...]
    state: AnyState


def new_setup(slug: str, seats: int, level: str, seed: bytes) -> Setup:
    """A match with a title's usual options. Raises BadOptions for what the title does not offer."""
    meta = registry.metas().get(slug)
    if meta is None or level not in registry.title(slug).bots:
        raise BadOptions("bad-option", {"option": "title"})
    options = meta.options_checked(_fitting(meta, seats))
    low, high = meta.seats_for(options)
    if not low <= seats <= high:
        raise BadOptions("bad-option", {"option": "seats"})
    return Setup(slug, seats, level, options, seed)


def seats_offered(meta: Meta) -> range:
    """The numbers of seats one can practise with."""
    return range(meta.seats_min, meta.seats_max + 1)


def _fitting(meta: Meta, seats: int) -> dict[str, Value]:
    """The defaults, but for options with choices for other numbers of seats, as where one plays alone."""
    fits: dict[str, Value] = {}
    for option in meta.options:
        for value in (option.default, *option.choices):
            limits = option.seats_with(value)
            if limits and limits[0] <= seats <= limits[1]:
                fits[option.key] = value
                break
    return fits


class Match:
    """A match at work. Event n stands at `events[n - 1]`; `asked` is the event that put a seat's present question."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.title: AnyTitle = registry.title(setup.slug)
        self.decisions: list[Decision] = []
        self.asked: dict[int, int] = {}
        self._key = chance_key("practice", setup.seed, [""] * setup.seats)
        self._chance = Chance(self._key)
        self.events = [Happened(START, None, HOUSE, (), self.title.rules.setup(setup.options, setup.seats))]
        self._goes_on()

    @property
    def state(self) -> AnyState:
        return self.events[-1].state

    @property
    def over(self) -> bool:
        return self.title.rules.over(self.state)

    def decided(self, seat: int, move: Move) -> None:
        """A decision and all house steps after it. Raises IllegalMove, and then nothing has happened."""
        step = self.title.rules.apply(self.state, seat, move)
        cause = PLAYER if seat == ME else BOT
        self.events.append(Happened(MOVE, seat, cause, step.happenings, step.state))
        self.decisions.append((seat, to_json(move)))
        self.asked.pop(seat, None)
        self._ask()
        self._goes_on()

    def bot_decides(self) -> bool:
        """The next bot that is asked answers. Whether there was one."""
        seat = min((seat for seat in self.asked if seat != ME), default=None)
        if seat is None:
            return False
        self.decided(seat, self._chosen(seat))
        return True

    def replay(self, decisions: Iterable[Decision]) -> None:
        """Decisions of an earlier time, in their order. Raises EngineError for what the rules don't accept."""
        for seat, plain in decisions:
            self.decided(seat, self.title.read_move(plain))

    def _chosen(self, seat: int) -> Move:
        """A bot gets its view, as at a real table; where it fails, what a timeout would play."""
        rules = self.title.rules
        view, legal = self.title.view(self.state, seat), rules.legal(self.state, seat)
        rng = Rng(self._key, f"bot|{seat}|{self.asked[seat]}")
        try:
            move: Move = self.title.bots[self.setup.level](view, legal, rng, Sim(self.title, view))
        except Exception:
            return rules.safe_move(self.state, seat, self._chance)
        return move if legal.contains(move) else rules.safe_move(self.state, seat, self._chance)

    def _goes_on(self) -> None:
        for _ in range(HOUSE_STEPS):
            step = self.title.rules.advance(self.state, self._chance)
            if step is None:
                break
            self.events.append(Happened(HOUSE, None, HOUSE, step.happenings, step.state))
            self._ask()
        else:
            raise RuntimeError(f"{self.setup.slug}: the house never comes to rest")
        self._ask()

    def _ask(self) -> None:
        """Whoever still waits keeps the question; whoever is asked anew gets this event's."""
        waiting = self.title.rules.waiting_on(self.state)
        self.asked = {seat: self.asked.get(seat, len(self.events)) for seat in sorted(waiting)}
