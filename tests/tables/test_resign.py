"""Giving a running match up."""

import pytest

from games.replays.verification.selectors import audit_table
from games.tables.bots.substitutes import resign_seat
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.models import Result, Seat
from games.tables.selectors.table_lists import list_finished_tables, list_my_tables
from games.tables.services.seats import fill_with_bots
from tests.matches import SHORT, bodies, count_turns, fresh, opened, play_on, running, seat, snapshot, waiting


def resign(table, user):
    resign_seat(public_id=table.public_id, user_id=user.pk)


@pytest.fixture
def match(alice, bob):
    return running("sdc", alice, bob, **SHORT["sdc"])


def test_a_bot_of_normal_level_takes_the_seat_and_answers_at_once(match, alice, bob):
    seat_to_move, *_ = waiting(match)
    resign(match, seat_to_move.user)
    after = seat(match, seat_to_move.number)
    assert (after.user, after.bot_level, after.has_resigned, after.question_seq) == (
        seat_to_move.user,
        "normal",
        True,
        seat_to_move.question_seq,
    )
    assert after.act_at is not None
    last = bodies(match)[-1]
    assert (last["kind"], last["cause"], last["seat"]) == ("seat-to-bot", "player", seat_to_move.number)
    assert last["data"] == {"level": "normal"}
    assert count_turns(seat_to_move.user.pk) == 0


def test_it_is_no_weaker_than_the_other_bots(alice, bob):
    table = opened("lombard", alice, bob, seats_=3)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="normal", start=True)
    resign(table, bob)
    assert seat(table, 1).bot_level == "normal"


def test_it_counts_as_resigned_for_them_alone(match, alice, bob):
    resign(match, bob)
    (line,) = list_my_tables(bob.pk).lines
    assert (line.resigned, line.my_turn) == (True, False)
    play_on(match)
    assert list_my_tables(bob.pk).lines == []
    (ended,) = list_finished_tables(bob.pk)
    assert (ended.outcome, ended.score) == ("resigned", None)
    assert Result.objects.get(user=alice).outcome in ("won", "lost")


def test_where_nobody_is_left_bots_play_to_the_end(match, alice, bob):
    resign(match, alice)
    resign(match, bob)
    assert play_on(match).status == "finished"
    assert set(Result.objects.values_list("outcome", flat=True)) == {"resigned"}


def test_the_audit_has_nothing_against_it(match, bob):
    resign(match, bob)
    assert audit_table(play_on(match)).is_ok


def test_it_takes_a_seat_and_a_running_match(match, alice, bob, charlie):
    for table, user, kind, code in (
        (match, charlie, ForbiddenError, "not-seated"),
        (opened("sdc", alice), alice, ConflictError, "not-started"),
        (opened("sdc", alice, visibility="private"), charlie, NotFoundError, "no-such-table"),
    ):
        assert_refused(table, user, kind, code)
    resign(match, bob)
    assert_refused(match, bob, ForbiddenError, "not-seated")


def test_not_while_it_is_frozen_nor_when_it_is_over(match, alice, bob):
    type(match).objects.filter(pk=match.pk).update(frozen_at=match.created_at)
    assert_refused(match, bob, ConflictError, "table-frozen")
    type(match).objects.filter(pk=match.pk).update(frozen_at=None)
    play_on(match)
    assert_refused(match, bob, ConflictError, "table-over")


def test_the_page_asks_first(match, bob, visit):
    client = visit(bob)
    address = f"/tables/{match.public_id}/resign/"
    assert address in client.get(f"/tables/{match.public_id}/").text
    assert "A bot takes your seat" in client.get(address).text
    assert not Seat.objects.filter(played_by="resigned").exists()
    assert client.post(address).url == f"/tables/{match.public_id}/"
    page = client.get(f"/tables/{match.public_id}/").text
    assert "You have resigned" in page
    assert address not in page
    assert client.get(address).url == f"/tables/{match.public_id}/"


def assert_refused(table, user, kind, code):
    before = snapshot(fresh(table))
    with pytest.raises(kind) as refusal:
        resign(table, user)
    assert refusal.value.code == code
    assert snapshot(table) == before
