"""A notice's life: announced once by every channel, not to people who look or have answered, reminded once."""

import json
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.engine.chance import Rng
from games.notifications.backends import email
from games.notifications.models import Delivery, Notification, TablePresence
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.outbox.enqueue import delete_old_deliveries, delete_undelivered
from games.notifications.outbox.fanout import decide_notifications
from games.notifications.presence import record_presence
from games.notifications.tasks import cleanup_notifications
from games.replays.archive.services import archive_table
from games.tables.models import Position, Seat
from tests.matches import legal, play_on, running, seat, submit
from tests.moderation.actions import table_void
from tests.notifications.readers import hooked, later, notice, reader, time_goes_by, turn_of
from tests.notifications.servers import https_server, mail_server
from tests.time_travel import shift_clocks

HOUR, DAY = 60 * 60, 24 * 60 * 60


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0


@pytest.fixture
def anna(db):
    return reader("anna")


@pytest.fixture
def hook(tmp_path, monkeypatch, settings):
    """A chat's server on this machine, which the operator has allowed."""
    with https_server(tmp_path, "localhost") as endpoint:
        monkeypatch.setenv("SSL_CERT_FILE", endpoint.authority)
        settings.OUTBOUND_ALLOWED_HOSTS = [f"localhost:{endpoint.port}"]
        yield endpoint


def answer_question(table) -> None:
    submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"any", "move")))


def test_a_question_is_told_once_by_every_channel(anna, hook):
    hooked(anna, f"https://localhost:{hook.port}/hook/secret")
    table = turn_of(anna)
    assert deliver_notifications(10) == 2
    # As if killed before it was decided.
    Notification.objects.filter(kind="your-turn").update(due_at=timezone.now(), decision="")
    assert deliver_notifications(10) == 0
    assert len(mail.outbox) == len(hook.requests) == 1
    ((path, headers, body),) = hook.requests
    assert path == "/hook/secret"
    assert headers["content-type"] == "application/json; charset=utf-8"
    data = json.loads(body)
    link = f"https://cards.example.org/tables/{table.public_id}/"
    assert data.pop("text").splitlines()[::2] == ["Your turn: Lombard Hold'em", link]
    until = seat(table, 0).deadline.isoformat()
    assert data.pop("last_move").endswith(".")
    assert data.pop("others")[0] == "Zoe"
    assert data == {
        "version": 1, "name": "Anna", "table_name": "", "kind": "your-turn", "title": "lombard",
        "table": table.public_id, "asks": "Call, double or fold?", "deadline": until, "link": link,
    }  # fmt: skip
    assert "Call, double or fold?" in mail.outbox[0].body
    assert set(Delivery.objects.values_list("channel", "attempts", "problem")) == {("mail", 1, ""), ("webhook", 1, "")}


def test_who_looks_is_not_told_but_reminded(anna):
    table = turn_of(anna)
    record_presence([(table.public_id, anna.public_id), ("another", anna.public_id), (table.public_id, "")])
    record_presence([(table.public_id, anna.public_id)])
    assert TablePresence.objects.count() == 2
    assert deliver_notifications(10) == 0
    assert notice(table, anna).decision == "looking"
    reminder = notice(table, anna, "reminder")
    assert seat(table, 0).deadline - reminder.due_at == timedelta(hours=6) - timedelta.resolution
    TablePresence.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    assert deliver_notifications(10) == 0, "not due yet"
    time_goes_by(hours=19)
    assert deliver_notifications(10) == 1
    (letter,) = mail.outbox
    assert letter.subject.startswith("[Tefuda] Still your turn: Lombard Hold'em")
    later(days=7)
    assert deliver_notifications(10) == 0, "once"
    TablePresence.objects.update(seen_at=timezone.now() - timedelta(hours=2))
    cleanup_notifications()
    assert not TablePresence.objects.exists()


