"""For people without a seat a private table doesn't exist, in any answer to any request."""

import re
from itertools import product

import pytest

from accounts.models import User
from games.tables.models import Seat
from tests.matches import finished, opened, running, snapshot
from tests.refusals import CALL

PAGES = ["/tables/{}/", "/tables/{}/fragment/", "/tables/{}/log/", "/replays/{}/", "/replays/{}/positions/6/",
         "/replays/{}/verify/", "/tables/{}/invitations/wrongwrong12/"]  # fmt: skip
ACTIONS = ["move", "join", "leave", "bots", "start"]


@pytest.fixture(params=["open", "running", "finished"])
def private(request, alice, bob):
    if request.param == "open":
        return opened("lombard", alice, bob, seats_=3, visibility="private")
    create = running if request.param == "running" else finished
    return create("lombard", alice, bob, visibility="private")


@pytest.fixture
def outsiders(charlie, visit):
    return visit(charlie), visit(None)


def test_no_page_of_it_is_there(private, outsiders):
    for outsider, address in product(outsiders, PAGES):
        real = outsider.get(address.format(private.public_id))
        none = outsider.get(address.format("nosuchtable2"))
        assert real.status_code == none.status_code == 404, address
        assert normalise(real, private.public_id) == normalise(none, "nosuchtable2"), address


def test_nothing_can_be_done_to_it(private, outsiders):
    before, people = snapshot(private), User.objects.count()
    data = CALL | {"asked": "4", "key": "k", "code": "wrong"}
    for outsider, action in product(outsiders, ACTIONS):
        real = outsider.post(f"/tables/{private.public_id}/{action}/", data)
        none = outsider.post(f"/tables/nosuchtable2/{action}/", data)
        assert real.status_code == none.status_code, action
        assert real.status_code in ((404,) if action in ("move", "join") else (403, 404)), action
        assert normalise(real, private.public_id) == normalise(none, "nosuchtable2"), action
        assert snapshot(private) == before, action
        assert User.objects.count() == people, action


def normalise(response, public_id: str) -> str:
    """The page without what differs between any two answers."""
    return re.sub(r'(csrfmiddlewaretoken" value|data-now)="[^"]*"', "", response.content.decode()).replace(
        public_id, ""
    )


def test_no_list_names_it(private, charlie, visit):
    for address in ("/", "/lobby/"):
        assert private.public_id not in visit(charlie).get(address).content.decode()


def test_whoever_sits_there_sees_it(private, bob, visit):
    assert visit(bob).get(f"/tables/{private.public_id}/").status_code == 200


def test_the_invitation_opens_it(alice, charlie, visit):
    table = opened("lombard", alice, seats_=3, visibility="private")
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    client = visit(charlie)
    assert client.get(address).status_code == 200
    assert client.post(f"/tables/{table.public_id}/join/", {"code": table.invite_code}).status_code == 302
    assert Seat.objects.get(table=table, user=charlie).number == 1
    assert client.get(address)["Location"] == f"/tables/{table.public_id}/"


def test_the_invitation_is_for_those_who_sit_there_to_give(alice, bob, charlie, visit):
    for visibility in ("public", "link"):
        table = opened("lombard", alice, bob, seats_=3, visibility=visibility)
        assert table.invite_code in visit(bob).get(f"/tables/{table.public_id}/").content.decode()
        assert table.invite_code not in visit(charlie).get(f"/tables/{table.public_id}/").content.decode()


def test_a_table_by_link_is_in_no_list_but_open_to_its_address(alice, charlie, visit):
    table = opened("lombard", alice, seats_=3, visibility="link")
    client = visit(charlie)
    assert table.public_id not in client.get("/lobby/").content.decode()
    assert client.get(f"/tables/{table.public_id}/").status_code == 200
    assert client.post(f"/tables/{table.public_id}/join/").status_code == 302


def test_an_ended_private_table_stays_private(alice, bob, charlie, visit):
    table = finished("sdc", alice, bob)
    type(table).objects.filter(pk=table.pk).update(visibility="private", replay_visibility=1)
    assert visit(charlie).get(f"/replays/{table.public_id}/", follow=True).status_code == 404
    assert visit(alice).get(f"/replays/{table.public_id}/", follow=True).status_code == 200
