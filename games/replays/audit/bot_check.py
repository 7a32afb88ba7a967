"""Check that bots would choose the same moves again from their view alone, so that they saw no hidden cards."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from games.engine.chance import Rng
from games.engine.code_digest import get_bot_digest
from games.engine.game import AnyState, Game, Move, Simulator
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.replays.audit.base import Check, MismatchError, NotRunError
from games.replays.audit.replay_check import RulesCheck
from games.replays.audit.report import OTHER_CODE, SAME_CODE
from games.replays.audit.rows import Body, EventRow


class PastState(NamedTuple):
    """A state after event `seq`."""

    seq: int
    state: AnyState


class BotCheck(Check):
    """Check of bot moves. Reads each event before `rerun` does.

    A bot's move names the code version that chose it. Only a different choice by the same code is a mismatch; different
    or unnamed code proves nothing.
    """

    name = "bots"

    def __init__(self, rerun: RulesCheck, enough: Callable[[], bool]) -> None:
        super().__init__()
        self.rerun, self.enough = rerun, enough
        self.past: list[PastState] = []  # since the oldest open question, because bots choose before their move is due
        self.seq = 0
        self.is_other_code = False  # a move of other code was chosen differently

    def check_event(self, row: EventRow, body: Body) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")
        self._remember_state()
        self.seq = row.seq
        if body["kind"] == "move" and body["cause"] == "bot" and body["seat"] in self.rerun.asked:
            self._check_choice(body)

    def end(self) -> None:
        if self.rerun.answer is not None:
            raise NotRunError("rules")
        if self.is_other_code:
            raise NotRunError(OTHER_CODE)

    def _remember_state(self) -> None:
        """Keep the states in which a bot with an open question may have chosen."""
        state = self.rerun.state
        if state is None:
            return
        if not self.past or self.past[-1].state is not state:
            self.past.append(PastState(self.seq, state))
        oldest = min(
            (question_seq for seat, question_seq in self.rerun.asked.items() if seat in self.rerun.levels),
            default=self.seq,
        )
        while len(self.past) > 1 and self.past[1].seq <= oldest:
            del self.past[0]

    def _check_choice(self, body: Body) -> None:
        """Check a bot's move.

        A bot that ran out of time must have played as normal; `rerun` checks which bots may do that.
        """
        is_same_code = body["data"].get("bots") == self._get_own_digest()
        if self.is_other_code and not is_same_code:
            return
        if self.enough():
            raise NotRunError("bots-too-long")
        level = Game.NORMAL if "hurried" in body["data"] else self.rerun.levels.get(body["seat"], "")
        if level not in self.rerun.game.bots:
            raise NotRunError("bots-unknown")
        if self._can_choose(body, level):
            return
        if is_same_code:
            raise MismatchError(SAME_CODE)
        self.is_other_code = True

    def _can_choose(self, body: Body, level: str) -> bool:
        """Return whether the bot chooses this move in any state since it was asked."""
        seat, logged_move = body["seat"], dump_canonical(body["move"])
        question_seq = self.rerun.asked[seat]
        views = list[Any]()
        for moment in reversed(self.past):
            view = self.rerun.game.view(moment.state, seat)
            if view not in views and dump_canonical(to_json(self._choose_move(moment, seat, level))) == logged_move:
                return True
            views.append(view)
            if moment.seq <= question_seq:
                return False
        return False

    def _get_own_digest(self) -> str:
        """Return the digest of the current bot code; "" for a game without a folder."""
        with suppress(ModuleNotFoundError):
            return get_bot_digest(self.rerun.game.metadata.slug)
        return ""

    def _choose_move(self, moment: PastState, seat: int, level: str) -> Move:
        """Return the bot's move in that state; the safe move if it fails, as at a table."""
        game, state = self.rerun.game, moment.state
        view, legal = game.view(state, seat), game.rules.legal(state, seat)
        rng = Rng(self.rerun.key, f"bot|{seat}|{self.rerun.asked[seat]}")
        sim = Simulator(game, view)
        with suppress(Exception):  # logged when it happened at the table
            move = game.bots[level](view, legal, rng, sim)
            if legal.contains(move):
                return move
        return game.rules.safe_move(state, seat, self.rerun.chance)
