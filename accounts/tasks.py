"""Worker tasks that send mails about accounts. Messages carry ids only; secret links are created here.

A mail that can't be sent is retried for about eight minutes. Each delay is shorter than the broker's
`visibility_timeout`, after which another worker would send the mail as well.
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
from accounts.services import security_notices
from accounts.services.moderator_messages import PAGES
from accounts.services.users import is_mail_configured
from accounts.staff import sanctions

logger = logging.getLogger(__name__)
EXPIRE_LIMIT = 200  # people per run
RETRY_DELAYS = (15, 30, 60, 120, 240)  # seconds before each retry
LIMITS = {"soft_time_limit": 25, "time_limit": 30}  # for mail servers that respond very slowly


@shared_task(name="accounts.send_confirmation", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS)
def send_confirmation(self: Task, address_pk: int, site: str, language: str) -> None:
    """Send the confirmation mail to an address that is still unconfirmed."""
    rows = EmailAddress.objects.select_related("user").filter(user__is_active=True, verified=False)
    address = rows.filter(pk=address_pk).first()
    if address and not suppression.is_suppressed(address.email):
        _send(self, mail_messages.build_confirmation(address, site, language))


@shared_task(
    name="accounts.send_password_reset", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS
)
def send_password_reset(self: Task, user_pk: int, site: str, language: str) -> None:
    """Send a reset link to a person's confirmed address. Do nothing for NO_USER_ID, queued for unknown addresses."""
    confirmed = EmailAddress.objects.filter(user=user_pk, verified=True).values("email")
    user = User.objects.filter(pk=user_pk, is_active=True, email__in=confirmed).first()
    if user and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_password_reset(user, site, language))


@shared_task(name="accounts.send_login_code", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS)
def send_login_code(self: Task, user_pk: int, nonce: str, site: str, language: str) -> None:
    """Send the login code to a person's confirmed address. Do nothing for NO_USER_ID, queued for unknown addresses."""
    confirmed = EmailAddress.objects.filter(user=user_pk, verified=True).values("email")
    user = User.objects.filter(pk=user_pk, email__in=confirmed).first()
    if user and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_login_code(user, login_codes.make_login_code(nonce), site, language))


@shared_task(
    name="accounts.send_moderator_message", bind=True, ignore_result=True, max_retries=len(RETRY_DELAYS), **LIMITS
)
def send_moderator_message(self: Task, user_pk: int, page: str) -> None:
    """Send a mail that a message from the moderators waits, if the person wants mails. Its text is only on the page."""
    user = User.objects.filter(pk=user_pk, anonymised_at=None, unread_message_page=page).first()
    wants = (
        user
        and mail_confirmation.can_send_turn_emails()
        and user.email_turn_notifications
        and mail_confirmation.is_confirmed(user)
    )
    if user and wants and page in PAGES and not suppression.is_suppressed(user.email):
        _send(self, mail_messages.build_moderator_message(user, page))


@shared_task(name="accounts.send_security_notices", ignore_result=True, **LIMITS)
def send_security_notices() -> None:
    """Send the mails about security changes that are due. Queued with each change, and every minute."""
    while notice := security_notices.claim_due_notice():
        is_wanted = notice.user.is_active and is_mail_configured() and not suppression.is_suppressed(notice.email)
        try:
            if is_wanted:
                mail_messages.build_security_notice(notice).send()
        except (OSError, ValueError) as problem:
            logger.warning("security notice %s not sent: %s", notice.pk, type(problem).__name__)
            if not _is_permanent(problem) and notice.attempts < security_notices.MAX_ATTEMPTS:
                continue
        security_notices.finish_notice(notice)


@shared_task(name="accounts.expire_sanctions", ignore_result=True)
def expire_sanctions() -> None:
    """Close expired sanctions, every minute."""
    sanctions.expire_sanctions(EXPIRE_LIMIT)


def _send(task: Task, letter: EmailMessage) -> None:
    """Send a mail or schedule a retry. Log only the kind of error: a mail server's message may contain the address."""
    try:
        letter.send()
        return
    except (OSError, ValueError, SoftTimeLimitExceeded) as problem:
        logger.warning("%s %s not sent: %s", task.name, task.request.args[0], type(problem).__name__)
        if _is_permanent(problem) or task.request.retries == len(RETRY_DELAYS):
            return
    raise task.retry(countdown=RETRY_DELAYS[task.request.retries])


def _is_permanent(problem: Exception) -> bool:
    """Return whether retrying is pointless: an invalid address, or a mailbox that doesn't exist."""
    if isinstance(problem, SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in problem.recipients.values())
    return isinstance(problem, ValueError)
