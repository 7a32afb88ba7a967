"""Friends and invitations by name: what arrives, what is shown, and that asking reveals nothing."""

import pytest

from accounts.services.users import create_guest
from accounts.staff.services import anonymize_user
from games.social.friends.blocks import block
from games.social.friends.invitations import list_invitations
from games.social.friends.lobby import list_friends_tables
from games.social.friends.services import (
    accept_friend,
    end_friendship,
    list_friend_requests,
    list_friends,
    send_friend_request,
)
from games.social.models import Block, Friendship, ShownToFriends, TableInvitation
from games.tables.models import Seat, Table
from tests.browser.playing import chosen
from tests.html import open_page, page, submit
from tests.matches import fresh, opened, running, seat, snapshot
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def befriend(user, friend):
    send_friend_request(user_id=user.pk, other=friend)
    accept_friend(user_id=friend.pk, other_id=user.pk)


def invite(table, by, name, visit):
    return visit(by).post(f"/tables/{table.public_id}/invitations/", {"name": name})


def list_invited_tables(user):
    return [invitation.table for invitation in list_invitations(user.pk)]


def test_friends_by_asking_and_accepting(alice, bob, charlie, visit, language):
    client, other = visit(alice, language), visit(bob, language)
    page(client.get("/friends/")).form("/friends/").send(client, name=" BOB ")
    assert list_friend_requests(bob.pk) == [alice]
    assert not list_friends(alice.pk)
    friends_page = page(other.get("/friends/"))
    assert sentence("Friend requests", language) in squeezed(friends_page.text)
    friends_page.form(f"/players/{alice.public_id}/relationship/").send(other, ("do", "accept"))
    assert list(list_friends(alice.pk)) == [bob]
    assert list(list_friends(bob.pk)) == [alice]
    assert not list_friends(charlie.pk)
    page(client.get("/friends/")).form(f"/players/{bob.public_id}/relationship/").send(client, ("do", "end"))
    assert not list_friends(bob.pk)
    send_friend_request(user_id=alice.pk, other=bob)
    send_friend_request(user_id=bob.pk, other=alice)  # requesting friendship from a person who has requested it accepts
    assert list(list_friends(alice.pk)) == [bob]
    end_friendship(user_id=bob.pk, other_id=alice.pk)
    assert not Friendship.objects.exists()


def test_asking_by_name_tells_nothing(alice, bob, charlie, visit):
    """A person, no one, one who blocks the asker, a private profile, a guest: the same answer and page."""
    block(user_id=bob.pk, other_id=alice.pk)
    charlie.is_public = False
    charlie.save()
    guest = create_guest(language="en")
    client, table = visit(alice), opened("lombard", alice, seats_=4)
    outcomes = set()
    for name in ("Bob", "bob", "Charlie", "Nobody here", guest.name, "Alice"):
        for address in ("/friends/", f"/tables/{table.public_id}/invitations/"):
            answer = client.post(address, {"name": name}, follow=True)
            answer_page = page(answer)
            text = squeezed(answer_page.texts["sent"].replace(name, "") if address == "/friends/" else answer_page.text)
            outcomes.add((address, answer.status_code, next(m.message for m in answer.context["messages"]), text))
        assert squeezed(page(client.get(f"/players/{charlie.public_id}/relationship/")).text).count("Add friend") == 1
        form = page(client.get("/friends/")).form_with("do", "take-back")
        assert form.data()["name"] == [name]
        form.send(client, ("do", "take-back"))
        assert name not in page(client.get("/friends/")).texts.get("sent", "")
    assert len(outcomes) == 2
    assert list_friend_requests(bob.pk) == []
    assert list_invited_tables(bob) == []
    assert list_invited_tables(charlie) == [table.public_id]
    assert client.post("/friends/", {"name": "\x00"}).status_code == 302


def test_attempts_are_counted_whoever_is_meant(settings, alice, visit):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"invite": "3/h/user"}
    client, table = visit(alice), opened("lombard", alice, seats_=4)
    for _ in range(3):
        assert client.post("/friends/", {"name": "Nobody"}).status_code == 302
    assert client.post("/friends/", {"name": "Nobody"}).status_code == 429
    assert client.post(f"/tables/{table.public_id}/invitations/", {"name": "Nobody"}).status_code == 429


def test_an_invitation_is_found_accepted_and_declined(alice, bob, charlie, visit, language):
    table = opened("lombard", alice, seats_=4, visibility="private")
    for name in ("bob", "CHARLIE", "charlie"):
        assert invite(table, alice, name, visit).status_code == 302
    client = visit(bob, language)
    assert client.get(f"/tables/{table.public_id}/").status_code == 404  # private: the invitation is not a look
    lobby = page(client.get("/lobby/"))
    before = "Alice invites you to a table of Lombard" if language == "en" else "Aliceさんから"
    assert before in squeezed(lobby.text)
    answer = lobby.form(f"/tables/{table.public_id}/invitations/answer/").send(client, ("answer", "accept"))
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert seat(table, 1).user == bob
    assert list_invited_tables(charlie) == [table.public_id]
    declining = visit(charlie, language)
    page(declining.get("/lobby/")).form("/invitations/answer/").send(declining, ("answer", "decline"))
    assert list_invited_tables(charlie) == []
    invite(table, alice, "Charlie", visit)  # again: no was the answer
    assert list_invited_tables(charlie) == []
    for answer_, status in (("accept", 404), ("perhaps", 400)):
        response = declining.post(f"/tables/{table.public_id}/invitations/answer/", {"answer": answer_})
        assert response.status_code == status
    assert Seat.objects.filter(table=table, user=charlie).count() == 0


