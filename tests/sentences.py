"""Sentences in the reader's language."""

import re

from django.utils.translation import gettext, override, pgettext

from games.rendering.translations import load_game_translations, load_shared_translations

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def sentence(english: str, language: str, title: str = "") -> str:
    """The sentence, of the site or of a title, as a reader of that language must find it.

    Fails where there is no translation.
    """
    with override(language):
        text = pgettext(title, english) if title else gettext(english)
    if text == english:
        text = (load_game_translations(title, language) if title else load_shared_translations(language)).gettext(
            english
        )
    assert text != english if language == "ja" else text == english, f"no translation: {english}"
    assert bool(JAPANESE.search(text)) is (language == "ja")
    return text


def squeezed(text: str) -> str:
    return " ".join(text.split())
