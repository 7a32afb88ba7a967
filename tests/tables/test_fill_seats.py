"""Bots in vacant seats, and the table that is there in one click."""

import pytest

from games.catalog import registry
from games.tables.errors import ConflictError, ForbiddenError, UnprocessableError
from games.tables.models import Event, Seat, Table
from games.tables.services.seats import create_quick_table, fill_with_bots
from tests.every_game import every_game
from tests.matches import bodies, fresh, opened, running, snapshot


def levels(table):
    return list(Seat.objects.filter(table=table).order_by("number").values_list("bot_level", flat=True))


def test_all_vacant_seats_are_filled(alice, bob):
    table = opened("lombard", alice, bob, seats_=4)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner")
    assert levels(table) == ["", "", "beginner", "beginner"]
    assert fresh(table).status == "open"
    assert [(b["kind"], b["seat"], b["data"]) for b in bodies(table)[-2:]] == [
        ("sit-bot", 2, {"level": "beginner"}),
        ("sit-bot", 3, {"level": "beginner"}),
    ]


def test_some_are_filled_and_the_start_waits(alice):
    table = opened("lombard", alice, seats_=4)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="normal", count=2, start=True)
    assert levels(table) == ["", "normal", "normal", ""]
    assert fresh(table).status == "open"


def test_the_last_seat_filled_starts_if_asked_to(slug, alice):
    table = running(slug, alice)
    assert table.status == "running"
    assert "start" in [body["kind"] for body in bodies(table)]


def test_a_full_table_is_started_without_another_bot(alice, bob):
    table = opened("sdc", alice, bob)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="normal", start=True)
    assert fresh(table).status == "running"
    assert levels(table) == ["", ""]


@pytest.mark.parametrize("level", ["", "grandmaster", "\0"])
def test_a_level_the_title_does_not_have_is_refused(alice, level):
    table = opened("lombard", alice, seats_=4)
    assert_refused(table, alice, UnprocessableError, "bad-option", level)


def test_only_those_seated_fill(alice, charlie):
    assert_refused(opened("sdc", alice), charlie, ForbiddenError, "not-seated")


def test_nothing_is_filled_after_the_start(table, alice):
    assert_refused(table, alice, ConflictError, "already-started")


def assert_refused(table, user, kind, code, level="normal"):
    before = snapshot(table)
    with pytest.raises(kind) as refusal:
        fill_with_bots(public_id=table.public_id, user_id=user.pk, level=level, start=True)
    assert refusal.value.code == code
    assert snapshot(table) == before


@every_game
def test_a_quick_table_runs_at_once_and_is_nobody_elses(slug, alice):
    table = fresh(create_quick_table(game_slug=slug, user_id=alice.pk, level="beginner"))
    assert (table.status, table.visibility) == ("running", "private")
    assert levels(table) == ["", *["beginner"] * (len(levels(table)) - 1)]


@every_game
def test_a_quick_table_is_a_short_match_in_every_option(slug, alice):
    """The game's own fields for a quick table, with the fewest bots; otherwise the form's defaults."""
    meta = registry.list_metadata()[slug]
    preset = meta.get_preset("quick")
    for bots in (None, meta.seats_min - 1 or meta.seats_default - 1):
        table = create_quick_table(game_slug=slug, user_id=alice.pk, level="beginner", bots=bots)
        assert table.options == meta.clean_options(preset.options if preset else {})


def test_a_quick_table_refused_leaves_no_table(slug, alice):
    with pytest.raises(UnprocessableError):
        create_quick_table(game_slug=slug, user_id=alice.pk, level="grandmaster")
    assert not Table.objects.exists()
    assert not Event.objects.exists()