def test_who_may_invite(alice, bob, charlie, visit):
    public = opened("lombard", alice, bob, seats_=4)
    by_link = opened("lombard", alice, bob, seats_=4, visibility="link")
    running_table = running("sdc", alice, bob)
    for table, by, status in (
        (public, alice, 302), (public, bob, 302), (by_link, alice, 302), (by_link, bob, 403), (public, charlie, 403),
        (running_table, alice, 409), (public, None, 403),
    ):  # fmt: skip
        before = snapshot(table)
        assert invite(table, by, "Charlie", visit).status_code == status
        assert snapshot(table) == before
    full = opened("sdc", alice, bob)
    assert invite(full, alice, "Charlie", visit).status_code == 409


def test_invitations_that_lead_nowhere_are_not_shown(alice, bob, charlie, visit, moderator):
    def sent(**setup):
        table = opened("lombard", alice, bob, seats_=4, **setup)
        invite(table, bob, "Charlie", visit)
        return table

    table = sent()
    assert list_invited_tables(charlie) == [table.public_id]
    block(user_id=alice.pk, other_id=charlie.pk)  # the host, who was not asked
    assert list_invited_tables(charlie) == []
    Block.objects.all().delete()
    block(user_id=charlie.pk, other_id=bob.pk)
    assert list_invited_tables(charlie) == []
    Block.objects.all().delete()
    Table.objects.update(status="running")
    assert list_invited_tables(charlie) == []
    Table.objects.update(status="open")
    anonymize_user(person=bob, by=moderator, reason="asked for it")
    assert not TableInvitation.objects.exists()


def test_blocking_ends_a_friendship_and_keeps_requests_away(alice, bob):
    befriend(alice, bob)
    block(user_id=alice.pk, other_id=bob.pk)
    assert not list_friends(bob.pk)
    send_friend_request(user_id=bob.pk, other=alice)
    assert list_friend_requests(alice.pk) == []


def test_friends_tables(alice, bob, charlie, visit, language):
    befriend(alice, bob)
    public, playing = opened("lombard", bob, seats_=4), running("sdc", bob, charlie)
    secret, by_link = (opened("lombard", bob, seats_=4, visibility=kind) for kind in ("private", "link"))
    own_table = running("sdc", alice, bob)
    assert {line.id for line in list_friends_tables(alice.pk)} == {public.public_id, playing.public_id}
    ShownToFriends.objects.create(table=by_link)
    ShownToFriends.objects.create(table=secret)  # cannot be, and would change nothing
    table_ids = {line.id for line in list_friends_tables(alice.pk)}
    assert table_ids == {public.public_id, playing.public_id, by_link.public_id}
    assert own_table.public_id not in table_ids
    assert list_friends_tables(charlie.pk) == []
    text = squeezed(page(visit(alice, language).get("/lobby/")).text)
    assert sentence("Friends' tables", language) in text
    assert by_link.public_id not in visit(charlie).get("/lobby/").text


def test_setting_a_table_up_with_friends(alice, bob, charlie, visit, language):
    befriend(alice, bob)
    client = visit(alice, language)
    setup_page = page(client.get("/games/lombard/new/"))
    (form,) = [form for form in setup_page.forms if any(field.name == "friends" for field in form.fields)]
    assert [field.options for field in form.fields if field.name == "friends"] == [[bob.public_id]]
    data = chosen("lombard", seats="4", visibility="link") | {"friends_see": "on"}
    sent = client.post("/games/lombard/new/", {**data, "friends": [bob.public_id, charlie.public_id, "x"]})
    table = Table.objects.get(public_id=sent["Location"].split("/")[2])
    assert ShownToFriends.objects.filter(table=table).exists()
    assert list(TableInvitation.objects.values_list("invitee", flat=True)) == [bob.pk]  # friends only
    public = client.post("/games/lombard/new/", {**data, "visibility": "private"})
    assert not ShownToFriends.objects.filter(table__public_id=public["Location"].split("/")[2]).exists()
    fields = [field.name for form in page(visit(charlie).get("/games/sdc/new/")).forms for field in form.fields]
    assert "friends" not in fields


def test_guests_have_no_friends(alice, visit):
    guest = create_guest(language="en")
    assert visit(guest).post("/friends/", {"name": "Alice"}).status_code == 403
    send_friend_request(user_id=alice.pk, other=guest)
    assert not Friendship.objects.exists()
    assert visit(guest).get("/friends/").status_code == 200
    assert visit().get("/friends/").status_code == 302


@pytest.mark.parametrize("count", [1, 15])
def test_queries_do_not_grow_with_company(person, alice, bob, visit, count):
    people = [person(f"Friend{n}") for n in range(count)]
    for other in people:
        befriend(alice, other)
        block(user_id=bob.pk, other_id=other.pk)
    table = opened("lombard", alice, seats_=4)
    for other in people:
        invite(table, alice, other.name, visit)
        opened("lombard", other, seats_=4)
    for user, expected in ((alice, 7), (bob, 7)):
        client = visit(user)
        with queries(expected):
            assert client.get("/friends/").status_code == 200
    client = visit(alice)
    with queries(2):
        assert client.get("/games/lombard/new/").status_code == 200
    assert fresh(table).status == "open"


def test_accepting_says_who_is_a_friend_now(alice, bob, visit):
    send_friend_request(user_id=bob.pk, other=alice)
    friends_page = open_page(visit(alice), "/friends/")
    assert "Accept request Bob" in squeezed(friends_page.text)
    for answer in ("You and Bob are friends now.", "This request is no longer open."):
        assert answer in submit(friends_page, f"/players/{bob.public_id}/relationship/", press=("do", "accept")).text
