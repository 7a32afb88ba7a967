"""A match of one person against bots, in memory: what `games.tables` does, without a database or a clock.

Everything follows from the setup and the moves, so only these are stored.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.catalog import registry
from games.engine.advice import Advice
from games.engine.chance import Chance, Rng, derive_chance_key
from games.engine.errors import IllegalMoveError, InvalidOptionsError
from games.engine.event_kinds import BOT, HOUSE, MOVE, PLAYER, TAKE_BACK
from games.engine.game import AnyAddressedHappening, AnyGame, AnyState, Move, Simulator
from games.engine.metadata import GameMetadata, Value
from games.engine.serialization.canonical_json import Json, to_json
from games.engine.take_back import is_undoable
from games.rendering.log_lines import LogContent

ME = 0  # the person's seat
TABLE_ID = "practice"  # used as table id in chance and records
START = "start"  # the kind of the first event
MAX_HOUSE_STEPS = 1000  # between two moves; more can only be an endless loop

Decision = tuple[int, Json]  # a seat and its move, or TAKE_BACK instead of a move


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that determines the deal. `options` are checked and include the rules number."""

    slug: str
    seats: int
    level: str
    options: Mapping[str, Value]
    seed: bytes


@dataclass(frozen=True, slots=True)
class PracticeEvent:
    """An event, with the state after it."""

    kind: str
    seat: int | None
    cause: str
    happenings: tuple[AnyAddressedHappening, ...]
    state: AnyState

    def seen_by(self, seat: int) -> LogContent:
        """Return what a seat may know of the event."""
        happenings = tuple(addressed.happening for addressed in self.happenings if addressed.is_visible_to(seat))
        return LogContent(self.kind, self.seat, self.cause, happenings)


def new_setup(game_slug: str, seats: int, level: str, seed: bytes) -> Setup:
    """Create a match with a game's default options. Raises InvalidOptionsError for anything the game doesn't offer."""
    meta = registry.list_metadata().get(game_slug)
    if meta is None or level not in registry.get_game(game_slug).bots:
        raise InvalidOptionsError("bad-option", {"option": "title"})
    options = meta.clean_options(_get_default_options(meta, seats))
    low, high = meta.get_seat_range(options)
    if not low <= seats <= high:
        raise InvalidOptionsError("bad-option", {"option": "seats"})
    return Setup(game_slug, seats, level, options, seed)


def get_seat_numbers(meta: GameMetadata) -> range:
    """Return the numbers of seats that practice offers."""
    return range(meta.seats_min, meta.seats_max + 1)


def _get_default_options(meta: GameMetadata, seats: int) -> dict[str, Value]:
    """Return options whose default doesn't fit the number of seats, with a choice that does."""
    fits: dict[str, Value] = {}
    for option in meta.options:
        for value in (option.default, *option.choices):
            limits = option.get_seat_range(value)
            if limits and limits[0] <= seats <= limits[1]:
                fits[option.key] = value
                break
    return fits


