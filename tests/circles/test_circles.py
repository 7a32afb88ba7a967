"""Circles: members, the link, shared tables, and the members' results."""

import pytest
from django.core.cache import cache

from accounts.services.users import create_guest
from accounts.staff.services import anonymize_user
from games.circles import services
from games.circles.data_export import export_circles
from games.circles.forms import CircleTableForm
from games.circles.models import Circle, CircleMember, CircleTable
from games.social.friends.blocks import block
from games.social.friends.invitations import list_invitations
from games.tables.errors import NotFoundError
from games.tables.models import Result, Seat, Table
from games.tables.services.rematch import join_rematch
from tests.html import page
from tests.matches import finished, fresh, played, running
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


@pytest.fixture
def circle(alice, bob) -> Circle:
    """Alice's circle, in which Bob is, too."""
    new_circle = services.create_circle(alice, "Thursday")
    services.join_circle(bob, new_circle.join_code)
    return new_circle


def address(circle) -> str:
    return f"/circles/{circle.public_id}/"


def members(circle) -> set[str]:
    return set(CircleMember.objects.filter(circle=circle).values_list("user__name", flat=True))


def test_a_circle_is_founded_and_joined_by_its_link(alice, bob, charlie, visit, language):
    client, other = visit(alice, language), visit(bob, language)
    assert sentence("New circle", language) in page(client.get("/circles/")).text
    answer = page(client.get("/circles/")).form("/circles/").send(client, name="  Thursday ")
    circle = Circle.objects.get()
    assert (answer["Location"], circle.name, members(circle)) == (address(circle), "Thursday", {"Alice"})
    response = client.get(address(circle))
    link = f"/circles/join/{circle.join_code}/"
    assert link in response.text
    assert "<svg" in response.text
    join_page = page(other.get(link))
    assert "Thursday" in join_page.text
    assert join_page.form(link).send(other)["Location"] == address(circle)
    assert members(circle) == {"Alice", "Bob"}
    assert other.get(link)["Location"] == address(circle)
    assert other.post(link).status_code == 302  # twice is once
    assert CircleMember.objects.count() == 2
    assert "Bob" in page(client.get(address(circle))).texts["members"]
    assert "Thursday" in page(other.get("/circles/")).text


def test_only_members_see_it(circle, alice, charlie, visit):
    for reader, status in ((charlie, 404), (None, 302)):
        client = visit(reader)
        for path in (address(circle), f"{address(circle)}tables/"):
            assert client.get(path).status_code == status
            assert client.post(path, {"do": "leave"}).status_code == status
    assert "Thursday" not in page(visit(charlie).get("/circles/")).text
    response = visit(charlie).get(f"/circles/join/{circle.join_code}/")  # with the link, its name and no member
    assert "Alice" not in page(response).text.replace("Charlie", "")
    assert visit().get("/circles/join/nobodyslink2/").status_code == 404


def test_guests_are_in_no_circle(circle, visit):
    guest = create_guest(language="en")
    link = f"/circles/join/{circle.join_code}/"
    assert "Save account" in page(visit(guest).get(link)).text
    assert visit(guest).post(link).status_code == 403
    assert visit(guest).post("/circles/", {"name": "x"}).status_code == 403
    assert visit().post(link).status_code == 403
    assert "Log in" in page(visit().get(link)).text
    assert members(circle) == {"Alice", "Bob"}


def test_a_name_is_readable(alice, circle, visit):
    client = visit(alice)
    for name in ("", "   ", "\u202eyadsruhT", "x" * 41):
        assert client.post("/circles/", {"name": name}).status_code == 422
        assert client.post(address(circle), {"do": "rename", "name": name}).status_code == 422
    client.post(address(circle), {"do": "rename", "name": "金曜会"})
    assert Circle.objects.get().name == "金曜会"


