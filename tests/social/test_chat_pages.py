"""The chat as pages and fragments: forms without a script, refusals in both languages, constant queries."""

import pytest
from django.utils import timezone

from games.engine.chance import Rng
from games.social.models import Block, ChatMessage, ChatRoom, Mute
from tests.contract.subject import subject
from tests.html import page
from tests.matches import opened, running, seat, snapshot, state
from tests.rollback import rolled_back
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries
from tests.social.chats import read, say
from tests.tables.views.test_secrecy import MOVE, put, text

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def address(table, part=""):
    return f"/tables/{table.public_id}/chat/{part}"


def many(table, user, count):
    say(table, user, "first")
    room = ChatRoom.objects.get()
    ChatMessage.objects.bulk_create(
        ChatMessage(room=room, number=n, user=user, text=f"line {n}", created_at=timezone.now())
        for n in range(2, count + 1)
    )
    ChatRoom.objects.update(last_message_number=count, revision=count)


def test_forms_say_and_a_refusal_keeps_the_text(sdc, alice, bob, visit, language):
    client = visit(alice, language)
    table_page = page(client.get(address(sdc)))
    answer = table_page.form("/chat/messages/").send(client, text="<i>hello</i> https://example.org")
    assert (answer.status_code, answer["Location"]) == (302, address(sdc))
    table_page = page(client.get(address(sdc)))
    assert "<i>hello</i> https://example.org" in squeezed(table_page.text)  # as text: no element, no link
    assert 'href="https://example.org' not in client.get(address(sdc)).text
    refused = table_page.form("/chat/messages/").send(client, text="x" * 301)
    assert refused.status_code == 422
    assert sentence("A message can have at most %(max)s characters.", language) % {"max": 300} in squeezed(
        page(refused).text
    )
    assert 'value="' + "x" * 301 in refused.text
    assert client.get(address(sdc, "messages/")).status_code == 302
    (phrases,) = [form for form in table_page.forms if any(name == "phrase" for name, _ in form.buttons)]
    phrases.send(client, ("phrase", "luck"))
    for reader, words in (("en", "Good luck, everyone!"), ("ja", "よろしくお願いします！")):
        assert words in visit(bob, reader).get(address(sdc)).text


def test_who_may_not_write_is_told_why(sdc, alice, charlie, visit, language):
    say(sdc, alice, "to the players")
    anybody = visit(None, language)
    table_page = page(anybody.get(address(sdc)))
    assert not table_page.has_form("/chat/messages/")
    assert sentence("To write, log in or sit down at a table as a guest.", language) in squeezed(table_page.text)
    assert anybody.post(address(sdc, "messages/"), {"text": "hello"}).status_code == 403
    assert "to the players" not in visit(charlie, language).get(address(sdc)).text
    secret = running("lombard", alice, visibility="private")
    for part in ("", "news/", "messages/players/1/"):
        assert visit(charlie).get(address(secret, part)).status_code == 404
    assert visit(charlie).post(address(secret, "messages/"), {"text": "hello"}).status_code == 404


def test_a_page_at_the_table_fetches_only_what_is_new(sdc, alice, bob, visit):
    client = visit(bob)
    part = client.get(address(sdc), headers={"hx-request": "true"})
    assert "<html" not in part.text
    say(sdc, alice, "one")
    response = client.get(address(sdc, "messages/new/?mark=players.0.0"))
    assert "one" in response.text
    assert 'data-mark="players.1.1"' in response.text
    assert "data-whole" not in response.text
    assert client.get(address(sdc, "messages/new/?mark=players.1.1")).status_code == 204
    assert "data-whole" in client.get(address(sdc, "messages/new/?mark=spectators.0.0")).text
    fragment = f"/tables/{sdc.public_id}/fragment/"
    tag = client.get(fragment)["ETag"]
    say(sdc, alice, "two")
    headers = {"if-none-match": tag}
    assert client.get(f"{fragment}?asked={seat(sdc, 1).question_seq}", headers=headers).status_code == 304