class Match:
    """A running match. Event n is `events[n - 1]`; `questions` has the event that asked each seat's open question."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game: AnyGame = registry.get_game(setup.slug)
        self.decisions: list[Decision] = []
        self.questions: dict[int, int] = {}
        self._took_back_in: int | None = None  # the chapter in which the person last undid a move
        self._key = derive_chance_key(TABLE_ID, setup.seed, [""] * setup.seats)
        self._chance = Chance(self._key)
        self.events = [PracticeEvent(START, None, HOUSE, (), self.game.rules.setup(setup.options, setup.seats))]
        self._run_house_steps()

    @property
    def state(self) -> AnyState:
        return self.events[-1].state

    @property
    def over(self) -> bool:
        return self.game.rules.over(self.state)

    def submit_move(self, seat: int, move: Move) -> None:
        """Play a move and all house steps after it. Raises IllegalMoveError without changing anything."""
        step = self.game.rules.apply(self.state, seat, move)
        cause = PLAYER if seat == ME else BOT
        self.events.append(PracticeEvent(MOVE, seat, cause, step.happenings, step.state))
        self.decisions.append((seat, to_json(move)))
        self.questions.pop(seat, None)
        self._update_questions()
        self._run_house_steps()

    @property
    def undoable_move(self) -> int | None:
        """The number of the event of the person's last move, or None if it can't be undone."""
        own_moves = [n for n, event in enumerate(self.events, 1) if event.kind == MOVE and event.seat == ME]
        if not own_moves or self.over or self._took_back_in == self.game.get_chapter_number(self.state.public):
            return None
        since = [event.seen_by(ME) for event in self.events[own_moves[-1] :]]
        return own_moves[-1] if is_undoable(since, ME, self.game.metadata) else None

    def take_back(self) -> None:
        """Undo the person's last move. Raises IllegalMoveError if that is no longer possible."""
        move = self.undoable_move
        if move is None:
            raise IllegalMoveError("too-late-to-take-back")
        before = self.events[move - 2].state
        self.events.append(PracticeEvent(TAKE_BACK, ME, PLAYER, (), before))
        self.decisions.append((ME, TAKE_BACK))
        self._took_back_in = self.game.get_chapter_number(before.public)
        self.questions = {}
        self._update_questions()

    def advise(self) -> Advice[Move] | None:
        """Return the strong bot's advice on the person's question; None if there is no choice."""
        view, legal = self.game.view(self.state, ME), self.game.rules.legal(self.state, ME)
        if self.game.adviser is None or not legal.is_choice:
            return None
        rng = Rng(self._key, f"hint|{ME}|{self.questions.get(ME)}")
        return self.game.adviser(view, legal, rng, Simulator(self.game, view), 1, ())

    def play_bot_move(self) -> bool:
        """Play the move of the next bot with a question. Return whether there was one."""
        seat = min((seat for seat in self.questions if seat != ME), default=None)
        if seat is None:
            return False
        self.submit_move(seat, self._choose_bot_move(seat))
        return True

    def replay(self, decisions: Iterable[Decision]) -> None:
        """Play recorded moves in order. Raises EngineError for moves that the rules don't accept."""
        for seat, plain in decisions:
            if plain == TAKE_BACK:
                self.take_back()
            else:
                self.submit_move(seat, self.game.read_move(plain))

    def _choose_bot_move(self, seat: int) -> Move:
        """Return the bot's choice, or the timeout's move if the bot fails, as at a real table.

        There is no time limit: no one else is waiting, and the same match must be the same on every device.
        """
        rules = self.game.rules
        view, legal = self.game.view(self.state, seat), rules.legal(self.state, seat)
        # Number events as records do, which have one event per seat before the start (replays/imports/practice.py).
        rng = Rng(self._key, f"bot|{seat}|{self.questions[seat] + self.setup.seats}")
        try:
            move: Move = self.game.bots[self.setup.level](view, legal, rng, Simulator(self.game, view))
        except Exception:
            return rules.safe_move(self.state, seat, self._chance)
        return move if legal.contains(move) else rules.safe_move(self.state, seat, self._chance)

    def _run_house_steps(self) -> None:
        for _ in range(MAX_HOUSE_STEPS):
            step = self.game.rules.advance(self.state, self._chance)
            if step is None:
                break
            self.events.append(PracticeEvent(HOUSE, None, HOUSE, step.happenings, step.state))
            self._update_questions()
        else:
            raise RuntimeError(f"{self.setup.slug}: the house never comes to rest")
        self._update_questions()

    def _update_questions(self) -> None:
        """Keep the questions of seats that are still waited on; new ones get the current event's number."""
        waiting = self.game.rules.waiting_on(self.state)
        self.questions = {seat: self.questions.get(seat, len(self.events)) for seat in sorted(waiting)}
