"""Who sits at a table, as boards and sentences name them."""

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
READER_AVATAR = "owl"  # where no one is known: practice and lessons
SOMEBODY, READER = Text("{}さん", "{}"), Text("あなた", "You")  # in a sentence


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as pages show it."""

    number: int
    name: str
    is_bot: bool
    level: str
    is_me: bool
    is_to_act: bool
    deadline: datetime | None
    vacant: bool
    last_action: str = ""  # last, in a word or two
    key: str = ""  # who holds the seat, as forms name them
    person: str = ""  # the id of the person's page, if they have one
    resigned: bool = False
    forfeited: bool = False
    vacation: bool = False  # and the clock is stopped for it
    clock_left: str = ""  # in words: the time left, if the seat has a bank and isn't to move, or is stopped
    avatar: str = ""  # the symbol of the picture; "": none


def bot_avatar(number: int) -> str:
    """The symbol of a bot's picture in that seat: the plant it is called after."""
    return BOT_NAMES[number % len(BOT_NAMES)]["en"].lower()


def bot_name(number: int, language: str) -> str:
    """The name of a bot in that seat."""
    return BOT_NAMES[number % len(BOT_NAMES)][language]


def name_in_sentence(name: str, language: str, *, is_me: bool = False) -> str:
    """Return a name for sentences: polite in Japanese. Readers never read their own names."""
    return name if name == NOBODY else (READER if is_me else SOMEBODY)[language].replace("{}", name)


def name_mid_sentence(name: str) -> str:
    """The same where no sentence begins: "you".

    >>> name_mid_sentence("You"), name_mid_sentence("Yuki")
    ('you', 'Yuki')
    """
    return name.lower() if name == READER["en"] else name


def is_reader_asked(lines: Iterable[SeatLine]) -> bool:
    """Return whether the reader has to decide something: for the coach's marks."""
    return any(line.is_me and line.is_to_act for line in lines)


class Numbered(Protocol):
    """A seat's line."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


def rotate_seats(lines: Iterable[S], own: int | None) -> list[S]:
    """The seats in the same order, beginning with the reader's own. Spectators (None) see them as they come.

    >>> from types import SimpleNamespace as Line
    >>> [line.number for line in rotate_seats([Line(number=seat) for seat in range(4)], 2)]
    [2, 3, 0, 1]
    """
    found = list(lines)
    at = next((place for place, line in enumerate(found) if line.number == own), 0)
    return found[at:] + found[:at]
