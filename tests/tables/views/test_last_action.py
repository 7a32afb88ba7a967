"""Each seat's last action is shown on it, until its next action or a new chapter."""

import re

import pytest

from games.catalog.dilemma.moves import Call, Fold, Raise
from games.catalog.doudizhu.moves import Refuse
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.page_data import build_table_page
from tests.every_game import every_game
from tests.matches import SHORT, bot_play, fresh, running, submit, turn, waiting


def did(table, user=None, mark="") -> list[str]:
    access = get_table_access(table.public_id, user.pk if user else None)
    return [str(line.last_action) for line in build_table_page(access, mark).seats]


@pytest.fixture
def three(alice, bob, charlie):
    return running("dilemma", alice, bob, charlie)


def test_each_seat_shows_its_last_decision(three, alice, visit):
    (at,) = waiting(three)
    submit(three, at, Raise(60))
    (then,) = waiting(three)
    submit(three, then, Call())
    actions = did(three)
    assert actions[at.number] == "raises"
    assert actions[then.number] == "calls"
    assert sum(bool(words) for words in actions) == 2
    html = visit(alice, "en").get(f"/tables/{three.public_id}/").content.decode()
    assert re.findall(r'<span class="seat__action">([^<]*)</span>', html) == [words for words in actions if words]


def test_also_for_who_has_the_log_and_decided_meanwhile(three, alice):
    (first,) = waiting(three)
    submit(three, first, Raise(60))
    mark = build_table_page(get_table_access(three.public_id, first.user_id)).log_cursor
    (then,) = waiting(three)
    submit(three, then, Call())
    assert did(three, then.user, mark) == did(three)


def test_with_the_next_hand_it_is_gone(three):
    for move in (Raise(60), Fold(), Fold()):
        (at,) = waiting(three)
        submit(three, at, move)
    assert did(three) == ["", "", ""]


def test_what_a_badge_says_is_not_said_twice(three):
    (at,) = waiting(three)
    submit(three, at, Fold())
    assert did(three) == ["", "", ""]


def test_the_answers_of_an_auction_are_badges(alice):
    table = running("doudizhu", alice)
    (at,) = waiting(table)
    assert at.number == 0 or bot_play(at)
    if at.number == 0:
        submit(table, at, Refuse())
    assert set(did(table)) == {""}


@every_game
def test_the_words_are_short_in_both_languages(slug, alice, visit):
    table, rng = running(slug, alice, **SHORT.get(slug, {})), Rng(b"did", slug)
    client, actions = visit(alice, "ja"), set()
    for n in range(40):
        if fresh(table).is_ended:
            break
        turn(table, rng.choice(waiting(table)), rng)
        actions |= set(did(table, alice))
        if n % 4:
            continue
        html = client.get(f"/tables/{table.public_id}/").content.decode()
        assert all(len(words) <= 20 for words in re.findall(r'<span class="seat__action">([^<]*)</span>', html))
    assert all(len(words) <= 24 for words in actions)
