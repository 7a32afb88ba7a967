"""Webhooks: each service's payload, mentions, and a test before anything is saved."""

import json
from dataclasses import replace

import pytest

from accounts.services.users import create_guest
from games.circles.forms import CircleWebhookForm
from games.circles.models import CircleWebhook
from games.notifications.backends import webhooks
from games.notifications.backends.safe_http import parse_address
from games.notifications.backends.webhook import WebhookMessage
from games.notifications.backends.webhook_service import FormatError
from games.notifications.backends.webhooks import build_request, is_mention, list_services
from games.notifications.content import NotificationContent
from games.notifications.forms import WebhookForm
from games.notifications.models import NotificationSettings
from games.notifications.outbox.dispatcher import deliver_notifications
from tests.html import page
from tests.notifications.readers import reader, turn_of
from tests.notifications.servers import http_server

TOLD = NotificationContent(
    "your-turn", "abcdefghjkmn", "lombard", "Call?", table_name="[Win](http://evil) @everyone <!channel>",
    others=("Alice", "Chi"), last_move="Alice raises to 40.",
)  # fmt: skip
MATRIX = "https://m.example.org/_matrix/client/v3/rooms/!r:example.org?access_token=secret"
SERVICES = [
    ("discord", "https://discord.com/api/webhooks/1/x", "123456789012345678", "<@123456789012345678>"),
    ("slack", "https://hooks.slack.com/services/x", "U012AB3CD", "<@U012AB3CD>"),
    ("mattermost", "https://chat.example.org/hooks/x", "@bob", "@bob"),
    ("matrix", MATRIX, "@bob:example.org", "@bob:example.org"),
    ("telegram", "https://api.telegram.org/botX/sendMessage?chat_id=-5", "@bobby", "@bobby"),
]
ADDRESSES = {kind: url for kind, url, _mention, _called in SERVICES}


def said(kind: str, url: str, mention: str = "") -> tuple[dict, str]:
    request = build_request(kind, url, WebhookMessage(TOLD, "Bob", mention, "7"))
    body = json.loads(request.body)
    return body, body.get("text") or body.get("content") or body.get("body") or ""


@pytest.mark.parametrize(("kind", "url", "mention", "called"), SERVICES)
def test_a_channel_reads_whose_turn_it_is(kind, url, mention, called):
    _body, text = said(kind, url)
    assert text.startswith("Bob: your turn at ")
    assert "Alice raises to 40. Your turn against Alice and Chi. Call?" in text
    _body, text = said(kind, url, mention)
    assert text.startswith(f"{called}: your turn at ")
    assert is_mention(kind, mention)
    assert not is_mention(kind, "@everyone !")


GROUP_MENTIONS = ["@all", "@here", "@channel", "@everyone", "@room", "<!channel>", "<!here>", "<@U012AB3CD>"]
ADDRESSES |= {"ntfy": "https://ntfy.sh/my-topic", "json": "https://example.org/hook"}


def list_texts(value: object) -> list[str]:
    """Every text in a JSON value."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in list_texts(part)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("kind", list_services())
@pytest.mark.parametrize("mention", GROUP_MENTIONS)
def test_a_chosen_name_mentions_nobody(kind, mention):
    """As a player's name, an opponent's, in a move and as the table's name; a service may read Slack's signs too."""
    message = replace(TOLD, table_name=mention, others=(mention,), last_move=f"{mention} raises to 40.", actor=mention)
    body = json.loads(build_request(kind, ADDRESSES[kind], WebhookMessage(message, mention, "", "7")).body)
    texts = [body["text"]] if list_services()[kind].is_for_programs else list_texts(body)
    assert not [text for text in texts if mention in text]


@pytest.mark.parametrize("mention", ["@all", "@here", "@channel", "@everyone", "@room"])
def test_a_whole_room_is_no_mention_of_a_person(mention):
    assert not any(is_mention(kind, mention) for kind in list_services())


def test_each_service_is_asked_as_it_wants():
    body, text = said("discord", ADDRESSES["discord"], SERVICES[0][2])
    assert body["allowed_mentions"] == {"parse": [], "users": [SERVICES[0][2]]}
    assert "[Win](" not in text
    assert "<!channel>" not in said("slack", ADDRESSES["slack"])[1]
    request = build_request("matrix", MATRIX, WebhookMessage(TOLD, "Bob", "", "7"))
    assert (request.method, request.headers["Authorization"]) == ("PUT", "Bearer secret")
    assert request.url.endswith("/rooms/!r:example.org/send/m.room.message/tefuda-7")
    assert "secret" not in request.url
    parse_address(request.url, ())
    request = build_request("telegram", ADDRESSES["telegram"], WebhookMessage(TOLD, "Bob", "", "7"))
    assert request.url == "https://api.telegram.org/botX/sendMessage"
    assert json.loads(request.body)["chat_id"] == "-5"
    request = build_request("ntfy", "https://ntfy.sh/my-topic", WebhookMessage(TOLD, "Bob", "", "7"))
    assert (request.url, json.loads(request.body)["topic"]) == ("https://ntfy.sh/", "my-topic")


@pytest.mark.parametrize(
    ("kind", "url"), [("matrix", "https://m.example.org/"), ("telegram", "https://t.org/x"), ("ntfy", "https://n.sh/")]
)
def test_an_address_of_another_service_is_none(kind, url):
    with pytest.raises(FormatError):
        said(kind, url)


def test_keys_fit_their_columns():
    columns = (NotificationSettings._meta.get_field("webhook_format"), CircleWebhook._meta.get_field("format"))
    width = min(column.max_length for column in columns)
    assert [key for key in list_services() if len(key) > width] == []


NEW_SERVICE = """
from games.notifications.backends.webhook_service import WebhookService, build_json_request

