"""Codes that people type or paste: login codes, recovery codes, codes of an authenticator app, invitations."""

import unicodedata

MAX_TYPED = 100  # only this many characters of a typed code are read


def normalize_code(text: str) -> str:
    """Return the ASCII letters, in lower case, and digits of a code, without what phones, mail programs and people add.

    >>> normalize_code(" １２３‐456\\u200b。"), normalize_code("BCDF—GHJK")
    ('123456', 'bcdfghjk')
    """
    folded = unicodedata.normalize("NFKC", text[:MAX_TYPED]).lower()
    return "".join(letter for letter in folded if letter.isascii() and letter.isalnum())
