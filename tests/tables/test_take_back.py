"""Taking the last decision back, alone with bots."""

import pytest

from games.catalog.lombard.moves import Call, Double, Fold
from games.catalog.lombard.types import UNDECIDED
from games.engine.serialization.canonical_json import parse_json
from games.replays.verification.selectors import audit_table
from games.tables.bots.substitutes import resign_seat
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.models import Result, Seat
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.services.take_back import take_back_move
from tests.html import page
from tests.matches import bodies, bot_play, fresh, play_on, running, seat, snapshot, state, submit, waiting
from tests.replays.archived import record_of
from tests.replays.audit.agreeing import all_agree
from tests.replays.rechaining import events_of, first_event, rechain, unfolded
from tests.replays.record_checker import verify


def take_back(table, user, move_seq):
    return take_back_move(table.public_id, user_id=user.pk, move_seq=move_seq)


@pytest.fixture
def alone(alice):
    """Lombard against two bots, where Alice is the first to decide in a round."""
    return to_first_turn(running("lombard", alice, seats=3, options={"target_coins": 32}))


def to_first_turn(table):
    for _ in range(60):
        play_on(table, 0)
        if set(state(table).public.actions) == {UNDECIDED}:
            return fresh(table)
        submit(table, seat(table, 0), Fold())
    pytest.fail("she is never first")


def to_answer(table, *, call):
    """Alice doubles until the next seat answers, by a call or by none. Returns the number of her decision."""
    for _ in range(60):
        move_seq = submit(to_first_turn(table), seat(table, 0), Double()).seq
        assert bot_play(seat(table, 1))
        if (bodies(table)[move_seq]["move"]["type"] == "call") == call:
            return move_seq
        if seat(table, 0).question_seq is None:
            play_on(table, 0)
    pytest.fail("no such answer")


@pytest.fixture
def doubled(alone):
    """After she has doubled: the number of that event."""
    return submit(alone, seat(alone, 0), Double()).seq


def test_the_table_stands_as_before_it(alone, alice, doubled):
    before = get_snapshot_at(fresh(alone), doubled - 1)
    take_back(alone, alice, doubled)
    table = fresh(alone)
    last = bodies(table)[-1]
    assert (last["kind"], last["cause"], last["seat"]) == ("take-back", "player", 0)
    assert (last["data"], last["move"], last["happenings"]) == ({"to": doubled - 1}, None, [])
    assert parse_json(table.position.frame) == before
    assert [(waiting_seat.number, waiting_seat.question_seq) for waiting_seat in waiting(table)] == [
        (0, table.last_seq)
    ]
    assert seat(table, 1).act_at is None


def test_what_bots_did_meanwhile_goes_with_it_and_they_decide_anew(alone, alice):
    move_seq = to_answer(alone, call=False)
    take_back(alone, alice, move_seq)
    assert [waiting_seat.number for waiting_seat in waiting(alone)] == [0]
    assert set(state(alone).public.actions) == {UNDECIDED}
    submit(alone, seat(alone, 0), Double())
    assert bot_play(seat(alone, 1))
    all_agree(alone)


def test_no_more_once_a_card_was_shown(alone, alice):
    move_seq = to_answer(alone, call=True)
    before = snapshot(alone)
    with pytest.raises(ConflictError, match="too-late-to-take-back"):
        take_back(alone, alice, move_seq)
    assert snapshot(alone) == before


def test_once_a_round(alone, alice, doubled):
    take_back(alone, alice, doubled)
    second = submit(alone, seat(alone, 0), Double()).seq
    with pytest.raises(ConflictError, match="too-late-to-take-back"):
        take_back(alone, alice, second)
    submit(to_first_turn(alone), seat(alone, 0), Fold())
    take_back(alone, alice, submit(to_first_turn(alone), seat(alone, 0), Double()).seq)
    assert [body["kind"] for body in bodies(alone)].count("take-back") == 2


def test_asked_for_twice_it_is_done_once(alone, alice, doubled):
    take_back(alone, alice, doubled)
    before = snapshot(alone)
    take_back(alone, alice, doubled)
    assert snapshot(alone) == before


@pytest.mark.parametrize("off", [None, -1, 1])
def test_only_the_last_decision(alone, alice, doubled, off):
    with pytest.raises(ConflictError):
        take_back(alone, alice, None if off is None else doubled + off)


