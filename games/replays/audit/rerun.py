"""Do deals and rules agree? The whole match is played anew from the seed and from what the log says was decided.

Everything else follows: who is asked, what the house does, what happens, where the table stands after every event.
"""

from typing import Any

from games import catalog
from games.engine.chain import text_hash
from games.engine.chance import Chance, chance_key
from games.engine.codec import canonical, to_json
from games.engine.contract import AnyState, AnyTitle, AnyTold, Move
from games.engine.errors import BadOptions, BadPayload, IllegalMove
from games.replays.audit.check import Check, Differs, NotRun
from games.replays.audit.rows import Body, EventRow, TableRow
from games.tables.frames import Frame, frame_of

PERSON_AGAIN = ("sit", "leave", "seat-back")


class Rerun(Check):
    """The match played anew, as far as it has been read. `frame` is None before the start."""

    name = "rules"
    title: AnyTitle
    chance: Chance

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self.table = table
        self.options: dict[str, Any] = {}
        self.seats = 0
        self.key = b""
        self.state: AnyState | None = None
        self.frame: Frame | None = None
        self.hash: str | None = None  # of the state
        self.told: tuple[AnyTold, ...] = ()  # of the event just read
        self.asked: dict[int, int] = {}  # seat number → number of the event that put its open question
        self.levels: dict[int, str] = {}  # of the bots, by seat number
        self.frozen = False

    @property
    def runs(self) -> bool:
        """Whether the match has begun and has followed the rules so far."""
        return self.answer is None and self.state is not None

    def see(self, row: EventRow, body: Body) -> None:
        happens = {"create": self._create, "start": self._start, "move": self._move, "house": self._house}
        self.told = ()
        happens.get(body["kind"], self._other)(body)
        if body["kind"] != "move" and body["move"] is not None:
            raise Differs("move")
        told = _plain(self.told)
        if told != body["happenings"] or canonical(told) != canonical(body["happenings"]):  # 1 == True in Python
            raise Differs("happenings")
        if self.hash != body["state"]:
            raise Differs("state")

    def end(self) -> None:
        if self.state is None:
            return
        if self.title.rules.over(self.state) != (self.table.status == "finished"):
            raise Differs("over" if self.table.status != "finished" else "not-over")
        self._house_rests()

    def _create(self, body: Body) -> None:
        data = body["data"]
        if self.seats or type(data.get("seats")) is not int or type(data.get("options")) is not dict:
            raise Differs("create")
        if data.get("title") not in catalog.metas():
            raise NotRun("title-unknown")
        self.title = catalog.title(data["title"])
        try:
            self.options = dict(self.title.meta.options_checked(data["options"]))
        except BadOptions:
            raise NotRun("options-unknown") from None
        low, high = self.title.meta.seats_for(self.options)
        if not low <= data["seats"] <= high:
            raise NotRun("options-unknown")
        self.seats = data["seats"]

    def _start(self, body: Body) -> None:
        phrases = body["data"].get("phrases")
        if not self.seats or self.state is not None or type(phrases) is not list or len(phrases) != self.seats:
            raise Differs("start")
        if any(phrase != "" for phrase in phrases):  # nobody can give one yet: who else would have chosen it?
            raise Differs("phrases")
        # Titles set matches up with their newest number only; an older match would be another one.
        if body["rules"] != self.title.meta.rules:
            raise NotRun("rules-unknown")
        self.key = chance_key(self.table.public_id, self.table.seed, phrases)
        self.chance = Chance(self.key)
        self._stands(self.title.rules.setup({**self.options, "rules": body["rules"]}, self.seats))

    def _move(self, body: Body) -> None:
        (rules, state), seat = self._running(), body["seat"]
        self._house_rests()
        if seat not in rules.waiting_on(state):
            raise Differs("not-asked")
        if self.frozen:
            raise Differs("frozen")
        if (body["cause"] == "bot") != (seat in self.levels) and body["cause"] in ("bot", "player"):
            raise Differs("whose-seat")
        try:
            move: Move = self.title.read_move(body["move"])
            step = rules.apply(state, seat, move)
        except (BadPayload, IllegalMove):
            raise Differs("illegal") from None
        if body["cause"] == "clock" and move != rules.safe_move(state, seat, self.chance):
            raise Differs("clock")
        self.told = step.happenings
        self._stands(step.state)
        self._ask(step.state, body["seq"], seat)

    def _house(self, body: Body) -> None:
        rules, state = self._running()
        step = rules.advance(state, self.chance)
        if step is None:
            raise Differs("house-rests")
        self.told = step.happenings
        self._stands(step.state)
        self._ask(step.state, body["seq"], None)

    def _other(self, body: Body) -> None:
        """Seats and moderation: nothing that happens in the match."""
        kind, seat = body["kind"], body["seat"]
        if kind in ("freeze", "thaw"):
            self.frozen = kind == "freeze"
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

    def _stands(self, state: AnyState) -> None:
        self.state = state
        self.frame = frame_of(self.title, state, self.seats)
        self.hash = text_hash(canonical(self.frame["hidden"]))

    def _ask(self, state: AnyState, seq: int, mover: int | None) -> None:
        """Whoever is still waited on keeps the question, whoever is asked anew gets this event's number."""
        kept = {seat: asked for seat, asked in self.asked.items() if seat != mover}
        self.asked = {seat: kept.get(seat, seq) for seat in self.title.rules.waiting_on(state)}


def _plain(told: tuple[AnyTold, ...]) -> list[Any]:
    return [{"to": to_json(one.to), "what": to_json(one.what)} for one in told]
