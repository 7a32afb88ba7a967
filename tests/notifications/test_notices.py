"""The outbox: what is sent, to whom, when, and what happens if the mail server or the process fails."""

import re
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from django.db import connections
from django.db.models import F
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.mail.suppression import hash_mailbox, suppress_mailbox
from accounts.models import User
from accounts.services.users import change_email
from games.catalog.registry import list_metadata
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.notifications.calendar import build_calendar
from games.notifications.models import Delivery, Notification
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.outbox.queue import TRIES
from games.tables.bots.substitutes import resign_seat
from games.tables.models import Seat
from tests.accounts.conftest import PASSWORD
from tests.matches import fresh, legal, play_on, seat, state, submit
from tests.moderation.actions import seat_to_bot, table_freeze, table_thaw, table_void
from tests.notifications import mailboxes
from tests.notifications.readers import reader, turn_of
from tests.people import confirmed

BACKENDS = "tests.notifications.mailboxes."
TURNS = 10  # more than one match has


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0
    settings.EMAIL_DIGEST_INTERVAL = 0


@pytest.fixture
def anna(db) -> User:
    return reader("anna", language="en")


@pytest.fixture
def table(anna):
    """Lombard, Anna's turn against Zoe, who has no address, and a bot."""
    return turn_of(anna)


def notice(table, user) -> Notification:
    return Notification.objects.get(
        table=table, recipient=user, kind="your-turn", event_seq=seat(table, 0).question_seq or 0
    )


def delivery(table, user) -> Delivery:
    return Delivery.objects.get(notification=notice(table, user))


def everything_due() -> None:
    for model, field in ((Notification, "due_at"), (Delivery, "next_attempt_at")):
        rows = model.objects.filter(**{f"{field}__isnull": False})
        if model is Notification:
            rows = rows.exclude(kind="reminder")
        rows.update(**{field: F(field) - timedelta(days=3)})


def test_a_turn_is_told_once_with_title_table_deadline_and_link(table, anna):
    assert deliver_notifications(10) == 1
    (letter,) = mail.outbox
    assert letter.to == ["anna@example.org"]
    assert letter.subject == f"[Tefuda] Your turn: {list_metadata()['lombard'].name.en}"
    assert f"https://cards.example.org/tables/{table.public_id}/" in letter.body
    assert re.search(r"Your turn against Zoe and \w+, until \w{3}, \w+ \d+, \d\d:\d\d \(UTC\)\.", letter.body)
    ((page, kind),) = letter.alternatives
    assert kind == "text/html"
    assert f'<a href="https://cards.example.org/tables/{table.public_id}/">' in page
    assert letter.extra_headers["Message-ID"].endswith("@cards.example.org>")
    delivery_row = delivery(table, anna)
    assert (delivery_row.attempts, delivery_row.next_attempt_at, delivery_row.problem) == (1, None, "")
    assert delivery_row.sent_at is not None
    assert notice(table, anna).decision == "told"
    everything_due()
    assert deliver_notifications(10) == 0
    assert len(mail.outbox) == 1


def test_who_answers_at_once_needs_no_letter(anna, settings):
    settings.NOTIFICATION_DELAY = 60
    turn_of(anna)
    assert deliver_notifications(10) == 0
    assert not mail.outbox
    Notification.objects.update(due_at=F("due_at") - timedelta(seconds=60))
    assert deliver_notifications(10) == 1


def test_in_the_recipients_language(anna):
    User.objects.filter(pk=anna.pk).update(language="ja")
    turn_of(anna)
    deliver_notifications(10)
    (letter,) = mail.outbox
    assert letter.subject == f"[Tefuda] あなたの番です：{list_metadata()['lombard'].name.ja}"
    assert "Annaさん" in letter.body
    assert "Zoeさんと" in letter.body
    assert re.search(r"期限は\d+月\d+日\([日月火水木金土]\) \d\d:\d\d", letter.body)
    assert "コール、ダブル、フォールド？" in letter.body


@pytest.mark.parametrize(
    ("language", "zone", "until"),
    [
        ("en", "Asia/Tokyo", "Fri, January 4, 08:30"),
        ("en", "America/New_York", "Thu, January 3, 18:30"),
        ("ja", "Asia/Tokyo", "1月4日(金) 08:30"),
        ("ja", "America/New_York", "1月3日(木) 18:30"),
    ],
)
def test_a_deadline_has_weekday_date_and_time_in_the_readers_zone(anna, language, zone, until):
    """Whenever it is read: a mail lies there for a day, a calendar program asks every few hours."""
    deadline = datetime(2030, 1, 3, 23, 30, tzinfo=UTC)
    User.objects.filter(pk=anna.pk).update(language=language, time_zone=zone)
    table = turn_of(anna)
    Seat.objects.filter(table=table, user=anna).update(deadline=deadline)
    deliver_notifications(10)
    assert until in mail.outbox[0].body
    assert "(JST)" not in mail.outbox[0].body
    (event,) = Calendar.from_ical(build_calendar(User.objects.get(pk=anna.pk), "https://c.example.org")).walk("VEVENT")
    assert until in event["description"]
    assert event["dtstart"].dt == deadline