def test_not_among_people(alice, bob):
    table = play_on(running("lombard", alice, bob), 0)
    move_seq = submit(table, seat(table, 0), Fold()).seq
    with pytest.raises(ForbiddenError, match="no-take-back"):
        take_back(table, alice, move_seq)


def test_not_by_others_nor_after_resigning(alone, alice, bob, doubled):
    with pytest.raises((ForbiddenError, NotFoundError)):
        take_back(alone, bob, doubled)
    resign_seat(public_id=alone.public_id, user_id=alice.pk)
    with pytest.raises((ForbiddenError, ConflictError)):
        take_back(alone, alice, doubled)


def test_such_a_match_is_not_counted(alone, alice, doubled):
    take_back(alone, alice, doubled)
    table = play_on(alone)
    assert table.status == "finished"
    assert not Result.objects.get(table=table).is_rated
    all_agree(table)


def test_the_record_agrees_and_a_forged_one_does_not(alone, alice, doubled):
    take_back(alone, alice, doubled)
    record = record_of(play_on(alone))
    assert verify(record) is None
    match = unfolded(record)
    event = first_event(match, "take-back")
    event["body"]["data"]["to"] -= 1
    assert "taken back what was not the last decision" in (verify(rechain(match)) or "")
    match = unfolded(record)
    at = match["events"].index(first_event(match, "take-back"))
    match["events"].insert(at + 1, match["events"][at])
    assert "taken back what was not the last decision" in (verify(rechain(match)) or "")
    assert len(list(events_of(unfolded(record), "take-back"))) == 1


def test_the_audit_counts_how_often(alone, alice, doubled):
    """The site's own count is gone, as a dishonest one would have it."""
    take_back(alone, alice, doubled)
    Seat.objects.filter(table=alone).update(took_back_in=None)
    take_back(alone, alice, submit(alone, seat(alone, 0), Double()).seq)
    (rules,) = [answer for answer in audit_table(fresh(alone)).answers if answer.name == "rules"]
    assert (rules.outcome, rules.why) == ("differs", "take-back")


# --- pages ------------------------------------------------------------------------------------------------------------


def test_the_button_is_where_it_can_be_done(alone, alice, visit):
    client = visit(alice, "en")
    address = f"/tables/{alone.public_id}/"
    assert not page(client.get(address)).has_form("/take-back/")
    submit(alone, seat(alone, 0), Double())
    response = page(client.get(address)).form("/take-back/").send(client)
    assert (response.status_code, response.headers["location"]) == (302, address)
    after = page(client.get(address))
    assert not after.has_form("/take-back/")
    assert "The last decision is taken back" in after.text


def test_by_htmx_the_table_comes_back(alone, alice, visit, doubled):
    response = visit(alice).post(
        f"/tables/{alone.public_id}/take-back/", {"move": doubled}, headers={"hx-request": "true"}
    )
    assert response.status_code == 200
    assert 'id="hand"' in response.content.decode()


@pytest.mark.parametrize(("given", "status"), [("", 409), ("x", 400), ("9" * 12, 400), ("1", 409)])
def test_nonsense_changes_nothing(alone, alice, visit, doubled, given, status):
    before = snapshot(alone)
    address = f"/tables/{alone.public_id}/take-back/"
    response = visit(alice).post(address, {"move": given}, headers={"hx-request": "true"})
    assert response.status_code == status
    assert snapshot(alone) == before


def test_among_people_it_is_forbidden(alice, bob, visit):
    table = play_on(running("lombard", alice, bob), 0)
    move_seq = submit(table, seat(table, 0), Fold()).seq
    client = visit(alice)
    assert not page(client.get(f"/tables/{table.public_id}/")).has_form("/take-back/")
    assert client.post(f"/tables/{table.public_id}/take-back/", {"move": move_seq}).status_code == 403


def test_no_call_is_shown_twice(alone, alice):
    """A call that was taken back has shown the card only to bots, who forget it."""
    move_seq = submit(alone, seat(alone, 0), Call(card=0)).seq
    take_back(alone, alice, move_seq)
    assert state(alone).public.opened[0] == -1
    all_agree(alone)