def test_a_circle_has_room_for_thirty(circle, person, visit, monkeypatch):
    monkeypatch.setattr(services, "MAX_MEMBERS", 2)
    assert visit(person("Dora")).post(f"/circles/join/{circle.join_code}/").status_code == 409
    monkeypatch.setattr(services, "MAX_CIRCLES", 1)
    assert visit(circle.owner).post("/circles/", {"name": "Another"}).status_code == 429
    assert Circle.objects.count() == 1


def test_its_owner_looks_after_it(circle, alice, bob, charlie, visit):
    services.join_circle(charlie, circle.join_code)
    client, link = visit(alice), f"/circles/join/{circle.join_code}/"
    menu = page(client.get(address(circle))).form_with("do", "remove")
    menu.send(client, ("do", "remove"), member=charlie.public_id)
    assert members(circle) == {"Alice", "Bob"}
    assert visit(charlie).get(link).status_code == 404  # who was removed knows no link
    before = fresh_circle(circle).join_code
    client.post(address(circle), {"do": "renew-link"})
    assert fresh_circle(circle).join_code != before
    assert client.post(address(circle), {"do": "leave"}).status_code == 409  # others would be left behind
    client.post(address(circle), {"do": "hand-over", "member": bob.public_id})
    assert fresh_circle(circle).owner == bob
    assert client.post(address(circle), {"do": "leave"})["Location"] == "/circles/"
    assert members(circle) == {"Bob"}
    visit(bob).post(address(circle), {"do": "leave"})
    assert not Circle.objects.exists()


def test_others_may_only_leave(circle, alice, bob, visit):
    client = visit(bob)
    for change in ("rename", "renew-link", "remove", "hand-over"):
        sent = {"do": change, "name": "Mine", "member": alice.public_id}
        assert client.post(address(circle), sent).status_code == 403
    assert client.post(address(circle), {"do": "nothing"}).status_code == 400
    circle_page = page(client.get(address(circle)))
    assert {value for form in circle_page.forms for name, value in form.buttons if name == "do"} == {"leave"}
    assert visit(alice).post(address(circle), {"do": "remove", "member": alice.public_id}).status_code == 409
    assert (fresh_circle(circle).name, members(circle)) == ("Thursday", {"Alice", "Bob"})


def test_a_table_for_us_invites_everybody(circle, alice, bob, charlie, visit, language):
    services.join_circle(charlie, circle.join_code)
    client = visit(bob, language)
    form = page(client.get(address(circle))).form(f"{address(circle)}tables/")
    answer = form.send(client, game="lombard", turn_seconds="86400")
    table = Table.objects.get(public_id=answer["Location"].split("/")[2])
    assert (table.host, Seat.objects.filter(table=table).count(), table.visibility) == (bob, 3, "link")
    for member in (alice, charlie):
        assert [row.table for row in list_invitations(member.pk)] == [table.public_id]
    assert table.public_id in visit(alice, language).get(address(circle)).text
    for change in ({"game": "chess"}, {"turn_seconds": "7"}, {"seats": "99"}, {"game": "sdc", "seats": "5"}):
        sent = {"game": "lombard", "turn_seconds": "86400", **change}
        assert client.post(f"{address(circle)}tables/", sent).status_code == 422
    assert Table.objects.count() == 1
    client.post(f"{address(circle)}tables/", {"game": "doudizhu", "turn_seconds": "120", "seats": ""})
    assert Seat.objects.filter(table__game_slug="doudizhu", played_by="nobody").count() == 3  # needs four


def test_blocks_keep_their_meaning(circle, alice, bob, visit):
    block(user_id=alice.pk, other_id=bob.pk)
    visit(alice).post(f"{address(circle)}tables/", {"game": "sdc", "turn_seconds": "86400"})
    table = Table.objects.get()
    assert list_invitations(bob.pk) == []
    assert visit(bob).post(f"/tables/{table.public_id}/join/").status_code == 403
    assert table.public_id in visit(bob).get(address(circle)).text


