"""Seats as boards show them, and names of players in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from games.engine.localized_text import Text

BOT_NAMES = (
    Text("もみじ", "Momiji"), Text("つばき", "Tsubaki"), Text("かえで", "Kaede"), Text("すみれ", "Sumire"),
    Text("あかね", "Akane"), Text("ひいらぎ", "Hiiragi"), Text("なずな", "Nazuna"), Text("やまぶき", "Yamabuki"),
    Text("ききょう", "Kikyo"), Text("わらび", "Warabi"), Text("ゆきやなぎ", "Yukiyanagi"),
)  # fmt: skip
NOBODY = "—"
READER_AVATAR = "owl"  # where no one has an account: practice and lessons
SOMEBODY, READER = Text("{}さん", "{}"), Text("あなた", "You")  # in a sentence


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as shown on pages."""

    number: int
    name: str
    is_bot: bool
    level: str
    is_me: bool
    is_to_act: bool
    deadline: datetime | None
    vacant: bool
    last_action: str = ""  # in a word or two
    key: str = ""  # identifies the seat's holder in forms
    person: str = ""  # the id of the person's page, if they have one
    resigned: bool = False
    forfeited: bool = False
    vacation: bool = False  # the clock is stopped for it
    clock_left: str = ""  # in words: the time left in the seat's bank while its clock isn't running
    avatar: str = ""  # the picture's symbol, "" for none


def bot_avatar(number: int) -> str:
    """Return the symbol of the picture of that seat's bot: the plant it is named after."""
    return BOT_NAMES[number % len(BOT_NAMES)]["en"].lower()


def bot_name(number: int, language: str) -> str:
    """Return the name of that seat's bot."""
    return BOT_NAMES[number % len(BOT_NAMES)][language]


def name_in_sentence(name: str, language: str, *, is_me: bool = False) -> str:
    """Return a name for use in sentences: polite in Japanese, "You" for the reader."""
    return name if name == NOBODY else (READER if is_me else SOMEBODY)[language].replace("{}", name)


def name_mid_sentence(name: str) -> str:
    """Return a name for the middle of a sentence: "you" for the reader.

    >>> name_mid_sentence("You"), name_mid_sentence("Yuki")
    ('you', 'Yuki')
    """
    return name.lower() if name == READER["en"] else name


def is_reader_asked(lines: Iterable[SeatLine]) -> bool:
    """Return whether the reader has to decide something, for the coach's highlights."""
    return any(line.is_me and line.is_to_act for line in lines)


class Numbered(Protocol):
    """Anything with a seat number."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


def rotate_seats(lines: Iterable[S], own_number: int | None) -> list[S]:
    """Return the seats in the same order, starting with the reader's own. For spectators (None) nothing changes.

    >>> from types import SimpleNamespace as Line
    >>> [line.number for line in rotate_seats([Line(number=seat) for seat in range(4)], 2)]
    [2, 3, 0, 1]
    """
    seats = list(lines)
    at = next((place for place, line in enumerate(seats) if line.number == own_number), 0)
    return seats[at:] + seats[:at]
