"""The page about a person the reader plays with: shared matches, a new table for both, and other actions."""

import pytest

from accounts.services.users import create_guest
from accounts.staff.services import anonymize_user
from games.social.data_export import export_relationships
from games.social.friends.blocks import block, is_blocked
from games.social.friends.invitations import list_invitations
from games.social.friends.services import (
    accept_friend,
    get_relationship,
    list_friend_requests,
    send_friend_request,
)
from games.social.models import FriendLink, Mute, SentFriendRequest, TableInvitation
from games.tables.models import Result, Seat, Table
from games.tables.services.rematch import join_rematch
from games.tables.services.start import start_table
from tests.html import page
from tests.matches import finished, fresh, opened, play_on, running
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def befriend(user, friend):
    send_friend_request(user_id=user.pk, other=friend)
    accept_friend(user_id=friend.pk, other_id=user.pk)


def won_by(table, user):
    """The ended match, as if this person had won it."""
    Result.objects.filter(table=table).update(outcome="lost")
    Result.objects.filter(table=table, user=user).update(outcome="won")
    return fresh(table)


def again(table, *people):
    """The rematch of an ended table, played to its end."""
    for user in people:
        public_id = join_rematch(public_id=table.public_id, user_id=user.pk)
    rematch = Table.objects.get(public_id=public_id)
    start_table(public_id=public_id, user_id=rematch.host_id)
    return play_on(rematch)


def read_profile(reader, person, visit, language="en"):
    return squeezed(page(visit(reader, language).get(f"/players/{person.public_id}/")).text)


def test_a_friends_name_leads_to_what_the_two_played(alice, bob, charlie, visit, language):
    befriend(alice, bob)
    won_by(finished("sdc", alice, bob), alice)
    won_by(finished("lombard", alice, bob), bob)
    won_by(finished("lombard", alice, charlie), alice)  # of others, and no notification
    running("sdc", alice, bob)
    assert f'href="/players/{bob.public_id}/"' in visit(alice, language).get("/friends/").text
    together = visit(alice, language).get(f"/players/{bob.public_id}/").context["more"]["you"]
    assert [(game.slug, game.matches, game.wins, game.their_wins) for game in together.games] == [
        ("lombard", 1, 0, 1), ("sdc", 1, 1, 0),
    ]  # fmt: skip
    assert (len(together.running), len(together.recent)) == (1, 2)
    text = read_profile(alice, bob, visit, language)
    assert sentence("You are friends.", language) in text
    assert sentence("Your tables together", language) in text
    assert sentence("What you played last", language) in text


def test_what_two_played_is_theirs_alone(alice, bob, charlie, visit):
    """A third person, a stranger and oneself read nothing of it."""
    won_by(finished("sdc", alice, bob), alice)
    bob.is_public = False
    bob.save()
    assert "What you played last" in read_profile(alice, bob, visit)
    for reader in (charlie, None, bob):
        text = read_profile(reader, bob, visit)
        assert "What you played last" not in text
    assert "Mute, block, report" not in read_profile(bob, bob, visit)


def test_playing_with_a_friend_is_one_form(alice, bob, visit, language):
    befriend(alice, bob)
    client = visit(alice, language)
    form = page(client.get(f"/players/{bob.public_id}/")).form(f"/players/{bob.public_id}/play/")
    answer = form.send(client, game="lombard", turn_seconds="86400")
    table = Table.objects.get(public_id=answer["Location"].split("/")[2])
    assert (table.game_slug, table.turn_seconds, table.visibility) == ("lombard", 86_400, "link")
    assert [seat.user for seat in Seat.objects.filter(table=table).order_by("number")] == [alice, None]
    assert [invitation.table for invitation in list_invitations(bob.pk)] == [table.public_id]
    other = visit(bob, language)
    page(other.get("/lobby/")).form("/invitations/answer/").send(other, ("answer", "accept"))
    assert Seat.objects.filter(table=table, user=bob).exists()


def test_a_game_that_needs_more_has_bots(alice, bob, visit):
    client = visit(alice)
    for game, bots in (("doudizhu", 2), ("get9", 1), ("crown", 0)):
        answer = client.post(f"/players/{bob.public_id}/play/", {"game": game, "turn_seconds": "120"})
        seats = Seat.objects.filter(table__public_id=answer["Location"].split("/")[2])
        assert [seats.filter(played_by=kind).count() for kind in ("bot", "nobody")] == [bots, 1]


def test_who_can_be_asked_to_play(alice, bob, charlie, visit):
    guest, client = create_guest(language="en"), visit(alice)
    data = {"game": "sdc", "turn_seconds": "86400"}
    block(user_id=alice.pk, other_id=charlie.pk)
    for other, status in ((guest, 403), (charlie, 403), (alice, 404)):
        assert client.post(f"/players/{other.public_id}/play/", data).status_code == status
        assert not page(client.get(f"/players/{other.public_id}/")).has_form("/play/")
    for wrong in ({"game": "chess"}, {"turn_seconds": "7"}, {"game": ""}):
        assert client.post(f"/players/{bob.public_id}/play/", data | wrong).status_code == 422
    assert visit().post(f"/players/{bob.public_id}/play/", data).status_code == 302
    assert not Table.objects.exists()
    block(user_id=bob.pk, other_id=alice.pk)  # no notification for the person who asked
    assert client.post(f"/players/{bob.public_id}/play/", data).status_code == 302
    assert list_invitations(bob.pk) == []