@pytest.mark.parametrize("taken", [True, False])
def test_what_was_answered_is_not_told_although_the_next_question_is_open(anna, taken):
    """`taken`: it was already due, but the mail wasn't written yet."""
    table = turn_of(anna)
    first = notice(table, anna)
    if taken:
        decide_notifications()
        assert first.deliveries.count() == 1
    answer_question(table)
    assert play_on(table, 0).last_seq > first.event_seq
    assert deliver_notifications(10) == 1
    assert Delivery.objects.exclude(sent_at=None).get().notification == notice(table, anna) != first
    values = Notification.objects.filter(pk=first.pk).values_list("decision", "deliveries__problem")
    assert list(values) == ([("told", "answered")] if taken else []), "what nobody was told of goes"


def test_what_is_still_to_be_told_outlives_the_rows_of_its_table(anna, moderator):
    table = turn_of(anna)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="enough")
    delete_undelivered(table)
    assert notice(table, anna, "ended").decision == ""
    assert deliver_notifications(10) == 1
    delete_undelivered(table)
    assert notice(table, anna, "ended").decision == "told", "and so does what was sent"
    assert not Notification.objects.filter(table=table, kind="your-turn").exists()


def test_what_was_still_to_be_decided_goes_when_the_table_is_archived(anna, settings):
    """A person who plays faster than questions are decided leaves none of them behind."""
    settings.NOTIFICATION_DELAY = 60
    ben = reader("ben")
    table = running("lombard", anna, ben, options={"target_coins": 32})
    table = play_on(table)
    assert Notification.objects.filter(table=table, kind="your-turn", decision="").exists()
    assert archive_table(table.pk)
    values = Notification.objects.filter(table=table).exclude(kind="started").values_list("recipient__name", "kind")
    assert sorted(values) == [("Anna", "ended"), ("Ben", "ended")]
    assert deliver_notifications(10) == 2


def test_what_was_sent_a_month_ago_is_forgotten_and_no_other(anna, moderator):
    """With its reason, where the table has ended."""
    ended, running_on = turn_of(anna), turn_of(anna)
    table_void(public_id=ended.public_id, moderator_id=moderator.pk, reason="enough")
    deliver_notifications(10)
    old = {*Delivery.objects.all()}
    assert {row.notification.table for row in old} == {ended, running_on}
    Delivery.objects.update(created_at=timezone.now() - timedelta(days=31))
    fresh_one = turn_of(anna)
    later(hours=2)
    deliver_notifications(10)
    cleanup_notifications()
    assert {row.notification.table for row in Delivery.objects.all()} == {fresh_one}
    table_pks = set(
        Notification.objects.filter(kind__in=("your-turn", "ended"), decision="told").values_list("table", flat=True)
    )
    assert table_pks == {running_on.pk, fresh_one.pk}


def test_many_are_forgotten_some_at_a_time_the_oldest_first(anna):
    tables = [turn_of(anna) for _ in range(3)]
    later(hours=2)
    deliver_notifications(10)
    for table, days in zip(tables, (33, 35, 34), strict=True):
        Delivery.objects.filter(notification__table=table).update(created_at=timezone.now() - timedelta(days=days))
    assert delete_old_deliveries(timezone.now() - timedelta(days=30), 2) == 2
    assert Delivery.objects.get().created_at > timezone.now() - timedelta(days=33, hours=1)
    assert delete_old_deliveries(timezone.now() - timedelta(days=30), 2) == 1
    assert delete_old_deliveries(timezone.now() - timedelta(days=30), 2) == 0


def turn_alone(person):
    return play_on(running("lombard", person, seats=3, options={"target_coins": 32}), 0)


