"""Who may be written to, and asking for a mail. Pages ask here and never send: a worker does (accounts.tasks).

An address is confirmed when its owner has opened a link that was mailed there and pressed the button. Nothing but that
link goes to an address that isn't.
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

from accounts.mail import suppression
from accounts.models import User
from accounts.services.users import is_mail_configured
from config.db.locking import write_lock, write_transaction

NO_USER_ID = 0  # an id no row has
TOO_MANY_MAILS = gettext_lazy("There were too many mails to confirm an address. Your email page can send one later.")


def can_send_turn_emails() -> bool:
    """Whether this site sends mails about turns: they need a mail server, and an address of the site to link to."""
    return is_mail_configured() and bool(settings.SITE_URL)


def is_confirmed(user: User) -> bool:
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


def get_confirmed_owner(email: str) -> User | None:
    """The one account that has confirmed this address. Claims that nobody has confirmed open no door."""
    confirmed = User.objects.filter(emailaddress__email=email.lower(), emailaddress__verified=True)
    return confirmed.filter(email=F("emailaddress__email")).first()


def filter_confirmed() -> Exists:
    """Of people: whether they have confirmed their present address."""
    return Exists(EmailAddress.objects.filter(user=OuterRef("pk"), email=OuterRef("email"), verified=True))


def list_turn_email_readers() -> "QuerySet[User]":
    """Everybody who has chosen mails about turns, at an address they have confirmed."""
    return User.objects.filter(filter_confirmed(), is_active=True, is_guest=False, email_turn_notifications=True)


def confirm_address(address: EmailAddress, *, wants_turn_emails: bool = False) -> bool:
    """Marks the address as confirmed, and lifts a block: its owner has spoken again. They may choose mails with it.

    False: it was taken away meanwhile, or is another account's. One address is confirmed by one account at most.
    """
    try:
        with write_transaction():
            done = EmailAddress.objects.filter(pk=address.pk, verified=False).update(verified=True)
            if done and wants_turn_emails and can_send_turn_emails():
                chosen = User.objects.filter(pk=address.user_id, email=address.email)
                chosen.update(email_turn_notifications=True)
    except IntegrityError:
        return False
    if done:
        suppression.unsuppress_mailbox(suppression.hash_mailbox(address.email))
    return bool(done)


def consume_confirmation_rate(request: HttpRequest, user: User, email: str) -> bool:
    """Counts one mail that asks for confirmation: per client, person and mailbox, so that nobody is pestered by it."""
    return bool(ratelimit.consume(request, action="confirmation", key=suppression.hash_mailbox(email), user=user))


def request_confirmation(request: HttpRequest, user: User) -> bool:
    """Has the address of `user` asked for confirmation by mail. False: there were too many such mails today."""
    if not consume_confirmation_rate(request, user, user.email):
        return False
    with write_lock():  # a superuser made by command has none
        address, _ = EmailAddress.objects.get_or_create(user=user, email=user.email)
    queue_confirmation(request, address)
    return True


def queue_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    _queue_on_commit("accounts.send_confirmation", address.pk, *_site_and_language(request))


def request_password_reset(request: HttpRequest, email: str) -> None:
    """Has a reset link mailed to `email` if an account has confirmed it. The same work either way."""
    user = get_confirmed_owner(email)
    _queue_on_commit("accounts.send_password_reset", user.pk if user else NO_USER_ID, *_site_and_language(request))


def request_login_code(request: HttpRequest, user: User | None, nonce: str) -> None:
    """Has the code that belongs to `nonce` mailed to `user`. The same work where there is nobody."""
    _queue_on_commit("accounts.send_login_code", user.pk if user else NO_USER_ID, nonce, *_site_and_language(request))


def _site_and_language(request: HttpRequest) -> tuple[str, str]:
    """Where links in a mail lead, without a slash at the end, and the language of the mail."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/"), get_language() or settings.LANGUAGE_CODE


def _queue_on_commit(task: str, *args: Any) -> None:
    """By name and on commit. A broker that is away is logged; whoever waits for the mail asks again."""
    transaction.on_commit(lambda: current_app.send_task(task, args=args), robust=True)
