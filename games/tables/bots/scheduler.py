"""One worker's bots: chosen ahead, played at their appointments, so that nothing waits for anything else.

A question is taken up when it is asked, its answer is chosen at once and kept here, in memory alone, until it is due.
What is taken up late is played BOT_LATE_DELAY after its worker turned to it, however quickly it was chosen. So neither
way does the time of an answer depend on cards. Should the worker die, the leases run out and another takes the
questions up again.

However much there is to do, the worker comes back after a moment to look where a person plays: choosing and playing
each go on for SLICE_SECONDS and one answer at most.
"""

import time
from collections.abc import Sequence
from heapq import heappush
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from django.conf import settings

from games.engine.game import Game
from games.tables.bots.player import BotQuestion, ChosenMove, choose_each, play_moves
from games.tables.bots.queue import BotTurn, lease_turns, list_unleased_turns, release_turns

MIN_BATCH = 8  # questions taken up at once …
MAX_BATCH = 64  # … and where so many are asked that there are always more
SLICE_SECONDS = 0.25
# Answers at most, some for BOT_REPLY_DELAY_RANGE: what is kept is played in its turn, whoever asks meanwhile.
MAX_PENDING_MOVES = 400
MAX_PENDING_BOTS_ALONE = 200  # of bots alone only while there are less, so that there is room where a person plays
POLL_SECONDS = 0.2  # between two looks at who is asked; well below BOT_SOLO_DELAY
KEEP_SECONDS = 2.0  # what is taken up and still not chosen after this time is given back, well before its lease ends
RETRY_SECONDS = 1.0  # between two times in which what was tried before is tried again


class PendingMove(NamedTuple):
    """A chosen answer: when to play it (seconds of the monotonic clock), in which order."""

    play_at: float
    order: int
    turn: BotTurn
    move: ChosenMove


class BotScheduler:
    """The answers that one worker has chosen and not yet played."""

    def __init__(self) -> None:
        self._pending: list[PendingMove] = []  # a heap
        self._order = count()
        self._left: list[BotTurn] = []  # taken up, and not chosen yet
        self._left_since = 0.0
        self._batch = MIN_BATCH
        self._retry_at = 0.0

    def run_once(self, *, take_up: bool = True) -> float:
        """Take up what is asked, play what is due. Returns in how many seconds there will be more to do."""
        if not take_up:
            self._release_left()
        more = take_up and self._lease_and_choose()
        if self._play() or more:  # who has played may have asked the next
            return 0.0
        wait = self._pending[0].play_at - time.monotonic() if self._pending else POLL_SECONDS
        return max(0.0, min(POLL_SECONDS, wait))

    @property
    def is_busy(self) -> bool:
        """Whether something chosen waits to be played."""
        return bool(self._pending)

    def release(self) -> None:
        """Leave what isn't played to other workers."""
        if self._pending:
            release_turns([one.turn for one in self._pending])
        self._pending.clear()
        self._release_left()

    def _release_left(self) -> None:
        if self._left:
            release_turns(self._left)
        self._left = []

    def _lease_and_choose(self) -> bool:
        """Choose for those who are asked. Says whether there may be more of them than could be taken up."""
        limit = min(self._batch, MAX_PENDING_MOVES - len(self._pending) - len(self._left))
        asked = list_unleased_turns(limit, 0 if self._left else MAX_PENDING_BOTS_ALONE - len(self._pending))
        retried = self._retry([turn for turn in asked if turn.tries])
        fresh = [turn for turn in asked if not turn.tries]
        began = time.monotonic()
        done = self._choose(lease_turns(fresh))
        is_full = 0 < limit <= len(fresh)
        self._adapt_batch(is_full, done, time.monotonic() - began)
        return is_full or retried or not done

    def _adapt_batch(self, is_full: bool, done: bool, seconds: float) -> None:
        """Take up more at once the more are asked, as long as choosing for them is quickly over."""
        if not done:
            self._batch = max(self._batch // 2, 1)
        elif not is_full:
            self._batch = MIN_BATCH
        elif seconds < SLICE_SECONDS / 2:
            self._batch = min(self._batch * 2, MAX_BATCH)

    def _retry(self, again: Sequence[BotTurn]) -> bool:
        """Play what was tried before, each alone: should it have ended an earlier worker, it takes no others along.

        What is kept is given back first, and will be taken up again. Says whether anything was tried.
        """
        now = time.monotonic()
        if not again or now < self._retry_at:
            return False
        self._retry_at = now + RETRY_SECONDS
        self._play()
        self.release()
        for turn in again:
            self._choose(lease_turns([turn]), is_fresh=False)
            self._play()
            if time.monotonic() > now + SLICE_SECONDS:
                break
        return True

    def _choose(self, taken: Sequence[BotTurn], *, is_fresh: bool = True) -> bool:
        """Choose where a person plays first, then in the order given. Says whether there was time for all; what is left
        is gone on with after the next look."""
        taken = sorted([*self._left, *taken], key=attrgetter("bots_alone"))
        turns = {turn.question: turn for turn in taken}
        listed_at = now = time.monotonic()
        done = set[BotQuestion]()
        for question, move in choose_each(list(turns)) if taken else ():
            began, now, turn = now, time.monotonic(), turns[question]
            done.add(question)
            if move:
                play_at = max(listed_at + turn.wait, began + (_late_delay(turn) if is_fresh else 0))
                heappush(self._pending, PendingMove(play_at, next(self._order), turn, move))
            if now > listed_at + SLICE_SECONDS:
                break
        self._left_since = self._left_since if self._left else listed_at
        passed = now - listed_at
        self._left = [turn._replace(wait=turn.wait - passed) for turn in taken if turn.question not in done]
        is_over = not self._left
        if now > self._left_since + KEEP_SECONDS:
            self._release_left()
        return is_over

    def _play(self) -> int:
        """Play what is due, where a person plays first, the longest due first, and with it what is due at the same
        table. Returns how many; some may be left."""
        played, stop_at = 0, time.monotonic() + SLICE_SECONDS
        while self._pending and self._pending[0].play_at <= (now := time.monotonic()) <= stop_at:
            played += play_moves(self._next_due(now))
        return played

    def _next_due(self, now: float) -> list[ChosenMove]:
        """What is due at the first table. What isn't played yet stays, to be given back."""
        due = [one for one in sorted(self._pending) if one.play_at <= now]
        first = min(due, key=lambda one: (one.turn.bots_alone, one.play_at, one.order))
        played = [one for one in due if one.move.public_id == first.move.public_id]
        orders = {one.order for one in played}
        self._pending = [one for one in sorted(self._pending) if one.order not in orders]  # sorted, it is a heap
        return [one.move for one in played]


def _late_delay(turn: BotTurn) -> float:
    """How much later what is taken up late is played: more than its level needs to choose."""
    return settings.BOT_LATE_DELAY_STRONG if turn.level in Game.MORE_LEVELS else settings.BOT_LATE_DELAY
