"""Showing three princes without being asked: by the service, and by the button on the page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.catalog.crown.moves import Attack, EndTurn, Keep, Pick, Reveal, Yield
from games.catalog.crown.state import CrownState
from games.tables.errors import ConflictError, ServiceError, UnprocessableError
from games.tables.models import Event, Position, Seat, Table
from games.tables.storage.snapshots import make_snapshot
from tests.catalog.crown.positions import A, O, draft, played, turn, until_asked
from tests.html import Form, page
from tests.matches import bodies, fresh, play_on, running, seat, snapshot, state, submit
from tests.moderation.actions import table_freeze
from tests.refusals import STALE, refused

Visit = Callable[..., Client]
OPTION: dict[str, Any] = {"reveal_princes_any_time": True}
NOT_YOURS = "It is not your turn."


def placed(table: Table, state: CrownState) -> Table:
    """Replace the table's position by this one and ask the seat to move."""
    Position.objects.filter(table=table).update(frame=make_snapshot(state, None).text)
    for at in Seat.objects.filter(table=table):
        question_seq = table.last_seq if at.number == state.public.asked else None
        Seat.objects.filter(pk=at.pk).update(question_seq=question_seq)
    return fresh(table)


@pytest.fixture
def idle(alice: User, bob: User) -> Table:
    """It is Alice's turn, and Bob holds three princes."""
    return placed(running("crown", alice, bob, options=OPTION), turn("K3 N1", "P3 N1", **OPTION))


@pytest.fixture
def strict(alice: User, bob: User) -> Table:
    """The same without the option."""
    return placed(running("crown", alice, bob), turn("K3 N1", "P3 N1"))


def test_a_seat_that_is_not_asked_shows_its_princes(idle: Table) -> None:
    submit(idle, seat(idle, O), Reveal(), question_seq=None)
    table = fresh(idle)
    assert table.status == "finished"
    types = [happening["what"]["type"] for body in bodies(table) for happening in body["happenings"]]
    assert types[-2:] == ["princes-revealed", "match-ended"]


OTHERS_QUESTIONS = {
    "keep": draft("K3", "P3", "N1 B2", **OPTION),
    "choose": until_asked(played(turn("K3", "P3 N1", **OPTION), (A, Attack()), (O, Yield())))[0],
    "limit": played(turn("K5 N4", "P3", **OPTION), (A, EndTurn())),
}


@pytest.mark.parametrize("phase", OTHERS_QUESTIONS)
def test_whatever_the_other_is_asked(alice: User, bob: User, phase: str) -> None:
    state = OTHERS_QUESTIONS[phase]
    assert (state.public.phase, state.public.asked) == (phase, A)
    table = placed(running("crown", alice, bob, options=OPTION), state)
    submit(table, seat(table, O), Reveal(), question_seq=None)
    assert fresh(table).status == "finished"


def test_the_turn_player_shows_them_while_the_other_is_asked(alice: User, bob: User) -> None:
    state = played(draft("P3", "K1", "N1 B2", **OPTION), (A, Keep("B")))
    table = placed(running("crown", alice, bob, options=OPTION), state)
    submit(table, seat(table, A), Reveal(), question_seq=None)
    assert fresh(table).status == "finished"


def test_the_same_key_gets_the_first_answer(idle: Table) -> None:
    first = submit(idle, seat(idle, O), Reveal(), question_seq=None, key="once")
    before = snapshot(idle)
    second = submit(idle, seat(idle, O), Reveal(), question_seq=None, key="once")
    assert (second.seq, second.digest, second.repeated) == (first.seq, first.digest, True)
    assert snapshot(idle) == before


@pytest.mark.parametrize("changes", [{"question_seq": 2}, {"move": EndTurn()}])
def test_another_payload_under_its_key_is_refused(idle: Table, changes: dict[str, Any]) -> None:
    submit(idle, seat(idle, O), Reveal(), question_seq=None, key="once")
    assert code_of(idle, O, **{"move": Reveal(), "question_seq": None, "key": "once"} | changes) == "key-reused"


def code_of(table: Table, number: int, **call: Any) -> str:
    """The code with which a move is refused; nothing may be stored of it."""
    before = snapshot(table)
    with pytest.raises(ServiceError) as error:
        submit(table, seat(table, number), **call)
    assert isinstance(error.value, ConflictError | UnprocessableError)
    assert snapshot(table) == before
    return error.value.code


def test_its_answer_to_no_question_is_stale_when_it_names_one(idle: Table) -> None:
    assert code_of(idle, O, move=Reveal(), question_seq=seat(idle, A).question_seq) == "stale"


def test_nothing_else_is_open_to_it(idle: Table) -> None:
    assert code_of(idle, O, move=EndTurn(), question_seq=None) == "not-your-turn"


def test_without_the_option_it_must_wait(strict: Table) -> None:
    assert code_of(strict, O, move=Reveal(), question_seq=None) == "not-your-turn"


def test_two_princes_are_not_enough(alice: User, bob: User) -> None:
    table = placed(running("crown", alice, bob, options=OPTION), turn("K3 N1", "P2 N1", **OPTION))
    assert code_of(table, O, move=Reveal(), question_seq=None) == "need-three-princes"


def test_who_is_asked_answers_its_question_and_not_none(alice: User, bob: User) -> None:
    """A page from before the own question came: the reader is shown the question first."""
    state = played(draft("K1", "P3", "N1 B2", **OPTION), (A, Keep("B")))
    table = placed(running("crown", alice, bob, options=OPTION), state)
    assert code_of(table, O, move=Reveal(), question_seq=None) == "stale"
    submit(table, seat(table, O), Reveal())
    assert fresh(table).status == "finished"


