"""Bugs in notifications: recipients, times, languages, and what is stored."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/notifications/outbox/enqueue.py",
        ("tests/notifications/test_notices.py", "tests/notifications/test_outbox.py"),
        (
            Bug(
                "who has given a seat up is told of its turns",
                "if seat.user_id and not seat.is_bot and not (seat.has_forfeited",
                "if seat.user_id and not (seat.has_forfeited",
            ),
            Bug(
                "who has forfeited is told of turns",
                "if seat.user_id and not seat.is_bot and not (seat.has_forfeited and is_turn)",
                "if seat.user_id and not seat.is_bot",
                ("tests/tables/test_time_up.py", "tests/notifications/test_notices.py"),
            ),
            Bug(
                "a notice goes out with the question",
                "if seat.question_seq is not None], Notification.Kind.YOUR_TURN)",
                "if seat.question_seq is not None], Notification.Kind.YOUR_TURN, delay=timedelta(0))",
            ),
            Bug(
                "a question of live play is told when its minute is over",
                "allotted = get_allotted_time(table, session.seats, seat)",
                "allotted = table.time_control.get_time_for_question()",
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "a table broken off is told as a match that is over",
                "Notification.Kind.BROKEN_OFF if broken_off else Notification.Kind.ENDED",
                "Notification.Kind.ENDED if broken_off else Notification.Kind.ENDED",
                ("tests/tables/test_reveal_deadline.py",),
            ),
            Bug(
                "what is still to be told goes with an ended table's rows",
                "table=table, kind__in=Notification.PASSING, deliveries=None)",
                "table=table, deliveries=None)",
                ("tests/notifications/test_outbox.py",),
            ),
            Bug(
                "undecided questions outlive their table",
                "kind__in=Notification.PASSING, deliveries=None)",
                "kind__in=Notification.PASSING, deliveries=None, due_at=None)",
                ("tests/notifications/test_outbox.py",),
            ),
            Bug(
                "the log of deliveries is never tidied",
                "old = Delivery.objects.filter(next_attempt_at=None, created_at__lt=before)",
                "old = Delivery.objects.filter(next_attempt_at=None, created_at__gt=before)",
                ("tests/notifications/test_outbox.py",),
            ),
        ),
    ),
    File(
        "games/notifications/outbox/fanout.py",
        ("tests/notifications/test_outbox.py", "tests/notifications/test_notices.py"),
        (
            Bug(
                "what was answered before it was due is kept",
                "            Notification.objects.filter(pk__in=told_nobody).delete()\n",
                "            pass\n",
            ),
            Bug(
                "a job decides one batch, however many are due",
                "    while count == BATCH:\n",
                "    for _ in range(1):\n",
                ("tests/notifications/test_concurrency.py",),
            ),
            Bug(
                "an answered question is told",
                "return seat if seat is not None and seat.question_seq == notice.event_seq else None",
                "return seat",
            ),
            Bug(
                "who looks at the table is told as well",
                "if notice.table and (notice.table.public_id, notice.recipient.public_id) in context.present:",
                "if notice.table and (notice.recipient.public_id, notice.table.public_id) in context.present:",
            ),
            Bug(
                "notices go out from a frozen table",
                "due = Notification.objects.filter(~_IS_POSTPONED, due_at__lte=Now(), table__frozen_at=None)",
                "due = Notification.objects.filter(~_IS_POSTPONED, due_at__lte=Now())",
            ),
            Bug(
                "reminders of stopped clocks keep all others waiting",
                "due = Notification.objects.filter(~_IS_POSTPONED, due_at__lte=Now(), table__frozen_at=None)",
                "due = Notification.objects.filter(due_at__lte=Now(), table__frozen_at=None)",
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "a question told while its clock stands still has no reminder",
                "    if at is not None and at <= context.now:\n        return\n",
                "    if at is None or at <= context.now:\n        return\n",
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "a reminder is told before its time",
                "if at is None or at > context.now:",
                "if at is None:",
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "every turn at slow tables is a letter of its own",
                "return max(context.now, min(last + _digest_pause(), latest or datetime.max.replace(tzinfo=UTC)))",
                "return context.now",
            ),
            Bug(
                "gathered mails come after the deadline",
                "return max(context.now, min(last + _digest_pause(), latest or datetime.max.replace(tzinfo=UTC)))",
                "return max(context.now, last + _digest_pause())",
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "who plays alone is reminded",
                "clock is None or notice.table_id in context.solo_tables:",
                "clock is None:",
            ),
            Bug(
                "who has opened meanwhile is told to",
                "            if s.user_id and not s.client_seed\n",
                "            if s.user_id\n",
                ("tests/tables/test_reveal_deadline.py",),
            ),
        ),
    ),
    File(
        "games/notifications/calendar.py",
        ("tests/notifications/test_reminders.py",),
        (
            Bug(
                "an alarm rings before the question is put",
                "max(min(reminder, latest), since)",
                "min(reminder, latest)",
            ),
            Bug(
                "an alarm leaves seconds",
                "max(min(reminder, latest), since)",
                "max(reminder, since)",
            ),
        ),
    ),
    File(
        "games/notifications/outbox/rendering.py",
        ("tests/notifications/test_notices.py", "tests/notifications/test_client_seed_notices.py"),
        (
            Bug(
                "letters are in the site's language",
                "with translation.override(person.message_language), use_zone_of(person):",
                'with translation.override("en"):',
                ("tests/notifications/test_notices.py::test_in_the_recipients_language",),
            ),
            Bug(
                "a blocked mailbox gets letters",
                "    if is_suppressed(person.email):\n        return Problem.BLOCKED\n",
                "",
            ),
            Bug(
                "a device is told after its log-in was ended",
                "if device.session_hash != person.get_session_auth_hash():",
                "if not device.session_hash:",
                ("tests/notifications/test_push.py", "tests/notifications/test_pages.py"),
            ),
        ),
    ),
    File(
        "games/notifications/content.py",
        ("tests/notifications/test_content.py", "tests/notifications/test_notices.py"),
        (
            Bug(
                "a letter names what its reader holds",
                'return " ".join(unescape(strip_tags(html)).split())',
                'return " ".join([*unescape(strip_tags(html)).split(), str(view.own or "")])',
            ),
            Bug(
                "who has been given more time reads that little is left",
                'details["is_running_out"] = clock is not None and clock.is_running_out(now)',
                'details["is_running_out"] = clock is not None',
                ("tests/notifications/test_reminders.py",),
            ),
            Bug(
                "what was answered before it could be sent is sent",
                "if seat.question_seq != notice.event_seq:",
                "if seat.question_seq is None:",
                (
                    "tests/notifications/test_push.py",
                    "tests/notifications/test_notices.py",
                    "tests/notifications/test_outbox.py",
                ),
            ),
        ),
    ),
    File(
        "games/notifications/outbox/queue.py",
        (
            "tests/notifications/test_outbox.py",
            "tests/notifications/test_notices.py",
            "tests/notifications/test_concurrency.py",
        ),
        (
            Bug(
                "a letter takes other people's notices along",
                "same = waiting.filter(recipient=first.recipient_id, email_batch=0, notification__isnull=False)",
                "same = waiting.filter(email_batch=0, notification__isnull=False)",
            ),
            Bug(
                "what was sent is sent again",
                'rows.update(sent_at=Now(), next_attempt_at=None, problem="")',
                'rows.update(sent_at=Now(), problem="")',
            ),
            Bug(
                "a channel that is away is tried again at once",
                "pause = timedelta(seconds=BACK_OFF_SECONDS * 3**row.attempts)",
                "pause = timedelta(seconds=row.attempts)",
            ),
        ),
    ),
    File(
        "games/notifications/backends/email.py",
        ("tests/notifications/test_notices.py",),
        (
            Bug(
                "a letter tried again has another number",
                'salted_hmac("tefuda.notice", str(self.number), algorithm="sha256")',
                'salted_hmac("tefuda.notice", str(id(self)), algorithm="sha256")',
            ),
        ),
    ),
)
