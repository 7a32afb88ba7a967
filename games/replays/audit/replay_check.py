"""Do deals and rules agree? The whole match is played anew from the seed and from what the log says was decided.

Everything else follows: who is asked, what the house does, what happens, where the table stands after every event.
"""

from typing import Any

from games.catalog import registry
from games.engine.chance import Chance, chance_key
from games.engine.errors import BadOptions, BadPayload, IllegalMove
from games.engine.game import AnyState, AnyTitle, AnyTold, Standing
from games.engine.serialization.canonical_json import Json, canonical, to_json
from games.engine.transitions import ranked_last
from games.replays.audit.base import Check, Differs, NotRun
from games.replays.audit.client_seeds import Phrases
from games.replays.audit.forks import forked, is_named
from games.replays.audit.report import DIFFERS, Answer
from games.replays.audit.rows import Body, EventRow, TableRow
from games.replays.audit.timeouts import Timeouts

PERSON_AGAIN = ("sit", "leave", "seat-back")
NEW_HOLDER = ("sit", "leave", "sit-bot")


class Rerun(Check):
    """The match played anew, as far as it has been read. `state` is None before the start."""

    name = "rules"
    title: AnyTitle
    chance: Chance

    def __init__(self, table: TableRow, title: AnyTitle | None = None) -> None:
        super().__init__()
        self.table, self.given = table, title
        self.options: dict[str, Any] = {}
        self.seats = 0
        self.key = b""
        self.fork: Any = None  # which position of which match it goes on from
        self.state: AnyState | None = None
        self.told: tuple[AnyTold, ...] = ()  # of the event just read
        self.asked: dict[int, int] = {}  # seat number → number of the event that put its open question
        self.levels: dict[int, str] = {}  # of the bots, by seat number
        self.frozen = self.paused = False
        self.timeouts = Timeouts()
        self.phrases = Phrases()

    @property
    def runs(self) -> bool:
        """Whether the match has begun and has followed the rules so far."""
        return self.answer is None and self.state is not None

    @property
    def standing(self) -> Standing:
        """How the table stands, whoever has forfeited last. Only once the match has begun."""
        return ranked_last(self.title.rules.standing(self._running()[1]), self.timeouts.forfeited)

    def see(self, row: EventRow, body: Body) -> None:
        happens = {"create": self._create, "start": self._start, "move": self._move, "house": self._house}
        self.told = ()
        if self.state is None:
            self.phrases.check_next(body["kind"])
        elif self.title.rules.over(self.state):
            raise Differs("after-end")
        happens.get(body["kind"], self._other)(body)
        if body["kind"] != "move" and body["move"] is not None:
            raise Differs("move")
        told = canonical(_plain(self.told))  # 1 == True in Python
        if told != canonical(body["happenings"]) and told != canonical(self._as_told(body["happenings"])):
            raise Differs("happenings")
        if (self.state is None) != (body["state"] is None):
            raise Differs("state")

    def denied(self, row: EventRow) -> None:
        """The log holds another state than the rules lead to, and the frame beside it is the log's."""
        self.answer = Answer(self.name, DIFFERS, "state", row.seq, row.kind)

    def end(self) -> None:
        if self.state is None:
            self.phrases.check_end(self.table.status)
            return
        if self.table.status == "broken-off":
            raise Differs("broken-off")
        if self.title.rules.over(self.state) != (self.table.status == "finished"):
            raise Differs("over" if self.table.status != "finished" else "not-over")
        self._house_rests()

    def _create(self, body: Body) -> None:
        data = body["data"]
        if self.seats or type(data.get("seats")) is not int or type(data.get("options")) is not dict:
            raise Differs("create")
        if self.given is None and data.get("title") not in registry.metas():
            raise NotRun("title-unknown")
        self.title = self.given or registry.title(data["title"])
        try:
            self.options = dict(self.title.meta.options_checked(data["options"]))
        except BadOptions as problem:
            if problem.params.get("option") == "rules":
                raise NotRun("rules-unknown") from None
            raise NotRun("options-unknown") from None
        self.fork = data.get("fork")
        if self.fork is not None and not is_named(self.fork):
            raise Differs("fork")
        self.timeouts.set_up(body)
        low, high = self.title.meta.seats_for(self.options)
        if not low <= data["seats"] <= high:
            raise NotRun("options-unknown")
        self.seats = data["seats"]
        self.phrases = Phrases(self.table.public_id, self.seats, data.get("strict") is True)
        self.phrases.seat_changed(body["seat"], person=True)

    def _start(self, body: Body) -> None:
        if not self.seats or self.state is not None:
            raise Differs("start")
        parts = self.phrases.closed(body, self.levels)
        self.key = chance_key(self.table.public_id, self.table.seed, parts)
        self.chance = Chance(self.key)
        fresh = self.title.rules.setup(self.options, self.seats)
        told = body["data"].get("fork")
        self.state = forked(self.table, self.title, fresh, self.fork, told, self.chance) if told or self.fork else fresh
        self._ask(self.state, body, None)

    def _move(self, body: Body) -> None:
        (rules, state), seat = self._running(), body["seat"]
        self._house_rests()
        if seat not in rules.waiting_on(state):
            raise Differs("not-asked")
        if self.frozen or self.paused:
            raise Differs("frozen")
        if (body["cause"] == "bot") != (seat in self.levels) and body["cause"] in ("bot", "player", "plan"):
            raise Differs("whose-seat")
        try:
            move = self.title.read_move(body["move"])
            step = rules.apply(state, seat, move)
        except (BadPayload, IllegalMove):
            raise Differs("illegal") from None
        only = body["cause"] == "house" and move == self.title.only_move(state.public, seat)
        if not only:  # of which everybody knows that there is no other
            if body["cause"] == "house" and seat not in self.timeouts.forfeited:
                raise Differs("whose-seat")
            if (body["cause"] in ("clock", "house") or "safe" in body["data"]) and move != rules.safe_move(
                state, seat, self.chance
            ):
                raise Differs("clock")
            self.timeouts.moved(body, bot=seat in self.levels)
        self.told = step.happenings
        self.state = step.state
        self._ask(step.state, body, seat)

    def _house(self, body: Body) -> None:
        rules, state = self._running()
        step = rules.advance(state, self.chance)
        if step is None:
            raise Differs("house-rests")
        self.told = step.happenings
        self.state = step.state
        self._ask(step.state, body, None)

    def _as_told(self, happenings: Json) -> Json:
        """What the log tells, in the present shape of happenings."""
        if not happenings:
            return happenings
        try:
            return [{"to": one["to"], "what": to_json(self.title.read_happening(one["what"]))} for one in happenings]
        except (BadPayload, LookupError, TypeError, AttributeError):
            raise Differs("happenings") from None

    def _other(self, body: Body) -> None:
        """Seats, phrases, clocks and moderation: nothing that happens in the match."""
        kind, seat = body["kind"], body["seat"]
        if kind in NEW_HOLDER and self.state is None:
            self.phrases.seat_changed(seat, person=kind == "sit")
        if kind in ("phrase", "open", "break-off"):
            if self.state is not None:
                raise Differs("phrase")
            {"phrase": self.phrases.give, "open": self.phrases.open, "break-off": self.phrases.break_off}[kind](body)
        if kind in ("freeze", "thaw"):
            self.frozen = kind == "freeze"
        if kind in ("pause", "resume"):
            self.paused = kind == "pause"
        if kind in ("pause", "live"):
            self.timeouts.agreed(body, set(range(self.seats)) - set(self.levels))
        self.timeouts.other(body)
        if kind in PERSON_AGAIN:
            self.levels.pop(seat, None)
        elif "level" in body["data"]:
            self.levels[seat] = body["data"]["level"]

    def _running(self) -> tuple[Any, AnyState]:
        if self.state is None:
            raise Differs("not-started")
        return self.title.rules, self.state

    def _house_rests(self) -> None:
        rules, state = self._running()
        if rules.advance(state, self.chance) is not None:
            raise Differs("house-skipped")

    def _ask(self, state: AnyState, body: Body, mover: int | None) -> None:
        """Whoever is still waited on keeps the question, whoever is asked anew gets this event's number."""
        kept = {seat: asked for seat, asked in self.asked.items() if seat != mover}
        seq: int = body["seq"]
        self.asked = {seat: kept.get(seat, seq) for seat in self.title.rules.waiting_on(state)}
        self.timeouts.asked(self.asked, body)


def _plain(told: tuple[AnyTold, ...]) -> list[Any]:
    return [{"to": to_json(one.to), "what": to_json(one.what)} for one in told]
