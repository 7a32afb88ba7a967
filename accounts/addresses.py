"""Normalisation of mail addresses."""

from contextlib import suppress


def normalize_address(email: str) -> str:
    """Return the address in lower case, with its domain as mail goes there: ASCII, without a dot at its end.

    >>> normalize_address("Mia@Bücher.example"), normalize_address("mia@ｅxample.org.")
    ('mia@xn--bcher-kva.example', 'mia@example.org')
    """
    name, at, domain = email.strip().lower().rpartition("@")
    with suppress(UnicodeError):  # not a valid domain
        domain = domain.encode("idna").decode()
    return f"{name}{at}{domain.rstrip('.')}"
