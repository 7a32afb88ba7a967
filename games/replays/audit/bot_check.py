"""Would the bots choose the same again, knowing no more than their view? Then they did not peek."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from games.engine.chance import Rng
from games.engine.game import AnyState, Game, Move, Simulator
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.replays.audit.base import Check, MismatchError, NotRunError
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.rows import Body, EventRow

LOOKS_BACK = 16  # a bot has chosen before its appointment, and others may have decided in between


class PastState(NamedTuple):
    """A table after event `seq`."""

    seq: int
    state: AnyState


class BotCheck(Check):
    """Reads each event before `rerun` does."""

    name = "bots"

    def __init__(self, rerun: RulesCheck, enough: Callable[[], bool]) -> None:
        super().__init__()
        self.rerun, self.enough = rerun, enough
        self.past: deque[PastState] = deque(maxlen=LOOKS_BACK)
        self.seq = 0

    def check_event(self, row: EventRow, body: Body) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")
        if self.rerun.state is not None:
            self.past.append(PastState(self.seq, self.rerun.state))
        self.seq = row.seq
        if body["kind"] == "move" and body["cause"] == "bot" and body["seat"] in self.rerun.asked:
            self._check_choice(body)

    def end(self) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")

    def _check_choice(self, body: Body) -> None:
        """A bot that ran out of time must have answered as normal; that only some can is for `rerun` to say."""
        if self.enough():
            raise NotRunError("bots-too-long")
        seat, chosen = body["seat"], dump_canonical(body["move"])
        asked = self.rerun.asked[seat]
        level = Game.NORMAL if "hurried" in body["data"] else self.rerun.levels.get(seat, "")
        if level not in self.rerun.title.bots:
            raise NotRunError("bots-unknown")
        moments = [moment for moment in self.past if moment.seq >= asked]
        if not any(
            dump_canonical(to_json(self._choose_move(moment, seat, level))) == chosen for moment in reversed(moments)
        ):
            raise MismatchError("choice")

    def _choose_move(self, moment: PastState, seat: int, level: str) -> Move:
        """What that bot chooses there; the safe move if it fails, as at the table."""
        title, state = self.rerun.title, moment.state
        view, legal = title.view(state, seat), title.rules.legal(state, seat)
        rng = Rng(self.rerun.key, f"bot|{seat}|{self.rerun.asked[seat]}")
        sim = Simulator(title, view)
        with suppress(Exception):  # at the table it was logged
            move = title.bots[level](view, legal, rng, sim)
            if legal.contains(move):
                return move
        return title.rules.safe_move(state, seat, self.rerun.chance)
