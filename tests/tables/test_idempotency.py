"""The same key twice: a double click, a lost answer, a browser's back button."""

import pytest

from games.catalog.lombard.moves import Call, Fold
from games.catalog.sdc.moves import Draw
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError
from games.tables.models import Event, Seat
from tests.matches import play_on, running, seat, snapshot, submit, to_turn_of, waiting
from tests.moderation.actions import seat_to_bot, table_freeze


def test_the_same_move_again_gets_the_first_answer(lombard):
    at = to_turn_of(lombard, 0)
    first = submit(lombard, at, Call(0), key="once")
    before = snapshot(lombard)
    second = submit(lombard, at, Call(0), key="once")
    assert (second.seq, second.digest, second.repeated) == (first.seq, first.digest, True)
    assert snapshot(lombard) == before


def test_also_long_after_it_and_after_the_end(lombard):
    at = to_turn_of(lombard, 0)
    first = submit(lombard, at, Call(0), key="once")
    play_on(lombard)
    assert submit(lombard, at, Call(0), key="once").seq == first.seq


def test_also_while_the_table_is_frozen(lombard, moderator):
    at = to_turn_of(lombard, 0)
    first = submit(lombard, at, Call(0), key="once")
    table_freeze(public_id=lombard.public_id, moderator_id=moderator.pk, reason="a look")
    assert submit(lombard, at, Call(0), key="once").seq == first.seq


@pytest.mark.parametrize("changes", [{"move": Fold()}, {"question_seq": 1}, {"question_seq": None}])
def test_another_payload_under_it_is_refused(lombard, changes):
    at = to_turn_of(lombard, 0)
    submit(lombard, at, Call(0), key="once")
    before = snapshot(lombard)
    with pytest.raises(UnprocessableError) as refused:
        submit(lombard, at, **{"move": Call(0), "key": "once", **changes})
    assert refused.value.code == "key-reused"
    assert snapshot(lombard) == before


def test_also_when_a_bot_has_taken_the_seat_over(lombard, moderator):
    at = to_turn_of(lombard, 0)
    first = submit(lombard, at, Call(0), key="once")
    seat_to_bot(public_id=lombard.public_id, moderator_id=moderator.pk, reason="gone for weeks", number=0)
    before = snapshot(lombard)
    second = submit(lombard, at, Call(0), key="once")
    assert (second.seq, second.digest, second.repeated) == (first.seq, first.digest, True)
    for changes, kind, code in (
        ({"move": Fold(), "key": "once"}, UnprocessableError, "key-reused"),
        ({"move": Call(0)}, ForbiddenError, "not-seated"),
    ):
        with pytest.raises(kind) as refused:
            submit(lombard, at, **changes)
        assert refused.value.code == code
    assert snapshot(lombard) == before


def test_who_holds_the_seat_later_is_not_told_another_persons_answer(lombard, charlie):
    at = to_turn_of(lombard, 0)
    submit(lombard, at, Call(0), key="once")
    Seat.objects.filter(pk=at.pk).update(user=charlie)
    with pytest.raises(UnprocessableError) as refused:
        submit(lombard, at, Call(0), key="once", user_id=charlie.pk)
    assert refused.value.code == "key-reused"
    with pytest.raises(ForbiddenError) as refused:
        submit(lombard, at, Call(0), key="once")
    assert refused.value.code == "not-seated"


def test_another_seats_key_is_no_matter(sdc):
    for at in waiting(sdc):
        assert not submit(sdc, at, Draw(), key="once").repeated


def test_another_tables_key_is_no_matter(alice, bob):
    for table in (running("sdc", alice, bob), running("sdc", alice, bob)):
        assert not submit(table, seat(table, 0), Draw(), key="once").repeated


def test_a_refused_move_does_not_use_its_key_up(lombard):
    at = to_turn_of(lombard, 0)
    with pytest.raises(UnprocessableError):
        submit(lombard, at, Call(2), key="once")
    assert not submit(lombard, at, Call(1), key="once").repeated


def test_the_same_move_with_a_new_key_is_stale(lombard):
    at = to_turn_of(lombard, 0)
    submit(lombard, at, Call(0))
    before = snapshot(lombard)
    with pytest.raises(ConflictError) as refused:
        submit(lombard, at, Call(0))
    assert refused.value.code == "stale"
    assert snapshot(lombard) == before


@pytest.mark.parametrize("key", [None, "", "x" * 65, "with space", "nul\0", "ключ", "a/b"])
def test_a_key_is_needed_and_short_and_plain(lombard, key):
    at = to_turn_of(lombard, 0)
    with pytest.raises(BadRequestError) as refused:
        submit(lombard, at, Call(0), key=key)
    assert refused.value.code == "bad-key"


def test_bots_and_the_clock_need_no_key(alice):
    play_on(running("lombard", alice, seats=3))
    assert not Event.objects.filter(cause="bot", key__isnull=False).exists()
