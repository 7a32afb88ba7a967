"""Solving puzzles with and without an account: answers, lists, streaks, and stored data."""

import json
import re
import zipfile
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services.anonymize import anonymize_guest
from accounts.services.data_export import build_export
from accounts.services.users import create_guest
from games.puzzles import making
from games.puzzles.answers import count_streak
from games.puzzles.making import get_today, make_due_puzzles, make_puzzle
from games.puzzles.models import Puzzle, PuzzleAnswer, PuzzleSearch
from tests.every_game import LANGUAGES
from tests.html import page
from tests.puzzles.puzzles import ILLEGAL, RIGHT, SLUG, WRONG, address, create_puzzle, posed

pytestmark = pytest.mark.django_db
SHOWN = re.compile(r'<span data-verdict="(\w+)">')


def verdict(client, puzzle: Puzzle, query: str = "") -> str:
    (state,) = SHOWN.findall(client.get(address(puzzle, query)).content.decode())
    return state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "said"), [(RIGHT, "right"), (WRONG, "wrong")])
def test_a_stranger_answers(visit, language, form, said):
    puzzle, client = create_puzzle(), visit(None, language)
    assert verdict(client, puzzle) == "asked"
    answer = client.post(address(puzzle, "answer/"), form, follow=True)
    assert SHOWN.findall(answer.content.decode()) == [said]
    assert verdict(client, puzzle) == said, "the device has kept it"
    assert verdict(client, puzzle, "?again") == "asked"
    assert verdict(visit(None, language), puzzle) == "asked", "and it alone"
    assert not PuzzleAnswer.objects.exists()


def test_the_first_answer_counts(alice, visit):
    puzzle, client = create_puzzle(), visit(alice)
    client.post(address(puzzle, "answer/"), WRONG)
    answer = client.post(address(puzzle, "answer/"), RIGHT, follow=True)
    assert SHOWN.findall(answer.content.decode()) == ["right"], "one may try again"
    (row,) = PuzzleAnswer.objects.all()
    assert (row.user, row.puzzle, row.day) == (alice, puzzle, get_today())
    assert row.number != 0
    assert verdict(client, puzzle) == "wrong"


def test_what_is_no_move_is_refused_as_at_a_table(visit):
    puzzle, client = create_puzzle(), visit(None)
    refused = client.post(address(puzzle, "answer/"), ILLEGAL)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert SHOWN.findall(refused.content.decode()) == ["asked"]
    assert client.post(address(puzzle, "answer/"), {"type": "nonsense"}).status_code == 400
    assert verdict(client, puzzle) == "asked"
    assert client.get(address(puzzle, "answer/")).url == address(puzzle)


def test_a_move_that_was_not_compared_is_told_kindly(alice, visit):
    puzzle, client = create_puzzle(), visit(alice)
    plain = {
        **puzzle.advice,
        "ratings": [rating for rating in puzzle.advice["ratings"] if rating["move"]["type"] != "drop"],
    }
    Puzzle.objects.filter(pk=puzzle.pk).update(advice=plain)
    answer = client.post(address(puzzle, "answer/"), WRONG, follow=True)
    assert SHOWN.findall(answer.content.decode()) == ["unseen"]
    assert PuzzleAnswer.objects.get().number is None


@pytest.mark.parametrize("query", ["?move=77", "?move=-1", "?move=x", "?move=", "?move=%00"])
def test_an_address_that_names_no_move_asks(visit, query):
    assert verdict(visit(None), create_puzzle(), query) == "asked"


def test_tomorrows_is_nobodys_yet(visit, alice):
    puzzle, client = create_puzzle(days_ago=-1), visit(alice)
    assert client.get(address(puzzle)).status_code == 404
    assert client.post(address(puzzle, "answer/"), RIGHT).status_code == 404
    assert puzzle.public_id not in client.get("/puzzles/").content.decode()
    assert puzzle.public_id not in client.get("/").content.decode()
    assert puzzle.public_id not in client.get(pages_address()).content.decode()


# --- The device


