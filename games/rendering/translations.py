"""Translations of the boards, from the compiled catalogues next to the templates."""

from collections.abc import Iterable, Sequence
from gettext import NullTranslations, translation
from itertools import groupby
from pathlib import Path

from games.rendering.paths import SHARED_DIR, get_game_path
from games.rendering.seats import name_mid_sentence

DOMAIN = "board"


def load_shared_translations(language: str) -> NullTranslations:
    """Load the translations shared by all games. The English catalogue only has the sentences about the reader."""
    return _catalogue(SHARED_DIR / "locale", language)


def load_game_translations(game_slug: str, language: str) -> NullTranslations:
    """Load a game's translations, with the shared ones as fallback."""
    return load_folder_translations(get_game_path(game_slug), language)


def load_folder_translations(folder: Path, language: str) -> NullTranslations:
    """Load a folder's translations, with the shared ones as fallback."""
    words = _catalogue(folder / "locale", language)
    words.add_fallback(load_shared_translations(language))
    return words


def _catalogue(folder: Path, language: str) -> NullTranslations:
    return translation(DOMAIN, folder, [language], fallback=True)


def join_names(seats: Iterable[int], names: Sequence[str], words: NullTranslations) -> str:
    """Join the names of these seats: "Ada, Ben", in Japanese "アダ、ベン"."""
    return words.pgettext("between names", ", ").join(name_mid_sentence(names[seat]) for seat in seats)


def encode_combos(plays: Iterable[Iterable[str]]) -> str:
    """Encode combinations of cards for a data attribute.

    >>> encode_combos([["3"], ["4", "4"], ["5", "5", "5"]])
    '3|4 4|5 5 5'
    """
    return "|".join(" ".join(cards) for cards in plays)


def group_cards(codes: Iterable[str]) -> list[tuple[str, int]]:
    """Group adjacent equal cards: each card with its count.

    >>> group_cards(["K", "K", "N"])
    [('K', 2), ('N', 1)]
    """
    return [(code, len(list(same))) for code, same in groupby(codes)]
