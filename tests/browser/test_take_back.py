"""Taking the last decision back on the page: the question returns, and with it the focus."""

import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.playing import FETCHED_ANEW, MATCH_SECONDS, act
from tests.browser.test_keys import at_a_table, rests

pytestmark = pytest.mark.browser
PRESS = "() => { const button = document.querySelector('#take-back button'); button?.click(); return !!button; }"
ANSWERED = "() => !document.querySelector('#take-back[data-sent]')"
IS_TAKEN_BACK = "() => document.getElementById('log').innerText.includes('The last decision is taken back')"
STREAM_MS = 1000  # until news of the table have come


def take_back(page: Page) -> None:
    """Call until one call can be taken back: a faster bot may show a card, then it is refused."""
    until = time.monotonic() + MATCH_SECONDS
    while not page.evaluate(IS_TAKEN_BACK):
        assert time.monotonic() < until
        if page.evaluate(PRESS):
            page.wait_for_function(ANSWERED)
        else:
            act(page, ("call", "check"))
        page.wait_for_timeout(30)


def test_the_question_comes_again(person: Person) -> None:
    page = person()
    at_a_table(page, "dilemma")
    take_back(page)
    expect(page.locator("#move")).to_be_visible()
    expect(page.locator("#take-back")).to_have_count(0)
    rests(page, "hand", "turn")


def test_news_wait_for_a_slow_answer(person: Person) -> None:
    """Else they take away the form that is being answered, and its answer finds no place for the log and the hand."""
    page = person()

    def slowly(route: Route) -> None:
        answer = route.fetch()
        page.wait_for_timeout(STREAM_MS)
        route.fulfill(response=answer)

    at_a_table(page, "dilemma")
    page.route("**/take-back/**", slowly)
    take_back(page)
    page.unroute_all(behavior="wait")
    expect(page.locator("#move")).to_be_visible()
    page.evaluate(FETCHED_ANEW)
    rests(page, "hand", "turn")
