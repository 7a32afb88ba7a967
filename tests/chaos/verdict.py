"""Was anything lost or doubled? Acknowledgements against the log, deadlines, notices."""

import statistics
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from django.core.management import CommandError, call_command
from django.utils import timezone

from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import parse_json
from games.notifications.backends.email import EmailDigest
from games.notifications.models import Delivery, Notification
from games.tables.models import Event, Seat, Table
from tests.chaos.diary import wrong_plans
from tests.chaos.logs import list_events
from tests.chaos.people import Book
from tests.chaos.site import Victim

if TYPE_CHECKING:
    from tests.chaos.company import Company

SENDERS = ("email", "house", "redis", "emptied", "postgres", "pgbouncer")  # whose end may have a mail sent once more
GRACE = timedelta(seconds=5)  # a player who has forfeited is asked, and overdue, all the time


def wrongs(book: Book, company: "Company", victim: Victim) -> Iterator[str]:
    """Everything that must not be, in words."""
    yield from book.wrong
    yield from _moves(book)
    yield from _logs()
    yield from _deadlines()
    yield from _notices(victim)
    yield from _words(company, victim)
    yield from _standstill()
    yield from wrong_plans(book.diary)


def _moves(book: Book) -> Iterator[str]:
    logged = {
        key: (table, seq, digest)
        for key, table, seq, digest in Event.objects.exclude(key=None).values_list(
            "key", "table__public_id", "seq", "digest"
        )
    }
    rows = Counter(Event.objects.exclude(key=None).values_list("key", flat=True))
    yield from (f"{key} is in the log {n} times" for key, n in rows.items() if n > 1)
    for key, receipt in book.receipts.items():
        if logged.get(key) != receipt and not (key not in logged and _in_record(*receipt)):
            yield f"{key} was acknowledged as {receipt}, and the log says {logged.get(key)}"
    yield from (f"{key} is in the log, and its sender was refused" for key in logged.keys() & book.refused.keys())
    yield from (f"{key} is in the log, and nobody was told" for key in logged.keys() - book.receipts.keys())
    for key, other in book.races:
        if key in logged and other in logged:
            yield f"one move was played twice, as {key} and as {other}"


def _in_record(public_id: str, seq: int, digest: str) -> bool:
    """Return whether the move is in the record of a table whose rows were deleted."""
    table = Table.objects.filter(public_id=public_id).first()
    return (
        table is not None
        and not table.events.exists()
        and (seq, digest) in {(event.seq, event.digest) for event in list_events(table)}
    )


def _logs() -> Iterator[str]:
    """Every table's numbers have no gap, its chain holds; every ended one plays again as it was played."""
    for table in Table.objects.select_related("seed"):
        digest, events = table.commitment, list_events(table)
        # Bots may have gone on since the table was read.
        if len(events) < table.last_seq or [event.seq for event in events] != list(range(1, len(events) + 1)):
            yield f"{table}: a gap in the log"
        for event in events:
            digest = next_digest(digest, table.public_id, bytes(table.seed.value), event.seq, event.body)
            if digest != event.digest:
                yield f"{table}: the chain is broken at {event.seq}"
                break
    try:
        call_command("verify_matches", all=True, no_bots=True)
    except CommandError as problem:
        yield str(problem)


def _deadlines() -> Iterator[str]:
    now = timezone.now()
    for seat in (
        Seat.objects.in_play().filter(question_seq__isnull=False, deadline__lt=now - GRACE).select_related("table")
    ):
        yield f"{seat.table}, {seat}: {now - seat.deadline} past its deadline"  # type: ignore[operator]


def _standstill() -> Iterator[str]:
    """No one moves while a match is paused, and the clock doesn't move for people on vacation."""
    for table in Table.objects.all():
        paused, resting, played = (
            False,
            set[int | None](),
            set[int | None](),
        )  # by bots: they take no vacations
        for event in list_events(table):
            paused = event.kind == "pause" or (paused and event.kind != "resume")
            for kinds, seats in ((("vacation", "vacation-over"), resting), (("seat-to-bot", "seat-back"), played)):
                if event.kind in kinds:
                    (seats.add if event.kind == kinds[0] else seats.discard)(event.seat)
            if paused and event.kind in ("move", "house"):
                yield f"{table}: event {event.seq} in a pause"
            late = event.cause == "clock" and event.kind in ("move", "forfeit")
            if late and event.seat in resting - played:
                yield f"{table}: at {event.seq} the clock moved for who is on vacation"


def lateness() -> list[float]:
    """Of what the clock did for people: seconds after the deadline, by its own evidence."""
    events = (event for table in Table.objects.all() for event in list_events(table))
    late = (event for event in events if event.cause == "clock" and event.kind in ("move", "forfeit"))
    data = [parse_json(event.body)["data"] for event in late]
    timings = [(datetime.fromisoformat(row["found"]), datetime.fromisoformat(row["deadline"])) for row in data]
    return sorted((at - deadline).total_seconds() for at, deadline in timings)


