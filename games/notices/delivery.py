"""Delivering the outbox: notices that were written with the events go out by mail.

A notice is claimed in a short transaction, which also appoints the next try; then the mail is sent with nothing locked;
then the notice is marked as sent. Whoever is killed in between sends it a second time, with the same Message-ID.
"""

import logging
import time
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.mailboxes import is_blocked, stop_token
from accounts.mailing import turn_readers, turns_offered
from games.notices.letters import Letter
from games.notices.models import Notice
from games.tables.locking import write_transaction
from games.tables.models import Seat

logger = logging.getLogger(__name__)
TRIES = 8
BACK_OFF_SECONDS = 90  # before the second try, and thrice as long before each further one: 27 hours in all
RUN_SECONDS = 20  # after which a run starts no other mail, so that a slow mail server doesn't overrun the job's limit


def notices_deliver(limit: int) -> int:
    """Send at most `limit` of the notices that are due. Returns how many went out."""
    notices_drop()
    stop_at = time.monotonic() + RUN_SECONDS
    sent = 0
    for _ in range(limit):
        letter = _claimed() if time.monotonic() < stop_at else None
        if letter is None:
            break
        if is_blocked(letter.email):
            _give_up(letter)
        elif _sent(letter):
            _mark(letter)
            sent += 1
    return sent


def notices_drop() -> int:
    """Give up the due notices that are not to be sent: nobody to send to, no mail configured, question answered."""
    dropped = _due()
    if turns_offered():
        dropped = dropped.exclude(pk__in=Notice.objects.filter(_deliverable()))
    if not dropped.exists():  # no need to queue for the lock
        return 0
    with write_transaction():
        return dropped.update(next_try_at=None)


def _due() -> "QuerySet[Notice]":
    return Notice.objects.filter(next_try_at__lte=Now())


def _deliverable() -> Q:
    """Somebody has chosen these mails, and the question, if it is one, is still that person's to answer."""
    reader = Q(recipient__in=turn_readers())
    question = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("recipient"), asked=OuterRef("seq"), bot="")
    return reader & (Q(kind=Notice.Kind.ENDED) | Q(Exists(question)))


def _claimed() -> Letter | None:
    """The next notice to send, already appointed for another try should this one fail. None: nothing is due.

    Nobody can act at a frozen table, so its questions wait until it is thawed.
    """
    ready = _due().filter(_deliverable()).filter(table__frozen_at=None)
    if not ready.exists():
        return None
    with write_transaction():
        rows = ready.select_related("table", "recipient").order_by("next_try_at", "pk")
        notice = rows.select_for_update(of=("self",), skip_locked=True, no_key=True).first()
        if notice is None:
            return None
        pause = timedelta(seconds=BACK_OFF_SECONDS * 3**notice.tries)
        notice.tries += 1
        notice.next_try_at = timezone.now() + pause if notice.tries < TRIES else None
        notice.save(update_fields=["tries", "next_try_at"])
        return _letter(notice)


def _letter(notice: Notice) -> Letter:
    person, table = notice.recipient, notice.table
    asked = notice.kind == Notice.Kind.YOUR_TURN
    seat = Seat.objects.filter(table=table, user=person).only("deadline").first() if asked else None
    return Letter(
        notice_pk=notice.pk,
        kind=notice.kind,
        table=table.public_id,
        title=table.title,
        email=person.email,
        name=person.name,
        language=person.language,
        deadline=seat.deadline if seat else None,
        stop=stop_token(person),
    )


def _sent(letter: Letter) -> bool:
    """Send. A mail server that fails, or an address it can't make sense of, is logged without the address."""
    try:
        return letter.message().send() == 1
    except (OSError, ValueError) as problem:
        logger.warning("notice %s not sent: %s", letter.notice_pk, type(problem).__name__)
        return False


def _give_up(letter: Letter) -> None:
    with write_transaction():
        Notice.objects.filter(pk=letter.notice_pk).update(next_try_at=None)


def _mark(letter: Letter) -> None:
    with write_transaction():
        Notice.objects.filter(pk=letter.notice_pk).update(sent_at=Now(), next_try_at=None)
