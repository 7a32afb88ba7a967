"""Login codes sent by mail.

A code is derived from a random nonce and the site's key. The message to the worker carries only the nonce, which is
useless without the key.
"""

from django.http import HttpRequest
from django.utils.crypto import get_random_string, salted_hmac

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; 20⁸ codes
LENGTH = 8
NONCE_LENGTH = 32


def make_nonce() -> str:
    return get_random_string(NONCE_LENGTH)


def issue_login_code(request: HttpRequest) -> str:
    """Return the code for the nonce that the view has stored on this request."""
    return make_login_code(request.login_code_nonce)  # type: ignore[attr-defined]  # accounts.views.login_code


def make_login_code(nonce: str) -> str:
    """The code that belongs to a nonce, in two halves.

    >>> from django.test import override_settings
    >>> with override_settings(SECRET_KEY="x"):
    ...     len(make_login_code("a")), make_login_code("a") == make_login_code("b")
    (9, False)
    """
    number = int.from_bytes(salted_hmac("tefuda.login-code", nonce, algorithm="sha256").digest())
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(LETTERS))
        signs.append(LETTERS[sign])
    return f"{''.join(signs[:4])}-{''.join(signs[4:])}"
