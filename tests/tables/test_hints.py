"""Hints: what strong would do, for a person alone with bots."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.catalog import registry
from games.catalog.sdc.moves import Draw
from games.engine.advice import read_advice
from games.engine.serialization.canonical_json import parse_json
from games.tables.errors import ConflictError, ForbiddenError
from games.tables.models import Hint, Result
from games.tables.services.hints import RETRY_AFTER, ask_for_hint, compute_hint
from tests.html import Page
from tests.matches import fresh, play_on, running, seat, snapshot, submit, waiting

pytestmark = pytest.mark.django_db


def read(client, address):
    return Page(client.get(address).text, address)


@pytest.fixture
def alone(alice):
    return running("sdc", alice, seats=2)


def ask(table, user, asked=None):
    ask_for_hint(table.public_id, user_id=user.pk, asked=asked or seat(table, 0).question_seq)


def hinted(table, user):
    ask(table, user)
    hint = Hint.objects.get()
    compute_hint(hint.pk)
    hint.refresh_from_db()
    return hint


def test_a_worker_looks_at_the_question(alone, alice):
    before = snapshot(alone)
    hint = hinted(alone, alice)
    advice = read_advice(registry.get_game("sdc").read_move, parse_json(hint.advice))
    assert isinstance(advice.best, Draw)
    assert advice.worlds > 100
    assert snapshot(alone) == before  # nothing of the match has changed


def test_asked_again_it_is_the_same(alone, alice):
    first = hinted(alone, alice)
    ask(alone, alice)
    compute_hint(first.pk)
    assert Hint.objects.get().advice == first.advice


def test_not_where_people_play(alice, bob):
    table = running("sdc", alice, bob)
    with pytest.raises(ForbiddenError, match="no-hint"):
        ask_for_hint(table.public_id, user_id=alice.pk, asked=seat(table, 0).question_seq)
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


def test_the_page_offers_asks_and_shows_it(alone, alice, client):
    client.force_login(alice)
    address = f"/tables/{alone.public_id}/"
    assert read(client, address).form("/hint/").send(client).status_code == 302
    assert "Thinking" in read(client, address).texts["hint"]
    compute_hint(Hint.objects.get().pk)
    shown = read(client, address)
    assert not shown.has_form("/hint/")
    assert "deals that fit what you know" in shown.texts["hint"]


def test_htmx_gets_the_panel_until_it_is_there(alone, alice, client):
    client.force_login(alice)
    address = f"/tables/{alone.public_id}/hint/"
    asked = client.post(address, {"asked": seat(alone, 0).question_seq}, headers={"HX-Request": "true"})
    assert f'hx-get="{address}panel/"' in asked.text
    compute_hint(Hint.objects.get().pk)
    found = client.get(f"{address}panel/")
    assert "hx-get" not in found.text
    assert "deals that fit what you know" in found.text


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
    assert not any(one.number == 0 for one in waiting(fresh(alone)))
    assert "hint" not in read(client, f"/tables/{alone.public_id}/").texts