def test_the_menu_mutes_and_leads_on(alice, bob, visit):
    client, address = visit(alice), f"/players/{bob.public_id}/"
    answer = page(client.get(address)).form_with("do", "mute").send(client, ("do", "mute"))
    assert answer["Location"] == address
    assert Mute.objects.filter(user=alice, other_user=bob).exists()
    page(client.get(address)).form_with("do", "unmute").send(client, ("do", "unmute"))
    assert not Mute.objects.exists()
    assert f'href="{address}relationship/#block"' in client.get(address).text
    page(client.get(f"{address}relationship/")).form_with("do", "block").send(client, ("do", "block"))
    assert is_blocked(by=alice.pk, other=bob.pk)


def test_a_request_from_a_page_is_listed_and_taken_back(alice, bob, visit):
    client, address = visit(alice), f"/players/{bob.public_id}/"
    page(client.get(address)).form_with("do", "ask").send(client, ("do", "ask"))
    assert "You have sent a friend request." in read_profile(alice, bob, visit)
    listed = page(client.get("/friends/"))
    assert "Bob" in listed.texts["sent"]
    listed.form_with("do", "end").send(client, ("do", "end"))
    assert "sent" not in page(client.get("/friends/")).texts
    assert "Friend requests" not in squeezed(page(visit(bob).get("/friends/")).text)


def test_who_declines_is_not_told_of(alice, bob, visit):
    """A request that was declined stays as it was, however it was sent; one that is accepted leaves the list."""
    client, other = visit(alice), visit(bob)
    for send in (lambda: client.post("/friends/", {"name": "bob"}), lambda: client.post(
        f"/players/{bob.public_id}/relationship/", {"do": "ask"}
    )):  # fmt: skip
        send()
    page(other.get("/friends/")).form_with("do", "end").send(other, ("do", "end"))
    assert get_relationship(alice.pk, bob.pk) == ""
    listed = squeezed(page(client.get("/friends/")).texts["sent"])
    assert ("bob by name" in listed, "Bob" in listed) == (True, True)
    client.post("/friends/", {"name": "bob"})
    page(other.get("/friends/")).form_with("do", "accept").send(other, ("do", "accept"))
    assert "sent" not in page(client.get("/friends/")).texts


def test_a_name_that_another_has_by_now_is_asked_of_them_alone(alice, bob, charlie, visit):
    client = visit(alice)
    charlie.name = "Somebody"
    charlie.save()
    bob.name = "Star"
    bob.save()
    client.post("/friends/", {"name": "Star"})
    bob.name = "Bob"
    bob.save()
    charlie.name = "Star"
    charlie.save()
    client.post("/friends/", {"name": "Star"})
    assert [list_friend_requests(user.pk) for user in (bob, charlie)] == [[], [alice]]
    assert squeezed(page(client.get("/friends/")).texts["sent"]).count("Star by name") == 1
    assert charlie.public_id not in str(export_relationships(alice))
    client.post("/friends/", {"do": "take-back", "name": "Star"})
    assert list_friend_requests(charlie.pk) == []


def test_a_typed_name_is_not_tied_to_a_page(alice, bob, visit):
    """Neither the page of the person with the name nor a block nor an existing friendship reveals whose it is."""
    befriend(alice, bob)
    client = visit(alice)
    client.post("/friends/", {"name": "bob"})
    assert "bob" in page(client.get("/friends/")).texts["sent"]
    client.post(f"/players/{bob.public_id}/relationship/", {"do": "end"})
    assert "You have sent a friend request." not in read_profile(alice, bob, visit)
    client.post("/friends/", {"name": "bob"})
    client.post(f"/players/{bob.public_id}/relationship/", {"do": "block"})
    assert "bob" in page(client.get("/friends/")).texts["sent"]
    assert bob.public_id not in page(client.get("/friends/")).texts["sent"]


def test_friends_by_link(alice, bob, visit, language):
    client, other = visit(alice, language), visit(bob, language)
    page(client.get("/friends/")).form("/friends/link/").send(client, ("do", "renew"))
    response = client.get("/friends/")
    address = f"/friends/add/{alice.friend_link.code}/"
    assert address in response.text
    assert "<svg" in response.text
    assert client.get(address).status_code == 302  # the reader's name
    assert sentence("Log in", language) in page(visit(None, language).get(address)).text
    page(other.get(address)).form(address).send(other)
    assert get_relationship(alice.pk, bob.pk) == "friends"
    assert list(TableInvitation.objects.all()) == []
    page(client.get("/friends/")).form("/friends/link/").send(client, ("do", "renew"))
    assert visit(bob).get(address).status_code == 404
    client.post("/friends/link/", {"do": "delete"})
    assert "/friends/add/" not in client.get("/friends/").text


