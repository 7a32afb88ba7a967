"""A game's metadata, available without loading its rules: names, seats and options."""

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
    """One number for each label, from `lowest` to `highest` in steps. Stored as decimals joined by commas.

    >>> two = IntegerInputs((Text("一", "one"), Text("二", "two")), 10, 50, 10, prefix="$")
    >>> two.accepts("10,50"), two.accepts("10,55"), two.accepts("10"), two.accepts("010,50")
    (True, False, False, False)
    >>> two.in_words("10,50", "en"), two.in_words("10,50", "ja")
    ('one $10, two $50', '一$10、二$50')
    >>> [label.en for label in two.invalid_labels("10,many")]
    ['two']
    """

    labels: tuple[Text, ...]
    lowest: int
    highest: int
    step: int
    prefix: str = ""  # printed before each amount

    def accepts(self, value: object) -> bool:
        """Return whether `value` is one of the choices, with the same type (1 is not True), or valid custom numbers."""
        return type(value) is str and not self.invalid_labels(value)

    def invalid_labels(self, value: str) -> tuple[Text, ...]:
        """Return the labels whose number is missing or not allowed; all labels if the count is wrong."""
        if value.count(",") != len(self.labels) - 1:
            return self.labels
        allowed = set(map(str, range(self.lowest, self.highest + 1, self.step)))
        return tuple(label for label, text in zip(self.labels, self.split(value), strict=True) if text not in allowed)

    def split(self, value: str) -> list[str]:
        """Return one text per label, even if fewer or more were submitted."""
        return (value.split(",") + [""] * len(self.labels))[: len(self.labels)]

    def in_words(self, value: str, language: str) -> str:
        """Return each label with its number, for readers."""
        pairs = zip(self.labels, self.split(value), strict=True)
        return Text("、", ", ")[language].join(
            f"{label[language]}{Text('', ' ')[language]}{self.prefix}{text}" for label, text in pairs
        )


@dataclass(frozen=True, slots=True)
class Option:
    """A table option: a closed list of labelled values, or custom numbers. Booleans are on/off switches."""

    key: str
    label: Text
    default: Value
    choices: tuple[Value, ...]
    choice_labels: tuple[Text, ...] = ()  # empty: the values are their own labels
    help: Text = EMPTY_TEXT
    choice_seats: tuple[tuple[int, int], ...] = ()  # fewest and most seats for each choice; empty: any
    amounts: IntegerInputs | None = None  # custom numbers allowed instead of a choice

    def get_seat_range(self, value: Value) -> tuple[int, int] | None:
        """Return the fewest and most seats allowed with a value, or None if it doesn't limit them."""
        return self.choice_seats[self.choices.index(value)] if self.choice_seats else None

    def in_words(self, value: Value, language: str) -> str:
        """Return a value as readers see it."""
        if self.choice_labels and value in self.choices:
            return self.choice_labels[self.choices.index(value)][language]
        return self.amounts.in_words(str(value), language) if self.amounts else str(value)

    def accepts(self, value: object) -> bool:
        """Return whether `value` is one of the choices, with the same type (1 is not True), or valid custom numbers."""
        is_choice = any(type(value) is type(choice) and value == choice for choice in self.choices)
        return is_choice or (self.amounts is not None and self.amounts.accepts(value))


def boolean_option(key: str, label: Text, *, default: bool, help: Text = EMPTY_TEXT) -> Option:  # noqa: A002
    """Return an on/off option."""
    return Option(key, label, default, (False, True), (Text("いいえ", "no"), Text("はい", "yes")), help)


QUICK = "quick"  # a match for the first ten minutes of an evening


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options, e.g. `live` and `slow`; `turn_seconds` is the suggested time per move.

    Quick play against bots uses the preset QUICK, or the default options if there is none.
    """

    key: str
    label: Text
    options: Mapping[str, Value]
    turn_seconds: int
    seats: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections of a long match (rounds, hands …): their name, and the public happening that starts each.

    `counter_field` is the field of `Public` with the current number; "" if there is none. `clearing_happenings`: public
    happenings that clear the table, with what has just ended; the table stays visible for a moment before them.
    `results`: happenings that announce a result, the most important first.
    """

    name: Text
    start_happening: str
    counter_field: str = ""
    clearing_happenings: Mapping[str, Text] = field(default_factory=dict)
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionConflict:
    """Reason why an option's value is incompatible with the others."""

    option: str  # key of the option to change
    why: Text


def no_conflict(options: Mapping[str, Value]) -> OptionConflict | None:
    """Accept every combination of values."""
    return None


@dataclass(frozen=True, slots=True)
class GameMetadata:
    """Name, seats, options and presentation of a game."""

    slug: str
    name: Text
    summary: Text  # one sentence for the home page
    seats_min: int
    seats_max: int
    seats_default: int
    rules: int  # number of the rules that new tables use
    deck: Deck
    preview_cards: tuple[str, str, str]  # codes of three cards that represent the game
    chapter: Chapter
    options: tuple[Option, ...] = ()
    find_conflict: Callable[[Mapping[str, Value]], OptionConflict | None] = (
        no_conflict  # called with values that are valid on their own
    )
    presets: tuple[Preset, ...] = ()
    order: int = 100  # position on the home page
    unit: Text = field(default_factory=lambda: Text("点", "points"))  # of the scores
    eliminated_at_zero: bool = False  # players with nothing left at the end of a chapter are out
    introduction: Text = EMPTY_TEXT  # for invited people: aim, turn and end in three sentences; or the summary
    moments: Mapping[str, Text] = field(default_factory=dict)  # the values of `Happening.moment`, in a word or two

    def get_preset(self, key: str) -> Preset | None:
        """Return the preset with that key, or None."""
        return next((preset for preset in self.presets if preset.key == key), None)

    def clean_options(self, raw: Mapping[str, object]) -> dict[str, Value]:
        """Return all options in order, with defaults filled in, after `rules`, the rules number (default: newest).

        Raises InvalidOptionsError for an unknown key or value, or for incompatible values.
        """
        by_key = {option.key: option for option in self.options}
        for key in raw:
            if key not in by_key and key != "rules":
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
        """Return the fewest and most seats that these checked options allow."""
        limits = [option.get_seat_range(options[option.key]) for option in self.options]
        lows, highs = zip((self.seats_min, self.seats_max), *filter(None, limits), strict=True)
        return max(lows), min(highs)