@pytest.mark.parametrize("count", [2, 400])
def test_queries_do_not_grow_with_the_talk(sdc, alice, bob, visit, count):
    many(sdc, alice, count)
    Mute.objects.create(user=bob, other_user=alice)
    client = visit(bob)
    for part, expected in (
        ("", 7),
        ("messages/new/?mark=players.1.1", 7 if count > 51 else 5),
        ("messages/players/1/", 7),
    ):
        with queries(expected):
            assert client.get(address(sdc, part)).status_code == 200
    with queries(3):
        assert client.get(address(sdc, f"messages/new/?mark=players.{count}.{count}")).status_code == 204
    with queries(11):
        assert client.post(address(sdc, "messages/"), {"text": "another"}).status_code == 302


def test_the_table_costs_what_it_did(sdc, alice, visit):
    """The panel asks for itself, when it is opened."""
    client = visit(alice)
    with queries(5):
        response = client.get(f"/tables/{sdc.public_id}/")
    assert 'id="chat"' in response.text
    alone = running("lombard", alice)
    assert 'id="chat"' not in client.get(f"/tables/{alone.public_id}/").text


def test_mute_and_block_from_a_line(sdc, alice, bob, visit, language):
    say(sdc, alice, "rude")
    client = visit(bob, language)
    line = address(sdc, "messages/players/1/")
    for do, muted, blocked in (
        ("mute-here", 1, 0), ("mute", 2, 0), ("unmute", 0, 0), ("block", 0, 1), ("unblock", 0, 0),
    ):  # fmt: skip
        assert client.post(line, {"do": do}).status_code == 302
        assert (Mute.objects.count(), Block.objects.count()) == (muted, blocked)
        assert read(sdc, bob) == ([] if muted or blocked else ["rude"])
        assert read(sdc, alice) == ["rude"]
    assert f'href="/reports/new/line/{sdc.public_id}.players.1/"' in client.get(line).text
    before = snapshot(sdc)
    assert client.post(line, {"do": "nothing"}).status_code == 400
    assert visit(alice, language).post(line, {"do": "block"}).status_code == 403  # oneself
    assert client.get(address(sdc, "messages/players/99/")).status_code == 404
    assert client.get(address(sdc, "messages/spectators/1/")).status_code == 404
    assert snapshot(sdc) == before


def test_whom_the_host_blocks_can_not_sit_down(alice, bob, visit, language):
    table = opened("lombard", alice, seats_=4)
    Block.objects.create(user=alice, other_user=bob)
    before = snapshot(table)
    refused = visit(bob, language).post(f"/tables/{table.public_id}/join/", {})
    assert refused.status_code == 403
    assert sentence("The host of this table doesn’t want to play with you.", language) in squeezed(page(refused).text)
    assert snapshot(table) == before
    Block.objects.update(user=bob, other_user=alice)  # the other direction is free
    assert visit(bob).post(f"/tables/{table.public_id}/join/", {}).status_code == 302


def test_the_talk_tells_no_world_from_another(lombard, alice, bob, charlie, visit):
    """Shown and refused messages don't depend on hidden cards."""
    game_subject, rng = subject("lombard"), Rng(b"worlds", "chat")
    readers = {0: visit(alice), 1: visit(bob), None: visit(charlie)}

    def answers(client):
        texts = [text(client.get(address(lombard, part))) for part in ("", "messages/new/?mark=players.0.0")]
        with rolled_back():
            texts.append(
                text(client.post(address(lombard, "messages/"), {"text": "x"}, headers={"hx-request": "true"}))
            )
        return [MOVE.sub("", str(response_text)) for response_text in texts]

    statuses = set()
    for viewer, client in readers.items():
        other_world = game_subject.reshuffle(state(lombard), viewer, rng)
        assert other_world != state(lombard)
        once = answers(client)
        statuses |= {response_text[:5] for response_text in once}
        with rolled_back():
            put(lombard, other_world)
            assert answers(client) == once
    assert statuses >= {"(200,", "(204,"}
