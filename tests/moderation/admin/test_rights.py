"""Who sees the buttons, and that requests without permission are refused."""

import pytest
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client

from tests.matches import snapshot
from tests.moderation.actions import table_void
from tests.moderation.admin.pages import listing, moderate, page

WHY = {"reason": "a report"}


def links(answer) -> set[str]:
    text = answer.content.decode()
    return {name for name in ("freeze", "thaw", "void", "seat-to-bot", "seat-back") if f"/moderate/{name}/" in text}


def test_the_buttons_that_make_sense(at_desk, mia, table):
    client, address = at_desk(mia), page("table", table.pk)
    assert links(client.get(address)) == {"freeze", "void", "seat-to-bot"}
    client.post(moderate("freeze", table), WHY)
    client.post(moderate("seat-to-bot", table, seat=0), WHY | {"level": "normal"})
    assert links(client.get(address)) == {"thaw", "void", "seat-to-bot", "seat-back"}
    table_void(public_id=table.public_id, moderator_id=mia.pk, reason="enough")
    assert links(client.get(address)) == set()


def test_whoever_may_only_look_sees_no_buttons(at_desk, looker, table):
    client = at_desk(looker)
    answer = client.get(page("table", table.pk))
    assert answer.status_code == 200
    assert "Anna" in answer.content.decode()
    assert links(answer) == set()
    assert 'name="action"' not in client.get(listing("table")).content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("action", ["freeze", "thaw", "void", "seat-to-bot", "seat-back", "explode"])
def test_and_is_stopped(at_desk, looker, table, method, action):
    before = snapshot(table)
    answer = getattr(at_desk(looker), method)(moderate(action, table, seat=0), WHY)
    assert answer.status_code == 403
    assert snapshot(table) == before


def test_an_action_posted_by_hand_does_nothing(at_desk, looker, table):
    before = snapshot(table)
    at_desk(looker).post(listing("table"), {"action": "void", "_selected_action": [table.pk]} | WHY, follow=True)
    assert snapshot(table) == before


def test_players_and_strangers_are_sent_to_the_door(client, at_desk, anna, table):
    before = snapshot(table)
    assert "login" in client.post(moderate("void", table), WHY).url
    assert "login" in at_desk(anna).post(moderate("void", table), WHY).url
    assert snapshot(table) == before


def test_no_action_without_the_forms_token(mia, table):
    client = Client(enforce_csrf_checks=True)
    client.force_login(mia)
    assert client.post(moderate("void", table), WHY).status_code == 403
    client.cookies["csrftoken"] = token = _get_new_csrf_string()
    assert client.post(moderate("void", table), WHY | {"csrfmiddlewaretoken": token}).status_code == 302


def test_only_who_may_see_people_gets_links_to_them(at_desk, mia, boss, anna, table):
    link = f"/admin/accounts/user/{anna.pk}/change/"
    assert link not in at_desk(mia).get(page("table", table.pk)).content.decode()
    assert link in at_desk(boss).get(page("table", table.pk)).content.decode()