def test_what_a_device_has_kept_counts_for_the_account(visit, alice):
    puzzles = [create_puzzle(days_ago) for days_ago in range(3)]
    client = visit(alice)
    later = f"{puzzles[1].public_id}.x.400"  # it says a day that is to come
    client.cookies["puzzles"] = f"{puzzles[0].public_id}.0.0:{later}:{puzzles[2].public_id}.0.1:nonsense:{'z' * 12}.0.0"
    client.get("/puzzles/")
    assert not client.cookies["puzzles"].value
    days = {row.puzzle_id: (row.number, row.day) for row in PuzzleAnswer.objects.filter(user=alice)}
    today = get_today()
    assert days == {
        puzzles[0].pk: (0, today),
        puzzles[1].pk: (None, today),
        puzzles[2].pk: (0, today - timedelta(days=1)),
    }


def test_it_changes_no_answer_that_there_is(visit, alice):
    puzzle, client = create_puzzle(), visit(alice)
    client.post(address(puzzle, "answer/"), WRONG)
    client.cookies["puzzles"] = f"{puzzle.public_id}.0.0"
    client.get(address(puzzle))
    assert PuzzleAnswer.objects.get().number != 0


@pytest.mark.parametrize("text", ["", ":", "a.b", "x" * 4000, ".0.0", "k3vm9qk3vm9q.1000.0", "\x00"])
def test_nonsense_on_a_device_is_nothing(visit, alice, text):
    for user in (None, alice):
        client = visit(user)
        client.cookies["puzzles"] = text
        assert client.get("/puzzles/").status_code == 200
    assert not PuzzleAnswer.objects.exists()


def test_a_guests_device_keeps_them(visit):
    puzzle, client = create_puzzle(), visit(create_guest(language="en"))
    client.post(address(puzzle, "answer/"), RIGHT)
    assert not PuzzleAnswer.objects.exists()
    assert verdict(client, puzzle) == "right"


# --- Lists


def test_the_list_says_how_one_has_fared(visit, alice):
    puzzles = [create_puzzle(days_ago) for days_ago in range(4)]
    for puzzle, form in zip(puzzles, (RIGHT, WRONG, RIGHT), strict=False):
        visit(alice).post(address(puzzle, "answer/"), form)
    text = visit(alice).get("/puzzles/").content.decode()
    assert "2 solved of 3 tried" in text
    for puzzle in puzzles:
        assert address(puzzle) in text
    assert "not yet tried" in text
    assert "solved" not in visit(None).get("/puzzles/").content.decode()


def test_a_game_whose_puzzle_is_not_made_says_so(visit):
    assert "being made" in visit(None).get("/puzzles/").content.decode()


@pytest.mark.parametrize("place", ["/", "/lobby/"])
def test_todays_stands_on_the_front_page(visit, alice, place):
    puzzle, old = create_puzzle(), create_puzzle(days_ago=1)
    text = visit(alice).get(place).content.decode()
    assert address(puzzle) in text
    assert address(old) not in text
    assert 'id="puzzle-card"' in visit(None).get(place).content.decode()
    visit(alice).post(address(puzzle, "answer/"), RIGHT)
    assert "solved" in visit(alice).get(place).content.decode()


@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize(("who", "place", "queries"), [
    ("alice", "/puzzles/", 3), ("", "/puzzles/", 1), ("alice", "one", 2), ("", "one", 1),
])  # fmt: skip
def test_pages_cost_the_same_however_many_there_are(visit, alice, count, who, place, queries):
    puzzles = [create_puzzle(days_ago) for days_ago in range(count)]
    client = visit(alice if who else None)
    for puzzle in puzzles:
        client.post(address(puzzle, "answer/"), RIGHT)
    with CaptureQueriesContext(connection) as captured:
        client.get(address(puzzles[0]) if place == "one" else place)
    statements = [query["sql"] for query in captured.captured_queries]
    # Every page of a logged-in person asks for the header's counts.
    ours = [sql for sql in statements if "puzzles_" in sql]
    assert len(ours) == queries, "\n".join(statements)


@pytest.mark.parametrize(
    ("ago", "streak"),
    [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 3), 3), ((0, 2, 3), 1), ((0, 1, 3), 2)],
)
def test_days_in_a_row(ago, streak):
    today = date(2026, 3, 2)
    assert count_streak({today - timedelta(days=days) for days in ago}, today) == streak


