"""What lies on a drawn board: the same for all games, as each draws seats and centre by the same classes."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("img", "input", "br", "hr")
TONE = re.compile(r"\bseat-tone-(\d+)\b")
TIMES = re.compile(r"×(\d+)$")


@dataclass(slots=True)
class ShownCard:
    """A card that lies open. `counts`: it decided; `is_aside`: others did."""

    code: str
    counts: bool
    is_aside: bool


@dataclass(slots=True)
class Place:
    """The centre, or a seat: its open cards, how many lie hidden, and what it has, in words ("16 coins")."""

    number: int | None = None
    cards: list[ShownCard] = field(default_factory=list)
    hidden: int = 0
    amount: str = ""
    gain: str = ""
    has_won: bool = False


@dataclass(slots=True)
class Board:
    centre: Place
    seats: list[Place]

    @property
    def open_cards(self) -> int:
        return sum(len(place.cards) for place in (self.centre, *self.seats))


def read_board(html: str) -> Board:
    """Seats by number. Cards elsewhere (tables of the last deal, sentences) are left out, but for those of the first
    sentence of the centre that names some."""
    reader = _BoardReader()
    reader.feed(html)
    return Board(reader.centre, sorted(reader.seats, key=lambda place: place.number or 0))


class _BoardReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.centre, self.seats = Place(), list[Place]()
        self._open: list[tuple[set[str], Place | None]] = []  # around the text: classes, and what it is
        self._inline = 0  # cards in the first sentence of the centre that has some
        self._is_inline_over = False

    @property
    def _place(self) -> Place | None:
        return self._open[-1][1] if self._open else None

    def _is_within(self, name: str) -> bool:
        return any(name in classes for classes, _ in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        classes, place = set((attributes.get("class") or "").split()), self._place
        if "seat" in classes:
            place = Place(has_won="seat--winner" in classes)
            self.seats.append(place)
        elif "centre" in classes:
            place = self.centre
        if place is not None:
            self._read(place, classes, attributes)
        if tag not in VOID:
            self._open.append((classes, place))

    def _read(self, place: Place, classes: set[str], attributes: dict[str, str | None]) -> None:
        if tone := TONE.search(attributes.get("class") or ""):
            place.number = int(tone[1])
        if "card-inline" in classes and (code := attributes.get("data-card")):
            if place is self.centre and not self._is_inline_over:
                self._inline += 1
                place.cards.append(ShownCard(code, counts=False, is_aside=False))
        elif "card" in classes and (code := attributes.get("data-card")):
            place.cards.append(ShownCard(code, self._is_within("card--counts"), self._is_within("card--aside")))
        elif "card--back" in classes:
            place.hidden += 1

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()
        self._is_inline_over |= tag == "p" and self._inline > 0

    def handle_data(self, data: str) -> None:
        place, text = self._place, " ".join(data.split())
        if place is None or not text or self._is_within("visually-hidden"):
            return
        if place is self.centre:
            if self._inline and not self._is_inline_over and (times := TIMES.search(text)):
                place.cards += place.cards[-1:] * (int(times[1]) - 1)
        elif self._is_within("seat__stack") and not self._is_within("note") and not self._is_within("seat__gain"):
            place.amount = f"{place.amount} {text}".strip()
        elif self._is_within("seat__gain"):
            place.gain = f"{place.gain} {text}".strip()
