"""A day between two friends in fast motion: two tables with a day per move, and all their notifications.

Alice reads English mail and has a webhook, Bob reads Japanese mail. Hours pass for everything waiting to be sent, and
for the clocks of the tables.
"""

import json
import re
from datetime import timedelta

import pytest
from django.db.models import F
from icalendar import Calendar

from games.catalog.lombard.moves import Call
from games.catalog.lombard.premoves import StepOut
from games.engine.chance import Rng
from games.engine.serialization.form_parsing import value_to_form
from games.notifications.calendar import build_calendar, set_calendar_feed
from games.notifications.models import Notification
from games.notifications.outbox.dispatcher import deliver_notifications
from games.tables.models import Seat, Table
from games.tables.services.premoves import play_due_premoves, set_premove
from tests.matches import fresh, legal, running, submit, waiting
from tests.notifications.readers import hooked, reader, time_goes_by
from tests.notifications.servers import http_server, mail_server

pytestmark = pytest.mark.django_db(transaction=True)
KANA = re.compile("[ぁ-ん]")
DIGEST = re.compile(r"[0-9a-f]{64}")


class Day:
    """The minutes since morning, and the messages so far: minute, recipient, channel, text."""

    def __init__(self, box, hook) -> None:
        self.box, self.hook, self.minute = box, hook, 0
        self.told: list[tuple[int, str, str, str]] = []

    def passes(self, **by: int) -> list[tuple[str, str]]:
        """Let time pass and return what arrives at the end."""
        self.minute += round(timedelta(**by).total_seconds() / 60)
        time_goes_by(**by)
        mails, posts = len(self.box.letters), len(self.hook.requests)
        deliver_notifications(10)
        came = [(letter["To"].split("@")[0], "mail", body(letter)) for letter in self.box.letters[mails:]]
        came += [("alice", "webhook", json.loads(sent)["text"]) for _, _, sent in self.hook.requests[posts:]]
        self.told += [(self.minute, *message) for message in came]
        return [(username, how) for username, how, _ in came]


def body(letter) -> str:
    return f"{letter['Subject']}\n{letter.get_body(('plain',)).get_content()}"


@pytest.fixture
def day(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    with mail_server() as box, http_server() as hook:
        settings.EMAIL_PORT = box.port
        settings.OUTBOUND_ALLOWED_HOSTS = [f"localhost:{hook.port}"]
        yield Day(box, hook)


@pytest.fixture
def friends(day):
    alice = hooked(reader("alice", language="en"), f"http://localhost:{day.hook.port}/", "slack")
    return alice, reader("bob", language="ja")


def answers(table: Table, seat: Seat) -> None:
    rng = Rng(b"a day", f"{table.public_id} {seat.question_seq}")
    submit(table, seat, legal(fresh(table), seat.number).sample(rng))


def test_at_lunch_each_move_is_told_at_once(day, friends):
    table = running("lombard", *friends, options={"target_coins": 32})
    for _ in range(6):
        (seat,) = waiting(table)
        assert seat.user is not None
        came = day.passes(minutes=2)
        assert came == [("alice", "mail"), ("alice", "webhook")] if seat.user.username == "alice" else [("bob", "mail")]
        answers(table, seat)
    assert len({minute for minute, *_ in day.told}) == 6, "an hour for none of them"
    for _minute, username, how, words in day.told:
        assert bool(KANA.search(words)) == (username == "bob")
        assert f"https://cards.example.org/tables/{table.public_id}/" in words
        assert not DIGEST.search(words)
        assert ("Alice: your turn" in words) == (how == "webhook")
        assert ("Bob" if username == "alice" else "Alice") in words


def test_who_does_not_answer_hears_of_the_rest_within_the_hour_and_once_more(day, friends):
    first = running("lombard", *friends, options={"target_coins": 32})
    (absent,) = waiting(first)
    assert absent.user is not None
    name = absent.user.username
    mails = [(name, "mail")]
    assert [message for message in day.passes(minutes=2) if message[1] == "mail"] == mails
    second = running("dilemma", *friends)
    for seat in waiting(second):
        if seat.user_id != absent.user_id:
            answers(second, seat)
    assert [seat.user_id for seat in waiting(second)] == [absent.user_id]
    assert [message for message in day.passes(minutes=30) if message[1] == "mail"] == []
    assert [message for message in day.passes(minutes=40) if message[1] == "mail"] == mails
    # less than six hours are left
    assert [message for message in day.passes(hours=17) if message[1] == "mail"] == mails
    letters = [words for _, _, how, words in day.told if how == "mail"]
    assert all(f"/tables/{table.public_id}/" in letters[-1] for table in (first, second))
    assert day.passes(hours=3) == []


def test_a_premove_answers_and_nobody_is_called(day, friends):
    table = running("lombard", *friends, options={"target_coins": 32})
    (seat_to_move,) = waiting(table)
    planner = table.seats.exclude(pk=seat_to_move.pk).get()
    day.passes(minutes=2)
    form = {name: [text] for name, text in value_to_form(StepOut())}
    set_premove(public_id=table.public_id, user_id=planner.user_id, form=form | {"about": ["1"]})
    submit(table, seat_to_move, Call(0))
    assert day.passes(minutes=2) == [], "it is about to answer"
    Seat.objects.filter(table=table).update(act_at=F("act_at") - timedelta(minutes=1))
    assert play_due_premoves(50) == 1
    assert {username for username, _how in day.passes(minutes=2)} == {
        seat.user.username for seat in waiting(table) if seat.user
    }


def test_the_calendar_has_what_is_open_with_an_alarm(day, friends):
    tables = [running("lombard", *friends, options={"target_coins": 32}), running("dilemma", *friends)]
    for person in friends:
        set_calendar_feed(person, on=True)
        events = Calendar.from_ical(build_calendar(person, "https://cards.example.org")).walk("VEVENT")
        open_ = [seat for table in tables for seat in waiting(table) if seat.user_id == person.pk]
        assert len(events) == len(open_)
        assert all(event.walk("VALARM") for event in events)
        assert all(bool(KANA.search(str(event["summary"]))) == (person.username == "bob") for event in events)
    assert Notification.objects.exists()