@pytest.mark.parametrize(("language", "words"), [("ja", "あなたの番です"), ("en", "Your turn")])
def test_whoever_has_chosen_no_language_is_written_to_in_that_of_the_last_log_in(anna, client, language, words):
    anna.set_password(PASSWORD)
    anna.language, anna.browser_language = "", {"ja": "en", "en": "ja"}[language]
    anna.save()
    form = {"login": "anna", "password": PASSWORD}
    assert client.post("/account/login/", form, headers={"accept-language": language}).status_code == 302
    turn_of(anna)
    deliver_notifications(10)
    (letter,) = mail.outbox
    assert words in letter.subject


def test_a_mail_depends_on_no_card(anna):
    texts, cards = set(), set()
    for _ in range(3):
        table = turn_of(anna)
        cards.add(dump_canonical(to_json(tuple(private.cards for private in state(table).own))))
        Seat.objects.filter(user=anna).update(deadline=datetime(2030, 1, 1, tzinfo=UTC))
        assert deliver_notifications(10) == 1
        letter = mail.outbox.pop()
        receipt = f"{table.public_id} {fresh(table).last_seq} {fresh(table).digest}"
        assert letter.extra_headers["Tefuda-Receipts"] == receipt  # says nothing: it is salted with the secret
        ((page, _),) = letter.alternatives
        assert not re.search("[0-9a-f]{64}", letter.body + page)
        stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
        last = r"\w+ (calls|folds|doubles|raises|has played)[^.]*\. (?=Your turn)"  # public: others' decisions
        text = re.sub(last, "", f"{letter.subject} {letter.body} {page.replace(stop, '')}")
        texts.add(re.sub(r"against Zoe and \w+", "", text).replace(table.public_id, "ID"))
    assert len(cards) > 1
    assert len(texts) == 1


def test_the_end_is_told_to_everybody_seated(anna, moderator):
    ben = reader("ben")
    table = turn_of(anna, ben)
    deliver_notifications(10)
    mail.outbox.clear()
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="enough")
    assert deliver_notifications(10) == 2
    assert {letter.to[0] for letter in mail.outbox} == {"anna@example.org", "ben@example.org"}
    assert all(letter.subject.startswith("[Tefuda] Match over: ") for letter in mail.outbox)


def test_an_answered_question_is_dropped(table, anna):
    notification = notice(table, anna)
    submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"any", "move")))
    deliver_notifications(10)
    assert not Notification.objects.filter(pk=notification.pk).exists()
    assert mail.outbox == []


def test_a_seat_that_a_bot_plays_is_not_told(table, anna, moderator):
    seat_to_bot(public_id=table.public_id, moderator_id=moderator.pk, reason="away", number=0)
    assert deliver_notifications(10) == 1
    assert "A bot has taken your seat" in mail.outbox[0].subject
    assert not Notification.objects.filter(table=table, recipient=anna, kind="your-turn").exists()


def test_who_has_given_up_is_told_nothing_more(anna):
    ben = reader("ben")
    table = turn_of(anna, ben)
    resign_seat(public_id=table.public_id, user_id=ben.pk)
    before = set(Notification.objects.filter(recipient=ben))
    assert play_on(table).is_ended
    assert set(Notification.objects.filter(recipient=ben)) == before


def test_at_a_frozen_table_it_waits_for_the_thaw(table, anna, moderator):
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a report")
    assert deliver_notifications(10) == 0
    assert notice(table, anna).decision == "", "nor is it decided"
    table_thaw(public_id=table.public_id, moderator_id=moderator.pk, reason="all well")
    assert deliver_notifications(10) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"email": ""},
        {"email": "new@example.org"},
        {"is_guest": True},
        {"is_active": False},
        {"email_turn_notifications": False},
    ],
)
def test_people_who_get_no_mail(table, anna, change):
    User.objects.filter(pk=anna.pk).update(**change)
    assert deliver_notifications(10) == 0
    assert mail.outbox == []
    notification = notice(table, anna)
    assert (notification.decision, notification.due_at) == ("nobody", None)


@pytest.mark.parametrize(
    ("name", "value"),
    [("SITE_URL", ""), ("EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend")],
)
def test_houses_that_send_no_mail(table, anna, settings, name, value):
    setattr(settings, name, value)
    assert deliver_notifications(10) == 0
    assert notice(table, anna).decision == "nobody"


def test_what_is_not_due_waits(table, anna):
    Notification.objects.update(due_at=timezone.now() + timedelta(minutes=1))
    assert deliver_notifications(10) == 0
    assert notice(table, anna).due_at is not None


def test_no_more_than_asked_for(db):
    for name in ("anna", "ben", "cleo"):
        turn_of(reader(name))
    assert [deliver_notifications(2), deliver_notifications(2), deliver_notifications(2)] == [2, 1, 0]


