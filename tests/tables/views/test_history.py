"""A person's ended matches, and the page about a person."""

import re
from datetime import UTC, datetime

import pytest

from accounts.services.users import create_guest
from games.replays.archive.services import archive_table
from games.social.models import ChatMessage
from games.tables.models import Result, Seat, Table
from games.tables.selectors import history
from games.tables.selectors.history import HistoryFilter, get_history_page
from tests.matches import SHORT, finished, opened, played
from tests.moderation.actions import table_void
from tests.site.test_query_counts import queries
from tests.social.chats import say


def create_results(user, like, count):
    """Create that many results of the person, each at a different table."""
    columns = {"game_slug": like.game_slug, "is_public": True, "ended_at": like.ended_at}
    for n in range(count):
        table = Table.objects.create(public_id=f"h{n:011}", game_slug=like.game_slug, status="finished")
        Seat.objects.create(table=table, number=0, user=user, played_by="person")
        Result.objects.create(table=table, user=user, outcome="lost", place=2, score=n, **columns)


@pytest.fixture
def played_by_alice(alice, bob, charlie):
    return {
        "sdc": finished("sdc", alice, bob),
        "lombard": played("lombard", alice, charlie),
        "private": played("sdc", alice, bob, visibility="private", **SHORT["sdc"]),
    }


def test_it_asks_for_a_person(visit):
    assert visit().get("/history/").status_code == 302


def test_all_of_mine_with_result_and_replay(played_by_alice, alice, visit):
    page = visit(alice).get("/history/").text
    for table in played_by_alice.values():
        assert f"/replays/{table.public_id}/" in page
    assert "Bob" in page


def test_the_filters(played_by_alice, alice, visit):
    def ids(query):
        page = get_history_page(alice.pk, HistoryFilter.from_query(query), 1)
        return {line.line.id for line in page.lines}

    sdc, lombard, private = (played_by_alice[name].public_id for name in ("sdc", "lombard", "private"))
    assert ids({"title": "lombard"}) == {lombard}
    assert ids({"who": "oB"}) == {sdc, private}
    assert ids({"who": "alice"}) == set()
    assert ids({"who": "%"}) == set()
    won = {r.table.public_id for r in Result.objects.filter(user=alice, outcome="won").select_related("table")}
    assert ids({"result": "won"}) == won
    assert ids({"result": "lost"}) == {sdc, lombard, private} - won
    assert ids({"result": "other"}) == set()
    assert ids({"title": "nonesuch", "result": "x", "who": "\x00"}) == {sdc, lombard, private}
    assert "No finished tables found" in visit(alice).get("/history/?who=zzz").text


def list_replays(visit, user, **query):
    """The matches a page of the history leads to."""
    page = visit(user).get("/history/", query)
    return set(re.findall(r'line__link" href="/replays/(\w+)/"', page.text))


def test_by_time_where_the_reader_is(played_by_alice, alice, visit):
    sdc, lombard, private = (played_by_alice[name] for name in ("sdc", "lombard", "private"))
    for table, day in ((sdc, 1), (lombard, 2), (private, 3)):
        Result.objects.filter(table=table).update(ended_at=datetime(2026, 11, day, 20, tzinfo=UTC))
    assert list_replays(visit, alice, since="2026-11-02") == {lombard.public_id, private.public_id}
    assert list_replays(visit, alice, since="2026-11-02", until="2026-11-02") == {lombard.public_id}
    assert len(list_replays(visit, alice, since="x", until="2026-13-01")) == 3
    type(alice).objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    assert list_replays(visit, alice, since="2026-11-02", until="2026-11-02") == {sdc.public_id}


def test_by_what_was_said_and_noted(played_by_alice, alice, bob, charlie, visit):
    sdc, lombard = played_by_alice["sdc"], played_by_alice["lombard"]
    say(sdc, bob, "What a Storm!")
    note = f"/replays/{lombard.public_id}/positions/9/note/"
    visit(alice).post(note, {"text": "stormy raise, 100%"})
    visit(charlie).post(note, {"text": "mine alone"})
    assert list_replays(visit, alice, text="storm") == {sdc.public_id, lombard.public_id}
    assert list_replays(visit, alice, text="100%") == {lombard.public_id}
    assert list_replays(visit, bob, text="storm") == {sdc.public_id}
    for nothing in ("mine alone", "_torm"):
        assert list_replays(visit, alice, text=nothing) == set()
    ChatMessage.objects.update(is_hidden=True)
    assert list_replays(visit, alice, text="What a") == set()


