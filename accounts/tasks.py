"""Mails that people wait for, sent by a worker. Messages carry ids; the secret in a link is made here.

A mail that can't be sent is tried again for some eight minutes. Each pause is shorter than the broker's patience with
an unfinished job (`visibility_timeout`), after which another worker would send the mail as well.
"""

import logging
from smtplib import SMTPRecipientsRefused

from allauth.account.models import EmailAddress
from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import EmailMessage

from accounts.mail import confirmation as mail_confirmation
from accounts.mail import login_codes, suppression
from accounts.mail import messages as mail_messages
from accounts.models import User
from accounts.services.moderator_messages import PAGES
from accounts.staff import sanctions

logger = logging.getLogger(__name__)
EXPIRE_LIMIT = 200  # people per run
RETRY_DELAYS = (15, 30, 60, 120, 240)  # seconds before each further try
LIMITS = {"soft_time_limit": 25, "time_limit": 30}  # a mail server that answers by drops


@shared_task(name="accounts.send_confirmation", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS)
def send_confirmation(self: Task, address_pk: int, site: str, language: str) -> None:
    """Asks the owner of an address for confirmation, if it is still to be confirmed."""
    rows = EmailAddress.objects.select_related("user").filter(user__is_active=True, verified=False)
    address = rows.filter(pk=address_pk).first()
    if address and not suppression.is_suppressed(address.email):
        _send(self, mail_messages.build_confirmation(address, site, language))


@shared_task(
    name="accounts.send_password_reset", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS
)
def send_password_reset(self: Task, user_pk: int, site: str, language: str) -> None:
    """Mails a reset link to the confirmed address of a person. An id of nobody is what an unknown address leads to."""
    confirmed = EmailAddress.objects.filter(user=user_pk, verified=True).values("email")
    user = User.objects.filter(pk=user_pk, is_active=True, email__in=confirmed).first()
    if user and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_password_reset(user, site, language))


@shared_task(name="accounts.send_login_code", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS)
def send_login_code(self: Task, user_pk: int, nonce: str, site: str, language: str) -> None:
    """Mails the code for logging in to the confirmed address of a person. An id of nobody: an unknown address."""
    confirmed = EmailAddress.objects.filter(user=user_pk, verified=True).values("email")
    user = User.objects.filter(pk=user_pk, email__in=confirmed).first()
    if user and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_login_code(user, login_codes.make_login_code(nonce), site, language))


@shared_task(
    name="accounts.send_moderator_message", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS
)
def send_moderator_message(self: Task, user_pk: int, page: str) -> None:
    """Mails that the moderators have a word for somebody, if they want mails; the word itself stands on the page."""
    user = User.objects.filter(pk=user_pk, anonymised_at=None, unread_message_page=page).first()
    wants = (
        user
        and mail_confirmation.can_send_turn_emails()
        and user.email_turn_notifications
        and mail_confirmation.is_confirmed(user)
    )
    if user and wants and page in PAGES and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_moderator_message(user, page))


@shared_task(name="accounts.expire_sanctions", ignore_result=True)
def expire_sanctions() -> None:
    """Every minute: close what has had its time."""
    sanctions.expire_sanctions(EXPIRE_LIMIT)


def _send(task: Task, letter: EmailMessage) -> None:
    """Sends, or appoints another try. What a mail server says may contain the address, so only its kind is logged."""
    try:
        letter.send()
        return
    except (OSError, ValueError, SoftTimeLimitExceeded) as problem:
        logger.warning("%s %s not sent: %s", task.name, task.request.args[0], type(problem).__name__)
        if _is_permanent(problem) or task.request.retries == len(RETRY_DELAYS):
            return
    raise task.retry(countdown=RETRY_DELAYS[task.request.retries])


def _is_permanent(problem: Exception) -> bool:
    """Whether no further try will help: the address makes no sense, or its server has no such mailbox."""
    if isinstance(problem, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in problem.recipients.values())
    return isinstance(problem, ValueError)