def test_a_reminder_goes_with_the_clock(anna):
    """A later deadline moves it, an answer or a removed clock ends it, and a person playing alone has none."""
    table = turn_of(anna)
    deliver_notifications(10)
    mail.outbox.clear()
    first = notice(table, anna, "reminder").due_at
    shift_clocks(Seat.objects.filter(table=table, number=0), timedelta(days=4))
    later(days=1)
    assert deliver_notifications(10) == 0
    assert notice(table, anna, "reminder").due_at == first + timedelta(days=4)
    Seat.objects.filter(table=table, number=0).update(deadline=None, clock_since=None, time_left=None)
    later(days=5)
    assert deliver_notifications(10) == 0
    assert not Notification.objects.filter(table=table, kind="reminder").exists()
    other = turn_of(anna)
    deliver_notifications(10)
    reminder = notice(other, anna, "reminder")
    later(days=1)
    answer_question(other)
    deliver_notifications(10)
    assert not Notification.objects.filter(pk=reminder.pk).exists()
    alone = turn_alone(anna)
    later(hours=2)
    deliver_notifications(10)
    assert Notification.objects.filter(table=alone, kind="your-turn", is_listed=True).exists()
    assert not Notification.objects.filter(table=alone, kind="reminder").exists()
    assert not any("Still" in letter.subject for letter in mail.outbox)


def test_a_table_with_bots_alone_is_not_mailed_about_and_delays_no_other_mail(anna):
    alone = turn_alone(anna)
    deliver_notifications(10)
    assert notice(alone, anna).is_listed
    assert mail.outbox == []
    table = turn_of(anna)
    assert deliver_notifications(10) == 1
    # Everyone else has left since: no one waits for the answer to this mail.
    Seat.objects.filter(table=table).exclude(user=anna).update(
        user=None, played_by=Seat.PlayedBy.BOT, bot_level="normal"
    )
    other = turn_of(anna)
    assert deliver_notifications(10) == 1
    assert other.public_id in mail.outbox[-1].body


def test_letters_about_slow_tables_come_once_an_hour_and_say_it_all(anna, settings):
    first = turn_of(anna)
    assert deliver_notifications(10) == 1
    tables = [turn_of(anna, turn_seconds=DAY * days) for days in (3, 1, 7)]
    assert deliver_notifications(10) == 0, "within the hour"
    later(minutes=61)
    answer_question(tables[2])
    assert deliver_notifications(10) == 2
    assert len(mail.outbox) == 2
    digest = mail.outbox[1]
    assert digest.subject == "[Tefuda] It is your turn at 2 tables"
    at = [digest.body.find(table.public_id) for table in (tables[1], tables[0], tables[2], first)]
    assert -1 < at[0] < at[1], "what is to be answered first stands first"
    assert at[2:] == [-1, -1]
    assert digest.body.count("Call, double or fold?") == 2
    quick = turn_of(anna, turn_seconds=HOUR)
    assert deliver_notifications(10) == 1, "there is no time to wait"
    assert quick.public_id in mail.outbox[2].body


def test_a_letter_comes_at_once_unless_one_lies_unanswered(anna):
    """Two friends at lunch hear of each move."""
    table = turn_of(anna)
    assert deliver_notifications(10) == 1
    answer_question(table)
    table = play_on(table, 0)
    assert deliver_notifications(10) == 1, "the last one was answered"
    other = turn_of(anna)
    assert deliver_notifications(10) == 0, "it lies there"
    answer_question(table)
    assert deliver_notifications(10) >= 1, "answered before the hour is over"
    assert other.public_id in mail.outbox[-1].body


def test_a_letter_tried_again_is_the_same_letter(anna, settings):
    settings.EMAIL_BACKEND = "tests.notifications.mailboxes.Killed"
    turn_of(anna)
    turn_of(anna)
    with pytest.raises(KeyboardInterrupt):
        deliver_notifications(10)
    turn_of(anna)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.EMAIL_DIGEST_INTERVAL = 0
    later(minutes=2)
    assert deliver_notifications(10) == 3
    sent, *repeats = (letter.message()["Message-ID"] for letter in mail.outbox)
    assert len(repeats) == 2
    assert len({sent, *repeats}) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slow", ["mail", "webhook"])
