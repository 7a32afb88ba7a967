"""One person against bots: no clock, a calm turn line, and bots that hurry when asked to."""

import re

import pytest

from games.catalog.lombard.moves import Fold
from games.tables.access import get_table_access
from games.tables.page_data import build_table_page
from games.tables.services.timeouts import list_overdue_questions
from tests.html import page
from tests.matches import bot_play, fresh, play_on, running, seat, submit


def read_page(visit, table, user) -> str:
    return visit(user, "en").get(f"/tables/{table.public_id}/").content.decode()


def turn_line(html: str) -> str:
    (line,) = re.findall(r'<(?:p|div) id="turn".*?</(?:p|div)>', html, re.DOTALL)
    return line


@pytest.fixture
def alone(alice):
    """Lombard against two bots, where Alice is asked."""
    return play_on(running("lombard", alice, seats=3, turn_seconds=300), 0)


@pytest.fixture
def waits(alone):
    """The same after she has folded."""
    submit(alone, seat(alone, 0), Fold())
    table = fresh(alone)
    while (own_seat := seat(table, 0)).question_seq is not None:  # first to answer in the next round as well
        submit(table, own_seat, Fold())
        table = fresh(table)
    assert seat(table, 0).question_seq is None
    return table


def test_no_clock_and_no_alarm_against_bots(alone, alice, visit):
    html = read_page(visit, alone, alice)
    assert "turn--calm" in turn_line(html)
    assert "After a hint or undo, this match doesn't count." in turn_line(html).replace("’", "'")
    assert "data-deadline" not in html
    assert "no time limit" in html
    assert all(line.deadline is None for line in build_table_page(get_table_access(alone.public_id, None)).seats)


def test_what_is_forgotten_is_not_kept_for_ever(alone):
    own_seat = seat(alone, 0)
    assert (own_seat.deadline - fresh(alone).changed_at).days == 30
    assert list_overdue_questions(10) == []


def test_between_people_the_clock_is_shown(alice, bob, visit):
    table = play_on(running("lombard", alice, bob, turn_seconds=300), 0)
    line = turn_line(read_page(visit, table, alice))
    assert "data-deadline" in line
    assert "turn--calm" not in line
    assert (seat(table, 0).deadline - fresh(table).changed_at).seconds == 300


def test_fast_forward_lasts_until_one_is_asked(waits, alice, visit):
    client = visit(alice)
    bot = next(waiting_seat for waiting_seat in waits.seats.all() if waiting_seat.question_seq is not None)
    rev = waits.revision
    response = page(client.get(f"/tables/{waits.public_id}/")).form("/fast-forward/").send(client)
    assert response.status_code == 302
    assert fresh(waits).revision == rev + 1
    assert not page(client.get(f"/tables/{waits.public_id}/")).has_form("/fast-forward/")
    while seat(waits, 0).question_seq is None:
        assert bot_play(bot)
        seats = [waiting_seat for waiting_seat in waits.seats.all() if waiting_seat.question_seq is not None]
        if any(waiting_seat.number == 0 for waiting_seat in seats):
            break
        (bot,) = seats
        assert bot.act_at == fresh(waits).changed_at
    assert seat(waits, 0).act_at is None


def test_by_htmx_it_is_answered_with_nothing(waits, alice, visit):
    response = visit(alice).post(f"/tables/{waits.public_id}/fast-forward/", headers={"hx-request": "true"})
    assert (response.status_code, response.content) == (204, b"")


def test_only_who_waits_alone_may_hurry_them(alone, waits, alice, bob, visit):
    assert visit(bob).post(f"/tables/{waits.public_id}/fast-forward/").status_code == 403
    two = play_on(running("lombard", alice, bob), 0)
    for user in (alice, bob):  # with one seat the player is asked, with another one the opponent
        client = visit(user)
        assert client.post(f"/tables/{two.public_id}/fast-forward/").status_code == 409
        assert not page(client.get(f"/tables/{two.public_id}/")).has_form("/fast-forward/")
