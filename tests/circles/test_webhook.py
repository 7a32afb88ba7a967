"""A circle's webhook: announces whose turn it is at the circle's tables only, once, and never a card."""

import json
from datetime import timedelta

import pytest
from django.db.models import F

from games.circles import services
from games.circles.data_export import export_circles
from games.circles.models import CircleTable, CircleTurn, CircleWebhook
from games.circles.webhook import DELAY, send_turns
from games.engine.chance import Rng
from games.tables.models import Seat, Table
from tests.html import page
from tests.matches import running, turn, waiting
from tests.notifications.servers import https_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(tmp_path, monkeypatch, settings):
    """A chat room's server on this machine, which the operator has allowed."""
    with https_server(tmp_path, "localhost") as server:
        monkeypatch.setenv("SSL_CERT_FILE", server.authority)
        settings.OUTBOUND_ALLOWED_HOSTS = [f"localhost:{server.port}"]
        settings.SITE_URL = "https://tefuda.example"
        yield server


@pytest.fixture
def circle(alice, bob, hook):
    new_circle = services.create_circle(alice, "Thursday")
    services.join_circle(bob, new_circle.join_code)
    CircleWebhook.objects.create(circle=new_circle, url=f"https://localhost:{hook.port}/room/secret", format="json")
    return new_circle


def of_circle(circle, table) -> Table:
    CircleTable.objects.create(table=table, circle=circle)
    return later(table)


def later(table) -> Table:
    """The table, as if nothing had happened there for a while."""
    Table.objects.filter(pk=table.pk).update(changed_at=F("changed_at") - DELAY - timedelta(seconds=1))
    return Table.objects.get(pk=table.pk)


def list_told_turns(hook) -> list[tuple[str, str]]:
    turns = [entry for _, _, body in hook.requests for entry in json.loads(body)["turns"]]
    return [(entry["name"], entry["link"]) for entry in turns]


def test_it_says_whose_turn_it_is_once(circle, hook, alice, bob):
    table = of_circle(circle, running("lombard", alice, bob))
    running("lombard", alice, bob)  # another table that isn't the circle's
    later(Table.objects.exclude(pk=table.pk).get())
    (seat_to_move,) = waiting(table)
    link = f"https://tefuda.example/tables/{table.public_id}/"
    assert send_turns() == 1
    assert send_turns() == 0
    assert list_told_turns(hook) == [(seat_to_move.user.name, link)]
    turn(table, seat_to_move, Rng(b"chance", table.public_id))
    assert send_turns() == 0  # immediate answers aren't announced
    later(table)
    for seat in waiting(table):
        send_turns()
        assert list_told_turns(hook)[-1] == (seat.user.name, link)


def test_no_cards_and_no_markup_of_names(circle, hook, alice, bob):
    table = of_circle(circle, running("sdc", alice, bob))
    send_turns()
    ((path, _, body),) = hook.requests
    assert path == "/room/secret"
    message = json.loads(body)
    assert set(message) == {"version", "kind", "turns"}
    assert {key for entry in message["turns"] for key in entry} == {"name", "game", "link"}
    assert len(message["turns"]) == len(waiting(table)) == 2
    alice.name = "<!here> [x](@all)"
    alice.save()
    CircleTurn.objects.all().delete()
    for kind, field, name in (
        ("slack", "text", "&lt;!here&gt; [x](@\u2060all)"),
        ("mattermost", "text", "\\<\u2060!here\\> \\[x\\]\\(@\u2060all\\)"),
        ("ntfy", "message", "<\u2060!here> [x](@\u2060all)"),
        ("discord", "content", "\\<\u2060!here\\> \\[x\\]\\(@\u2060all\\)"),
    ):
        CircleWebhook.objects.update(format=kind)
        CircleTurn.objects.all().delete()
        send_turns()
        message = json.loads(hook.requests[-1][2])
        assert f"{name}: your turn at SdC Poker" in message[field]
        assert f"https://tefuda.example/{'circles' if kind == 'ntfy' else 'tables'}/" in json.dumps(message)
    assert message["allowed_mentions"] == {"parse": []}


def test_it_is_written_in_the_owners_language(circle, hook, alice, bob):
    alice.language = "ja"
    alice.save()
    CircleWebhook.objects.update(format="slack")
    of_circle(circle, running("sdc", alice, bob))
    send_turns()
    assert "Bobさんの番です" in json.loads(hook.requests[0][2])["text"]


def test_the_room_reads_nothing_of_a_removed_member(circle, hook, alice, bob):
    """Neither of their turns at tables of the circle, nor of tables that they host."""
    of_circle(circle, running("sdc", alice, bob))
    of_circle(circle, running("sdc", bob, alice))
    services.remove_member(circle.public_id, alice.pk, bob.public_id)
    send_turns()
    assert {name for name, _link in list_told_turns(hook)} == {"Alice"}
    assert len(list_told_turns(hook)) == 1


