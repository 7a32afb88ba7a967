"""A seat handed to a bot, and back."""

from datetime import timedelta

import pytest

from games.catalog.lombard.moves import Call
from games.moderation.models import ModerationAction
from games.tables.access import get_table_access
from games.tables.bots.queue import list_unleased_turns
from games.tables.errors import ConflictError, ForbiddenError, UnprocessableError
from games.tables.models import Event, Table
from games.tables.page_data import build_table_page
from tests.matches import bodies, bot_play, fresh, play_on, running, seat, snapshot, submit, waiting
from tests.moderation.actions import seat_back, seat_to_bot, table_freeze, table_thaw, table_void


@pytest.fixture
def match(alice, bob):
    return running("lombard", alice, bob, turn_seconds=3_600)


def change(service, table, moderator, number, **extra):
    service(public_id=table.public_id, moderator_id=moderator.pk, reason="gone for weeks", number=number, **extra)


def test_it_is_an_event_of_that_seat(match, moderator, alice):
    change(seat_to_bot, match, moderator, 0, level="beginner")
    at = seat(match, 0)
    assert (at.user, at.bot_level) == (alice, "beginner")
    body = bodies(match)[-1]
    assert (body["kind"], body["cause"], body["seat"], body["data"]) == (
        "seat-to-bot", "moderator", 0, {"level": "beginner"},
    )  # fmt: skip
    action = ModerationAction.objects.get(table=match)
    assert (action.action, action.seat, action.event_seq) == ("seat-to-bot", 0, fresh(match).last_seq)


def test_the_bot_plays(match, moderator):
    (at,) = waiting(match)
    change(seat_to_bot, match, moderator, at.number)
    assert [turn.question for turn in list_unleased_turns(9)] == [(match.pk, at.number, at.question_seq)]
    assert bot_play(at)
    assert Event.objects.get(table=match, kind="move").cause == "bot"


def test_the_person_sees_its_seat_but_cannot_move(match, moderator):
    (at,) = waiting(match)
    change(seat_to_bot, match, moderator, at.number)
    page = build_table_page(get_table_access(match.public_id, at.user_id))
    assert (page.my_seat, page.has_substitute, page.question_seq) == (at.number, True, None)
    assert page.view.own.cards
    assert not page.legal
    before = snapshot(match)
    with pytest.raises(ForbiddenError):
        submit(match, at, Call(0))
    assert snapshot(match) == before


def test_it_comes_back_with_the_whole_time_to_decide(match, moderator):
    (at,) = waiting(match)
    change(seat_to_bot, match, moderator, at.number)
    change(seat_back, match, moderator, at.number)
    back = seat(match, at.number)
    assert (back.bot_level, back.question_seq, back.act_at, back.leased_until) == ("", at.question_seq, None, None)
    assert back.deadline == fresh(match).changed_at + timedelta(hours=1)
    submit(match, back, Call(0))
    assert [b["kind"] for b in bodies(match) if b["cause"] == "moderator"] == ["seat-to-bot", "seat-back"]


def test_the_job_of_a_bot_that_has_gone_dies_quietly(match, moderator):
    (at,) = waiting(match)
    change(seat_to_bot, match, moderator, at.number)
    change(seat_back, match, moderator, at.number)
    before = snapshot(match)
    assert not bot_play(at)
    assert snapshot(match) == before


def test_a_stand_in_plays_the_match_to_its_end(match, moderator):
    change(seat_to_bot, match, moderator, 0)
    assert play_on(match).status == "finished"
    assert not Event.objects.filter(table=match, seat=0, cause="player", kind="move").exists()


def test_a_bot_put_there_while_frozen_plays_at_once_after_the_thaw(match, moderator):
    (at,) = waiting(match)
    table_freeze(public_id=match.public_id, moderator_id=moderator.pk, reason="a look")
    frozen_at = fresh(match).frozen_at - timedelta(hours=5)
    Table.objects.filter(pk=match.pk).update(frozen_at=frozen_at)
    change(seat_to_bot, match, moderator, at.number)
    table_thaw(public_id=match.public_id, moderator_id=moderator.pk, reason="nothing there")
    assert seat(match, at.number).act_at - fresh(match).changed_at < timedelta(seconds=2)
    assert seat(match, at.number).deadline - fresh(match).changed_at < timedelta(seconds=70)


@pytest.mark.parametrize(
    ("first", "service", "number", "extra", "refusal", "code"),
    [
        (None, seat_back, 0, {}, ConflictError, "no-such-seat"),
        (None, seat_to_bot, 9, {}, ConflictError, "no-such-seat"),
        (None, seat_to_bot, 0, {"level": "grandmaster"}, UnprocessableError, "bad-option"),
        (seat_to_bot, seat_to_bot, 0, {}, ConflictError, "no-such-seat"),
    ],
)
def test_what_makes_no_sense_is_refused(match, moderator, first, service, number, extra, refusal, code):
    if first:
        change(first, match, moderator, number)
    before = snapshot(match)
    with pytest.raises(refusal) as refused:
        change(service, match, moderator, number, **extra)
    assert refused.value.code == code
    assert snapshot(match) == before


def test_a_bots_own_seat_is_nobodys_to_take_back(alice, moderator):
    table = running("lombard", alice, seats=2)
    for service in (seat_to_bot, seat_back):
        with pytest.raises(ConflictError):
            change(service, table, moderator, 1)


def test_no_seat_changes_after_the_end(match, moderator):
    table_void(public_id=match.public_id, moderator_id=moderator.pk, reason="over")
    with pytest.raises(ConflictError) as refused:
        change(seat_to_bot, match, moderator, 0)
    assert refused.value.code == "table-over"
