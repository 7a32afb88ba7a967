"""What people do at the pages about their address."""

import html

from tests.accounts.conftest import PASSWORD

SIGN_UP = {"username": "robin", "email": "robin@example.org", "password1": PASSWORD, "password2": PASSWORD}


def change(client, email, **extra):
    return client.post("/account/email/", {"email": email, "password": PASSWORD}, **extra)


def page(client, path="/settings/security/") -> str:
    return html.unescape(client.get(path).content.decode())
