"""Texts with values that are translated only when they are shown, with the catalogue (`board.po`) of their game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English message with its values, which may be phrases, too. `plural` applies unless `number` is 1."""

    message: str
    values: tuple[tuple[str, "Words | int"], ...] = ()
    plural: str = ""
    number: int = 1


Words = Phrase | str  # a plain string is the same in every language


def phrase(message: str, **values: Words | int) -> Phrase:
    """Return a phrase. `make messages` collects its message."""
    return Phrase(message, tuple(values.items()))


def plural_phrase(singular: str, plural: str, number: int, **values: Words | int) -> Phrase:
    """Return a phrase about a number of things. `make messages` collects both messages."""
    return Phrase(singular, tuple(values.items()), plural, number)
