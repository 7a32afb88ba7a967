"""The page "Notification settings": choices, permissions, tests, the log, and the calendar."""

import logging
import re
import socket
from datetime import UTC, timedelta
from unittest.mock import Mock

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from accounts.models import User
from accounts.services.anonymize import anonymize_guest
from accounts.services.users import create_guest
from config.log_filters import SecretUrlFilter
from games.notifications.models import Delivery, Notification, NotificationSettings, PushSubscription
from games.notifications.outbox.dispatcher import deliver_notifications
from games.tables.models import Seat, Table
from tests.matches import seat
from tests.notifications.readers import hooked, notice, reader, subscribed, turn_of

KEYS = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
VAPID = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
HOOK = "https://discord.com/api/webhooks/1/very-secret-token"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0
    settings.VAPID_KEY = VAPID


@pytest.fixture
def anna(db):
    return reader("anna")


def text_of(client) -> str:
    answer = client.get("/settings/notifications/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def chosen(client, part: str, **fields) -> int:
    return client.post("/settings/notifications/", {"part": part, **fields}).status_code


def now(person: User) -> User:
    return User.objects.select_related("notification_settings").get(pk=person.pk)


def test_everything_is_on_or_off_by_itself(anna, visit):
    client = visit(anna)
    assert visit().get("/settings/notifications/").status_code == 302
    assert chosen(client, "mail") == 302
    assert not now(anna).email_turn_notifications
    assert chosen(client, "mail", on="on") == 302
    assert now(anna).email_turn_notifications
    assert chosen(client, "badge") == 302
    assert (now(anna).show_turn_badge, now(anna).email_turn_notifications) == (False, True)
    assert chosen(client, "webhook", on="on", kind="slack", url=f" {HOOK} ") == 302
    assert (now(anna).notification_settings.webhook, now(anna).notification_settings.webhook_url) == (True, HOOK)
    page = text_of(client)
    assert "very-secret" not in page
    assert "discord.com/…oken" in page
    assert chosen(client, "webhook", on="on", kind="discord", url="") == 302
    assert (now(anna).notification_settings.webhook_format, now(anna).notification_settings.webhook_url) == (
        "discord",
        HOOK,
    )
    assert chosen(client, "webhook", kind="discord", url="") == 302
    assert not now(anna).notification_settings.webhook
    assert chosen(client, "push") == 302
    assert not now(anna).notification_settings.push
    assert chosen(client, "nonsense") == 400
    assert "ウェブフック" in visit(anna, "ja").get("/settings/notifications/").content.decode()


def test_a_new_address_switches_the_webhook_on(anna, visit):
    """Typing an address and pressing "Save" turns it on."""
    assert chosen(visit(anna), "webhook", kind="json", url=HOOK) == 302
    assert now(anna).notification_settings.webhook


def test_addresses_that_wont_do_change_nothing(anna, visit, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["chat.lan:8443"]
    client = visit(anna)
    for url in ("http://example.org/", "https://example.org:8443/", "https://me:pass@example.org/", "nonsense", ""):
        answer = client.post("/settings/notifications/", {"part": "webhook", "on": "on", "kind": "json", "url": url})
        assert answer.status_code == 422, url
        assert 'class="errorlist"' in answer.content.decode()
    assert not NotificationSettings.objects.exists()
    assert chosen(client, "webhook", on="on", kind="json", url="https://chat.lan:8443/x") == 302


def test_what_cant_work_is_said(db, visit, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    settings.VAPID_KEY = ""
    page = text_of(visit(reader("ben")))
    assert "no mail server" in page
    assert "no key for push notifications" in page
    assert page.count("Send a test") == 1, "of the webhook"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cleo = User.objects.create_user("cleo", email="cleo@example.org")
    client = visit(cleo)
    assert "confirmed yet" in text_of(client)
    assert chosen(client, "mail", on="on") == 403
    assert not now_mail(cleo)
    guest = create_guest(language="en")
    client = visit(guest)
    assert "Guests have no address" in text_of(client)
    assert chosen(client, "webhook", on="on", kind="json", url=HOOK) == 403
    settings.SITE_URL = ""
    assert "doesn’t know its own address" in text_of(visit(reader("dora")))


def now_mail(person: User) -> bool:
    return User.objects.get(pk=person.pk).email_turn_notifications


def test_a_test_is_sent_five_times_an_hour_and_logged(anna, visit, jobs, django_capture_on_commit_callbacks):
    client = visit(anna)
    assert client.post("/settings/notifications/test/pigeon/").status_code == 404
    assert client.get("/settings/notifications/test/mail/").status_code == 405
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/settings/notifications/test/webhook/").status_code == 302
    assert not Delivery.objects.exists()
    jobs()
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/settings/notifications/test/mail/")
    assert jobs() == [("notifications.deliver", ())]
    assert "waiting" in text_of(client)
    assert deliver_notifications(10) == 1
    (letter,) = mail.outbox
    assert letter.subject == "[Tefuda] A test from Tefuda"
    assert "https://cards.example.org/settings/notifications/" in letter.body
    turn_of(anna)
    deliver_notifications(10)
    page = text_of(client)
    assert page.count(">sent<") == 2
    assert "Lombard Hold&#x27;em: your turn" in page
    assert [client.post("/settings/notifications/test/mail/").status_code for _ in range(4)] == [302, 302, 302, 429]
    assert client.post("/settings/notifications/test/mail/").status_code == 429
    assert visit(reader("ben")).post("/settings/notifications/test/mail/").status_code == 302


def test_the_log_says_why_and_is_short(anna, visit, monkeypatch):
    # A name server's immediate answer; some networks let you wait.
    unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=unknown))
    hooked(anna, "https://nowhere.invalid/")
    turn_of(anna)
    deliver_notifications(10)
    client = visit(anna)
    page = text_of(client)
    assert "not sent yet" in page
    assert "name could not be found" in page
    assert "nowhere.invalid/x" not in page
    sent = notice_rows(anna, 30)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = text_of(client)
    assert len(re.findall(r'class="badge badge--warn">not sent<', page)) == 20
    assert sent == 30
    assert len(queries.captured_queries) <= 12


def notice_rows(person: User, count: int) -> int:
    rows = [Delivery(recipient=person, channel="mail", problem="blocked") for _ in range(count)]
    return len(Delivery.objects.bulk_create(rows))


def test_a_device_is_subscribed_until_its_log_out(anna, visit):
    client, other = visit(anna), visit(anna)
    address = "https://push.example.org/device/1"
    for bad in ({"auth": "AAAA"}, {"p256dh": "x"}, {"endpoint": "http://push.example.org/"}, {"endpoint": ""}):
        assert (
            client.post("/settings/notifications/push-subscription/", {"endpoint": address, **KEYS, **bad}).status_code
            == 422
        )
    assert client.post("/settings/notifications/push-subscription/", {"endpoint": address, **KEYS}).status_code == 204
    assert client.post("/settings/notifications/push-subscription/", {"endpoint": address, **KEYS}).status_code == 204
    assert (
        client.post("/settings/notifications/push-subscription/", {"endpoint": f"{address}2", **KEYS}).status_code
        == 204
    ), "a new one of the same"
    assert (
        other.post("/settings/notifications/push-subscription/", {"endpoint": f"{address}3", **KEYS}).status_code == 204
    )
    assert set(anna.push_subscriptions.values_list("endpoint", flat=True)) == {f"{address}2", f"{address}3"}
    page = text_of(client)
    assert "Push notifications to 2 devices" in page
    assert 'data-push-subscription-here-value="true"' in page
    assert "push.example.org" not in page
    client.post("/account/logout/")
    assert [device.endpoint for device in anna.push_subscriptions.all()] == [f"{address}3"]
    other.post("/settings/notifications/push-subscription/", {"stop": "yes"})
    assert not PushSubscription.objects.exists()
    for number in range(12):
        visit(anna).post("/settings/notifications/push-subscription/", {"endpoint": f"{address}/{number}", **KEYS})
    assert PushSubscription.objects.count() == 10


def test_a_new_password_keeps_the_browser_it_was_chosen_in(anna, visit):
    anna.set_password("seven-quiet-herons")
    anna.save()
    here, elsewhere = visit(anna), visit(anna)
    for number, client in enumerate((here, elsewhere)):
        client.post(
            "/settings/notifications/push-subscription/", {"endpoint": f"https://push.example.org/{number}", **KEYS}
        )
    words = {"oldpassword": "seven-quiet-herons", "password1": "nine-loud-storks", "password2": "nine-loud-storks"}
    assert here.post("/account/password/change/", words).status_code == 302
    mark = User.objects.get(pk=anna.pk).get_session_auth_hash()
    assert [device.endpoint[-1] for device in anna.push_subscriptions.filter(session_hash=mark)] == ["0"]
    assert 'data-push-subscription-here-value="true"' in text_of(here)
    guest = create_guest(language="en")
    client = visit(guest)
    client.post("/settings/notifications/push-subscription/", {"endpoint": "https://push.example.org/guest", **KEYS})
    words = {"username": "gina", "name": "Gina", "password1": "nine-loud-storks", "password2": "nine-loud-storks"}
    assert client.post("/account/claim-guest/", words).status_code == 302
    assert 'data-push-subscription-here-value="true"' in text_of(client)


@pytest.mark.django_db
def test_who_is_forgotten_has_no_channels():
    guest = create_guest(language="en")
    subscribed(guest, "https://push.example.org/1")
    NotificationSettings.objects.create(user=guest, calendar_enabled=True)
    anonymize_guest(person=guest)
    assert not PushSubscription.objects.exists()
    assert not NotificationSettings.objects.exists()


# --- the calendar


def feed(client) -> str:
    """The path of the calendar's address, as the page shows it."""
    match = re.search(r'value="https://cards\.example\.org(/calendar/\S+\.ics)"', text_of(client))
    return match[1] if match else ""


def test_the_calendar_has_an_entry_for_each_deadline(anna, visit):
    client, program = visit(anna), visit()
    table, over = turn_of(anna), turn_of(anna)
    Seat.objects.filter(table=over).update(question_seq=None, deadline=None)
    assert feed(client) == ""
    chosen(client, "calendar", on="on")
    address = feed(client)
    answer = program.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    assert "sessionid" not in answer.cookies
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert entry["dtstart"].dt == seat(table, 0).deadline.astimezone(UTC).replace(microsecond=0)
    assert str(entry["summary"]) == "Your turn: Lombard Hold'em"
    assert re.match(
        r"Your turn against Zoe and \w+, until \w{3}, [\w ,:]+\(UTC\)\. Call, double or fold\?",
        str(entry["description"]),
    )
    (alarm,) = entry.walk("VALARM")
    assert alarm["trigger"].dt == -timedelta(hours=6), "when a quarter of the time is left"
    assert str(entry["url"]).endswith(f"/tables/{table.public_id}/")
    before = str(entry["uid"])
    (second_entry,) = Calendar.from_ical(program.get(address).content).walk("VEVENT")
    assert str(second_entry["uid"]) == before
    with CaptureQueriesContext(connection) as queries:
        program.get(address)
    for _ in range(3):
        turn_of(anna)
    with CaptureQueriesContext(connection) as four:
        assert len(Calendar.from_ical(program.get(address).content).walk("VEVENT")) == 4
    assert len(queries) == len(four)


def test_its_address_can_be_changed_and_taken_away(anna, visit):
    client, program = visit(anna), visit()
    chosen(client, "calendar", on="on")
    first = feed(client)
    chosen(client, "calendar", on="on")
    assert feed(client) == first
    chosen(client, "calendar", on="on", anew="")
    second = feed(client)
    assert [program.get(path).status_code for path in (first, second)] == [404, 200]
    chosen(client, "calendar", off="")
    assert (feed(client), program.get(second).status_code) == ("", 404)
    chosen(client, "calendar", on="on")
    third = feed(client)
    assert len({first, second, third}) == 3
    for path in (
        "/calendar/x.ics",
        f"/calendar/{anna.public_id}-.ics",
        third.replace("-", "-0"),
        third.replace(anna.public_id, "x"),
    ):
        assert program.get(path).status_code == 404, path
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert program.get(third).status_code == 404


def said(text: str, *parts: object) -> str:
    record = logging.LogRecord("x", logging.INFO, "", 0, text, parts, None)
    assert SecretUrlFilter().filter(record)
    return record.getMessage()


def test_logs_name_no_secret_address():
    assert said('%s - "%s %s"', "1.2.3.4", "GET", "/calendar/a-b.ics") == '1.2.3.4 - "GET /calendar/…"'
    assert said("Error: /email/unsubscribe/abc:def/ and /tables/abc/") == "Error: /email/unsubscribe/… and /tables/abc/"
    assert said("%d of %d", 1, 2) == "1 of 2"


def test_staff_see_hours_while_the_match_runs(anna, visit, moderator):
    """A notice follows an answer immediately: its second would reveal the delay."""
    table = turn_of(anna)
    notification = notice(table, anna)
    late = notification.created_at.replace(minute=47, second=13)
    Notification.objects.filter(pk=notification.pk).update(created_at=late, due_at=late)
    row = Delivery.objects.create(
        recipient=anna, notification=notification, channel="mail", sent_at=late, next_attempt_at=late
    )
    Delivery.objects.filter(pk=row.pk).update(created_at=late)
    admin = visit(moderator)
    pages = [
        reverse(f"admin:notifications_{kind}_{part}", args=arguments)
        for kind, record in (("notification", notification), ("delivery", row))
        for part, arguments in (("changelist", ()), ("change", (record.pk,)))
    ]

    def to_the_second() -> list[bool]:
        return [":47:13" in admin.get(page).content.decode() for page in pages]

    assert to_the_second() == [False] * 4
    Table.objects.filter(pk=table.pk).update(status="voided")
    assert to_the_second() == [True] * 4