SERVICE = WebhookService("pigeon", "Pigeon", lambda url, message: build_json_request(url, message.title))
"""


def test_a_new_service_is_one_module(tmp_path, monkeypatch):
    (tmp_path / "pigeon.py").write_text(NEW_SERVICE)
    monkeypatch.setattr(webhooks, "__path__", [*webhooks.__path__, str(tmp_path)])
    list_services.cache_clear()
    try:
        request = build_request("pigeon", "https://example.org/", WebhookMessage(TOLD, "Bob", "", "7"))
        assert json.loads(request.body) == TOLD.headline
        person, circle = WebhookForm(None, preferences=NotificationSettings()), CircleWebhookForm(None, webhook=None)
        assert ("pigeon", "Pigeon") in person.fields["kind"].choices
        assert ("pigeon", "Pigeon") in circle.fields["format"].choices
    finally:
        list_services.cache_clear()


def test_a_service_of_a_newer_version_is_refused():
    with pytest.raises(FormatError):
        said("unknown", "https://example.org/")
    assert not is_mention("unknown", "@bob")


# --- the page


@pytest.fixture
def anna(db):
    return reader("anna", language="en")


@pytest.fixture
def lan(settings):
    """A host of the operator's own network, without a certificate."""
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0
    with http_server() as endpoint:
        settings.OUTBOUND_ALLOWED_HOSTS = ["localhost"]
        yield endpoint


def sent(client, **fields):
    return client.post("/settings/notifications/", {"part": "webhook", "on": "on", **fields})


def test_a_test_goes_out_before_anything_is_saved(anna, visit, lan):
    client, url = visit(anna), f"http://localhost:{lan.port}/hook"
    answer = sent(client, kind="mattermost", url=url, mention="@anna", **{"try": ""})
    assert answer.status_code == 200
    assert "The test has arrived." in page(answer).text
    ((path, _headers, body),) = lan.requests
    assert (path, json.loads(body)["text"].splitlines()[0]) == ("/hook", "@anna: A test from Tefuda")
    assert not NotificationSettings.objects.exists()
    lan.answer = b"HTTP/1.1 403 Forbidden\r\n\r\n"
    answer = sent(client, kind="mattermost", url=url, **{"try": ""})
    assert answer.status_code == 422
    assert "The test wasn’t sent: the other side refused it (HTTP 403)." in page(answer).text
    assert sent(visit(create_guest(language="en")), kind="json", url=url, **{"try": ""}).status_code == 403


def test_tests_are_counted(anna, visit, lan):
    client = visit(anna)
    fields = {"kind": "json", "url": f"http://localhost:{lan.port}/hook", "try": ""}
    assert [sent(client, **fields).status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_turn_is_told_in_a_channel_of_the_lan(anna, visit, lan):
    answer = sent(visit(anna), kind="matrix", mention="@anna:lan",
                  url=f"http://localhost:{lan.port}/_matrix/client/v3/rooms/!r:lan?access_token=secret")  # fmt: skip
    assert answer.status_code == 302
    turn_of(anna)
    deliver_notifications(10)
    ((path, headers, body),) = lan.requests
    assert path.startswith("/_matrix/client/v3/rooms/!r:lan/send/m.room.message/tefuda-")
    assert headers["authorization"] == "Bearer secret"
    assert json.loads(body)["body"].startswith("@anna:lan: your turn at Lombard Hold'em\n")


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.org/", "Use “https”"),
        ("https://example.org:8443/", "This port is only allowed"),
        ("https://me:pass@example.org/", "Leave name and password out"),
        ("https://", "This isn’t an address"),
    ],
)
def test_a_refusal_says_what_was_refused(anna, visit, url, why):
    answer = sent(visit(anna), kind="json", url=url)
    assert answer.status_code == 422
    assert why in page(answer).text


def test_a_name_that_service_does_not_know_is_refused(anna, visit):
    answer = sent(visit(anna), kind="discord", url="https://discord.com/api/webhooks/1/x", mention="anna")
    assert answer.status_code == 422
    assert "This service mentions people in another way." in page(answer).text
