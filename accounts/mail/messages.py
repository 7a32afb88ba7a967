"""The mails about accounts, rendered by workers. Each says why it was sent and how to stop further ones."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from accounts.mail import suppression
from accounts.models import SecurityNotice, User
from accounts.services import users
from accounts.services.availability import get_time_zone
from accounts.services.moderator_messages import PAGES

HEADERS = {"Auto-Submitted": "auto-generated"}
# Names chosen by others must not turn into links in a mail, so their dots are replaced by a look-alike.
UNLINK_DOTS = str.maketrans({".": "\N{ONE DOT LEADER}"})


def build_confirmation(address: EmailAddress, site: str, language: str) -> EmailMessage:
    """Build the confirmation mail for `address`. Links begin with `site`, without a trailing slash."""
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])
    words = {
        "username": address.user.username.translate(UNLINK_DOTS),
        "days": settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS,
    }
    return _build_message(
        "account/email/email_confirmation", address.email, words | {"link": site + link}, site, language
    )


def build_password_reset(user: User, site: str, language: str) -> EmailMessage:
    """Build the mail with a link to set a new password."""
    words = {"username": user.username, "link": site + users.build_password_reset_path(user)}
    return _build_message("account/email/password_reset_key", user.email, words, site, language)


def build_login_code(user: User, code: str, site: str, language: str) -> EmailMessage:
    """Build the mail with a login code."""
    words = {"username": user.username, "code": code, "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60}
    return _build_message("account/email/login_code", user.email, words, site, language)


def build_moderator_message(user: User, page: str) -> EmailMessage:
    """Build the mail about a message from the moderators, without its text."""
    site = settings.SITE_URL
    words = {
        "name": user.name.translate(UNLINK_DOTS), "link": site + reverse(PAGES[page]), "about": page,
        "stop": site + reverse("accounts:unsubscribe", args=(suppression.make_unsubscribe_token(user),)),
    }  # fmt: skip
    return _build_message("account/email/moderator_message", user.email, words, site, user.message_language)


def build_security_notice(notice: SecurityNotice) -> EmailMessage:
    """Build the mail about a security change: its time, and how to react if it was someone else."""
    user, site = notice.user, settings.SITE_URL
    with translation.override(user.message_language), timezone.override(get_time_zone(user)):
        at = timezone.localtime(notice.created_at)
        parts = (date_format(at, "D"), date_format(at, "DATE_FORMAT"), date_format(at, "H:i"))
        words = {
            "name": user.name.translate(UNLINK_DOTS), "username": user.username.translate(UNLINK_DOTS),
            "change": str(SecurityNotice.Change(notice.change).label),
            "when": f"{', '.join(parts)} ({at.tzname()})",
            "new_address": notice.change == SecurityNotice.Change.EMAIL,
            "link": site + reverse("account_reset_password") if site else "",
        }  # fmt: skip
    return _build_message("account/email/security_notice", notice.email, words, site, user.message_language)


def _build_message(template: str, email: str, words: dict[str, Any], site: str, language: str) -> EmailMessage:
    with translation.override(language):
        block = site + reverse("accounts:suppress_email", args=[suppression.make_suppress_token(email)])
        words |= {"site": site, "block": block}
        letter: EmailMessage = get_adapter().render_mail(template, email, words, HEADERS)
        return letter
