"""Who plays whom at what: a contest, and its matches with seats and deals shared out evenly."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.arena.match import Played, play
from games.catalog import registry
from games.engine.errors import BadOptions
from games.engine.game import AnyTitle
from games.engine.metadata import Meta, Option, Value

SWITCH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class BadContest(ValueError):
    """A contest that can't be: its text says why."""


@dataclass(frozen=True, slots=True)
class Contest:
    """One seat of level `level` against `other` in all other seats; each deal is played from every seat.

    `other` is "" at a table for one, where the house is the opponent.
    """

    title: AnyTitle
    options: Mapping[str, Value]
    seats: int
    level: str
    other: str
    deals: int
    seed: int
    planning: str = "none"  # who files plans: `games.arena.match.PLANNING`

    @property
    def matches(self) -> int:
        return self.deals * self.seats

    def levels(self, seat: int) -> tuple[str, ...]:
        """Who sits where when the first level has that seat."""
        return tuple(self.level if at == seat else self.other for at in range(self.seats))

    def played(self) -> Iterator[tuple[int, Played]]:
        """The matches one by one, each with the seat of the first level. The same cards come to every seating."""
        for deal in range(self.deals):
            key = hashlib.sha256(f"arena/{self.seed}/{deal}".encode()).digest()
            for seat in range(self.seats):
                yield seat, play(self.title, self.options, self.levels(seat), key, self.planning)


def contest(
    slug: str, level: str, other: str = "", *, matches: int, seats: int | None = None,
    options: Sequence[str] = (), seed: int = 0, planning: str = "none",
) -> Contest:  # fmt: skip
    """A contest as asked for on a command line; `options` are like "target_coins=24". Raises BadContest.

    Without `seats` the title's usual number is taken; `matches` are rounded up, so that every deal goes round.
    """
    if slug not in registry.metas():
        raise BadContest(f"no title {slug!r}; there are {_list(registry.metas())}")
    title = registry.title(slug)
    chosen = parsed(title.meta, options)
    low, high = title.meta.seats_for(chosen)
    seats = min(max(title.meta.seats_default, low), high) if seats is None else seats
    if not low <= seats <= high:
        raise BadContest(f"{slug} with these options is for {low} to {high} seats, not {seats}")
    if matches < 1:
        raise BadContest("at least one match")
    _check_levels(title, level, other, seats)
    return Contest(title, chosen, seats, level, other, -(-matches // seats), seed, planning)


def parsed(meta: Meta, options: Sequence[str]) -> dict[str, Value]:
    """All options of a title, from texts like "track_debt=no"; what isn't named has its default. Raises BadContest."""
    known = {option.key: option for option in meta.options}
    raw: dict[str, Value] = {}
    for text in options:
        key, equals, value = text.partition("=")
        if not equals or key not in known:
            raise BadContest(f"{text!r} is no option=value of {meta.slug}; it has {_list(known)}")
        raw[key] = _value(known[key], value)
    try:
        return meta.options_checked(raw)
    except BadOptions as problem:
        raise BadContest(f"option {problem.params['option']} does not go with the others") from None


def _value(option: Option, text: str) -> Value:
    by_text: dict[str, Value] = {str(choice): choice for choice in option.choices}
    if text in by_text:
        return by_text[text]
    if set(option.choices) == {False, True} and text.lower() in SWITCH:
        return SWITCH[text.lower()]
    if option.accepts(text):  # own numbers
        return text
    raise BadContest(f"{option.key} can't be {text!r}; it can be {_list(by_text)}")


def _check_levels(title: AnyTitle, level: str, other: str, seats: int) -> None:
    if seats > 1 and not other:
        raise BadContest("who plays in the other seats? Name a second level")
    if seats == 1 and other:
        raise BadContest("a table for one has no other seats: name one level, the house is its opponent")
    for one in filter(None, (level, other)):
        if one not in title.bots:
            raise BadContest(f"{title.meta.slug} has no bot {one!r}; it has {_list(title.bots)}")


def _list(names: Mapping[str, object]) -> str:
    return ", ".join(names)
