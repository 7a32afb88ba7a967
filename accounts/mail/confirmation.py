"""Confirmation of mail addresses, and requests for mails. Pages queue mails; workers send them (accounts.tasks).

An address is confirmed when its owner opens a link mailed there and presses the button. Unconfirmed addresses get no
mail but that one.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy

from accounts.addresses import normalize_address
from accounts.mail import suppression
from accounts.models import User
from accounts.services.users import is_mail_configured, lock_active_user
from config.db.locking import write_transaction

NO_USER_ID = 0  # no row has this id
TOO_MANY_MAILS = gettext_lazy("Too many confirmation emails were sent. You can send one later from your email page.")


def can_send_turn_emails() -> bool:
    """Return whether this site sends mails about turns, which need a mail server and SITE_URL for links."""
    return is_mail_configured() and bool(settings.SITE_URL)


def is_confirmed(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def get_confirmed_owner(email: str) -> User | None:
    """Return the one account that has confirmed this address. Unconfirmed claims don't count."""
    forms = {email.lower(), normalize_address(email)}  # the first is the form stored until 2026
    confirmed = User.objects.filter(emailaddress__email__in=forms, emailaddress__verified=True)
    return confirmed.filter(email=F("emailaddress__email")).first()


def filter_confirmed() -> Exists:
    """Return an expression: whether a user has confirmed their current address."""
    return Exists(EmailAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"), verified=True))


def list_turn_email_readers() -> "QuerySet[User]":
    """Return the people who have chosen mails about turns, with a confirmed address."""
    return User.objects.filter(filter_confirmed(), is_active=True, is_guest=False, email_turn_notifications=True)


def confirm_address(address: EmailAddress, *, wants_turn_emails: bool = False) -> bool:
    """Confirm the address, lift its suppression and optionally choose mails about turns.

    Return False if the address was removed in the meantime, or is another account's. An address is confirmed by one
    account at most.
    """
    try:
        with write_transaction():
            updated = EmailAddress.objects.filter(pk=address.pk, verified=False).update(verified=True)
            if updated and wants_turn_emails and can_send_turn_emails():
                users = User.objects.filter(pk=address.user_id, email=address.email)
                users.update(email_turn_notifications=True)
    except IntegrityError:
        return False
    if updated:
        suppression.unsuppress_mailbox(suppression.hash_mailbox(address.email))
    return bool(updated)


def consume_confirmation_rate(request: HttpRequest, user: User, email: str) -> bool:
    """Consume the rate limit of confirmation mails, per client, person and mailbox, to prevent abuse."""
    return bool(ratelimit.consume(request, action="confirmation", key=suppression.hash_mailbox(email), user=user))


def request_confirmation(request: HttpRequest, user: User) -> bool:
    """Send a confirmation mail for the user's address. Return False if there were too many today.

    Raises PermissionDenied if the account is suspended or was deleted in the meantime.
    """
    if not consume_confirmation_rate(request, user, user.email):
        return False
    with write_transaction():  # superusers created on the command line have no EmailAddress
        lock_active_user(user.pk)
        address, _ = EmailAddress.objects.get_or_create(user=user, email=user.email)
    queue_confirmation(request, address)
    return True


def queue_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    _queue_on_commit("accounts.send_confirmation", address.pk, *_site_and_language(request))


def request_password_reset(request: HttpRequest, email: str) -> None:
    """Queue a reset link for `email` if an account has confirmed it. Takes the same work either way."""
    user = get_confirmed_owner(email)
    _queue_on_commit("accounts.send_password_reset", user.pk if user else NO_USER_ID, *_site_and_language(request))


def request_login_code(request: HttpRequest, user: User | None, nonce: str) -> None:
    """Queue the login code of `nonce` for `user`. Takes the same work for None."""
    _queue_on_commit("accounts.send_login_code", user.pk if user else NO_USER_ID, nonce, *_site_and_language(request))


def _site_and_language(request: HttpRequest) -> tuple[str, str]:
    """Return the base URL for links in a mail, without a trailing slash, and the language of the mail."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/"), get_language() or settings.LANGUAGE_CODE


def _queue_on_commit(task: str, *args: Any) -> None:
    """Queue a task by name on commit. If the broker is down, it is logged; the person can ask again."""
    transaction.on_commit(lambda: current_app.send_task(task, args=args), robust=True)
