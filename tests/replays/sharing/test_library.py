"""The library: its contents by reader, and the costs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from accounts.models import User
from games.replays.library import search as library_search
from games.replays.library.filters import LibrarySearch
from games.replays.library.search import search_library
from games.replays.models import MatchSummary
from games.tables.models import Result, Seat, Table
from tests.matches import finished
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def create_match(title="sdc", people=(), *, days=0, sharing=3, moves=10, kinds=",lead,", won=None, status="finished"):
    """A finished match as the library reads it."""
    table = Table.objects.create(
        game_slug=title, status=status, replay_visibility=sharing, ended_at=NOON + timedelta(days=days)
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=n, user=user, played_by="person") for n, user in enumerate(people)
    )
    Result.objects.bulk_create(
        Result(
            table=table, user=user, game_slug=title, outcome="won" if user == won else "lost",
            place=1 if user == won else 2, is_public=sharing == 3, ended_at=table.ended_at,
        )
        for user in people
    )  # fmt: skip
    MatchSummary.objects.create(table=table, moves=moves, moment_kinds=kinds)
    return table


def list_ids(user=None, **query):
    return [result.id for result in search_library(LibrarySearch.from_query(query), user.pk if user else None).results]


def ids(*tables):
    return [table.public_id for table in tables]


def test_listed_matches_and_ones_own(alice, bob, charlie):
    listed, linked, closed = (
        create_match(people=(alice, bob), days=-sharing, sharing=sharing) for sharing in (3, 2, 1)
    )
    create_match(people=(alice, bob), status="voided")
    assert list_ids() == list_ids(charlie) == ids(listed)
    assert list_ids(alice) == list_ids(bob) == ids(closed, linked, listed)


def test_what_one_remembers_of_it(alice, bob, charlie):
    old = create_match("lombard", (alice, bob), days=-20, won=alice, moves=300, kinds=",out,swing,")
    mid = create_match("sdc", (alice, charlie), days=-10, won=charlie, moves=60, kinds=",lead,swing,")
    new = create_match("doudizhu", (bob, charlie), days=0, won=bob, moves=12, kinds=",bomb,")
    assert list_ids() == ids(new, mid, old)
    assert list_ids(title="sdc") == ids(mid)
    assert list_ids(who="ali") == ids(mid, old)
    assert list_ids(who="Alice", result="won") == ids(old)
    assert list_ids(who="alice", result="second") == ids(mid)
    assert list_ids(who="nobody") == []
    assert list_ids(since="2026-10-20") == ids(new, mid)
    assert list_ids(until="2026-10-22") == ids(mid, old)
    assert list_ids(since="2026-10-20", until="2026-10-23") == ids(mid)
    assert [list_ids(length=length) for length in ("short", "middle", "long")] == [ids(new), ids(mid), ids(old)]
    assert list_ids(moment="swing") == ids(mid, old)
    assert list_ids(moment="bomb") == ids(new)
    nonsense = {
        "title": "chess",
        "length": "x",
        "since": "2026-99-99",
        "until": "0001-01-01",
        "moment": "x",
        "before": "x_",
    }
    assert list_ids(**nonsense) == ids(new, mid, old)


def test_how_many_sat_there_and_whether_bots_did(alice, bob, charlie):
    everybody = (alice, bob, charlie, *(User.objects.create_user(name, name=name) for name in ("dora", "emil")))
    two, four, five = (create_match(people=everybody[:n], days=-n) for n in (2, 4, 5))
    Seat.objects.filter(table=four, number=3).update(user=None, played_by="bot", bot_level="normal")
    assert [list_ids(seats=seats) for seats in ("2", "3", "5")] == [ids(two), ids(four), ids(five)]
    assert list_ids(level="people") == ids(two, five)
    assert list_ids(level="normal", seats="3") == ids(four)
    assert list_ids(level="beginner") == []
    assert list_ids(level="best", seats="4") == ids(two, four, five)


def test_matches_of_a_series_are_one(alice, bob):
    first, other, second, third = (create_match(people=(alice, bob), days=days) for days in (-4, -3, -2, -1))
    Table.objects.filter(pk=first.pk).update(rematch=second)
    Table.objects.filter(pk=second.pk).update(rematch=third)
    results = search_library(LibrarySearch(), None).results
    assert [match.id for match in results] == ids(third, other)
    assert [match.id for match in results[0].earlier] == ids(second, first)
    assert list_ids(until="2026-10-30") == ids(second, other)  # a match that isn't on the page can't be its newest


def test_the_small_board_has_everybodys_mark(alice, bob, visit):
    create_match(people=(alice, bob))
    page = visit(alice).get("/library/").text
    board = page[page.index("small-board") : page.index("</svg>", page.index("small-board"))]
    assert board.count("<circle") == 2
    for person in (alice, bob):
        assert f"#{person.shown_avatar}" in board


def test_who_wants_no_public_page_is_not_looked_for(alice, bob):
    match = create_match(people=(alice, bob))
    type(alice).objects.filter(pk=alice.pk).update(is_public=False)
    assert list_ids(bob, who="alice") == []
    assert list_ids(alice, who="alice") == ids(match)


def test_page_after_page_nothing_is_left_out_or_told_twice(alice, bob):
    tables = [
        create_match(people=(alice, bob), days=-(n // 3), sharing=1 + n % 3) for n in range(70)
    ]  # many at one moment
    for user, expected in (
        (None, {t.public_id for t in tables if t.replay_visibility == 3}),
        (alice, set(ids(*tables))),
    ):
        listed, before = [], ""
        while True:
            page = search_library(LibrarySearch.from_query({"before": before}), user.pk if user else None)
            listed += [result.id for result in page.results]
            before = page.next_cursor
            if not before:
                break
        assert len(listed) == len(set(listed))
        assert set(listed) == expected


def test_a_rare_match_is_found_window_by_window(monkeypatch, alice, bob):
    monkeypatch.setattr(library_search, "WINDOW", 10)
    rare = create_match(people=(alice, bob), days=-25, kinds=",bomb,")
    for n in range(24):
        create_match(people=(alice, bob), days=-n)
    before, pages, limits = "", 0, []
    while True:
        page = search_library(LibrarySearch.from_query({"moment": "bomb", "before": before}), None)
        pages, before = pages + 1, page.next_cursor
        limits.append(page.searched_until)
        if page.results or not before:
            break
    assert ([result.id for result in page.results], pages) == ([rare.public_id], 3)
    assert limits[0] == NOON - timedelta(days=9)
    assert list_ids(who="alice", moment="bomb") == ids(rare)  # with a person all of theirs are looked at


@pytest.mark.parametrize("count", [1, 60])
@pytest.mark.parametrize(
    ("asked", "expected"),
    [("", 5), ("?who=ali&result=won&length=short", 5), ("?moment=lead&title=sdc&since=2026-10-01", 5)],
)
def test_what_it_costs(alice, bob, visit, count, asked, expected):
    for n in range(count):
        create_match(people=(alice, bob), days=-n % 20, won=alice)
    client = visit()
    with queries(expected):
        assert client.get(f"/library/{asked}").status_code == 200


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the plan of one database")
def test_it_goes_by_its_indexes(alice, bob):
    listed = (
        Table.objects.filter(library_search.LISTED).order_by("-ended_at", "-public_id").values_list("pk", "ended_at")
    )
    assert "table_listed" in listed[:25].explain()
    assert "TEMP B-TREE" not in listed[:25].explain()
    assert "table_listed_game" in listed.filter(game_slug="sdc")[:25].explain()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_leads_to_the_replay_and_tells_no_result(alice, bob, visit, language):
    match = finished("lombard", alice, bob)
    page = visit(None, language).get("/library/").text
    assert f"/replays/{match.public_id}/" in page
    assert "badge--won" not in page
    assert "Alice" in page
    assert visit().head("/library/").status_code == 200
    assert visit(None, language).get("/library/?who=%00&before=%00_x&since=%00").status_code == 200
