"""A drawn position in words: the contents of its board as lines to read or hear.

They are taken from the drawn board, so this module knows no rules, reads nothing hidden, and decorative elements
(`aria-hidden`) have their text next to them. A closed fold is read as its summary.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import groupby, zip_longest

from games.engine.localized_text import Text

VOID = frozenset(("img", "input", "br", "hr"))
SILENT = frozenset(("svg", "button", "select"))
LINES = frozenset(("p", "tr", "caption", "summary", "h2", "h3"))  # each is separate, but within a seat
BLOCKS = LINES | {"div", "figcaption", "ul", "li", "section", "header", "table", "fieldset", "legend"}
# Separate items of a row; other spans are words of a sentence.
PIECES = frozenset((
    "badge", "bet", "card", "card--aside", "card--counts", "chips", "note", "pot__label", "puck", "seat__action",
    "seat__asked", "seat__gain", "seat__name", "unknown__label",
))  # fmt: skip
LABELS = frozenset(("pot__label", "unknown__label"))  # say what follows them
SIGNS = ("+", "·", "–")  # for eyes: between things in a row
COMMA, COLON, SEMICOLON = Text("、", ", "), Text("：", ": "), Text("；", "; ")
_TIMES = re.compile(r"\s*(×\d+)?\s*")
_SPACE_BEFORE = re.compile(r"\s+(?=[,;:、；：])")
Words = list["str | _Mark"]


@dataclass(slots=True)
class WordedPart:
    """One part of the picture, a seat or another one, by its name ("": it has none), and what it shows."""

    name: str
    is_seat: bool = False
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(self.lines)


@dataclass(frozen=True, slots=True)
class _Mark:
    """Separate words where an item begins or ends; a `label` introduces what follows. A card without a face is an item,
    too, by its name.
    """

    label: bool = False
    back: str = ""


@dataclass(slots=True)
class _Element:
    """An open element and its role for a listener.

    Part of the picture, an item of a row, a label, a fold read only as its summary; or none.
    """

    tag: str
    classes: set[str]
    is_silent: bool = False
    is_fold: bool = False
    is_part: bool = False
    is_piece: bool = False
    is_label: bool = False


def read_in_words(board: str, language: str, *, hand: str = "", hand_name: str = "") -> list[WordedPart]:
    """The parts of a board, the seats first; then the own hand, which lies on the board with its backs up."""
    reader = _Reader(language, has_hand=bool(hand.strip()))
    parts = reader.read("", board)
    own = _Reader(language, has_hand=False).read(hand_name, hand)
    seats = [part for part in parts if part.is_seat]
    return [part for part in (*seats, *(one for one in parts if not one.is_seat), *own) if part.lines or part.is_seat]


class _Reader(HTMLParser):
    def __init__(self, language: str, *, has_hand: bool) -> None:
        super().__init__()
        self._language, self._has_hand = language, has_hand
        self._parts: list[WordedPart] = []
        self._open: list[_Element] = []
        self._around: list[WordedPart] = []  # the parts that are open
        self._words: Words = []
        self._cells: list[tuple[bool, str]] = []  # of the row that is open: whether it is a heading
        self._columns: list[str] = []
        self._is_after_card = False

    def read(self, name: str, html: str) -> list[WordedPart]:
        self._begin_part(WordedPart(name))
        self.feed(str(html))  # of markup, sums of words would be escaped
        self._end_line()
        return self._parts

    # --- What begins and ends

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        one = _Element(tag, set(given.get("class", "").split()), is_fold=tag == "details" and "open" not in given)
        one.is_silent = self._is_silent(one, given)
        one.is_label = "data-label" in given or bool(one.classes & LABELS)
        one.is_piece = self._is_piece(one, given)
        if not one.is_silent:
            self._begin(one, given)
        if tag not in VOID:
            self._open.append(one)

    def _is_silent(self, one: _Element, given: dict[str, str]) -> bool:
        above = self._open[-1] if self._open else None
        if above and (above.is_silent or (above.is_fold and one.tag != "summary")):
            return True
        return one.tag in SILENT or "hidden" in given or given.get("aria-hidden") == "true"

    def _is_piece(self, one: _Element, given: dict[str, str]) -> bool:
        above = self._open[-1].classes if self._open else set()
        if "card" in one.classes and "card--counts" in above:
            return False  # its remark belongs to it
        return "pot" in above or one.is_label or "data-piece" in given or bool(one.classes & PIECES)

    def _begin(self, one: _Element, given: dict[str, str]) -> None:
        if one.tag == "img":
            self._add_back(given.get("alt", ""))
        elif "seat" in one.classes or "strip" in one.classes or given.get("aria-label"):
            one.is_part = one.tag not in VOID
            self._end_line()
            self._begin_part(WordedPart(given.get("aria-label", ""), is_seat="seat" in one.classes))
        elif one.tag in ("td", "th", *BLOCKS):
            self._separate(one)
        elif one.is_piece:
            self._words.append(_Mark())
        elif "card-inline" in one.classes and self._is_after_card:
            self._words.append(COMMA[self._language])

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID or not self._open:
            return
        one = self._open.pop()
        if one.is_silent:
            return
        if one.is_part:
            self._end_line()
            self._around.pop()
        elif one.tag in ("td", "th"):
            self._cells.append((one.tag == "th", self._take_words()))
        elif one.tag == "tr":
            self._end_row()
        elif one.tag in BLOCKS:
            self._separate(one)
        elif "seat__name" in one.classes and self._around[-1].is_seat:
            self._around[-1].name = self._take_words()
        elif one.is_piece:
            self._words.append(_Mark(label=one.is_label))
        if one.is_piece or one.tag in BLOCKS or "card-inline" in one.classes:
            self._is_after_card = "card-inline" in one.classes

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

    def _separate(self, one: _Element) -> None:
        """Begin or end a block."""
        if one.tag in LINES and not self._around[-1].is_seat:
            self._end_line()
        else:
            self._words.append(_Mark())

    def _end_line(self) -> None:
        if line := self._take_words():
            self._around[-1].lines.append(line)

    def _end_row(self) -> None:
        """Each cell with its column's heading, after the row's."""
        cells, self._cells = self._cells, []
        if cells and not any(text for is_heading, text in cells if not is_heading):
            self._columns = [text for _, text in cells]
            return
        columns = self._columns if len(self._columns) == len(cells) else [""] * len(cells)
        said = [self._colon(name, text) for name, (head, text) in zip(columns, cells, strict=True) if text and not head]
        row = next((text for head, text in cells if head), "")
        if line := self._colon(row, SEMICOLON[self._language].join(said)):
            self._around[-1].lines.append(line)

    def _colon(self, name: str, text: str) -> str:
        return f"{name}{COLON[self._language]}{text}" if name and text else text

    # --- Words

    def _add_back(self, name: str) -> None:
        if not (self._has_hand and any("seat--me" in one.classes for one in self._open)):
            self._words += [_Mark(), _Mark(back=name)]

    def _take_words(self) -> str:
        words, self._words, self._is_after_card = self._words, [], False
        things = list(_list_things(words))
        said = ""
        for (thing, is_label), following in zip_longest(things, things[1:]):
            between = COLON if is_label and following and not following[1] else COMMA
            said += thing + (between[self._language] if following else "")
        return _SPACE_BEFORE.sub("", said)


def _list_things(words: Sequence["str | _Mark"]) -> Iterator[tuple[str, bool]]:
    """Return the text between two tags, and whether it is a label; card backs are counted."""
    found: list[tuple[str, bool, bool]] = []
    text = ""
    for word in (*words, _Mark()):
        if isinstance(word, str):
            text += word
            continue
        said, text = " ".join(text.split()), ""
        if found and said and _TIMES.fullmatch(said):
            found[-1] = (f"{found[-1][0]} {said}", *found[-1][1:])
        elif said and said not in SIGNS:
            found.append((said, word.label, False))
        if word.back:
            found.append((word.back, False, True))
    for (said, is_label, is_back), alike in groupby(found):
        count = len(list(alike))
        yield from [(f"{said} ×{count}", False)] if is_back and count > 1 else [(said, is_label)] * count
