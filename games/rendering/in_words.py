"""A drawn position in words: the content of its board as lines of text, for screen readers and plain text.

The text is extracted from the board's HTML, so it needs no rules and contains nothing that isn't drawn. Purely visual
elements (`aria-hidden`) are skipped. Only the summary of a closed `<details>` is read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import groupby, zip_longest

from games.engine.localized_text import Text

VOID = frozenset(("img", "input", "br", "hr"))
SILENT = frozenset(("svg", "button", "select"))
LINES = frozenset(("p", "tr", "caption", "summary", "h2", "h3"))  # each starts a new line, except within a seat
BLOCKS = LINES | {"div", "figcaption", "ul", "li", "section", "header", "table", "fieldset", "legend"}
# Inline elements that are separate items of a list; other spans are words of a sentence.
PIECES = frozenset((
    "badge", "bet", "card", "card--aside", "card--counts", "chips", "note", "pot__label", "puck", "seat__action",
    "seat__asked", "seat__gain", "seat__name", "unknown__label",
))  # fmt: skip
LABELS = frozenset(("pot__label", "unknown__label"))  # describe what follows them
SIGNS = ("+", "·", "–")  # visual separators
COMMA, COLON, SEMICOLON = Text("、", ", "), Text("：", ": "), Text("；", "; ")
_TIMES = re.compile(r"\s*(×\d+)?\s*")
_SPACE_BEFORE = re.compile(r"\s+(?=[,;:、；：])")
Words = list["str | _Mark"]


@dataclass(slots=True)
class WordedPart:
    """A part of the board, such as a seat, with its name ("" if it has none) and its lines."""

    name: str
    is_seat: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.lines)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A boundary between items. A `label` describes the item that follows; `back` is the name of a card's back."""

    label: bool = False
    back: str = ""


@dataclass(slots=True)
class _Element:
    """An open element, and how it is read: as a part of the board, an item, a label, a fold, or not at all."""

    tag: str
    classes: set[str]
    is_silent: bool = False
    is_fold: bool = False
    is_part: bool = False
    is_piece: bool = False
    is_label: bool = False


def read_in_words(board: str, language: str, *, hand: str = "", hand_name: str = "") -> list[WordedPart]:
    """Return the parts of a board, seats first, then the reader's hand, which the board shows only as backs."""
    reader = _Reader(language, has_hand=bool(hand.strip()))
    parts = reader.read("", board)
    hand_parts = _Reader(language, has_hand=False).read(hand_name, hand)
    seats = [part for part in parts if part.is_seat]
    return [
        part
        for part in (*seats, *(other_part for other_part in parts if not other_part.is_seat), *hand_parts)
        if part.lines or part.is_seat
    ]