def test_not_at_a_frozen_table(idle: Table, moderator: User) -> None:
    table_freeze(public_id=idle.public_id, moderator_id=moderator.pk, reason="a look")
    assert code_of(fresh(idle), O, move=Reveal(), question_seq=None) == "table-frozen"


def test_not_after_the_end(idle: Table) -> None:
    submit(idle, seat(idle, O), Reveal(), question_seq=None)
    assert code_of(fresh(idle), O, move=Reveal(), question_seq=None) == "table-over"


def the_form(table: Table, browser: Client) -> Form:
    return page(browser.get(f"/tables/{table.public_id}/")).form("/move/")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_has_the_button_and_it_works_without_scripts(
    idle: Table, bob: User, visit: Visit, language: str
) -> None:
    browser = visit(bob, language)
    form = the_form(idle, browser)
    assert form.buttons == [("move", '{"type":"reveal"}')]
    assert form.data()["asked"] == [""]
    answer = form.send(browser, form.buttons[0])
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{idle.public_id}/")
    assert fresh(idle).status == "finished"


def test_the_form_sent_twice_is_one_move(idle: Table, bob: User, visit: Visit) -> None:
    browser = visit(bob)
    form = the_form(idle, browser)
    first = form.send(browser, form.buttons[0])
    before = snapshot(idle)
    response = form.send(browser, form.buttons[0])
    address = f"/tables/{idle.public_id}/"
    assert [(answer.status_code, answer["Location"]) for answer in (first, response)] == [(302, address)] * 2
    assert snapshot(idle) == before
    assert Event.objects.filter(table=idle, seat=O, kind="move").count() == 1


def test_the_button_outlives_the_others_moves(alice: User, bob: User, visit: Visit) -> None:
    """Bob's form was shown while Alice was drafting; it is still her turn, so it answers the same nothing."""
    drafting = draft("K2", "P3 N1", "N1 B2", **OPTION)
    table = placed(running("crown", alice, bob, options=OPTION), drafting)
    browser = visit(bob)
    form = the_form(table, browser)
    submit(table, seat(table, A), Keep("B"))
    submit(table, seat(table, O), Pick("N"))
    assert form.send(browser, form.buttons[0]).status_code == 302
    assert fresh(table).status == "finished"


def sent_unallowed(table: Table, person: User, visit: Visit, english: str, status: int, language: str) -> None:
    """The button's request where there is no such button: refused in words, and without a trace."""
    browser, before = visit(person, language), snapshot(table)
    fields = {"asked": "", "key": "k", "move": '{"type":"reveal"}'}
    refused(table, browser.post(f"/tables/{table.public_id}/move/", fields), status, english, language)
    assert snapshot(table) == before


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_refuses_it_without_the_option(strict: Table, bob: User, visit: Visit, language: str) -> None:
    assert not page(visit(bob).get(f"/tables/{strict.public_id}/")).has_form("/move/")
    sent_unallowed(strict, bob, visit, NOT_YOURS, 422, language)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_refuses_it_to_who_has_been_asked(idle: Table, alice: User, visit: Visit, language: str) -> None:
    browser, before = visit(alice, language), snapshot(idle)
    fields = {"asked": "", "key": "k", "move": '{"type":"reveal"}'}
    refused(idle, browser.post(f"/tables/{idle.public_id}/move/", fields), 409, STALE, language)
    assert snapshot(idle) == before


def test_the_others_page_tells_nothing_of_it(idle: Table, alice: User, visit: Visit) -> None:
    other_page = page(visit(alice).get(f"/tables/{idle.public_id}/"))
    assert "three princes and win" not in other_page.text
    assert all("reveal" not in value for _, value in other_page.form("/move/").buttons)


def test_the_fragment_brings_the_button_to_an_open_page(idle: Table, bob: User, visit: Visit) -> None:
    text = visit(bob).get(f"/tables/{idle.public_id}/fragment/", {"asked": ""}).content.decode()
    assert '{"type":"reveal"}' in text


def test_a_solo_table_is_played_to_its_end(alice: User) -> None:
    table = play_on(running("crown", alice, options={"mode": "solo"}))
    assert table.status == "finished"
    assert table.seats.count() == 1


@pytest.fixture
def beaten(alice: User) -> Table:
    """A solo table that the automaton has won."""
    for _ in range(30):
        table = play_on(running("crown", alice, options={"mode": "solo", "target_points": 5}))
        if state(table).public.winner == 1:
            return table
    raise AssertionError("the player always wins")


@pytest.mark.parametrize(("language", "house", "won"), [("en", "Automaton", "winner"), ("ja", "AI", "勝者")])
def test_a_lost_solo_game_names_its_winner(beaten: Table, alice: User, language: str, house: str, won: str) -> None:
    browser = Client(headers={"accept-language": language})
    browser.force_login(alice)
    for path in (f"/tables/{beaten.public_id}/", f"/replays/{beaten.public_id}/positions/{beaten.last_seq}/"):
        rows = re.findall(r"<tbody>(.*?)</tbody>", browser.get(path).content.decode(), re.DOTALL)[0]
        first, second = [re.sub("<[^>]+>", " ", row).split() for row in rows.split("</tr>")[:2]]
        assert first[:3] == ["1", house, won]
        assert second[0] == "2"
        assert won not in second
    assert house in browser.get(f"/tables/{beaten.public_id}/log/").content.decode()
