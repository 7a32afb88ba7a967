"""Background tasks: notifications about requests and invitations, and chat cleanup.

Pages queue the same task whether or not there is anyone to notify, so that response times don't reveal it.
"""

from celery import shared_task

from games.social.chat import cleanup
from games.social.friends import invitations, services

LIMIT = 200  # of each kind, per run


@shared_task(name="social.cleanup", ignore_result=True)
def delete_old_messages() -> None:
    """Delete expired messages, every night."""
    cleanup.delete_old_messages()


@shared_task(name="social.tell_recipients", ignore_result=True)
def tell_recipients() -> None:
    """Notify people of new friend requests and invitations: after each one, and regularly in case one was lost."""
    services.notify_of_requests(LIMIT)
    invitations.notify_of_invitations(LIMIT)
