"""Bugs in notices: who is told what, when, in which language, and what is kept of it."""

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
                "if seat.user_id and not seat.is_bot and not (seat.has_forfeited and kind == Notification.Kind.YOUR_TURN)",
                "if seat.user_id and not seat.is_bot",
                ("tests/tables/test_time_up.py", "tests/notifications/test_notices.py"),
            ),
            Bug(
                "a notice goes out with the question",
                "_enqueue(session, asked, Notification.Kind.YOUR_TURN, session.now + _get_delay(session.table))",
                "_enqueue(session, asked, Notification.Kind.YOUR_TURN, session.now)",
            ),
            Bug(
                "a table broken off is told as a match that is over",
                "Notification.Kind.BROKEN_OFF if broken_off else Notification.Kind.ENDED",
                "Notification.Kind.ENDED if broken_off else Notification.Kind.ENDED",
                ("tests/tables/test_reveal_deadline.py",),
            ),
            Bug(
                "what is still to be told goes with an ended table's rows",
                "table=table, kind__in=(*Notification.ASKING, Notification.Kind.OPENING))",
                "table=table)",
                ("tests/notifications/test_outbox.py",),
            ),
            Bug(
                "undecided questions outlive their table",
                "untold = asked.filter(deliveries=None)",
                "untold = asked.filter(deliveries=None, due_at=None)",
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
                "    while found == BATCH:\n",
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
                "if notice.table and (notice.table.public_id, notice.recipient.public_id) in around.present:",
                "if notice.table and (notice.recipient.public_id, notice.table.public_id) in around.present:",
            ),
            Bug(
                "reminders come when a quarter of the time is over",
                "seat.deadline - (seat.deadline - put_at) / 4",
                "put_at + (seat.deadline - put_at) / 4",
            ),
            Bug(
                "notices go out from a frozen table",
                "due = Notification.objects.filter(due_at__lte=Now(), table__frozen_at=None)",
                "due = Notification.objects.filter(due_at__lte=Now())",
            ),
            Bug(
                "every turn at slow tables is a letter of its own",
                "return max(around.now, last + _digest_pause()) if slow and last else around.now",
                "return around.now",
            ),
            Bug(
                "who plays alone is reminded",
                "        or at <= around.now\n        or notice.table_id in around.solo_tables\n",
                "        or at <= around.now\n",
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
                'return " ".join(unescape(strip_tags(drawn)).split())',
                'return " ".join([*unescape(strip_tags(drawn)).split(), str(view.own or "")])',
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
