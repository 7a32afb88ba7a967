"""Push messages: what a browser can read of them and a push service can't, whose key signs them, and their end."""

import base64
import json

import http_ece
import pytest
from py_vapid import Vapid02

from config.settings import env
from games.engine.chance import Rng
from games.notifications.backends.webpush import get_public_key
from games.notifications.models import ChannelProblem, Delivery, PushSubscription
from games.notifications.outbox.dispatcher import deliver_notifications
from tests.matches import legal, seat, submit
from tests.notifications.push_devices import Browser, plain
from tests.notifications.readers import later, notice, turn_of


def test_every_device_is_told_what_only_it_can_read(alice, service):
    phone, desk = Browser(service, alice, "/phone"), Browser(service, alice, "/desk")
    table = turn_of(alice)
    assert deliver_notifications(10) == 2
    assert [path for path, _, _ in service.requests] == ["/phone", "/desk"]
    for browser, (_, headers, body) in zip((phone, desk), service.requests, strict=True):
        assert browser.reads(body) == {
            "title": "Your turn: Lombard Hold'em",
            "body": browser.reads(body)["body"],
            "path": f"/tables/{table.public_id}/",
            "tag": table.public_id,
            "person": alice.public_id,
            "unread": 1,
        }
        assert "Your turn against Zoe and " in browser.reads(body)["body"]
        assert browser.reads(body)["body"].endswith(" Call, double or fold?")
        assert table.public_id.encode() not in body
        assert (headers["content-encoding"], headers["urgency"], headers["topic"]) == (
            "aes128gcm", "normal", table.public_id
        )  # fmt: skip
        assert 23 * 3600 < int(headers["ttl"]) <= 24 * 3600
        assert Vapid02.verify(headers["authorization"])
        claims = json.loads(base64.urlsafe_b64decode(headers["authorization"].split(".")[1] + "=="))
        assert (claims["aud"], claims["sub"]) == (f"https://localhost:{service.port}", "https://cards.example.org")
        assert headers["authorization"].endswith(f"k={get_public_key(plain((7).to_bytes(32, 'big')))}")
    with pytest.raises(http_ece.ECEException):
        phone.reads(service.requests[1][2])


def test_a_subscription_that_is_gone_is_forgotten(alice, service):
    for status in (404, 410):
        Browser(service, alice, f"/{status}")
        service.answer = f"HTTP/1.1 {status} So\r\n\r\n".encode()
        table = turn_of(alice)
        assert deliver_notifications(10) == 0
        assert not PushSubscription.objects.exists()
        assert Delivery.objects.get(notification=notice(table, alice)).problem == "gone"
    device = Browser(service, alice, "/busy").device
    service.answer = b"HTTP/1.1 503 Busy\r\n\r\n"
    turn_of(alice)
    deliver_notifications(10)
    assert PushSubscription.objects.filter(pk=device.pk).exists()
    service.answer = b"HTTP/1.1 201 Created\r\n\r\n"
    later(minutes=2)
    assert deliver_notifications(10) == 1
    PushSubscription.objects.filter(pk=device.pk).update(p256dh="AAAA")
    table = turn_of(alice)
    assert deliver_notifications(10) == 0
    assert Delivery.objects.get(notification=notice(table, alice)).problem == "refused"


def test_a_new_password_ends_the_devices_of_before(alice, service):
    Browser(service, alice, "/lost")
    alice.set_password("nine-loud-storks")
    alice.save()
    turn_of(alice)
    assert deliver_notifications(10) == 0
    assert service.requests == []
    assert not PushSubscription.objects.exists()


def test_what_was_answered_before_it_could_be_sent_is_not_sent(alice, service):
    Browser(service, alice, "/phone")
    service.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
    table = turn_of(alice)
    deliver_notifications(10)
    submit(table, seat(table, 0), legal(table, 0).sample(Rng(b"any", "move")))
    later(minutes=2)
    delivery = (
        Delivery.objects.get(notification=notice(table, alice)) if notice(table, alice).decision == "told" else None
    )
    before = len(service.requests)
    deliver_notifications(10)
    assert delivery is not None
    delivery.refresh_from_db()
    assert (delivery.problem, delivery.next_attempt_at) == ("answered", None)
    assert len(service.requests) == before


def test_a_push_service_inside_our_network_is_none(alice, service, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    Browser(service, alice, "/inside")
    device = PushSubscription.objects.get()
    PushSubscription.objects.update(endpoint="https://localhost/inside")
    table = turn_of(alice)
    deliver_notifications(10)
    row = Delivery.objects.get(notification=notice(table, alice), push_subscription_id=device.pk)
    assert (row.problem, row.next_attempt_at) == ("forbidden", None)
    assert service.requests == []
    assert ChannelProblem.objects.get().problem == "forbidden"


def test_the_sites_key_is_made_once_and_is_one(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY")
    key = env.vapid_key(tmp_path)
    assert env.vapid_key(tmp_path) == key
    assert (tmp_path / "vapid_key").stat().st_mode & 0o077 == 0
    assert len(base64.urlsafe_b64decode(get_public_key(key) + "=")) == 65
    monkeypatch.setenv("SECRET_KEY", "given")
    assert env.vapid_key(tmp_path) == "", "several machines need the same one"
    monkeypatch.setenv("TEFUDA_VAPID_KEY", "given")
    assert env.vapid_key(tmp_path) == "given"