def test_a_link_is_not_for_everybody(alice, bob, charlie, visit):
    guest = create_guest(language="en")
    visit(alice).post("/friends/link/")
    address = f"/friends/add/{alice.friend_link.code}/"
    assert "Save account" in page(visit(guest).get(address)).text
    assert visit(guest).post(address).status_code == 403
    assert visit().post(address).status_code == 403
    assert visit(guest).post("/friends/link/").status_code == 403
    block(user_id=alice.pk, other_id=bob.pk)
    block(user_id=charlie.pk, other_id=alice.pk)
    for reader in (bob, charlie):
        assert visit(reader).post(address).status_code == 404
        assert get_relationship(alice.pk, reader.pk) == ""
    assert visit().get("/friends/add/nobodyslink2/").status_code == 404


def test_friends_are_there_to_tap_at_an_open_table(alice, bob, charlie, visit, language):
    befriend(alice, bob)
    table, client = opened("lombard", alice, seats_=4), visit(alice, language)
    client.post(f"/tables/{table.public_id}/invitations/", {"name": "bob"})  # the buttons don't show whom that reaches
    answer = page(client.get(f"/tables/{table.public_id}/")).form_with("friend", bob.public_id).send(
        client, ("friend", bob.public_id)
    )  # fmt: skip
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert [invitation.table for invitation in list_invitations(bob.pk)] == [table.public_id]
    response = client.get(f"/tables/{table.public_id}/")
    assert sentence("invited", language) in page(response).text
    assert not any(("friend", bob.public_id) in form.buttons for form in page(response).forms)
    address = f"/tables/{table.public_id}/invitations/"
    assert client.post(address, {"friend": charlie.public_id}).status_code == 400  # no friend


def test_a_rematch_keeps_the_series(alice, bob, charlie, visit, language):
    first = won_by(finished("sdc", alice, bob), alice)
    client = visit(alice, language)
    assert "series" not in client.get(f"/tables/{first.public_id}/").text  # one match isn't enough
    second = won_by(again(first, alice, bob), bob)
    third = won_by(again(second, bob, alice), alice)
    assert "1 : 1" in page(client.get(f"/tables/{second.public_id}/")).text
    hers = {seat.user_id: index for index, seat in enumerate(Seat.objects.filter(table=third).order_by("number"))}
    score = "2 : 1" if hers[alice.pk] == 0 else "1 : 2"
    assert score in page(client.get(f"/tables/{third.public_id}/")).text
    assert "2 : 1" in page(client.get(f"/players/{bob.public_id}/")).text
    assert "1 : 2" in page(visit(bob, language).get(f"/players/{alice.public_id}/")).text
    assert score not in page(visit(charlie, language).get(f"/tables/{third.public_id}/")).text  # theirs alone
    for user in (alice, bob):
        fourth = join_rematch(public_id=third.public_id, user_id=user.pk)
    assert "2 : 1" in page(client.get(f"/tables/{fourth}/")).text
    assert "2 : 1" in page(client.get(f"/tables/{fourth}/fragment/")).text


@pytest.mark.parametrize("count", [1, 4])
def test_the_page_costs_the_same_however_much_was_played(alice, bob, visit, count):
    for _ in range(count):
        finished("sdc", alice, bob)
        running("sdc", alice, bob)
    client = visit(alice)
    with queries(25):
        client.get(f"/players/{bob.public_id}/")


def test_what_one_sent_is_in_ones_data_and_goes_with_the_account(alice, bob, charlie, visit, moderator):
    client = visit(alice)
    client.post("/friends/", {"name": "bob"})
    client.post(f"/players/{charlie.public_id}/relationship/", {"do": "ask"})
    table = opened("lombard", alice, seats_=4)
    client.post(f"/tables/{table.public_id}/invitations/", {"name": "bob"})
    export = export_relationships(alice)
    assert [row["typed_name"] for row in export["open_requests_by_name"]] == ["bob"]
    assert [row["recipient__public_id"] for row in export["open_requests_on_pages"]] == [charlie.public_id]
    assert bob.public_id not in str(export)
    visit(alice).post("/friends/link/")
    anonymize_user(person=bob, by=moderator, reason="asked for it")
    assert "bob" in page(client.get("/friends/")).texts["sent"]  # as it was
    anonymize_user(person=charlie, by=moderator, reason="asked for it")
    assert "by name" in page(client.get("/friends/")).texts["sent"]
    assert charlie.public_id not in client.get("/friends/").text
    anonymize_user(person=alice, by=moderator, reason="asked for it")
    assert not SentFriendRequest.objects.exists()
    assert not FriendLink.objects.exists()