def test_a_mail_server_that_is_away_is_tried_again_later_and_later(table, anna, settings, caplog):
    settings.EMAIL_BACKEND = BACKENDS + "Down"
    pauses = []
    for _ in range(TRIES):
        before = timezone.now()
        assert deliver_notifications(10) == 0
        delivery_row = delivery(table, anna)
        pauses.append((delivery_row.next_attempt_at - before).total_seconds() if delivery_row.next_attempt_at else None)
        everything_due()
    assert [round(pause) for pause in pauses[:3]] == [90, 270, 810]
    assert pauses[-1] is None
    assert (delivery_row.attempts, delivery_row.sent_at, delivery_row.problem) == (TRIES, None, "unreachable")
    assert "anna@example.org" not in caplog.text
    assert "unreachable" in caplog.text


def test_it_goes_out_when_the_server_is_back(table, anna, settings):
    settings.EMAIL_BACKEND = BACKENDS + "Down"
    deliver_notifications(10)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert deliver_notifications(10) == 0
    everything_due()
    assert deliver_notifications(10) == 1
    assert delivery(table, anna).attempts == 2


def test_killed_between_sending_and_noting_it_is_sent_again_under_the_same_id(table, anna, settings):
    settings.EMAIL_BACKEND = BACKENDS + "Killed"
    with pytest.raises(KeyboardInterrupt):
        deliver_notifications(10)
    assert delivery(table, anna).sent_at is None
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    everything_due()
    assert deliver_notifications(10) == 1
    first, second = (letter.message()["Message-ID"] for letter in mail.outbox)
    assert first == second


def test_different_notices_have_different_ids(anna):
    for _ in range(2):
        turn_of(anna)
        deliver_notifications(10)
    assert len({letter.message()["Message-ID"] for letter in mail.outbox}) == 2


@pytest.mark.django_db(transaction=True)
def test_nothing_is_open_while_a_mail_is_sent(table, settings):
    settings.EMAIL_BACKEND = BACKENDS + "Watching"
    mailboxes.in_transaction.clear()
    mailboxes.main = connections["default"]
    assert deliver_notifications(10) == 1
    assert mailboxes.in_transaction == [False]


def test_one_impossible_address_holds_up_nobody(anna, settings):
    ben = reader("ben")
    turn_of(anna)
    turn_of(ben)
    settings.EMAIL_BACKEND = BACKENDS + "Picky"
    assert deliver_notifications(10) == 1
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]
    assert Delivery.objects.get(recipient=anna).next_attempt_at is not None


def test_a_seat_given_up_is_not_told(table, anna):
    Seat.objects.filter(table=table, number=0).update(user=None, played_by="nobody")
    assert deliver_notifications(10) == 0


def many_turns(person: User) -> None:
    """A person is asked again and again, slowly enough to be written to each time."""
    table = turn_of(person)
    for number in range(TURNS):
        everything_due()
        deliver_notifications(10)
        submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"any", str(number))))
        table = play_on(table, 0)
        if table.is_ended:
            deliver_notifications(10)
            table = turn_of(person)


@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("mine", [True, False])
def test_many_turns_send_nothing_to_an_address_that_isnt_both_confirmed_and_chosen(db, mine, chosen):
    eve = User.objects.create_user("eve")
    change_email(eve, "stranger@example.org")
    User.objects.filter(pk=eve.pk).update(email_turn_notifications=chosen)
    if mine:
        confirmed(eve)
    many_turns(eve)
    assert Notification.objects.filter(recipient=eve, kind="your-turn").count() > TURNS
    assert len(mail.outbox) == Delivery.objects.filter(sent_at__isnull=False).count()
    assert len(mail.outbox) >= TURNS if mine and chosen else mail.outbox == []


def test_what_another_account_confirmed_is_no_reason_to_write_to_this_one(table, anna):
    User.objects.filter(pk=anna.pk).update(email="ben@example.org")
    reader("ben")
    assert deliver_notifications(10) == 0


def test_every_mail_has_a_way_out_that_works_in_one_click(anna, moderator):
    table = turn_of(anna)
    deliver_notifications(10)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="enough")
    deliver_notifications(10)
    for letter in mail.outbox:
        sent = message_from_bytes(letter.message().as_bytes(), policy=policy.default)  # as it arrives
        link = sent["List-Unsubscribe"].strip(" <>")
        assert link.startswith("https://cards.example.org/email/unsubscribe/")
        assert link in letter.alternatives[0][0]
        assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert len(mail.outbox) == 2
    program = Client(enforce_csrf_checks=True)
    answer = program.post(link.removeprefix("https://cards.example.org"), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    turn_of(anna)
    assert deliver_notifications(10) == 0


def test_a_blocked_mailbox_gets_none_and_is_not_tried_again(table, anna):
    suppress_mailbox(hash_mailbox(anna.email))
    assert deliver_notifications(10) == 0
    assert mail.outbox == []
    delivery_row = delivery(table, anna)
    assert (delivery_row.next_attempt_at, delivery_row.problem) == (None, "blocked")


def test_an_address_changed_on_the_way_gets_none(table, anna):
    change_email(anna, "stranger@example.org")
    assert deliver_notifications(10) == 0
    confirmed(User.objects.get(pk=anna.pk))
    turn_of(anna)
    assert deliver_notifications(10) == 0, "who chose the mails chose them for the address of then"
