"""A single match between bots, from deal to end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time

from games.arena.players import get_player
from games.arena.premoves import PremoveStore
from games.engine.chance import Chance, Rng
from games.engine.game import AnyGame, AnyState, Happening, Move, Simulator, Standing, Step
from games.engine.metadata import Value

MAX_EVENTS = 20_000  # a longer match counts as one that never ends
CHECK_IN_INTERVAL = 1_000  # ticks between two check-ins, for VisitSchedule
PREMOVE_POLICIES = (
    "none",
    "visit",
    "look",
)  # no premoves; set after deciding; set at check-ins too


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match, or one that was given up (`standing` is None). Tuples are by seat.

    `visits` and `check_ins` estimate the length among people who look in equally often, at independent times: how many
    of those times a person had something to decide, and how often everyone looked in before the end. `seconds` is the
    CPU time of each choice.
    """

    standing: Standing | None
    decisions: tuple[int, ...]
    visits: tuple[int, ...]
    check_ins: float
    events: int
    seconds: tuple[tuple[float, ...], ...]
    faults: tuple[str, ...]  # exceptions and illegal moves of bots


class VisitSchedule:
    """The check-ins of each seat: at a random offset, repeated at a fixed interval."""

    def __init__(self, seats: int, rng: Rng) -> None:
        self.now = 0
        self.phases = [rng.randbelow(CHECK_IN_INTERVAL) for _ in range(seats)]
        self.visits = [0] * seats
        self._at = [-1] * seats

    def next(self, seats: frozenset[int]) -> int:
        """Return which of these seats checks in first; one that is already there continues."""
        look, seat = min((self.now + (self.phases[seat] - self.now) % CHECK_IN_INTERVAL, seat) for seat in seats)
        if self._at[seat] != look:
            self.visits[seat] += 1
        self.now = self._at[seat] = look
        return seat


class _Match:
    def __init__(
        self, game: AnyGame, options: Mapping[str, Value], levels: Sequence[str], key: bytes, planning: str
    ) -> None:
        self.game, self.rules, self.levels, self.key = game, game.rules, levels, key
        self.drawer = None if planning == "none" else PremoveStore(game, len(levels), key, checks_in=planning == "look")
        self.chance = Chance(key)
        self.state = game.rules.setup(options, len(levels))
        self.clock = VisitSchedule(len(levels), Rng(key, "arena/clock"))
        self.players = [get_player(game, level) for level in levels]
        self.decisions, self.seconds = [0] * len(levels), [list[float]() for _ in levels]
        self.events, self.faults = 0, list[str]()

    def run(self) -> MatchResult:
        over = self.rules.over(self.state)
        while not over and self.events < MAX_EVENTS and (step := self._step()):
            self.state = step.state
            self.events += 1
            over = self.rules.over(self.state)
        return MatchResult(
            self.rules.standing(self.state) if over else None,
            tuple(self.decisions), tuple(self.clock.visits), self.clock.now / CHECK_IN_INTERVAL,
            self.events, tuple(map(tuple, self.seconds)), tuple(self.faults),
        )  # fmt: skip

    def _step(self) -> Step[AnyState, Happening] | None:
        """Return the next step: of the house, or a move. None is a dead end."""
        step = self.rules.advance(self.state, self.chance)
        if step is not None:
            return step
        waiting = self.rules.waiting_on(self.state)
        if not waiting:
            return None
        if self.drawer and (answer := self.drawer.answer(self.state, waiting)):
            return self.rules.apply(self.state, *answer)
        seat = self._next_to_decide(waiting)
        step = self.rules.apply(self.state, seat, self._choose_move(seat))
        if self.drawer:
            self.drawer.last_decider = seat
        return step

    def _next_to_decide(self, waiting: frozenset[int]) -> int:
        """Return the seat that decides next. Before that, others may check in; it is a visit if they set a premove."""
        while True:
            plans = self.drawer.get_seats_with_offers(self.state, waiting) if self.drawer else frozenset[int]()
            visits = list(self.clock.visits)
            seat = self.clock.next(waiting | plans)
            if seat in waiting or self.drawer is None:
                return seat
            if not self.drawer.set_premoves(self.state, seat):
                self.clock.visits = visits

    def _choose_move(self, seat: int) -> Move:
        """Return the bot's choice, or the timeout's move if the bot fails, as at a real table."""
        view, legal = self.game.view(self.state, seat), self.rules.legal(self.state, seat)
        sim = Simulator(self.game, view)
        rng = Rng(self.key, f"arena/bot/{seat}/{self.decisions[seat]}")
        self.decisions[seat] += 1
        started_at = process_time()
        try:
            move: Move = self.players[seat](view, legal, rng, sim)
        except Exception as problem:  # finding bots that fail is the purpose of this
            fault = f"{type(problem).__name__}: {problem}"
        else:
            if legal.contains(move):
                self.seconds[seat].append(process_time() - started_at)
                return move
            fault = f"illegal: {move}"
        self.faults.append(f"{self.levels[seat]} at seat {seat}, event {self.events + 1}: {fault}")
        return self.rules.safe_move(self.state, seat, self.chance)


def play_match(
    game: AnyGame, options: Mapping[str, Value], levels: Sequence[str], key: bytes, planning: str = "none"
) -> MatchResult:
    """Play a match in which seat i is played by the player `levels[i]` (`games.arena.players`).

    `options` are checked; `key` determines all chance. `planning` is one of PREMOVE_POLICIES; with premoves, the server
    also plays moves that are the only legal one with every possible hand.
    """
    return _Match(game, options, levels, key, planning).run()
