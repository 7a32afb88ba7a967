"""The words of boards in one language, from the compiled catalogues beside the templates."""

from collections.abc import Iterable, Sequence
from gettext import NullTranslations, translation
from itertools import groupby
from pathlib import Path

from games.rendering.paths import SHARED, of_title
from games.rendering.seats import amid

DOMAIN = "board"


def shared_words(language: str) -> NullTranslations:
    """What all titles say. English is the templates' own: its catalogue has what is said of the reader alone."""
    return _catalogue(SHARED / "locale", language)


def title_words(slug: str, language: str) -> NullTranslations:
    """A title's own words, then those that all titles say."""
    return folder_words(of_title(slug), language)


def folder_words(folder: Path, language: str) -> NullTranslations:
    """A folder's own words, then those that all titles say."""
    words = _catalogue(folder / "locale", language)
    words.add_fallback(shared_words(language))
    return words


def _catalogue(folder: Path, language: str) -> NullTranslations:
    return translation(DOMAIN, folder, [language], fallback=True)


def named(seats: Iterable[int], names: Sequence[str], words: NullTranslations) -> str:
    """The names of these seats one after the other: "Ada, Ben", in Japanese "アダ、ベン"."""
    return words.pgettext("between names", ", ").join(amid(names[seat]) for seat in seats)


def listed(plays: Iterable[Iterable[str]]) -> str:
    """Combinations of cards as one text for a data attribute.

    >>> listed([["3"], ["4", "4"], ["5", "5", "5"]])
    '3|4 4|5 5 5'
    """
    return "|".join(" ".join(cards) for cards in plays)


def piles(codes: Iterable[str]) -> list[tuple[str, int]]:
    """Neighbouring equal cards as one pile: the card and how many there are.

    >>> piles(["K", "K", "N"])
    [('K', 2), ('N', 1)]
    """
    return [(code, len(list(same))) for code, same in groupby(codes)]
