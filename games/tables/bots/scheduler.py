"""One worker's bots: chosen ahead, played at their appointments, so that nothing waits for anything else.

A question is taken up when it is asked, its answer is chosen at once and kept here, in memory alone, until it is due.
What is taken up late is played BOT_LATE_DELAY afterwards, however quickly it was chosen. So neither way does the
time of an answer depend on cards. Should the worker die, the leases run out and another takes the questions up again.
"""

import time
from collections.abc import Sequence
from heapq import heappush
from itertools import count, groupby

from django.conf import settings

from games.tables.bots.player import ChosenMove, choose_moves, play_moves
from games.tables.bots.queue import BotTurn, lease_turns, list_unleased_turns, release_turns

BATCH = 10  # questions taken up at once, so that choosing is over within the time to think
MAX_PENDING_MOVES = (
    400  # answers at most, some for BOT_REPLY_DELAY_RANGE: what is kept is played in its turn, whoever asks meanwhile
)
POLL_SECONDS = 0.2  # between two looks at who is asked; well below BOT_SOLO_DELAY


class BotScheduler:
    """The answers that one worker has chosen and not yet played."""

    def __init__(self) -> None:
        # A heap: when to play (seconds of the monotonic clock), in which order, what.
        self._pending: list[tuple[float, int, BotTurn, ChosenMove]] = []
        self._order = count()

    def run_once(self, *, take_up: bool = True) -> float:
        """Take up what is asked, play what is due. Returns in how many seconds there will be more to do."""
        more = take_up and self._lease_and_choose()
        if self._play() or more:  # who has played may have asked the next
            return 0.0
        wait = self._pending[0][0] - time.monotonic() if self._pending else POLL_SECONDS
        return max(0.0, min(POLL_SECONDS, wait))

    @property
    def is_busy(self) -> bool:
        """Whether something chosen waits to be played."""
        return bool(self._pending)

    def release(self) -> None:
        """Leave what isn't played to other workers."""
        release_turns([asked for _, _, asked, _ in self._pending])
        self._pending.clear()

    def _lease_and_choose(self) -> bool:
        """Choose for those who are asked. Says whether there may be more of them than could be taken up."""
        asked = list_unleased_turns(min(BATCH, MAX_PENDING_MOVES - len(self._pending)))
        again = [one for one in asked if one.tries][:1]
        if again and self._pending:
            return False
        if again:  # alone: should it have ended an earlier worker, it takes no others along
            self._choose(lease_turns(again), think=0.0)
            self._play()
        self._choose(lease_turns([one for one in asked if not one.tries]), think=settings.BOT_LATE_DELAY)
        return len(asked) == BATCH

    def _choose(self, taken: Sequence[BotTurn], think: float) -> None:
        now = time.monotonic()
        due = {one.question: (now + max(one.wait, think), one) for one in taken}
        for table_pk, questions in groupby(sorted(due), key=lambda question: question.table_pk):
            for answer in choose_moves(table_pk, list(questions)):
                play_at, one = due[answer.question]
                heappush(self._pending, (play_at, next(self._order), one, answer))

    def _play(self) -> int:
        """Play what is due, the longest due first, and with it what is due at the same table. Returns how many."""
        played = 0
        while self._pending and self._pending[0][0] <= time.monotonic():
            played += play_moves(self._next_due())
        return played

    def _next_due(self) -> list[ChosenMove]:
        """What is due at the table of the first. What isn't played yet stays, to be given back."""
        now, public_id = time.monotonic(), self._pending[0][3].public_id
        kept = sorted(self._pending)
        due = {order: answer for at, order, _, answer in kept if at <= now and answer.public_id == public_id}
        self._pending = [one for one in kept if one[1] not in due]  # sorted, it is a heap
        return list(due.values())
