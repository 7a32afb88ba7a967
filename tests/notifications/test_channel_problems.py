"""Devices and webhooks that have stopped working: said behind the bell and in the lobby until it is dealt with."""

import pytest

from games.notifications.backends.webpush import get_public_key
from games.notifications.models import ChannelProblem, NotificationSettings, PushSubscription
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.outbox.queue import TRIES
from tests.html import page, submit
from tests.notifications.push_devices import Browser, plain
from tests.notifications.readers import hooked, later, turn_of

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
DEVICE = "/settings/notifications/push-subscription/"
LINE = "Some of your notifications no longer reach you."
NEW_KEY = plain((8).to_bytes(32, "big"))


def answer(service, status: int) -> None:
    service.answer = f"HTTP/1.1 {status} So\r\n\r\n".encode()


def tell(person) -> None:
    turn_of(person)
    deliver_notifications(10)


def subscribe(client, browser: Browser, endpoint: str = "") -> None:
    """As the browser's script does, on this device."""
    form = {"endpoint": endpoint or browser.device.endpoint, "p256dh": browser.device.p256dh, "auth": plain(b"a" * 16)}
    assert client.post(DEVICE, form, headers={"user-agent": FIREFOX}).status_code == 204


def says_so(client) -> bool:
    """Return whether lobby, bell and list report a broken channel; they agree."""
    lobby = client.get("/lobby/").text
    news_page = page(client.get("/notifications/"))
    signs = {LINE in lobby, news_page.has_form("/dismiss/")}
    assert len(signs) == 1
    return signs.pop()


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_deleted_and_said_until_dismissed(status, alice, service, visit):
    client, browser = visit(alice), Browser(service, alice, "/phone")
    subscribe(client, browser)
    answer(service, status)
    tell(alice)
    assert not PushSubscription.objects.exists()
    assert says_so(client)
    news_page = page(client.get("/notifications/"))
    assert "Push notifications no longer reach this device: Firefox on Linux." in news_page.text
    assert "Reason: the address no longer exists." in news_page.text
    assert "bell__count" in client.get("/games/").text
    submit(news_page, next(form for form in news_page.forms if form.action.endswith("/dismiss/")))
    assert not says_so(client)
    assert not ChannelProblem.objects.exists()


@pytest.mark.parametrize("status", [400, 401, 403, 413])
def test_a_device_that_is_refused_stays_and_is_said_until_it_works(status, alice, service, visit):
    client = visit(alice)
    subscribe(client, Browser(service, alice, "/phone"))
    answer(service, status)
    tell(alice)
    assert PushSubscription.objects.count() == 1
    assert says_so(client)
    answer(service, 201)
    tell(alice)
    assert not says_so(client)


def test_a_dismissed_device_is_not_said_again_with_each_failure(alice, service, visit):
    client = visit(alice)
    subscribe(client, Browser(service, alice, "/phone"))
    answer(service, 403)
    tell(alice)
    news_page = page(client.get("/notifications/"))
    submit(news_page, next(form for form in news_page.forms if form.action.endswith("/dismiss/")))
    tell(alice)
    assert not says_so(client)


def test_what_may_pass_is_tried_again_and_said_only_when_all_tries_failed(alice, service, visit):
    client = visit(alice)
    subscribe(client, Browser(service, alice, "/phone"))
    answer(service, 503)
    tell(alice)
    assert not says_so(client)
    for _ in range(TRIES - 1):
        later(days=3)
        deliver_notifications(10)
    assert PushSubscription.objects.count() == 1
    assert says_so(client)


def test_switching_the_device_on_again_repairs_it(alice, service, visit):
    client, browser = visit(alice), Browser(service, alice, "/phone")
    subscribe(client, browser)
    answer(service, 410)
    tell(alice)
    subscribe(client, browser, f"https://localhost:{service.port}/another")
    assert not says_so(client)


def test_switching_the_device_off_removes_its_line(alice, service, visit):
    client = visit(alice)
    subscribe(client, Browser(service, alice, "/phone"))
    answer(service, 401)
    tell(alice)
    assert says_so(client)
    client.post(DEVICE, {"stop": "yes"})
    assert not says_so(client)


@pytest.mark.parametrize("status", [401, 404])
def test_a_webhook_that_fails_is_said_until_it_is_saved_again(status, alice, service, visit):
    client = visit(hooked(alice, f"https://localhost:{service.port}/hook"))
    answer(service, status)
    tell(alice)
    assert says_so(client)
    assert "Your webhook has stopped working." in page(client.get("/notifications/")).text
    assert NotificationSettings.objects.get(user=alice).webhook is (status != 404)
    settings_page = page(client.get("/settings/notifications/"))
    next(form for form in settings_page.forms if form.data().get("part") == ["webhook"]).send(client, on="on")
    assert not says_so(client)
    assert NotificationSettings.objects.get(user=alice).webhook


def test_nobody_dismisses_another_persons_line(alice, bob, service, visit):
    client = visit(alice)
    subscribe(client, Browser(service, alice, "/phone"))
    answer(service, 410)
    tell(alice)
    visit(bob).post(f"/notifications/problems/{ChannelProblem.objects.get().pk}/dismiss/")
    assert says_so(client)


def test_a_new_site_key_asks_each_device_again(alice, service, visit, settings):
    client, browser = visit(alice), Browser(service, alice, "/phone")
    subscribe(client, browser)
    assert "push-renewal" not in client.get("/games/").text
    settings.VAPID_KEY = NEW_KEY
    assert f'data-push-renewal-key-value="{get_public_key(NEW_KEY)}"' in client.get("/games/").text
    assert "push-renewal" not in visit().get("/games/").text
    before = len(service.requests)
    tell(alice)
    assert len(service.requests) == before, "its service would refuse the message"
    assert PushSubscription.objects.filter(endpoint=browser.device.endpoint).exists()
    assert "This site has a new key for push notifications." in page(client.get("/notifications/")).text
    assert says_so(client)
    subscribe(client, browser)
    assert "push-renewal" not in client.get("/games/").text
    assert not says_so(client)
    tell(alice)
    assert len(service.requests) == before + 1
