"""What people have planned, by their own account, and whether the log agrees with it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.catalog import registry
from games.engine.premoves import Premove
from games.engine.serialization.canonical_json import parse_json
from games.tables.models import Table
from games.tables.storage.snapshots import patch
from tests.chaos.logs import list_events

FOREVER = 2**31
Place = tuple[str, int]  # a table's public id, a seat's number


@dataclass
class Filed:
    """A plan that stood from after event `since` until event `until` at the latest."""

    plan: Premove
    since: int
    until: int = FOREVER


@dataclass
class Diary:
    """Every plan that was, or may have been, filed. A request that was cut off may have been carried out."""

    filed: defaultdict[Place, list[Filed]] = field(default_factory=lambda: defaultdict(list))
    withdrawn: int = 0
    answers: dict[int, int] = field(default_factory=dict)  # by status
    fired: int = 0

    def told(self, status: int) -> None:
        self.answers[status] = self.answers.get(status, 0) + 1

    def over(self, place: Place, seq: int, slot: str | None = None) -> None:
        """Record that the plan of that slot was withdrawn or replaced by event `seq`."""
        for entry in self.filed[place]:
            if slot is None or entry.plan.slot == slot:
                entry.until = min(entry.until, seq)


def wrong_plans(diary: Diary) -> Iterator[str]:
    """Check that each answer of a plan comes from a plan active at that time and not used before.

    So no plan fires twice, after it was withdrawn or replaced, or without having been filed.
    """
    for table in Table.objects.all():
        title, plain = registry.get_game(table.game_slug), None
        for event in list_events(table):
            if event.cause == "plan":
                diary.fired += 1
                move = parse_json(event.body)["move"]
                if not _stood(title, title.read_state(plain), diary, (table.public_id, event.seat), event.seq, move):
                    yield f"{table}, event {event.seq}: no plan of seat {event.seat} that stood then answers {move}"
            if event.frame:
                plain = parse_json(event.frame) if event.keyframe else patch(plain, parse_json(event.frame))


def _stood(title: Any, state: Any, diary: Diary, place: Place, seq: int, move: Any) -> bool:
    """Use up the plan that this was, if there is one."""
    view, legal = title.view(state, place[1]), title.rules.legal(state, place[1])
    for entry in diary.filed[place]:
        answer = title.premoves.answer(entry.plan, view, legal) if entry.since < seq <= entry.until else None
        if answer and legal.contains(answer.move) and title.read_move(move) == answer.move:
            if answer.remaining:
                entry.plan = answer.remaining
            else:
                entry.until = seq - 1
            return True
    return False