def test_a_wrong_answer_is_a_day_as_well(visit, alice):
    client = visit(alice)
    for days_ago in range(2):
        client.cookies["puzzles"] = f"{create_puzzle(days_ago).public_id}.1.0"
        client.get("/puzzles/")
    assert re.search(r"<strong>2</strong>\s+days in a row", client.get("/puzzles/").content.decode())


# --- stored data about a person


def test_their_answers_are_in_the_download_and_go_with_them(visit, alice):
    puzzle = create_puzzle()
    visit(alice).post(address(puzzle, "answer/"), RIGHT)
    with zipfile.ZipFile(BytesIO(build_export(alice))) as archive:
        (row,) = json.loads(archive.read("puzzles.json"))
    assert (row["game"], row["puzzle"], row["solved"], row["move"]["type"]) == (SLUG, puzzle.public_id, True, "call")
    guest = create_guest(language="en")
    PuzzleAnswer.objects.update(user=guest)
    anonymize_guest(person=guest)
    assert not PuzzleAnswer.objects.exists()


# --- Without the site


def pages_address() -> str:
    today = get_today()
    return f"/puzzles/{today.year}-{today.month}-{today.day}.json"


def test_a_device_gets_all_pages_as_anybody_sees_them(visit, alice):
    puzzle = create_puzzle()
    client = visit(alice)
    client.post(address(puzzle, "answer/"), RIGHT)
    answer = client.get(pages_address())
    pages = answer.json()
    assert set(pages) == {"/puzzles/", address(puzzle)}
    assert SHOWN.findall(pages[address(puzzle)]) == ["asked"]
    for text in pages.values():
        assert alice.name not in text
        assert alice.public_id not in text
        assert "csrfmiddlewaretoken" not in text
    response = client.get(pages_address(), headers={"if-none-match": answer["ETag"]})
    assert response.status_code == 304
    assert client.get("/puzzles/2020-1-1.json").status_code == 404


def test_a_page_says_by_itself_what_is_right(visit):
    puzzle = create_puzzle()
    response = visit(None).get(address(puzzle))
    html = response.content.decode()
    data = json.loads(re.search(r'<script id="puzzle-data" type="application/json">(.*?)</script>', html)[1])
    assert data["id"] == puzzle.public_id
    numbers = [move["number"] for move in data["moves"]]
    assert sorted(numbers) == list(range(len(posed().advice.ratings)))
    assert {"number": 0, "fields": {"type": "call"}} in data["moves"]
    (form,) = [form for form in page(response).forms if form.action == address(puzzle, "answer/")]
    assert ("move", RIGHT["move"]) in form.buttons


# --- Making them


def test_the_missing_ones_are_made_once(monkeypatch):
    positions = iter([posed().position])
    monkeypatch.setattr(making, "walk_positions", lambda *arguments: positions)
    monkeypatch.setattr(making, "list_puzzle_games", lambda: [SLUG])
    make_due_puzzles(60)
    (puzzle,) = Puzzle.objects.all()
    assert (puzzle.day, puzzle.game_slug) == (get_today(), SLUG)
    assert make_puzzle(SLUG, get_today(), 60) == puzzle
    assert PuzzleSearch.objects.get().day > get_today(), "tomorrow's has not been found"


def test_nobody_looks_twice_at_the_same_time(monkeypatch):
    inner = []

    def walk(*arguments):
        inner.append(make_puzzle(SLUG, get_today(), 60))
        yield posed().position

    monkeypatch.setattr(making, "walk_positions", walk)
    puzzle = make_puzzle(SLUG, get_today(), 60)
    assert puzzle is not None
    assert inner == [None]
    assert not PuzzleSearch.objects.exists()


def test_no_position_comes_twice(monkeypatch):
    monkeypatch.setattr(making, "walk_positions", lambda *arguments: iter([posed().position]))
    assert make_puzzle(SLUG, get_today(), 60)
    assert make_puzzle(SLUG, get_today() + timedelta(days=1), 60) is None


def test_a_search_that_has_no_time_goes_on_later(monkeypatch):
    starts = []

    def walk(slug, day, before, looked_at):
        starts.append(looked_at)
        return iter([None, None])

    monkeypatch.setattr(making, "walk_positions", walk)
    assert make_puzzle(SLUG, get_today(), -1) is None
    assert make_puzzle(SLUG, get_today(), -1) is None
    assert starts == [0, 1]
