"""Levels are offered where they were measured, with stars and figures; and each seat can have a different one."""

import json

import pytest

from games.arena import strength
from games.arena.strength import Strength, find_strength, list_levels
from games.catalog import registry
from games.tables.bots.levels import list_level_choices
from games.tables.bots.substitutes import get_substitute_level, list_substitute_levels
from games.tables.gameplay.moves import end_match
from games.tables.locked_table import locked_table
from games.tables.models import Seat, Table
from games.tables.services.rematch import join_rematch
from tests.html import page
from tests.matches import fresh, opened, running, seat


def cell(game, seats, level, other, wins, **details):
    return {"game": game, "seats": seats, "level": level, "other": other, "wins": wins, "options": [], **details}


MEASURED = [
    cell("sdc", 2, "normal", "beginner", 923),
    cell("sdc", 2, "strong", "normal", 628),
    cell("sdc", 2, "lessons", "beginner", 930),
    cell("get9", 3, "strong", "normal", 500),
    cell("get9", 4, "strong", "normal", 327),
    cell("get9", 7, "strong", "normal", 140),  # an equal wins 143
    cell("get9", 4, "normal", "beginner", 601),
    cell("get9", 4, "lessons", "beginner", 720),
    cell("crown", 2, "strong", "normal", 600),
    cell("crown", 2, "strong", "normal", 450, options=["mode=adjusted"]),
    cell("crown", 1, "strong", "", 900, options=["mode=solo"]),
]


@pytest.fixture(autouse=True)
def measured(monkeypatch, tmp_path):
    """The file says this, and GET9 and the Crown have strong bots."""
    file = tmp_path / "strength.json"
    file.write_text(json.dumps({"cells": MEASURED, "ratings": []}))
    monkeypatch.setattr(strength, "STRENGTH_FILE", file)
    for slug in ("get9", "crown"):
        bots = registry.get_game(slug).bots
        monkeypatch.setitem(bots, "strong", bots.get("strong", bots["normal"]))
    strength.read_cells.cache_clear()
    yield file
    strength.read_cells.cache_clear()


def levels(table):
    return list(Seat.objects.filter(table=table).order_by("number").values_list("bot_level", flat=True))


def options(slug, **choices):
    return registry.list_metadata()[slug].clean_options(choices)


# --- where which is offered -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "seats", "given", "is_offered"),
    [
        ("sdc", 2, {}, True),
        ("get9", 3, {}, True),
        ("get9", 4, {}, True),
        ("get9", 5, {}, False),  # the most at which it was better is four
        ("get9", 7, {}, False),
        ("crown", 2, {}, True),
        ("crown", 2, {"mode": "adjusted"}, False),  # measured, and worse than an equal
    ],
)
def test_strong_is_offered_where_it_was_measured_and_was_better(slug, seats, given, is_offered):
    assert list_levels(slug, seats, options(slug, **given))[:2] == ("beginner", "normal")
    assert ("strong" in list_levels(slug, seats, options(slug, **given))) == is_offered


def test_where_nothing_was_measured_there_are_the_levels_that_every_game_has(measured):
    measured.unlink()
    strength.read_cells.cache_clear()
    assert list_levels("sdc", 2, options("sdc")) == ("beginner", "normal")
    assert [choice.sentence for choice in list_level_choices("sdc", 2, options("sdc"))] == ["", ""]


def test_what_is_said_is_of_the_nearest_number_of_seats():
    assert find_strength("get9", 6, options("get9"), "strong") == Strength("strong", "normal", 7, 14)
    assert find_strength("get9", 3, options("get9"), "normal") == Strength("normal", "beginner", 4, 60)
    assert find_strength("get9", 4, options("get9"), "beginner") == Strength("lessons", "beginner", 4, 72)
    assert find_strength("lombard", 4, options("lombard"), "normal") is None


def test_stars_and_sentences():
    two = list_level_choices("sdc", 2, options("sdc"))
    assert [(choice.code, choice.stars, choice.star_marks) for choice in two] == [
        ("beginner", 1, "★☆☆"), ("normal", 2, "★★☆"), ("strong", 3, "★★★"),
    ]  # fmt: skip
    assert [choice.sentence for choice in two] == [
        "Players who have done the lessons beat it in 93 of 100 matches.",
        "Beats beginner in 92 of 100 matches.",
        "Beats normal in 63 of 100 matches.",
    ]
    assert [choice.sentence for choice in list_level_choices("get9", 4, options("get9"))] == [
        "Players who have done the lessons win 72 of 100 matches against 3 of these (an equal opponent: 25).",
        "Against 3 of level beginner it wins 60 of 100 matches (an equal opponent: 25).",
        "Against 3 of level normal it wins 33 of 100 matches (an equal opponent: 25).",
    ]


SAID = [("en", "Beats normal in 63 of 100 matches."), ("ja", "中級を相手に、100試合中63試合勝ちます。")]


