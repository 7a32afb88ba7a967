"""The mails that people ask for, as a worker writes them. Every text says why it came and how to make it the last."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation

from accounts.mail import suppression
from accounts.models import User
from accounts.services import users
from accounts.services.moderator_messages import PAGES

HEADERS = {"Auto-Submitted": "auto-generated"}
# A name that somebody else has chosen must not become a link in a stranger's mail: a dot that is none.
UNLINK_DOTS = str.maketrans({".": "\N{ONE DOT LEADER}"})


def build_confirmation(address: EmailAddress, site: str, language: str) -> EmailMessage:
    """Asks the owner of `address` for confirmation. Links begin with `site`, which has no slash at its end."""
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])
    words = {
        "username": address.user.username.translate(UNLINK_DOTS),
        "days": settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS,
    }
    return _build_message(
        "account/email/email_confirmation", address.email, words | {"link": site + link}, site, language
    )


def build_password_reset(user: User, site: str, language: str) -> EmailMessage:
    """Carries the link to set a new password."""
    words = {"username": user.username, "link": site + users.build_password_reset_path(user)}
    return _build_message("account/email/password_reset_key", user.email, words, site, language)


def build_login_code(user: User, code: str, site: str, language: str) -> EmailMessage:
    """Carries the code for logging in."""
    words = {"username": user.username, "code": code, "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60}
    return _build_message("account/email/login_code", user.email, words, site, language)


def build_moderator_message(user: User, page: str) -> EmailMessage:
    """Says that the moderators have a word for somebody, and where; not which."""
    site = settings.SITE_URL
    words = {
        "name": user.name.translate(UNLINK_DOTS), "link": site + reverse(PAGES[page]), "about": page,
        "stop": site + reverse("accounts:unsubscribe", args=(suppression.make_unsubscribe_token(user),)),
    }  # fmt: skip
    return _build_message("account/email/moderator_message", user.email, words, site, user.message_language)


def _build_message(template: str, email: str, words: dict[str, Any], site: str, language: str) -> EmailMessage:
    with translation.override(language):
        block = site + reverse("accounts:suppress_email", args=[suppression.make_suppress_token(email)])
        words |= {"site": site, "block": block}
        letter: EmailMessage = get_adapter().render_mail(template, email, words, HEADERS)
        return letter
