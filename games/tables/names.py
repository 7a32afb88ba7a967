"""What people and bots are called."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from games.boards import levels
from games.engine.meta import Text
from games.tables.models import Seat

BOT_NAMES = (
    Text("もみじ", "Momiji"), Text("つばき", "Tsubaki"), Text("かえで", "Kaede"), Text("すみれ", "Sumire"),
    Text("あかね", "Akane"), Text("ひいらぎ", "Hiiragi"), Text("なずな", "Nazuna"), Text("やまぶき", "Yamabuki"),
    Text("ききょう", "Kikyo"), Text("わらび", "Warabi"), Text("ゆきやなぎ", "Yukiyanagi"),
)  # fmt: skip
NOBODY = "—"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as pages show it."""

    number: int
    name: str
    is_bot: bool
    level: str
    is_me: bool
    waiting: bool
    deadline: datetime | None
    vacant: bool


def seat_name(seat: Seat) -> str:
    """The display name of whoever the seat belongs to."""
    if seat.user is not None:
        return str(seat.user)
    if seat.bot:
        return in_language(BOT_NAMES[seat.number % len(BOT_NAMES)])
    return NOBODY


def seat_lines(seats: Iterable[Seat], own: int | None) -> list[SeatLine]:
    """The seats in order. Bots' deadlines are the house's own business."""
    return [
        SeatLine(
            number=seat.number,
            name=seat_name(seat),
            is_bot=bool(seat.bot),
            level=seat.bot,
            is_me=seat.number == own,
            waiting=seat.asked is not None,
            deadline=None if seat.bot else seat.deadline,
            vacant=seat.vacant,
        )
        for seat in seats
    ]


def in_language(text: Text) -> str:
    """A title's text in the reader's language."""
    return text[get_language() or "en"]


def level_name(code: str) -> str:
    """A bot's level in the reader's language."""
    return levels.level_name(code, get_language() or "en")