def test_a_match_leads_to_its_moments(played_by_alice, alice, visit):
    sdc, private = played_by_alice["sdc"], played_by_alice["private"]
    type(sdc).objects.filter(pk=private.pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
    for table in (sdc, private):
        archive_table(table.pk)
    client = visit(alice)
    page = client.get("/history/").text
    assert f"/replays/{sdc.public_id}/moment/" in page
    assert f"/replays/{private.public_id}/moment/" not in page
    links = re.findall(r'line__moment" href="([^"]+)"', page)
    assert any("/positions/" in link for link in links)
    for link in links:
        assert client.get(link).status_code in (200, 302), link


@pytest.mark.parametrize("count", [1, 60])
def test_its_queries_are_the_same_at_any_length(alice, bob, visit, count):
    table = finished("sdc", alice, bob)
    create_results(alice, Result.objects.get(user=alice, table=table), count)
    client = visit(alice)
    for page in ("", "?page=2", "?page=99&result=lost&title=sdc"):
        with queries(6):
            assert client.get(f"/history/{page}").status_code == 200


def test_pages_keep_the_filters(alice, bob, visit, monkeypatch):
    table = finished("sdc", alice, bob)
    create_results(alice, Result.objects.get(user=alice, table=table), 60)
    page = visit(alice).get("/history/?title=sdc&page=2").text
    assert "?page=3&amp;title=sdc" in page
    assert "Page 2 of 3" in page


def test_a_person_shows_public_matches_only(played_by_alice, alice, bob, visit):
    address = f"/players/{alice.public_id}/"
    with queries(10):
        page = visit().get(address).text
    assert played_by_alice["sdc"].public_id in page
    assert played_by_alice["private"].public_id not in page
    assert "2 matches" in page
    text = visit(alice).get(address).text
    assert played_by_alice["private"].public_id not in text
    assert "3 matches" in text


def test_the_statistics(played_by_alice, alice):
    page = history.get_person_page(alice.public_id, None)
    assert [(stat.slug, stat.matches) for stat in page.stats] == [("lombard", 1), ("sdc", 1)]
    for stat in page.stats:
        result = Result.objects.get(user=alice, game_slug=stat.slug, is_public=True)
        assert (stat.wins, stat.place) == (int(result.outcome == "won"), result.place)


def test_whoever_wishes_is_private(played_by_alice, alice, bob, charlie, visit):
    client = visit(alice)
    client.post("/settings/privacy/", {})
    address = f"/players/{alice.public_id}/"
    for reader in (charlie, None):
        page = visit(reader).get(address).text
        assert "Alice" in page
        assert played_by_alice["sdc"].public_id not in page
        assert "matches" not in page
    page = visit(bob).get(address).text  # who played with her reads of that alone
    assert played_by_alice["sdc"].public_id in page
    assert "matches" not in page
    assert played_by_alice["sdc"].public_id in client.get(address).text


def test_a_guest_is_a_name_and_no_more(alice, visit):
    guest = create_guest(language="en")
    played("sdc", alice, guest, **SHORT["sdc"])
    page = visit(alice).get(f"/players/{guest.public_id}/").text
    assert guest.name in page
    assert "matches" not in page
    assert f"/players/{guest.public_id}/" not in visit(alice).get("/history/").text


def test_nobody_is_not_found(alice, visit):
    assert visit().get("/players/nobodynobody/").status_code == 404
    type(alice).objects.filter(pk=alice.pk).update(anonymised_at=alice.date_joined)
    assert visit().get(f"/players/{alice.public_id}/").status_code == 404


def test_a_void_match_has_no_place(alice, bob, moderator):
    table = opened("sdc", alice, bob)
    table_void(public_id=table.public_id, moderator_id=moderator.pk, reason="a test")
    assert set(Result.objects.values_list("outcome", "place")) == {("void", None)}
