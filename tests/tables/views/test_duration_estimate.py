"""How long it would take, on the form for a new table and at a table that waits for people."""

import pytest

from accounts.models import User
from games.tables.models import Table
from games.tables.services.seats import fill_with_bots
from tests.html import page
from tests.matches import opened

NEW = "/games/sdc/new/"
WORDS = {
    "en": {
        "usual": "About 16 visits each, 5 days in all, if everyone looks in three times a day and plans ahead.",
        "live": "About 22 turns each, 15 minutes in all, if everyone is online and answers within 20 seconds.",
        "slow": "About 8 visits each, 3 days in all, if everyone looks in three times a day and plans ahead.",
        "hourly": "About 33 visits each, 33 hours in all, if everyone looks in once an hour and plans ahead.",
        "alone": "No one to wait for: you can play it in one go.",
    },
    "ja": {
        "usual": "1人およそ16回の手番、終わるまで約5日（全員が1日に3回見に来て、先の手を予約する場合）。",
        "live": "1人およそ22回の手番、全部で約15分（全員がその場にいて、20秒以内に答える場合）。",
        "slow": "1人およそ8回の手番、終わるまで約3日（全員が1日に3回見に来て、先の手を予約する場合）。",
        "hourly": "1人およそ33回の手番、終わるまで約33時間（全員が1時間に1回見に来て、先の手を予約する場合）。",
        "alone": "待つ相手がいないので、続けて最後まで遊べます。",
    },
}
BUTTON = ("estimate", "1")
pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("language", ["en", "ja"])]


@pytest.mark.parametrize(("query", "kind"), [("", "usual"), ("?preset=live", "live"), ("?preset=slow", "slow")])
def test_ready_made_settings(visit, language, query, kind):
    assert WORDS[language][kind] in page(visit(None, language).get(NEW + query)).text


def test_settings_of_ones_own_without_a_table_or_a_guest(visit, language):
    browser = visit(None, language)
    form = page(browser.get(NEW)).form(NEW)
    assert BUTTON in form.buttons
    response = form.send(browser, BUTTON, opt_start_coins=20, turn_seconds=3_600)
    assert response.status_code == 200
    assert WORDS[language]["hourly"] in page(response).text
    second_form = page(response).form(NEW)
    assert (second_form.data()["opt_start_coins"], second_form.data()["turn_seconds"]) == (["20"], ["3600"])
    assert not User.objects.exists()
    assert not Table.objects.exists()


def test_a_script_may_ask_without_a_token(visit, language):
    """It asks while the form is being filled in; that must not clash with the form's own sending."""
    browser = visit(None, language)
    fields = page(browser.get(NEW)).form(NEW).data(BUTTON, opt_start_coins=20, turn_seconds=3_600)
    response = browser.get(NEW, {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"})
    assert WORDS[language]["hourly"] in page(response).text


def test_enter_sets_the_table_up(visit, language):
    """A browser presses a form's first button."""
    assert page(visit(None, language).get(NEW)).form(NEW).buttons[0] != BUTTON


def test_bad_settings_show_what_is_wrong_and_no_guess(visit, language):
    browser = visit(None, language)
    response = page(browser.get(NEW)).form(NEW).send(browser, BUTTON, opt_start_coins=11)
    assert response.context["form"].errors
    assert response.context["estimate"] is None


def test_a_table_that_waits_for_people(alice, visit, language):
    table = opened("sdc", alice, turn_seconds=300)
    address = f"/tables/{table.public_id}/"
    assert WORDS[language]["live"] in page(visit(alice, language).get(address)).text
    invitation = f"{address}invitations/{table.invite_code}/"
    assert WORDS[language]["live"] in page(visit(None, language).get(invitation)).text


def test_a_table_with_bots_in_the_other_seats(alice, visit, language):
    table = opened("sdc", alice)
    fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="normal", start=False)
    assert WORDS[language]["alone"] in page(visit(alice, language).get(f"/tables/{table.public_id}/")).text
