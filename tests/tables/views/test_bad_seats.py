"""Sitting down, standing up and setting up where it can't be: refused with the reason, and without a trace."""

import pytest

from accounts.models import User
from games.tables.models import Table
from games.tables.services.seats import leave_seat
from tests.html import page
from tests.matches import opened
from tests.moderation.actions import table_freeze
from tests.refusals import NO_SEAT, post_refused, refused

pytestmark = pytest.mark.parametrize("language", ["en", "ja"])

TAKEN = "Someone else was faster: this seat is taken."
BEGUN = "The match has already begun."


# A refusal leaves the table unchanged: one table is enough for many tries.


def test_joining_a_full_table(alice, bob, charlie, visit, language):
    table, client = opened("sdc", alice, bob), visit(charlie, language)
    for number in ("", "1", "7", "-1", "one", "٠", "1" * 400):
        post_refused(table, client, "join", {"number": number}, 409, TAKEN, language)


def test_seats_after_the_start(sdc, alice, charlie, visit, language):
    for action in ("join", "leave", "bots", "start"):
        client = visit(charlie if action == "join" else alice, language)
        post_refused(sdc, client, action, {}, 409, BEGUN, language)


def test_nobody_becomes_a_guest_to_be_refused(sdc, alice, moderator, visit, language):
    """And gets the same reason as everyone else."""
    over, frozen = opened("lombard", alice, seats_=3), opened("lombard", alice, seats_=3)
    leave_seat(public_id=over.public_id, user_id=alice.pk)
    table_freeze(public_id=frozen.public_id, moderator_id=moderator.pk, reason="a look")
    for table, english in ((sdc, BEGUN), (over, "The match is over."), (frozen, "A moderator has frozen this table.")):
        post_refused(table, visit(None, language), "join", {}, 409, english, language)


def test_seats_of_others(alice, charlie, visit, language):
    table = opened("lombard", alice, seats_=3)
    for client in (visit(charlie, language), visit(None, language)):
        for action in ("leave", "bots", "start"):
            post_refused(table, client, action, {}, 403, NO_SEAT, language)


def test_seats_of_an_abandoned_table(alice, charlie, visit, language):
    table, client = opened("lombard", alice, seats_=3), visit(charlie, language)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    for action in ("leave", "bots", "start"):
        post_refused(table, client, action, {}, 403, NO_SEAT, language)
    post_refused(table, client, "join", {}, 409, "The match is over.", language)


def test_starting_with_empty_seats(alice, visit, language):
    table = opened("lombard", alice, seats_=3)
    post_refused(table, visit(alice, language), "start", {}, 409, "There are still empty seats.", language)


def test_a_level_no_bot_has(alice, visit, language):
    table, client = opened("lombard", alice, seats_=3), visit(alice, language)
    for level in ("grandmaster", "\0", "x" * 5_000):
        post_refused(table, client, "bots", {"level": level}, 422, "Against the rules", language)


def test_a_quick_table_with_a_level_no_bot_has(db, visit, language):
    response = visit(None, language).post("/games/lombard/quick-play/", {"level": "grandmaster"})
    refused(None, response, 422, "Against the rules", language)
    assert not Table.objects.exists()
    assert not User.objects.exists()


GOOD_TABLE = {
    "seats": "3", "bots": "1", "bot_level": "normal", "visibility": "public", "turn_seconds": "300",
    "opt_start_coins": "8", "opt_target_coins": "16", "opt_last_player_acts": "False", "opt_track_debt": "True",
}  # fmt: skip


BAD_TABLES = [
    {"seats": "1"}, {"seats": "12"}, {"seats": "many"}, {"seats": ""}, {"seats": "\0"}, {"bots": "3"},
    {"bots": "-1"}, {"bot_level": "grandmaster"}, {"visibility": "secret"}, {"turn_seconds": "61"},
    {"turn_seconds": "0"}, {"opt_start_coins": "9"}, {"opt_start_coins": ""}, {"opt_track_debt": "maybe"},
]  # fmt: skip


def test_a_table_the_sheet_does_not_offer(alice, visit, language):
    client = visit(alice, language)
    for changes in BAD_TABLES:
        response = client.post("/games/lombard/new/", GOOD_TABLE | changes)
        assert response.status_code == 422, changes
        assert page(response).language == language
        assert response.context["form"].errors, changes
        assert not Table.objects.exists(), changes


def test_nobody_becomes_a_guest_by_a_bad_form(db, visit, language):
    assert visit(None, language).post("/games/lombard/new/", GOOD_TABLE | {"seats": "1"}).status_code == 422
    assert not User.objects.exists()


CROWN = {
    "bots": "0", "bot_level": "normal", "visibility": "public", "turn_seconds": "300", "opt_target_points": "10",
    "opt_reveal_princes_any_time": "False", "opt_show_hand_sizes": "True",
}  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "seats", "told"),
    [
        ("solo", "2", {"en": "need exactly 1 seat.", "ja": "席の数を1にしてください。"}),
        ("classic", "1", {"en": "need exactly 2 seats.", "ja": "席の数を2にしてください。"}),
    ],
)
def test_a_mode_for_another_number_of_seats(alice, visit, language, mode, seats, told):
    response = visit(alice, language).post("/games/crown/new/", CROWN | {"opt_mode": mode, "seats": seats})
    assert response.status_code == 422
    assert told[language] in page(response).text
    assert not Table.objects.exists()


def test_a_solo_table_begins_at_once(alice, visit, language):
    response = visit(alice, language).post("/games/crown/new/", CROWN | {"opt_mode": "solo", "seats": "1"})
    assert response.status_code == 302
    assert Table.objects.get().status == "running"
