"""Hints: what strong would do, for a person alone with bots."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone

from games.catalog import registry
from games.catalog.lombard.moves import Double
from games.catalog.sdc.moves import Draw
from games.engine.advice import read_advice
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, parse_json
from games.replays.standalone.verify_match import NO, YES, check_record
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Hint, Result
from games.tables.selectors.event_log import get_recent_log
from games.tables.services.hints import RETRY_AFTER, ask_for_hint, compute_hint
from games.tables.services.take_back import get_undoable_move, take_back_move
from tests.html import Page
from tests.matches import bodies, finished, fresh, legal, play_on, running, seat, snapshot, state, submit, waiting
from tests.replays.archived import record_of
from tests.replays.audit.agreeing import all_agree
from tests.replays.rechaining import rechain, unfolded
from tests.replays.record_checker import verify
from tests.replays.sharing.test_forks import forked
from tests.tables.test_take_back import to_first_turn

pytestmark = pytest.mark.django_db


def read(client, address):
    return Page(client.get(address).text, address)


@pytest.fixture
def alone(alice):
    return running("sdc", alice, seats=2)


def ask(table, user, question_seq=None):
    ask_for_hint(table.public_id, user_id=user.pk, question_seq=question_seq or seat(table, 0).question_seq)


def get_hint(table, user):
    ask(table, user)
    hint = Hint.objects.get()
    compute_hint(hint.pk)
    hint.refresh_from_db()
    return hint


def test_a_worker_looks_at_the_question(alone, alice):
    before = state(alone)
    hint = get_hint(alone, alice)
    advice = read_advice(registry.get_game("sdc").read_move, parse_json(hint.advice))
    assert isinstance(advice.best, Draw)
    assert advice.worlds > 100
    assert state(alone) == before  # nothing of the match has changed


def test_the_log_tells_that_a_hint_was_taken_and_nothing_of_the_advice(alone, alice):
    question, before = seat(alone, 0).question_seq, bodies(alone)[-1]["state"]
    get_hint(alone, alice)
    body = bodies(alone)[-1]
    assert (body["kind"], body["seat"], body["cause"]) == ("hint", 0, "player")
    assert (body["data"], body["move"], body["happenings"], body["state"]) == ({}, None, [], before)
    assert seat(alone, 0).question_seq == question


def test_asked_again_it_is_the_same(alone, alice):
    first = get_hint(alone, alice)
    before = snapshot(alone)
    ask(alone, alice)
    compute_hint(first.pk)
    assert snapshot(alone) == before
    assert Hint.objects.get().advice == first.advice


def test_not_where_people_play(alice, bob):
    table = running("sdc", alice, bob)
    with pytest.raises(ForbiddenError, match="no-hint"):
        ask_for_hint(table.public_id, user_id=alice.pk, question_seq=seat(table, 0).question_seq)
    assert not Hint.objects.exists()


def test_not_for_another_question_nor_for_others(alone, alice, bob):
    with pytest.raises(ConflictError, match="stale"):
        ask(alone, alice, 9_999)
    with pytest.raises(ForbiddenError):
        ask(alone, bob)
    assert not Hint.objects.exists()


def test_a_question_that_is_answered_meanwhile_is_not_looked_at(alone, alice):
    ask(alone, alice)
    submit(alone, seat(alone, 0), Draw())
    hint = Hint.objects.get()
    compute_hint(hint.pk)
    hint.refresh_from_db()
    assert hint.advice == ""


def test_a_worker_that_is_too_slow_offers_it_again(alone, alice, settings):
    settings.HINT_MAX_SECONDS = 0
    ask(alone, alice)
    compute_hint(Hint.objects.get().pk)
    assert not Hint.objects.exists()


def test_a_match_with_a_hint_counts_in_nobodys_figures(alice):
    for is_hinted in (False, True):
        table = running("sdc", alice, seats=2, options={"stage_limit": 20})
        play_on(table, 0)
        if is_hinted:
            ask(table, alice)
        play_on(table)
        assert Result.objects.get(table=table).is_rated is not is_hinted


def test_the_checks_of_a_match_with_a_hint_agree(alice):
    table = running("sdc", alice, seats=2, options={"stage_limit": 20})
    play_on(table, 0)
    ask(table, alice)
    table = play_on(table)
    assert not Result.objects.get(table=table).is_rated
    all_agree(table)
    record = record_of(table)
    assert verify(record) is None
    assert check_record(dump_canonical(record)).code == YES


def test_a_decision_can_be_taken_back_after_a_hint(alice):
    table = running("sdc", alice, seats=2)
    move_seq, rng = None, Rng(b"hint", "undo")
    while move_seq is None:
        play_on(table, 0)
        submit(table, seat(table, 0), legal(table, 0).sample(rng))
        table = play_on(table, 0)
        tail = get_recent_log(table, 0, 50)
        move_seq = get_undoable_move(registry.get_game("sdc"), state(table).public, seat(table, 0), tail)
    ask(table, alice)
    take_back_move(table.public_id, user_id=alice.pk, move_seq=move_seq)
    all_agree(table)
    assert verify(record_of(play_on(table))) is None


def test_a_match_that_ended_before_hints_were_events_is_judged_by_its_row(alice):
    table = running("sdc", alice, seats=2, options={"stage_limit": 20})
    play_on(table, 0)
    Hint.objects.create(seat=seat(table, 0), question_seq=seat(table, 0).question_seq, asked_at=timezone.now())
    table = play_on(table)
    assert not Result.objects.get(table=table).is_rated
    all_agree(table)


@pytest.mark.parametrize("people", [1, 2])
def test_a_forged_hint_is_found(people, alice, bob):
    """One taken where people play, and one by a seat that has nothing to decide."""
    table = play_on(running("lombard", *(alice, bob)[:people], seats=3))
    match = unfolded(record_of(table))
    at = next(
        n for n, event in enumerate(match["events"]) if event["body"]["kind"] == "move" and event["body"]["seat"] == 1
    )
    forged = deepcopy(match["events"][at - 1])
    forged["body"] |= {"kind": "hint", "seat": 0, "cause": "player", "move": None, "happenings": [], "data": {}}
    match["events"].insert(at, forged)
    finding = check_record(dump_canonical(rechain(match)))
    assert finding.code == NO
    assert "(hint): no hint can be taken there" in finding.text


def test_the_page_offers_asks_and_shows_it(alone, alice, client):
    client.force_login(alice)
    address = f"/tables/{alone.public_id}/"
    assert read(client, address).form("/hint/").send(client).status_code == 302
    assert "Thinking" in read(client, address).texts["hint"]
    compute_hint(Hint.objects.get().pk)
    page = read(client, address)
    assert not page.has_form("/hint/")
    assert "deals that fit what you know" in page.texts["hint"]
    assert "A hint is taken; this match is not counted." in read(client, f"{address}log/").text


def test_htmx_gets_the_panel_until_it_is_there(alone, alice, client):
    client.force_login(alice)
    address = f"/tables/{alone.public_id}/hint/"
    response = client.post(address, {"asked": seat(alone, 0).question_seq}, headers={"HX-Request": "true"})
    assert f'hx-get="{address}panel/"' in response.text
    compute_hint(Hint.objects.get().pk)
    panel = client.get(f"{address}panel/")
    assert "hx-get" not in panel.text
    assert "deals that fit what you know" in panel.text


def test_a_lost_one_is_queued_anew(alone, alice, client, django_capture_on_commit_callbacks):
    ask(alone, alice)
    Hint.objects.update(asked_at=timezone.now() - RETRY_AFTER - timedelta(seconds=1))
    client.force_login(alice)
    for queued in (1, 0):
        with django_capture_on_commit_callbacks() as callbacks:
            assert client.get(f"/tables/{alone.public_id}/hint/panel/").status_code == 200
        assert len(callbacks) == queued


def test_strangers_find_no_panel(alone, bob, client):
    client.force_login(bob)
    assert 'id="hint"' in client.get(f"/tables/{alone.public_id}/hint/panel/").text
    assert "hx-" not in client.get(f"/tables/{alone.public_id}/hint/panel/").text


def test_who_has_no_choice_is_offered_none(alone, alice, client):
    client.force_login(alice)
    submit(alone, seat(alone, 0), Draw())
    assert not any(waiting_seat.number == 0 for waiting_seat in waiting(fresh(alone)))
    assert "hint" not in read(client, f"/tables/{alone.public_id}/").texts


PRACTICE = "After a hint or undo, this match doesn’t count."


def test_the_page_says_once_that_the_match_becomes_practice(alone, alice, client):
    client.force_login(alice)
    address = f"/tables/{alone.public_id}/"
    assert read(client, address).text.count(PRACTICE) == 1
    ask(alone, alice)
    assert PRACTICE not in read(client, address).text
    submit(alone, seat(alone, 0), Draw())
    play_on(alone, 0)
    page = read(client, address)
    assert page.has_form("/hint/")
    assert PRACTICE not in page.text


def test_an_undo_is_announced_where_nothing_is_asked(alice, client):
    """While a bot has the turn: the note goes with the first undo."""
    table = to_first_turn(running("lombard", alice, seats=3, options={"target_coins": 32}))
    move_seq = submit(table, seat(table, 0), Double()).seq
    client.force_login(alice)
    address = f"/tables/{table.public_id}/"
    assert read(client, address).text.count(PRACTICE) == 1
    take_back_move(table.public_id, user_id=alice.pk, move_seq=move_seq)
    assert PRACTICE not in read(client, address).text


def test_where_the_match_does_not_count_nothing_is_announced(alice, bob, client):
    """Among people there is neither hint nor undo; a match that goes on from another is never rated."""
    client.force_login(alice)
    together = play_on(running("sdc", alice, bob), 0)
    assert PRACTICE not in read(client, f"/tables/{together.public_id}/").text
    origin = finished("sdc", alice, bob)
    fork = forked(origin, alice, origin.events.get(kind="start").seq, at=0)
    play_on(fork, 0)
    page = read(client, f"/tables/{fork.public_id}/")
    assert page.has_form("/hint/")
    assert PRACTICE not in page.text