class _Reader(HTMLParser):
    """Parser that collects the parts of a board."""

    def __init__(self, language: str, *, has_hand: bool) -> None:
        super().__init__()
        self._language, self._has_hand = language, has_hand
        self._parts: list[WordedPart] = []
        self._open: list[_Element] = []
        self._around: list[WordedPart] = []  # open parts, innermost last
        self._words: Words = []
        self._cells: list[tuple[bool, str]] = []  # of the open row: whether it is a heading, and its text
        self._columns: list[str] = []
        self._is_after_card = False

    def read(self, name: str, html: str) -> list[WordedPart]:
        self._begin_part(WordedPart(name))
        self.feed(str(html))  # as a plain string, because Markup would escape what is added to it
        self._end_line()
        return self._parts

    # --- Elements

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        element = _Element(
            tag, set(attributes.get("class", "").split()), is_fold=tag == "details" and "open" not in attributes
        )
        element.is_silent = self._is_silent(element, attributes)
        element.is_label = "data-label" in attributes or bool(element.classes & LABELS)
        element.is_piece = self._is_piece(element, attributes)
        if not element.is_silent:
            self._begin(element, attributes)
        if tag not in VOID:
            self._open.append(element)

    def _is_silent(self, element: _Element, attributes: dict[str, str]) -> bool:
        above = self._open[-1] if self._open else None
        if above and (above.is_silent or (above.is_fold and element.tag != "summary")):
            return True
        return element.tag in SILENT or "hidden" in attributes or attributes.get("aria-hidden") == "true"

    def _is_piece(self, element: _Element, attributes: dict[str, str]) -> bool:
        above = self._open[-1].classes if self._open else set()
        if "card" in element.classes and "card--counts" in above:
            return False  # the note belongs to the card
        return "pot" in above or element.is_label or "data-piece" in attributes or bool(element.classes & PIECES)

    def _begin(self, element: _Element, attributes: dict[str, str]) -> None:
        if element.tag == "img":
            self._add_back(attributes.get("alt", ""))
        elif "seat" in element.classes or "strip" in element.classes or attributes.get("aria-label"):
            element.is_part = element.tag not in VOID
            self._end_line()
            self._begin_part(WordedPart(attributes.get("aria-label", ""), is_seat="seat" in element.classes))
        elif element.tag in ("td", "th", *BLOCKS):
            self._separate(element)
        elif element.is_piece:
            self._words.append(_Mark())
        elif "card-inline" in element.classes and self._is_after_card:
            self._words.append(COMMA[self._language])

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not self._open:
            return
        element = self._open.pop()
        if element.is_silent:
            return
        if element.is_part:
            self._end_line()
            self._around.pop()
        elif element.tag in ("td", "th"):
            self._cells.append((element.tag == "th", self._take_words()))
        elif element.tag == "tr":
            self._end_row()
        elif element.tag in BLOCKS:
            self._separate(element)
        elif "seat__name" in element.classes and self._around[-1].is_seat:
            self._around[-1].name = self._take_words()
        elif element.is_piece:
            self._words.append(_Mark(label=element.is_label))
        if element.is_piece or element.tag in BLOCKS or "card-inline" in element.classes:
            self._is_after_card = "card-inline" in element.classes

    def handle_data(self, data: str) -> None:
        above = self._open[-1] if self._open else None
        if above and (above.is_silent or above.is_fold):
            return
        self._words.append(data)
        if not _TIMES.fullmatch(data):
            self._is_after_card = False

    # --- Lines

    def _begin_part(self, part: WordedPart) -> None:
        self._parts.append(part)
        self._around.append(part)

    def _separate(self, element: _Element) -> None:
        """Mark the beginning or end of a block."""
        if element.tag in LINES and not self._around[-1].is_seat:
            self._end_line()
        else:
            self._words.append(_Mark())

    def _end_line(self) -> None:
        if line := self._take_words():
            self._around[-1].lines.append(line)

    def _end_row(self) -> None:
        """End a row: the row's heading, then each cell with its column's heading."""
        cells, self._cells = self._cells, []
        if cells and not any(text for is_heading, text in cells if not is_heading):
            self._columns = [text for _, text in cells]
            return
        columns = self._columns if len(self._columns) == len(cells) else [""] * len(cells)
        cell_texts = [
            self._colon(name, text) for name, (head, text) in zip(columns, cells, strict=True) if text and not head
        ]
        row = next((text for head, text in cells if head), "")
        if line := self._colon(row, SEMICOLON[self._language].join(cell_texts)):
            self._around[-1].lines.append(line)

    def _colon(self, name: str, text: str) -> str:
        return f"{name}{COLON[self._language]}{text}" if name and text else text

    # --- Words

    def _add_back(self, name: str) -> None:
        if not (self._has_hand and any("seat--me" in element.classes for element in self._open)):
            self._words += [_Mark(), _Mark(back=name)]

    def _take_words(self) -> str:
        words, self._words, self._is_after_card = self._words, [], False
        things = list(_list_things(words))
        sentence = ""
        for (thing, is_label), following in zip_longest(things, things[1:]):
            between = COLON if is_label and following and not following[1] else COMMA
            sentence += thing + (between[self._language] if following else "")
        return _SPACE_BEFORE.sub("", sentence)


def _list_things(words: Sequence["str | _Mark"]) -> Iterator[tuple[str, bool]]:
    """Yield the text of each item and whether it is a label. Equal backs in a row are counted."""
    things: list[tuple[str, bool, bool]] = []
    text = ""
    for word in (*words, _Mark()):
        if isinstance(word, str):
            text += word
            continue
        phrase, text = " ".join(text.split()), ""
        if things and phrase and _TIMES.fullmatch(phrase):
            things[-1] = (f"{things[-1][0]} {phrase}", *things[-1][1:])
        elif phrase and phrase not in SIGNS:
            things.append((phrase, word.label, False))
        if word.back:
            things.append((word.back, False, True))
    for (phrase, is_label, is_back), group in groupby(things):
        count = len(list(group))
        yield from [(f"{phrase} ×{count}", False)] if is_back and count > 1 else [(phrase, is_label)] * count
