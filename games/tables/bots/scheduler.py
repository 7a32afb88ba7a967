"""One worker's bots: chosen ahead, played at their appointments, so that nothing waits for anything else.

A question is taken up when it is asked, its answer is chosen at once and kept here, in memory alone, until it is due.
What is taken up late is played BOT_THINK_SECONDS afterwards, however quickly it was chosen. So neither way does the
time of an answer depend on cards. Should the worker die, the leases run out and another takes the questions up again.
"""

import time
from collections.abc import Sequence
from heapq import heappush
from itertools import count, groupby

from django.conf import settings

from games.tables.bots.player import Answer, answers_chosen, answers_played
from games.tables.bots.queue import Asked, bots_asked, bots_given_back, bots_taken

BATCH = 10  # questions taken up at once, so that choosing is over within the time to think
KEPT = 400  # answers at most, some for ANSWER_SECONDS: what is kept is played in its turn, whoever asks meanwhile
LOOK_SECONDS = 0.2  # between two looks at who is asked; well below BOT_DELAY_SECONDS


class Appointments:
    """The answers that one worker has chosen and not yet played."""

    def __init__(self) -> None:
        # A heap: when to play (seconds of the monotonic clock), in which order, what.
        self._kept: list[tuple[float, int, Asked, Answer]] = []
        self._order = count()

    def visit(self, *, take_up: bool = True) -> float:
        """Take up what is asked, play what is due. Returns in how many seconds there will be more to do."""
        more = take_up and self._take_up()
        if self._play() or more:  # who has played may have asked the next
            return 0.0
        wait = self._kept[0][0] - time.monotonic() if self._kept else LOOK_SECONDS
        return max(0.0, min(LOOK_SECONDS, wait))

    @property
    def busy(self) -> bool:
        """Whether something chosen waits to be played."""
        return bool(self._kept)

    def give_back(self) -> None:
        """Leave what isn't played to other workers."""
        bots_given_back([asked for _, _, asked, _ in self._kept])
        self._kept.clear()

    def _take_up(self) -> bool:
        """Choose for those who are asked. Says whether there may be more of them than could be taken up."""
        asked = bots_asked(min(BATCH, KEPT - len(self._kept)))
        again = [one for one in asked if one.tries][:1]
        if again and self._kept:
            return False
        if again:  # alone: should it have ended an earlier worker, it takes no others along
            self._choose(bots_taken(again), think=0.0)
            self._play()
        self._choose(bots_taken([one for one in asked if not one.tries]), think=settings.BOT_THINK_SECONDS)
        return len(asked) == BATCH

    def _choose(self, taken: Sequence[Asked], think: float) -> None:
        now = time.monotonic()
        due = {one.question: (now + max(one.wait, think), one) for one in taken}
        for table_pk, questions in groupby(sorted(due), key=lambda question: question.table_pk):
            for answer in answers_chosen(table_pk, list(questions)):
                play_at, one = due[answer.question]
                heappush(self._kept, (play_at, next(self._order), one, answer))

    def _play(self) -> int:
        """Play what is due, the longest due first, and with it what is due at the same table. Returns how many."""
        played = 0
        while self._kept and self._kept[0][0] <= time.monotonic():
            played += answers_played(self._next_due())
        return played

    def _next_due(self) -> list[Answer]:
        """What is due at the table of the first. What isn't played yet stays, to be given back."""
        now, public_id = time.monotonic(), self._kept[0][3].public_id
        kept = sorted(self._kept)
        due = {order: answer for at, order, _, answer in kept if at <= now and answer.public_id == public_id}
        self._kept = [one for one in kept if one[1] not in due]  # sorted, it is a heap
        return list(due.values())
