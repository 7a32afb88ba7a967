"""Guessing first in a browser: the hand as at the table, nothing fetched ahead, keys, a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import play_to_the_end, table_with_beginners

pytestmark = pytest.mark.browser


def position(page: Page) -> int:
    return int(page.locator(".steps__n").inner_text())


def test_each_decision_is_guessed_before_it_is_shown(person: Person) -> None:
    page = person()
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    table_with_beginners(page, "lombard", seats="3", opt_start_coins="8")
    play_to_the_end(page, kinds=("double", "call"))
    page.locator("#zone a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/**?seat=0")
    page.locator("#tab-eyes").click()
    page.locator("#guess-0").click()
    page.wait_for_url("**/guess/0/positions/**")
    page.locator("[aria-keyshortcuts=Home]").click()
    page.locator("#hand .btn--confirm").click()
    expect(page.locator("#outcome-title")).to_have_text("What would you do?")
    asked_for.clear()
    n = position(page)
    page.keyboard.press("ArrowRight")  # leads nowhere before the answer
    assert position(page) == n
    page.locator("#hand button[name=move][value*=fold]").click()
    page.wait_for_url("**/answer/**")
    expect(page.locator("#outcome")).to_be_focused()
    expect(page.locator("#outcome dd")).to_have_count(2)
    expect(page.locator("#outcome dd").first).to_contain_text("You fold")
    expect(page.locator("#outcome dd").last).to_contain_text(re.compile("You (double|call|fold)"))
    assert position(page) > n
    pages = [url for url in asked_for if "/replays/" in url and "/static/" not in url]
    assert len(pages) == 1, "nothing is fetched ahead"
    after = position(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/positions/{after - 1}/")
    page.keyboard.press(".")
    expect(page.locator("#outcome-title")).to_have_text("What would you do?")
    reach_the_end(page)
    on_a_phone(page)


def reach_the_end(page: Page) -> None:
    for _ in range(60):
        if page.locator("#replay .finished").count():
            break
        if page.locator("#outcome-title", has_text="What would you do?").count():
            page.locator(".guess__says a").click()
        else:
            page.locator("#hand .btn--confirm").click()
        page.wait_for_load_state()
    expect(page.locator("#replay .finished").first).to_be_visible()
    expect(page.locator("#hand")).to_have_count(0)


def on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("Home")
    page.locator("#hand .btn--confirm").click()
    expect(page.locator("#hand button").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