@pytest.mark.parametrize("address", ["/games/sdc/rules/", "/games/sdc/new/", "/practice/", "/"])
@pytest.mark.parametrize(("language", "said"), SAID)
def test_pages_say_so(client, db, address, language, said):
    client.cookies["django_language"] = language
    text = client.get(address).content.decode()
    assert said in text
    assert "★★★" in text


# --- a new table ------------------------------------------------------------------------------------------------------


def new_table(client, slug, **changes):
    address = f"/games/{slug}/new/"
    return page(client.get(address)).form(address).send(client, **changes)


def test_a_new_table_takes_a_level_where_it_is_offered(client, alice):
    client.force_login(alice)
    choices = {"visibility": "bots", "bot_level": "strong"}
    refused = new_table(client, "get9", seats="7", **choices)
    assert refused.status_code == 422
    assert "Bots of this level can’t play at such a table." in refused.content.decode()
    assert not Table.objects.exists()
    assert new_table(client, "get9", seats="4", **choices).status_code == 302
    assert levels(Table.objects.get()) == ["", "strong", "strong", "strong"]


def test_the_form_says_how_strong_they_are_at_the_table_it_stands_at(client, alice):
    client.force_login(alice)
    for seats, sentence in (
        (3, "Against 2 of level normal it wins 50"),
        (4, "Against 3 of level normal it wins 33"),
    ):
        address = "/games/get9/new/"
        fields = page(client.get(address)).form(address).data(seats=str(seats))
        text = client.get(address, {**fields, "estimate": "1"}).content.decode()
        assert sentence in text


def test_one_click_takes_what_is_offered(client, db):
    assert client.post("/games/sdc/quick-play/", {"level": "strong"}).status_code == 302
    assert levels(Table.objects.get())[1] == "strong"
    assert client.post("/games/lombard/quick-play/", {"level": "strong"}).status_code == 422


# --- seats, one by one ------------------------------------------------------------------------------------------------


def fill(client, table, **data):
    return client.post(f"/tables/{table.public_id}/bots/", {"level": "normal", "start": "0", **data})


def test_each_seat_may_have_its_own_level(client, alice, bob):
    table = opened("get9", alice, bob, seats_=4)
    client.force_login(alice)
    form = page(client.get(f"/tables/{table.public_id}/")).form("/bots/")
    names = form.data(("start", "0"))
    assert {"level", "level-2", "level-3"} <= set(names)
    assert not {"level-0", "level-1"} & set(names)
    form.send(client, ("start", "0"), level="beginner", **{"level-3": "strong"})
    assert levels(table) == ["", "", "beginner", "strong"]


def test_the_same_for_all_is_one_choice(client, alice):
    table = opened("get9", alice, seats_=4)
    client.force_login(alice)
    page(client.get(f"/tables/{table.public_id}/")).form("/bots/").send(client, ("start", "1"), level="strong")
    assert levels(table) == ["", "strong", "strong", "strong"]
    assert fresh(table).status == "running"


@pytest.mark.parametrize("data", [{"level": "strong"}, {"level-3": "strong"}, {"level-3": "grandmaster"}])
def test_what_is_not_offered_is_refused_and_nobody_sits_down(client, alice, data):
    table = opened("get9", alice, seats_=7)
    client.force_login(alice)
    assert fill(client, table, **data).status_code == 422
    assert levels(table) == [""] * 7


@pytest.mark.parametrize("name", ["level-", "level-x", "level-²", "level-99", "level-0", "level--1"])
def test_fields_of_no_vacant_seat_change_nothing(client, alice, name):
    table = opened("get9", alice, seats_=3)
    client.force_login(alice)
    assert fill(client, table, **{name: "beginner"}).status_code == 302
    assert levels(table) == ["", "normal", "normal"]


# --- levels already at the table --------------------------------------------------------------------------------------


def test_a_substitute_is_of_a_level_that_is_offered_or_plays_there(alice, bob):
    table = running("lombard", alice, bob, seats=3, level="normal")
    title, seats = registry.get_game("lombard"), list(Seat.objects.filter(table=table).order_by("number"))
    assert list_substitute_levels(title, table, seats, 0) == ["normal"]
    seven = running("get9", alice, bob, seats=7, level="strong")
    seats = list(Seat.objects.filter(table=seven).order_by("number"))
    assert list_substitute_levels(registry.get_game("get9"), seven, seats, 0) == ["strong"]
    with locked_table(seven.public_id) as session:
        assert get_substitute_level(session, 0) == "strong"


def test_a_rematch_has_the_same_bots_though_they_are_offered_no_more(alice):
    table = running("get9", alice, seats=7, level="strong")
    with locked_table(table.public_id) as session:
        end_match(session, Table.Status.FINISHED)
    rematch = Table.objects.get(public_id=join_rematch(public_id=table.public_id, user_id=alice.pk))
    assert levels(rematch) == ["", *["strong"] * 6]
    assert seat(rematch, 1).bot_level == "strong"