def test_who_is_not_told_of(circle, hook, alice, bob):
    table = of_circle(circle, running("lombard", alice, bob))
    (seat_to_move,) = waiting(table)
    for change in ({"on_vacation": True}, {"played_by": "away", "bot_level": "normal"}):
        before = Seat.objects.filter(pk=seat_to_move.pk).values(*change).get()
        Seat.objects.filter(pk=seat_to_move.pk).update(**change)
        assert send_turns() == 0
        Seat.objects.filter(pk=seat_to_move.pk).update(**before)
    Table.objects.filter(pk=table.pk).update(frozen_at=table.changed_at)
    assert send_turns() == 0
    assert hook.requests == []


@pytest.mark.parametrize(("answer", "problem"), [("500 Busy", "refused"), ("404 Gone", "gone")])
def test_what_it_answers(circle, hook, alice, bob, visit, answer, problem):
    hook.answer = f"HTTP/1.1 {answer}\r\n\r\n".encode()
    of_circle(circle, running("sdc", alice, bob))
    assert send_turns() == 0
    panel = page(visit(alice).get(f"/circles/{circle.public_id}/")).texts["circle-webhook"]
    assert CircleWebhook.objects.exists() is (problem != "gone")
    assert ("The last message didn’t arrive" in panel) is (problem != "gone")
    assert send_turns() == 0
    assert len(hook.requests) == 1  # a question is announced once


def test_a_service_that_only_a_newer_version_knows_is_a_problem(circle, hook, alice, bob):
    CircleWebhook.objects.update(format="unknown")
    of_circle(circle, running("sdc", alice, bob))
    assert send_turns() == 0
    assert CircleWebhook.objects.get().problem == "forbidden"
    assert hook.requests == []


def test_its_owner_sets_it_and_nobody_reads_it(circle, alice, bob, visit):
    address, client, other = f"/circles/{circle.public_id}/", visit(alice), visit(bob)
    secret = "https://discord.example/api/webhooks/1/abcdefgh"
    form = page(client.get(address)).form_with("do", "webhook")
    form.send(client, ("do", "webhook"), url=secret, format="discord")
    assert CircleWebhook.objects.get().url == secret
    text = client.get(address).text
    assert "discord.example/…efgh" in text
    assert secret not in text
    assert "circle-webhook" not in other.get(address).text
    assert (export_circles(alice)[0]["webhook"], export_circles(bob)[0]["webhook"]) == (secret, "")
    for wrong in ("http://a.example/", "https://a.example:8443/", "https://u:p@a.example/", "x" * 501):
        sent = {"do": "webhook", "url": wrong, "format": "discord"}
        assert client.post(address, sent).status_code == 422
    assert client.post(address, {"do": "webhook", "url": secret, "format": "fax"}).status_code == 422
    elsewhere = {"do": "webhook", "url": "https://matrix.example/", "format": "matrix"}
    assert client.post(address, elsewhere).status_code == 422  # none of that service's
    for change in ("webhook", "delete-webhook"):
        assert other.post(address, {"do": change, "url": secret, "format": "json"}).status_code == 403
    assert CircleWebhook.objects.get().url == secret
    client.post(address, {"do": "webhook", "url": "", "format": "json"})  # keeps the address
    assert CircleWebhook.objects.values_list("url", "format").get() == (secret, "json")
    client.post(address, {"do": "delete-webhook"})
    assert not CircleWebhook.objects.exists()
    assert client.post(address, {"do": "webhook", "url": "", "format": "json"}).status_code == 422


def test_an_address_inside_the_house_is_not_written_to(circle, hook, alice, bob, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    CircleWebhook.objects.update(url="https://localhost/")
    of_circle(circle, running("sdc", alice, bob))
    assert send_turns() == 0
    assert CircleWebhook.objects.get().problem == "forbidden"
    assert hook.requests == []


@pytest.mark.parametrize("is_saved", [True, False])
def test_a_test_is_sent_as_the_form_stands(alice, hook, visit, is_saved):
    """The form is sent as a browser sends it; saved values stay unchanged."""
    circle, url = services.create_circle(alice, "Thursday"), f"https://localhost:{hook.port}/room/secret"
    if is_saved:
        CircleWebhook.objects.create(circle=circle, url=url, format="json")
    client = visit(alice, enforce_csrf_checks=True)
    form = page(client.get(f"/circles/{circle.public_id}/")).form_with("do", "try-webhook")
    answer = form.send(client, ("do", "try-webhook"), url="" if is_saved else url, format="slack")
    assert answer.status_code == 200
    ((path, _, body),) = hook.requests
    assert path == "/room/secret"
    assert "text" in json.loads(body)
    assert "The test has arrived" in page(answer).text
    assert list(CircleWebhook.objects.values_list("format", flat=True)) == (["json"] if is_saved else [])
    hook.answer = b"HTTP/1.1 500 Busy\r\n\r\n"
    answer = form.send(client, ("do", "try-webhook"), url=url, format="slack")
    assert answer.status_code == 422
    assert "The test wasn’t sent" in page(answer).texts["circle-webhook"]


def test_only_its_owner_sends_tests_and_not_many(circle, hook, alice, bob, visit):
    address, sent = f"/circles/{circle.public_id}/", {"do": "try-webhook", "url": "", "format": "json"}
    assert visit(bob).post(address, sent).status_code == 403
    assert [visit(alice).post(address, sent).status_code for _ in range(6)] == [200] * 5 + [429]
    assert len(hook.requests) == 5
