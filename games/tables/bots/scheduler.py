"""The bot scheduler of a worker: moves are chosen in advance and played when due, so that no table waits for another.

A question is leased as soon as it is asked; its move is chosen immediately and kept in memory until it is due. If it is
leased late, the move is played BOT_LATE_DELAY after the worker started on it, however fast it was chosen. Either way
the time of an answer doesn't depend on cards. If the worker dies, its leases expire and another worker takes over.

Choosing and playing each run for SLICE_SECONDS plus at most one move, so that the worker frequently looks for tables
where a person plays.
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

MIN_BATCH = 8  # questions leased at a time …
MAX_BATCH = 64  # … and the limit under constant load
SLICE_SECONDS = 0.25
# Chosen moves, some of which wait for BOT_REPLY_DELAY_RANGE. They are played in order, even if others ask meanwhile.
MAX_PENDING_MOVES = 400
MAX_PENDING_BOTS_ALONE = 200  # limit for tables with bots only, to leave room for those where a person plays
POLL_SECONDS = 0.2  # between two looks at the queue; well below BOT_SOLO_DELAY
KEEP_SECONDS = 2.0  # leased turns not chosen after this time are released, well before their lease ends
RETRY_SECONDS = 1.0  # between two retries of turns that were tried before


class PendingMove(NamedTuple):
    """A chosen move with the time to play it (seconds of the monotonic clock) and a tie-breaker."""

    play_at: float
    order: int
    turn: BotTurn
    move: ChosenMove


class BotScheduler:
    """The moves that one worker has chosen and not yet played."""

    def __init__(self) -> None:
        self._pending: list[PendingMove] = []  # a heap
        self._order = count()
        self._left: list[BotTurn] = []  # leased, but not chosen yet
        self._left_since = 0.0
        self._batch = MIN_BATCH
        self._retry_at = 0.0

    def run_once(self, *, take_up: bool = True) -> float:
        """Lease and choose, then play what is due. Return the seconds until there is more to do."""
        if not take_up:
            self._release_left()
        has_more = take_up and self._lease_and_choose()
        if self._play() or has_more:  # a played move may have put the next question
            return 0.0
        wait = self._pending[0].play_at - time.monotonic() if self._pending else POLL_SECONDS
        return max(0.0, min(POLL_SECONDS, wait))

    @property
    def is_busy(self) -> bool:
        """Return whether chosen moves are waiting to be played."""
        return bool(self._pending)

    def release(self) -> None:
        """Release all turns that aren't played yet to other workers."""
        if self._pending:
            release_turns([pending.turn for pending in self._pending])
        self._pending.clear()
        self._release_left()

    def _release_left(self) -> None:
        if self._left:
            release_turns(self._left)
        self._left = []

    def _lease_and_choose(self) -> bool:
        """Lease turns and choose their moves. Return whether there may be more in the queue."""
        limit = min(self._batch, MAX_PENDING_MOVES - len(self._pending) - len(self._left))
        turns = list_unleased_turns(limit, 0 if self._left else MAX_PENDING_BOTS_ALONE - len(self._pending))
        retried = self._retry([turn for turn in turns if turn.tries])
        untried = [turn for turn in turns if not turn.tries]
        began = time.monotonic()
        is_complete = self._choose(lease_turns(untried))
        is_full = 0 < limit <= len(untried)
        self._adapt_batch(is_full, is_complete, time.monotonic() - began)
        return is_full or retried or not is_complete

    def _adapt_batch(self, is_full: bool, is_complete: bool, seconds: float) -> None:
        """Lease more at a time under load, as long as choosing is fast."""
        if not is_complete:
            self._batch = max(self._batch // 2, 1)
        elif not is_full:
            self._batch = MIN_BATCH
        elif seconds < SLICE_SECONDS / 2:
            self._batch = min(self._batch * 2, MAX_BATCH)

    def _retry(self, turns: Sequence[BotTurn]) -> bool:
        """Retry turns that were tried before, one at a time: if one crashes the worker, it takes no others along.

        All other leases are released first. Return whether anything was retried.
        """
        now = time.monotonic()
        if not turns or now < self._retry_at:
            return False
        self._retry_at = now + RETRY_SECONDS
        self._play()
        self.release()
        for turn in turns:
            self._choose(lease_turns([turn]), is_fresh=False)
            self._play()
            if time.monotonic() > now + SLICE_SECONDS:
                break
        return True

    def _choose(self, taken: Sequence[BotTurn], *, is_fresh: bool = True) -> bool:
        """Choose moves, first for tables where a person plays. Return whether there was time for all.

        The rest continues after the next look at the queue.
        """
        taken = sorted([*self._left, *taken], key=attrgetter("bots_alone"))
        by_question = {turn.question: turn for turn in taken}
        listed_at = now = time.monotonic()
        answered = set[BotQuestion]()
        for question, move in choose_each(list(by_question)) if taken else ():
            began, now, turn = now, time.monotonic(), by_question[question]
            answered.add(question)
            if move:
                play_at = max(listed_at + turn.wait, began + (_late_delay(turn) if is_fresh else 0))
                heappush(self._pending, PendingMove(play_at, next(self._order), turn, move))
            if now > listed_at + SLICE_SECONDS:
                break
        self._left_since = self._left_since if self._left else listed_at
        passed = now - listed_at
        self._left = [turn._replace(wait=turn.wait - passed) for turn in taken if turn.question not in answered]
        is_over = not self._left
        if now > self._left_since + KEEP_SECONDS:
            self._release_left()
        return is_over

    def _play(self) -> int:
        """Play due moves, together with all due moves of the same table. Return how many; some may remain.

        Tables where a person plays come first, then the longest overdue.
        """
        played, stop_at = 0, time.monotonic() + SLICE_SECONDS
        while self._pending and self._pending[0].play_at <= (now := time.monotonic()) <= stop_at:
            played += play_moves(self._next_due(now))
        return played

    def _next_due(self, now: float) -> list[ChosenMove]:
        """Return the due moves of the first table, and remove them from the heap."""
        due = [pending for pending in sorted(self._pending) if pending.play_at <= now]
        first = min(due, key=lambda pending: (pending.turn.bots_alone, pending.play_at, pending.order))
        played = [pending for pending in due if pending.move.public_id == first.move.public_id]
        orders = {pending.order for pending in played}
        # A sorted list is a heap.
        self._pending = [pending for pending in sorted(self._pending) if pending.order not in orders]
        return [pending.move for pending in played]


def _late_delay(turn: BotTurn) -> float:
    """Return the delay for turns leased late: longer than the level needs to choose."""
    return settings.BOT_LATE_DELAY_STRONG if turn.level in Game.MORE_LEVELS else settings.BOT_LATE_DELAY
