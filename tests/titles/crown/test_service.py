"""Showing three princes without being asked: by the service, and by the button on the page."""

import pytest

from games import catalog
from games.engine.codec import canonical
from games.frames import frame_of
from games.models import Position, Seat, Table
from games.services.errors import Conflict, Unprocessable
from games.titles.crown.moves import EndTurn, Reveal
from games.titles.crown.state import CrownState
from tests.pages.html import page
from tests.tables import bodies, fresh, play_on, running, seat, snapshot, submit
from tests.titles.crown.positions import A, O, turn


def placed(table: Table, state: CrownState) -> Table:
    """The table with that position instead of its own, and the question put to whoever is waited on."""
    frame = frame_of(catalog.title("crown"), state, 2)
    Position.objects.filter(table=table).update(frame=canonical(frame))
    for at in Seat.objects.filter(table=table):
        asked = table.seq if at.number == state.asked else None
        Seat.objects.filter(pk=at.pk).update(asked=asked)
    return fresh(table)


@pytest.fixture
def idle(alice, bob) -> Table:
    """It is Alice's turn, and Bob holds three princes."""
    table = running("crown", alice, bob, options={"revealPrincesAnyTime": True})
    return placed(table, turn("K3 N1", "P3 N1", revealPrincesAnyTime=True))


def test_a_seat_that_is_not_asked_shows_its_princes(idle):
    submit(idle, seat(idle, O), Reveal(), asked=None)
    table = fresh(idle)
    assert table.status == "finished"
    told = [one["what"]["type"] for body in bodies(table) for one in body["happenings"]]
    assert told[-2:] == ["princes-revealed", "match-ended"]


def test_its_answer_to_no_question_is_stale_when_it_names_one(idle):
    before = snapshot(idle)
    with pytest.raises(Conflict):
        submit(idle, seat(idle, O), Reveal(), asked=seat(idle, A).asked)
    assert snapshot(idle) == before


def test_nothing_else_is_open_to_it(idle):
    before = snapshot(idle)
    with pytest.raises(Unprocessable) as refused:
        submit(idle, seat(idle, O), EndTurn(), asked=None)
    assert refused.value.code == "not-your-turn"
    assert snapshot(idle) == before


def test_without_the_option_it_must_wait(alice, bob):
    table = placed(running("crown", alice, bob), turn("K3 N1", "P3 N1"))
    with pytest.raises(Unprocessable) as refused:
        submit(table, seat(table, O), Reveal(), asked=None)
    assert refused.value.code == "not-your-turn"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_has_the_button_and_it_works_without_scripts(idle, bob, visit, language):
    browser = visit(bob, language)
    form = page(browser.get(f"/t/{idle.public_id}/")).form("/move/")
    assert form.buttons == [("move", '{"type":"reveal"}')]
    assert form.data()["asked"] == [""]
    answer = form.send(browser, form.buttons[0])
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{idle.public_id}/")
    assert fresh(idle).status == "finished"


def test_the_others_page_tells_nothing_of_it(idle, alice, visit):
    shown = page(visit(alice).get(f"/t/{idle.public_id}/"))
    assert "three princes and win" not in shown.text
    assert all("reveal" not in value for _, value in shown.form("/move/").buttons)


def test_the_fragment_brings_the_button_to_an_open_page(idle, bob, visit):
    text = visit(bob).get(f"/t/{idle.public_id}/fragment/", {"asked": ""}).content.decode()
    assert '{"type":"reveal"}' in text


def test_a_solo_table_is_played_to_its_end(alice):
    table = play_on(running("crown", alice, options={"mode": "solo"}))
    assert table.status == "finished"
    assert table.seats.count() == 1
