"""From rows that were taken to something that can be sent without the database; what is no longer wanted is dropped."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypedDict

from django.conf import settings
from django.utils import translation

from accounts.mail.confirmation import turn_readers, turns_offered
from accounts.mail.suppression import is_blocked, stop_token
from accounts.models import User
from config.db.locking import write_lock
from games.notifications.backends import email, webhook, webpush
from games.notifications.channels import MAIL, PUSH, push_offered
from games.notifications.channels import webhooks as chosen_webhooks
from games.notifications.content import TEST, Told, questions_in_words
from games.notifications.messages import Outcome, Parcel
from games.notifications.models import Delivery, Notice, PushDevice
from games.notifications.outbox.queue import dropped
from games.tables.access import plays_alone
from games.tables.models import Seat, Table

Problem = Delivery.Problem


class Receipt(TypedDict):
    """What `Told` takes of a table, for letters."""

    receipt: str
    seq: int


def packed(rows: Sequence[Delivery]) -> Parcel | None:
    """These rows, of one recipient and channel, ready to be sent. None: nothing of them is to be sent any more."""
    person = User.objects.get(pk=rows[0].recipient_id)
    with translation.override(person.language or settings.LANGUAGE_CODE):
        told = _still_true(rows, person)
        dropped((row.pk for row in rows if row.pk not in told), Problem.ANSWERED)
        kept = [row for row in rows if row.pk in told]
        if not kept:
            return None
        send = _sender(kept, person, [told[row.pk] for row in kept])
    if isinstance(send, str):
        dropped((row.pk for row in kept), send)
        return None
    return Parcel(kept[0].channel, tuple(row.pk for row in kept), person.pk, kept[0].target, send)


def _still_true(rows: Sequence[Delivery], person: User) -> dict[int, Told]:
    """What each row says, by its key; questions that are answered by now say nothing. 3 queries."""
    wanted = [row.notice_id for row in rows if row.notice_id]
    notices = {one.pk: one for one in Notice.objects.filter(pk__in=wanted).select_related("table")}
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in={one.table_id for one in notices.values()}):
        seats.setdefault(seat.table_id, []).append(seat)
    own = {pk: seat for pk, of_table in seats.items() for seat in of_table if seat.user_id == person.pk}
    asked = {pk: seat for pk, seat in own.items() if seat.asked is not None and not seat.bot}
    words = questions_in_words(asked) if any(one.kind not in Notice.OVER for one in notices.values()) else {}
    told: dict[int, Told] = {}
    for row in rows:
        notice = notices.get(row.notice_id or 0)
        if notice is None:
            told[row.pk] = Told(TEST)
        elif notice.kind in Notice.OVER:
            told[row.pk] = Told(notice.kind, notice.table.public_id, notice.table.title, **_receipt(notice.table))
        elif notice.kind == Notice.Kind.OPENING:
            if (until := notice.table.open_until) is not None and not own[notice.table_id].phrase:
                told[row.pk] = Told(
                    notice.kind, notice.table.public_id, notice.table.title, "", until, **_receipt(notice.table)
                )
        elif (seat := asked.get(notice.table_id)) is not None and seat.asked == notice.seq:
            until = None if plays_alone(seats[notice.table_id]) else seat.deadline
            told[row.pk] = Told(
                notice.kind, notice.table.public_id, notice.table.title, words.get(notice.table_id, ""), until,
                **_receipt(notice.table),
            )  # fmt: skip
    return told


def _receipt(table: Table) -> Receipt:
    return {"receipt": table.digest, "seq": table.seq}


def _sender(rows: Sequence[Delivery], person: User, told: Sequence[Told]) -> Callable[[], Outcome] | str:
    """What sends them, or why they are not to be sent."""
    row = rows[0]
    if row.channel == MAIL:
        return _by_mail(row, person, told)
    if row.channel == PUSH:
        return _by_push(row, person, told[0])
    return _by_webhook(person, told[0])


def _by_mail(row: Delivery, person: User, told: Sequence[Told]) -> Callable[[], Outcome] | str:
    if not (turns_offered() and turn_readers().filter(pk=person.pk).exists()):
        return Problem.OFF
    if is_blocked(person.email):
        return Problem.BLOCKED
    language = person.language or settings.LANGUAGE_CODE
    number = row.letter or row.pk
    letter = email.Letter(number, email.in_order(told), person.email, person.name, language, stop_token(person))
    return partial(email.sent, letter)


def _by_push(row: Delivery, person: User, told: Told) -> Callable[[], Outcome] | str:
    device = PushDevice.objects.select_related("user").filter(pk=row.target, user=person).first()
    if device is None or not push_offered() or not person.is_active:
        return Problem.OFF
    if device.login != person.get_session_auth_hash():  # that log-in was ended by a new password
        with write_lock():
            device.delete()
        return Problem.OFF
    return webpush.push_for(device, told).sent


def _by_webhook(person: User, told: Told) -> Callable[[], Outcome] | str:
    chosen = chosen_webhooks().filter(user=person).first()
    if chosen is None:
        return Problem.OFF
    allowed = tuple(settings.NOTICE_HOSTS)
    return partial(webhook.posted, chosen.webhook_url, webhook.body(told, chosen.webhook_format), allowed)
