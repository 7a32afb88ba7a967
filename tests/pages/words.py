"""Sentences in the reader's language."""

import re

from django.utils.translation import gettext, override, pgettext

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def sentence(english: str, language: str, context: str = "") -> str:
    """The sentence as a reader of that language must find it. Fails where there is no translation."""
    with override(language):
        text = pgettext(context, english) if context else gettext(english)
    assert text != english if language == "ja" else text == english, f"no translation: {english}"
    assert bool(JAPANESE.search(text)) is (language == "ja")
    return text


def squeezed(text: str) -> str:
    return " ".join(text.split())
