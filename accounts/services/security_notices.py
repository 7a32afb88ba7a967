"""The queue of mails that notify people when someone changes how to log in to their account."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import SecurityNotice, User
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit

MAX_ATTEMPTS = 6
RETRY_DELAY = timedelta(minutes=2)  # before the second attempt; tripled before each further one
Change = SecurityNotice.Change
# allauth identifies its mails by their templates.
CHANGES_BY_TEMPLATE = {
    "account/email/password_changed": Change.PASSWORD,
    "account/email/password_reset": Change.PASSWORD,
    "account/email/password_set": Change.PASSWORD,
    "mfa/email/totp_activated": Change.TWO_FACTOR_ON,
    "mfa/email/totp_deactivated": Change.TWO_FACTOR_OFF,
    "mfa/email/recovery_codes_generated": Change.RECOVERY_CODES,
    "mfa/email/webauthn_added": Change.PASSKEY_ADDED,
    "mfa/email/webauthn_removed": Change.PASSKEY_REMOVED,
}


@write_transaction()
def queue_security_notice(user: User, change: SecurityNotice.Change) -> None:
    """Queue a mail to the account's confirmed address, if it has one.

    At most one of a kind is queued at a time, so that no one fills the queue by switching something on and off.
    """
    waiting = SecurityNotice.objects.filter(user=user, change=change).values("email")
    confirmed = EmailAddress.objects.filter(user=user, verified=True).exclude(email__in=waiting)
    notices = [
        SecurityNotice(user=user, change=change, email=email, next_attempt_at=Now())
        for email in confirmed.values_list("email", flat=True)
    ]
    if notices:
        SecurityNotice.objects.bulk_create(notices)
        queue_on_commit("accounts.send_security_notices")


def claim_due_notice() -> SecurityNotice | None:
    """Claim the notice that has been due longest. Its next attempt is scheduled first, in case this process dies."""
    due = SecurityNotice.objects.filter(next_attempt_at__lte=Now())
    if not due.exists():  # don't wait for the lock
        return None
    with write_transaction():
        locked = due.select_for_update(of=("self",), skip_locked=True, no_key=True)
        notice = locked.select_related("user").order_by("next_attempt_at", "pk").first()
        if notice is not None:
            notice.next_attempt_at = timezone.now() + RETRY_DELAY * 3**notice.attempts
            notice.attempts += 1
            notice.save(update_fields=["attempts", "next_attempt_at"])
    return notice


def finish_notice(notice: SecurityNotice) -> None:
    """Delete a notice that was sent or can't be."""
    with write_transaction():
        SecurityNotice.objects.filter(pk=notice.pk).delete()