def test_a_rematch_is_the_circles_too(circle, alice, bob):
    table = finished("sdc", alice, bob)
    CircleTable.objects.create(table=table, circle=circle)
    public_id = join_rematch(public_id=table.public_id, user_id=alice.pk)
    assert CircleTable.objects.get(table__public_id=public_id).circle == circle


def test_a_rematch_of_a_removed_member_is_not_the_circles(circle, alice, bob, visit):
    table = finished("sdc", bob, alice)
    CircleTable.objects.create(table=table, circle=circle)
    services.remove_member(circle.public_id, alice.pk, bob.public_id)
    public_id = join_rematch(public_id=table.public_id, user_id=bob.pk)
    assert not CircleTable.objects.filter(table__public_id=public_id).exists()
    assert public_id not in visit(alice).get(address(circle)).text


def test_a_table_leaves_the_circle_with_its_host(circle, alice, bob, visit):
    """Also one that a removed member set up, or set up again, before."""
    alices_table, bobs_table = running("sdc", alice, bob), running("sdc", bob, alice)
    for table in (alices_table, bobs_table):
        CircleTable.objects.create(table=table, circle=circle)
    text = visit(alice).get(address(circle)).text
    assert alices_table.public_id in text
    assert bobs_table.public_id in text
    services.remove_member(circle.public_id, alice.pk, bob.public_id)
    text = visit(alice).get(address(circle)).text
    assert alices_table.public_id in text
    assert bobs_table.public_id not in text


def test_who_was_removed_sets_up_no_table(circle, alice, bob, visit):
    """Even if the page was opened, or the request begun, before."""
    form = CircleTableForm({"game": "sdc", "turn_seconds": "86400"})
    assert form.is_valid()
    services.remove_member(circle.public_id, alice.pk, bob.public_id)
    with pytest.raises(NotFoundError):
        services.create_circle_table(circle, bob, form)
    assert not Table.objects.exists()


def test_results_are_of_matches_among_members(circle, alice, bob, charlie, visit, language):
    ours = finished("sdc", alice, bob)
    Result.objects.filter(table=ours).update(outcome="lost")
    Result.objects.filter(table=ours, user=bob).update(outcome="won")
    finished("sdc", alice, charlie)  # with someone else
    finished("get9", alice, bob)  # with a bot
    hidden = played("sdc", alice, bob)
    Table.objects.filter(pk=fresh(hidden).pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
    played("sdc", alice)  # alone
    response = visit(alice, language).get(address(circle))
    games = {game.slug: game.members for game in response.context["circle"].results}
    assert set(games) == {"sdc", "get9"}
    assert [(standing.name, standing.matches, standing.wins) for standing in games["sdc"]] == [
        ("Bob", 1, 1),
        ("Alice", 1, 0),
    ]
    assert sentence("Our results", language) in squeezed(page(response).text)


@pytest.mark.parametrize("count", [2, 12])
def test_the_page_costs_the_same_however_many_there_are(circle, alice, bob, person, visit, count):
    for n in range(count):
        services.join_circle(person(f"Friend{n}"), circle.join_code)
        finished("sdc", alice, bob)
        visit(alice).post(f"{address(circle)}tables/", {"game": "sdc", "turn_seconds": "86400"})
        cache.clear()
        Table.objects.filter(status="open").update(created_at="2020-01-01T00:00Z")
    client = visit(bob)
    with queries(7):
        assert client.get(address(circle)).status_code == 200
    with queries(2):
        assert client.get("/circles/").status_code == 200


def test_who_goes_for_good_leaves_the_circle_to_the_others(circle, alice, bob, moderator):
    assert [(row["name"], row["owner"]) for row in export_circles(alice)] == [("Thursday", True)]
    anonymize_user(person=alice, by=moderator, reason="asked for it")
    assert (fresh_circle(circle).owner, members(circle)) == (bob, {"Bob"})
    anonymize_user(person=bob, by=moderator, reason="asked for it")
    assert not Circle.objects.exists()


def fresh_circle(circle) -> Circle:
    return Circle.objects.get(pk=circle.pk)