def _notices(victim: Victim) -> Iterator[str]:
    """Each that is due was decided, and what it became arrived; twice only around a kill of who sends."""
    now, mails, fates = timezone.now(), victim.sink.mails, Notification.Decision
    for notice in Notification.objects.filter(due_at__lt=now - GRACE, table__frozen_at=None):
        yield f"notice {notice.pk} was due and is not decided"
    for notice in Notification.objects.filter(kind="ended").exclude(
        decision__in=(fates.TOLD, fates.LOOKING, fates.WAITING)
    ):
        if notice.recipient.is_active and not notice.recipient.date_joined > notice.created_at:
            yield f"notice {notice.pk} of an end was told by no channel: {notice.decision}"
    for notice in Notification.objects.filter(decision=fates.TOLD, deliveries=None):
        yield f"notice {notice.pk} is told, and nothing was to be sent"
    for row in Delivery.objects.filter(sent_at=None).select_related("recipient"):
        if row.next_attempt_at is not None:
            if row.next_attempt_at < now - GRACE:
                yield f"delivery {row.pk} is still to be sent"
        elif row.problem not in (Delivery.Problem.ANSWERED, Delivery.Problem.OFF):
            yield f"delivery {row.pk} was given up: {row.problem}"
    letters = {_message_id(row.email_batch or row.pk): row for row in Delivery.objects.filter(channel="mail")}
    for message_id, row in letters.items():
        if row.sent_at is not None and not mails.get(message_id):
            yield f"delivery {row.pk} is marked, and nothing arrived"
    for message_id, copies in list(mails.items()):
        for earlier, later in pairwise(copies):
            if not any(earlier - 2 <= at <= later for at, name in victim.kills if name in SENDERS):
                yield f"letter {message_id} was sent twice, and nobody was killed between"


def _words(company: "Company", victim: Victim) -> Iterator[str]:
    """Check mails about no notice: only those about a moderator's message, once each.

    A lost one is no fault: the message itself is on every page. A second one can follow a kill of the sender.
    """
    ours = {_message_id(row.email_batch or row.pk) for row in Delivery.objects.filter(channel="mail")}
    suspended = company.sleepers[0].email
    message_ids = [message_id for message_id in victim.sink.mails if message_id not in ours]
    for message_id in message_ids:
        if victim.sink.recipients[message_id] != suspended:
            yield f"a mail of no notice: {message_id}, to {victim.sink.recipients[message_id]}"
    repeats = len([name for _, name in victim.kills if name in SENDERS]) + victim.doubled
    if len(message_ids) > company.words + repeats:
        yield f"{len(message_ids)} mails about {company.words} words of the moderators"


def _message_id(pk: int) -> str:
    return EmailDigest(pk, (), "", "", "", "").message_id


def figures(book: Book, company: "Company", victim: Victim) -> Iterator[str]:
    """Return what happened, in numbers."""
    kinds = Counter(name for _, name in victim.kills)
    yield f"kills: {len(victim.kills)} ({', '.join(f'{name} {n}' for name, n in sorted(kinds.items()))})"
    yield f"messages lost: {victim.lost}, doubled: {victim.doubled}"
    yield (
        f"moves acknowledged: {len(book.receipts)}, refused: {len(book.refused)}, requests: {book.sent}, "
        f"cut off: {book.unanswered}, sent once more on purpose: {book.repeated}, by two browsers at once: "
        f"{len(book.races)}, by two clicks at once: {book.clicked}"
    )
    events = [event for table in Table.objects.all() for event in list_events(table)]
    causes = Counter(event.cause for event in events if event.kind == "move")
    yield f"moves in the log: {', '.join(f'{cause} {n}' for cause, n in sorted(causes.items()))}"
    statuses = Counter(Table.objects.values_list("status", flat=True))
    yield f"tables: {', '.join(f'{status} {n}' for status, n in sorted(statuses.items()))}"
    late = lateness()
    if late:
        p99 = late[min(len(late) - 1, int(len(late) * 0.99))]
        yield (
            f"timeouts: {len(late)}, late by {statistics.median(late):.2f} s (median), {p99:.1f} s (99 %), "
            f"{late[-1]:.1f} s at most; {company.swept} of all played by the second sweeper"
        )
    fates = Counter(fate or "to come" for fate in Notification.objects.values_list("decision", flat=True))
    sent = Delivery.objects.exclude(sent_at=None)
    twice = sum(len(copies) > 1 for copies in victim.sink.mails.values())
    yield (
        f"notices: {', '.join(f'{fate} {n}' for fate, n in sorted(fates.items()))}; "
        f"sent {sent.count()} in {len(victim.sink.mails)} letters, arrived twice: {twice}; "
        f"needed more than one try: {sent.filter(attempts__gt=1).count()}"
    )
    kinds = Counter(event.kind for event in events)
    shown_kinds = ("forfeit", "pause", "resume", "vacation", "vacation-over", "seat-to-bot", "seat-back")
    yield f"events: {', '.join(f'{kind} {kinds[kind]}' for kind in shown_kinds)}"
    diary = book.diary
    yield (
        f"plans: filed {sum(map(len, diary.filed.values()))}, answers {dict(sorted(diary.answers.items()))}, "
        f"all withdrawn {diary.withdrawn} times, fired {diary.fired}"
    )
    yield f"the clock jumped {company.jumps} times, over {company.jumped_over} deadlines"
