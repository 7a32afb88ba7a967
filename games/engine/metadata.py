"""What is known of a game without loading its rules: names, seats and the options of its rules sheet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.engine.deck import Deck
from games.engine.errors import InvalidOptionsError
from games.engine.localized_text import EMPTY_TEXT, Text

__all__ = [
    "QUICK",
    "Chapter",
    "Deck",
    "GameMetadata",
    "IntegerInputs",
    "Option",
    "OptionConflict",
    "Preset",
    "Text",
    "Value",
    "boolean_option",
]

Value = int | str | bool


@dataclass(frozen=True, slots=True)
class IntegerInputs:
    """One number for each label, from `least` to `most` in steps. As a value: in decimal, joined by commas.

    >>> two = IntegerInputs((Text("一", "one"), Text("二", "two")), 10, 50, 10, prefix="$")
    >>> two.accepts("10,50"), two.accepts("10,55"), two.accepts("10"), two.accepts("010,50")
    (True, False, False, False)
    >>> two.in_words("10,50", "en"), two.in_words("10,50", "ja")
    ('one $10, two $50', '一$10、二$50')
    >>> [label.en for label in two.invalid_labels("10,many")]
    ['two']
    """

    labels: tuple[Text, ...]
    least: int
    most: int
    step: int
    prefix: str = ""  # of an amount, in words

    def accepts(self, value: object) -> bool:
        """Whether `value` is such a text, in the one way to write it."""
        return type(value) is str and not self.invalid_labels(value)

    def invalid_labels(self, value: str) -> tuple[Text, ...]:
        """The labels whose number is missing, or is none that may be; all of them where there are too many or few."""
        if value.count(",") != len(self.labels) - 1:
            return self.labels
        allowed = set(map(str, range(self.least, self.most + 1, self.step)))
        return tuple(label for label, text in zip(self.labels, self.split(value), strict=True) if text not in allowed)

    def split(self, value: str) -> list[str]:
        """As many texts as there are labels, of whatever was sent."""
        return (value.split(",") + [""] * len(self.labels))[: len(self.labels)]

    def in_words(self, value: str, language: str) -> str:
        """Each label with its number."""
        pairs = zip(self.labels, self.split(value), strict=True)
        return Text("、", ", ")[language].join(
            f"{label[language]}{Text('', ' ')[language]}{self.prefix}{text}" for label, text in pairs
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One table option: a closed list of values with a label each, or own numbers. Booleans are on/off switches."""

    key: str
    label: Text
    default: Value
    choices: tuple[Value, ...]
    choice_labels: tuple[Text, ...] = ()  # empty: the values speak for themselves
    help: Text = EMPTY_TEXT
    choice_seats: tuple[tuple[int, int], ...] = ()  # fewest and most seats of each choice; empty: any
    amounts: IntegerInputs | None = None  # what may be written instead of a choice

    def get_seat_range(self, value: Value) -> tuple[int, int] | None:
        """The fewest and most seats that go with a choice, if it limits them."""
        return self.choice_seats[self.choices.index(value)] if self.choice_seats else None

    def in_words(self, value: Value, language: str) -> str:
        """A value for readers."""
        if self.choice_labels and value in self.choices:
            return self.choice_labels[self.choices.index(value)][language]
        return self.amounts.in_words(str(value), language) if self.amounts else str(value)

    def accepts(self, value: object) -> bool:
        """Whether `value` is one of the choices, of the very same kind (1 is not True), or numbers that may be."""
        chosen = any(type(value) is type(choice) and value == choice for choice in self.choices)
        return chosen or (self.amounts is not None and self.amounts.accepts(value))


def boolean_option(key: str, label: Text, *, default: bool, help: Text = EMPTY_TEXT) -> Option:  # noqa: A002
    """An on/off option."""
    return Option(key, label, default, (False, True), (Text("いいえ", "no"), Text("はい", "yes")), help)


QUICK = "quick"  # an evening's first ten minutes


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, e.g. `live` and `slow`; `turn_seconds` suggests the time for a decision.

    What one click plays against bots is the one called QUICK, or the sheet's defaults where there is none.
    """

    key: str
    label: Text
    options: Mapping[str, Value]
    turn_seconds: int
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a long match falls into (rounds, hands …): its name, and the public happening that opens each.

    `counter` is what the game's `Public` calls the number of the present one; "" where it has none.
    `holds`: the public happenings before which the table is kept in view for a moment, as it is cleared then, and what
    has ended with each. `results`: those that tell what was decided, what matters most first.
    """

    name: Text
    start_happening: str
    counter_field: str = ""
    clearing_happenings: Mapping[str, Text] = field(default_factory=dict)
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionConflict:
    """Why a value doesn't go with the others chosen."""

    option: str  # the key of the one to change
    why: Text


def no_conflict(options: Mapping[str, Value]) -> OptionConflict | None:
    """For games whose values all go together."""
    return None


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """A game's name card."""

    slug: str
    name: Text
    summary: Text  # one sentence for the front page
    seats_min: int
    seats_max: int
    seats_default: int
    rules: int  # the rules number new tables are set up with
    deck: Deck
    preview_cards: tuple[str, str, str]  # three codes of cards that stand for the game
    chapter: Chapter
    options: tuple[Option, ...] = ()
    find_conflict: Callable[[Mapping[str, Value]], OptionConflict | None] = (
        no_conflict  # asked of values that are right alone
    )
    presets: tuple[Preset, ...] = ()
    order: int = 100  # place on the front page
    unit: Text = field(default_factory=lambda: Text("点", "points"))  # of the scores
    eliminated_at_zero: bool = False  # who has nothing at the end of a chapter doesn't play on
    introduction: Text = EMPTY_TEXT  # three short sentences for who is invited: aim, turn, end; without: the summary
    moments: Mapping[str, Text] = field(default_factory=dict)  # what `Happening.moment` may be, in a word or two

    def get_preset(self, key: str) -> Preset | None:
        """The one of that key, if the game has it."""
        return next((preset for preset in self.presets if preset.key == key), None)

    def clean_options(self, raw: Mapping[str, object]) -> dict[str, Value]:
        """All options, defaults filled in, in the sheet's order, after `rules`, the number to play by (the newest).

        Raises InvalidOptionsError for an unknown key or value, or for values that don't go together.
        """
        known = {option.key: option for option in self.options}
        for key in raw:
            if key not in known and key != "rules":
                raise InvalidOptionsError("unknown-option", {"option": str(key)[:40]})
        checked: dict[str, Value] = {"rules": self._clean_rules(raw.get("rules", self.rules))}
        for option in self.options:
            value = raw.get(option.key, option.default)
            if not option.accepts(value):
                raise InvalidOptionsError("bad-option", {"option": option.key})
            assert isinstance(value, int | str)
            checked[option.key] = value
        if misfit := self.find_conflict(checked):
            raise InvalidOptionsError("bad-option", {"option": misfit.option})
        return checked

    def _clean_rules(self, number: object) -> int:
        if type(number) is not int or not 1 <= number <= self.rules:
            raise InvalidOptionsError("bad-option", {"option": "rules"})
        return number

    def get_seat_range(self, options: Mapping[str, Value]) -> tuple[int, int]:
        """The fewest and most seats that these checked options allow."""
        limits = [option.get_seat_range(options[option.key]) for option in self.options]
        lows, highs = zip((self.seats_min, self.seats_max), *filter(None, limits), strict=True)
        return max(lows), min(highs)
