"""Whole matches: alone against bots, two people in two browsers, without JavaScript, with the stream cut."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.playing import CALM, my_turn, new_table_by_hand, play_to_the_end, press, two_at_a_table, two_sit_down

pytestmark = [pytest.mark.browser, pytest.mark.moving]


@pytest.mark.parametrize("slug", ["lombard", "sdc"])
def test_a_visitor_plays_a_whole_match_against_bots(person: Person, slug: str) -> None:
    page = person()
    page.goto("/")
    page.locator(f"form[action='/games/{slug}/quick-play/'] button").first.click()
    page.wait_for_url("**/tables/**")
    assert play_to_the_end(page, kinds=("double", *CALM)) >= 1
    expect(page.locator(".result-table").first).to_be_visible()
    page.locator("#zone a[href*='/replays/']").first.click()
    expect(page).to_have_url(re.compile(r"/replays/[a-z0-9]+/positions/\d+/"))


def test_two_people_see_each_others_moves_by_the_stream(person: Person) -> None:
    alice, bob = person(), person(locale="ja-JP", width=360)
    two_sit_down(alice, bob, "sdc", opt_start_coins="5", visibility="link")
    expect(bob.locator("#hand")).to_be_visible(timeout=20_000)  # polling takes a minute: only the stream is this fast
    rev = bob.locator("#zone").get_attribute("data-revision")
    press(alice, "draw")
    expect(bob.locator("#zone")).not_to_have_attribute("data-revision", rev or "", timeout=20_000)
    play_to_the_end(alice, bob)


def test_with_the_stream_cut_polling_tells(person: Person) -> None:
    alice, bob = person(), person()
    bob.route("**/live/**", lambda route: route.abort())
    two_sit_down(alice, bob, "sdc", opt_start_coins="5")
    expect(bob.locator("#move")).to_be_visible()
    press(bob, "draw")
    expect(bob.locator("#hand button[name=type][value=draw]")).to_have_count(0)  # his own move's answer is there
    rev = bob.locator("#zone").get_attribute("data-revision")
    press(alice, "draw")
    expect(bob.locator("#zone")).not_to_have_attribute("data-revision", rev or "")


def test_without_javascript_plain_forms_play(person: Person) -> None:
    page = person(scripts=False)
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").first.click()
    page.wait_for_url("**/tables/**")
    assert play_to_the_end(page, kinds=("double", "call"), reload=True) >= 1


def test_a_selection_survives_what_others_do(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "sdc")
    boxes = alice.locator("#hand input[name=cards]")
    for n in (0, 2):
        boxes.nth(n).check(force=True)
    rev = alice.locator("#zone").get_attribute("data-revision")
    press(bob, "draw")
    expect(alice.locator("#zone")).not_to_have_attribute("data-revision", rev or "")
    assert [boxes.nth(n).is_checked() for n in range(5)] == [True, False, True, False, False]


def test_a_double_click_plays_once(person: Person) -> None:
    alice, bob = person(), person()
    address = two_at_a_table(alice, bob, "sdc")
    alice.locator("#hand button[name=type][value=draw]").dblclick()
    expect(alice.locator("#hand button[name=type][value=draw]")).to_have_count(0)
    alice.goto(f"{address}log/")
    bob.reload()
    assert my_turn(bob)


def test_a_stale_form_is_told_so(person: Person) -> None:
    """Two tabs of one person: what the first decided the second can't decide again."""
    alice, bob = person(), person()
    address = two_at_a_table(alice, bob, "sdc")
    second = alice.context.new_page()
    second.route("**/live/**", lambda route: route.abort())
    second.route("**/fragment/**", lambda route: route.abort())
    second.goto(address)
    press(alice, "draw")
    expect(alice.locator("#hand button[name=type][value=draw]")).to_have_count(0)
    second.locator("#hand button[name=type][value=draw]").click()
    expect(second.locator("#refusal")).not_to_be_empty()


def test_bots_fill_a_table_and_the_match_begins(person: Person) -> None:
    page = person()
    new_table_by_hand(page, "lombard", seats="3", visibility="private")
    page.locator("#with-bots > summary").click()
    page.locator("form[action$='/bots/'] button[value='1']").click()
    expect(page.locator("#hand")).to_be_visible()
    assert cards_seen(page) >= 3


def cards_seen(page: Page) -> int:
    return page.locator("#zone .card").count()


def test_an_answer_that_never_comes_is_not_waited_for(person: Person) -> None:
    """As on a phone between two networks: the page requests the table again automatically."""
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "sdc")
    held_routes = list[Route]()
    alice.route("**/fragment/**", lambda route: held_routes.append(route) if not held_routes else route.continue_())
    rev = alice.locator("#zone").get_attribute("data-revision")
    press(bob, "draw")
    expect(alice.locator("#zone")).not_to_have_attribute("data-revision", rev or "")
    assert held_routes