def test_a_slow_channel_holds_up_no_other(slow, anna, hook, settings):
    """One server says nothing until the other has been sent to."""
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    hooked(anna, f"https://localhost:{hook.port}/")
    turn_of(anna)
    with mail_server() as box:
        settings.EMAIL_PORT = box.port
        held, freed = (box, lambda: hook.requests) if slow == "mail" else (hook, lambda: box.letters)
        held.held.set()

        def let_go() -> None:
            ticks = threading.Event()
            while not freed():
                ticks.wait(0.02)
            ticks.wait(0.3)
            held.go_on.set()

        watcher = threading.Thread(target=let_go, daemon=True)
        watcher.start()
        assert deliver_notifications(10) == 2
        watcher.join(5)
        assert [letter["To"] for letter in box.letters] == ["anna@example.org"]
        assert len(hook.requests) == 1
    last = Delivery.objects.order_by("sent_at").last()
    assert last is not None
    assert last.channel == slow


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rude", [False, True])
def test_mails_follow_each_other_on_one_connection(rude, settings, monkeypatch):
    """As many as servers like; what one says to the goodbye makes no mail one that failed."""
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    monkeypatch.setattr(email, "MAX_ON_CONNECTION", 2)
    people = [reader(f"anna{number}") for number in range(5)]
    for person in people:
        turn_of(person)
    with mail_server() as box:
        settings.EMAIL_PORT, box.rude = box.port, rude
        assert deliver_notifications(10) == 5
        assert sorted(letter["To"] for letter in box.letters) == [person.email for person in people]
        assert box.connections == 3
        turn_of(people[0], turn_seconds=HOUR)
        assert deliver_notifications(10) == 1
        assert box.connections == 4, "none is kept from one run to the next"
    assert not Delivery.objects.exclude(problem="").exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_idle_is_not_used_again(settings, monkeypatch):
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    monkeypatch.setattr(email, "MAX_IDLE_SECONDS", -1)
    for number in range(3):
        turn_of(reader(f"anna{number}"))
    with mail_server() as box:
        settings.EMAIL_PORT = box.port
        assert deliver_notifications(10) == 3
        assert box.connections == 3


def test_what_a_webhook_answers(anna, hook):
    """Tried again, given up, or switched off; the log of the worker says neither address nor answer."""
    hooked(anna, f"https://localhost:{hook.port}/secret")
    anna.email_turn_notifications = False
    anna.save()
    expectations = {500: ("refused", True), 429: ("refused", True), 401: ("refused", False), 302: ("refused", False)}
    for status, (problem, is_tried_again) in expectations.items():
        hook.answer = f"HTTP/1.1 {status} So\r\n\r\n".encode()
        table = turn_of(anna)
        assert deliver_notifications(10) == 0
        row = Delivery.objects.get(notification=notice(table, anna))
        assert (row.problem, row.next_attempt_at is not None) == (problem, is_tried_again), status
        Delivery.objects.update(next_attempt_at=None)
    hook.answer = b"HTTP/1.1 404 Not Found\r\n\r\n"
    table = turn_of(anna)
    deliver_notifications(10)
    assert Delivery.objects.get(notification=notice(table, anna)).problem == "gone"
    anna.notification_settings.refresh_from_db()
    assert not anna.notification_settings.webhook
    before = len(hook.requests)
    turn_of(anna)
    deliver_notifications(10)
    assert len(hook.requests) == before


def test_a_table_that_cant_be_read_silences_no_other(anna, caplog):
    broken = turn_of(anna)
    Position.objects.filter(table=broken).update(frame="[]")
    ben = reader("ben")
    turn_of(ben)
    assert deliver_notifications(10) == 1
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]
    row = Delivery.objects.get(recipient=anna)
    assert (row.attempts, row.sent_at) == (1, None)
    assert row.next_attempt_at is not None
    assert "not sent" in caplog.text
