"""Check of deals and rules: the whole match is replayed from the seed and the logged decisions.

Everything else must follow: questions, the house's steps, happenings, and the state after every event.
"""

from typing import Any

from games.catalog import registry
from games.engine.chance import Chance, derive_chance_key
from games.engine.errors import IllegalMoveError, InvalidOptionsError, InvalidPayloadError
from games.engine.game import AnyAddressedHappening, AnyGame, AnyState, Game, Standing
from games.engine.serialization.canonical_json import Json, dump_canonical, to_json
from games.engine.transitions import rank_last
from games.replays.audit.base import Check, MismatchError, NotRunError, read_log_version
from games.replays.audit.client_seeds import ClientSeeds
from games.replays.audit.forks import is_fork_reference, restore_fork_state
from games.replays.audit.people import People
from games.replays.audit.report import DIFFERS, CheckResult
from games.replays.audit.rows import Body, EventRow, TableRow
from games.replays.audit.take_back import TakeBacks

PERSON_AGAIN = ("sit", "leave", "seat-back")
NEW_HOLDER = ("sit", "leave", "sit-bot")


class RulesCheck(Check):
    """The match replayed up to the current event. `state` is None before the start."""

    name = "rules"
    game: AnyGame
    chance: Chance

    def __init__(self, table: TableRow, game: AnyGame | None = None) -> None:
        super().__init__()
        self.table, self.given_game = table, game
        self.options: dict[str, Any] = {}
        self.seats = 0
        self.key = b""
        self.fork: Any = None  # reference to the position of another match that it continues
        self.state: AnyState | None = None
        self.happenings: tuple[AnyAddressedHappening, ...] = ()  # happenings of the current event
        self.asked: dict[int, int] = {}  # seat number → number of the event that put its open question
        self.levels: dict[int, str] = {}  # of the bots, by seat number
        self.frozen = self.paused = False
        self.log_version: int | None = None  # None: from before logs had versions
        self.was_forced = False  # the current event is a move that everyone knows to be the only legal one
        self.people = People()
        self.phrases = ClientSeeds()
        self.take_backs = TakeBacks()

    @property
    def is_running(self) -> bool:
        """Return whether the match has begun and has followed the rules so far."""
        return self.answer is None and self.state is not None

    @property
    def standing(self) -> Standing:
        """The standing, with seats that forfeited ranked last. Only once the match has begun."""
        return rank_last(self.game.rules.standing(self._require_running()[1]), self.people.forfeited)

    @property
    def is_over(self) -> bool:
        """Return whether the match has ended by its rules."""
        return self.state is not None and self.game.rules.over(self.state)

    def check_event(self, row: EventRow, body: Body) -> None:
        happens = {
            "create": self._create, "start": self._start, "move": self._move, "house": self._replay_house_step,
            "take-back": self._take_back, "hint": self._hint,
        }  # fmt: skip
        self.happenings, self.was_forced, before = (), False, self.state
        if self.state is None:
            self.phrases.check_next(body["kind"])
        elif self.game.rules.over(self.state):
            raise MismatchError("after-end")
        happens.get(body["kind"], self._other)(body)
        if body["kind"] != "move" and body["move"] is not None:
            raise MismatchError("move")
        if before is not None and body["kind"] != "take-back":
            self.take_backs.read(self.game, before, body, self.happenings)
        happenings = dump_canonical(_happenings_to_json(self.happenings))  # 1 == True in Python
        if happenings != dump_canonical(body["happenings"]) and happenings != dump_canonical(
            self._upgrade_happenings(body["happenings"])
        ):
            raise MismatchError("happenings")
        if (self.state is None) != (body["state"] is None):
            raise MismatchError("state")

    def reject_state(self, row: EventRow) -> None:
        """Report that the logged state differs from the rules. The stored snapshot matches the log."""
        self.answer = CheckResult(self.name, DIFFERS, "state", row.seq, row.kind)

    def end(self) -> None:
        if self.state is None:
            self.phrases.check_end(self.table.status)
            return
        if self.table.status == "broken-off":
            raise MismatchError("broken-off")
        if self.game.rules.over(self.state) != (self.table.status == "finished"):
            raise MismatchError("over" if self.table.status != "finished" else "not-over")
        self._check_no_house_step()

    def _create(self, body: Body) -> None:
        data = body["data"]
        if self.seats or type(data.get("seats")) is not int or type(data.get("options")) is not dict:
            raise MismatchError("create")
        self.log_version = read_log_version(data)
        if self.given_game is None and data.get("title") not in registry.list_metadata():
            raise NotRunError("title-unknown")
        self.game = self.given_game or registry.get_game(data["title"])
        try:
            self.options = dict(self.game.metadata.clean_options(data["options"]))
        except InvalidOptionsError as problem:
            if problem.params.get("option") == "rules":
                raise NotRunError("rules-unknown") from None
            raise NotRunError("options-unknown") from None
        self.fork = data.get("fork")
        if self.fork is not None and not is_fork_reference(self.fork):
            raise MismatchError("fork")
        low, high = self.game.metadata.get_seat_range(self.options)
        if not low <= data["seats"] <= high:
            raise NotRunError("options-unknown")
        self.seats = data["seats"]
        self.phrases = ClientSeeds(self.table.public_id, self.seats, data.get("strict") is True)
        self.phrases.update_holder(body["seat"], person=True)

    def _start(self, body: Body) -> None:
        if not self.seats or self.state is not None:
            raise MismatchError("start")
        parts = self.phrases.finalize(body, self.levels)
        self.key = derive_chance_key(self.table.public_id, self.table.seed, parts)
        self.chance = Chance(self.key)
        initial_state = self.game.rules.setup(self.options, self.seats)
        fork_data = body["data"].get("fork")
        self.state = (
            restore_fork_state(self.table, self.game, initial_state, self.fork, fork_data, self.chance)
            if fork_data or self.fork
            else initial_state
        )
        self._update_questions(self.state, body, None)

    def _move(self, body: Body) -> None:
        (rules, state), seat = self._require_running(), body["seat"]
        self._check_no_house_step()
        if seat not in rules.waiting_on(state):
            raise MismatchError("not-asked")
        self._require_in_play()
        if (body["cause"] == "bot") != (seat in self.levels) and body["cause"] in ("bot", "player", "plan"):
            raise MismatchError("whose-seat")
        if "hurried" in body["data"] and (
            body["data"]["hurried"] is not True or self.levels.get(seat) not in Game.MORE_LEVELS
        ):
            raise MismatchError("hurried")
        try:
            move = self.game.read_move(body["move"])
            step = rules.apply(state, seat, move)
        except (InvalidPayloadError, IllegalMoveError):
            raise MismatchError("illegal") from None
        self.was_forced = body["cause"] == "house" and move == self.game.forced_move(state.public, seat)
        if not self.was_forced:
            has_forfeited = seat in self.people.forfeited and seat not in self.levels
            if body["cause"] == "house" and seat not in self.people.forfeited:
                raise MismatchError("whose-seat")
            if (body["cause"] in ("clock", "house") or "safe" in body["data"]) and move != rules.safe_move(
                state, seat, self.chance
            ):
                raise MismatchError("clock")
            if (body["cause"] == "house") != has_forfeited:
                raise MismatchError("clock")
        self.happenings = step.happenings
        self.state = step.state
        self._update_questions(step.state, body, seat)

    def _replay_house_step(self, body: Body) -> None:
        rules, state = self._require_running()
        step = rules.advance(state, self.chance)
        if step is None:
            raise MismatchError("house-rests")
        self.happenings = step.happenings
        self.state = step.state
        self._update_questions(step.state, body, None)

    def _take_back(self, body: Body) -> None:
        """Restore the earlier state. All of its questions are put again."""
        _rules, state = self._require_running()
        self._require_in_play()
        people = set(range(self.seats)) - set(self.levels)
        self.state = self.take_backs.get_state(self.game, state, body, people)
        self.asked = {}
        self._update_questions(self.state, body, None)

    def _hint(self, body: Body) -> None:
        """Check a hint: its person is alone with bots and, if they asked for it themselves, has an open question."""
        self._require_running()
        seat, people = body["seat"], set(range(self.seats)) - set(self.levels)
        if people - {seat}:
            raise MismatchError("hint")
        if body["cause"] == "player":
            self._require_in_play()
            if seat not in people or seat not in self.asked:
                raise MismatchError("hint")

    def _upgrade_happenings(self, happenings: Json) -> Json:
        """Convert logged happenings to the current format."""
        if not happenings:
            return happenings
        try:
            return [
                {"to": entry["to"], "what": to_json(self.game.read_happening(entry["what"]))} for entry in happenings
            ]
        except (InvalidPayloadError, LookupError, TypeError, AttributeError):
            raise MismatchError("happenings") from None

    def _other(self, body: Body) -> None:
        """Read events outside of play: seats, client seeds, clocks and moderation."""
        kind, seat = body["kind"], body["seat"]
        if kind in NEW_HOLDER and self.state is None:
            self.phrases.update_holder(seat, person=kind == "sit")
        if kind in ("phrase", "open", "break-off"):
            if self.state is not None:
                raise MismatchError("phrase")
            {"phrase": self.phrases.add_hash, "open": self.phrases.reveal, "break-off": self.phrases.break_off}[kind](
                body
            )
        if kind in ("freeze", "thaw"):
            self.frozen = kind == "freeze"
        if kind in ("pause", "resume"):
            self.paused = kind == "pause"
        if kind in ("pause", "live"):
            self.people.check_agreement(body, set(range(self.seats)) - set(self.levels))
        self.people.read(body)
        if kind in PERSON_AGAIN:
            self.levels.pop(seat, None)
        elif "level" in body["data"]:
            self.levels[seat] = body["data"]["level"]

    def _require_running(self) -> tuple[Any, AnyState]:
        if self.state is None:
            raise MismatchError("not-started")
        return self.game.rules, self.state

    def _require_in_play(self) -> None:
        if self.frozen or self.paused:
            raise MismatchError("frozen")

    def _check_no_house_step(self) -> None:
        rules, state = self._require_running()
        if rules.advance(state, self.chance) is not None:
            raise MismatchError("house-skipped")

    def _update_questions(self, state: AnyState, body: Body, mover: int | None) -> None:
        """Update the open questions: those still waiting keep theirs, newly asked seats get this event's number."""
        still_open = {seat: question_seq for seat, question_seq in self.asked.items() if seat != mover}
        seq: int = body["seq"]
        self.asked = {seat: still_open.get(seat, seq) for seat in self.game.rules.waiting_on(state)}


def _happenings_to_json(happenings: tuple[AnyAddressedHappening, ...]) -> list[Any]:
    return [{"to": to_json(addressed.to), "what": to_json(addressed.happening)} for addressed in happenings]
