"""Lessons without a connection: one visit, and all of a game's are on the device, with their answers as links."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.offline import Visitor, worker_ready
from tests.browser.test_room import wider_than_its_screen
from tests.server.running import eventually

pytestmark = pytest.mark.browser
KEPT = "p => caches.match(p).then(Boolean)"
LESSONS = "/games/lombard/lessons/"


def keep_lessons(page: Page, language: str) -> None:
    worker_ready(page)
    page.goto(f"{LESSONS}one-turn/1/")
    assert eventually(lambda: page.evaluate(KEPT, f"/games/lombard/lessons.json?in={language}"))


def test_all_lessons_of_a_game_are_walked_through_without_a_connection(visitor: Visitor, door: Door) -> None:
    page = visitor()
    keep_lessons(page, "en")
    expect(page.locator(".lesson__choices")).to_be_hidden()
    door.shut()
    page.locator(".btn[data-pointed]").click()  # the site doesn't know the answer
    choices = page.locator(".lesson__choices")
    expect(choices.get_by_role("link")).to_have_text(["Open the eight", "Open the seven", "Double", "Anything else"])
    expect(page.locator("#hand button[name=move]").first).to_be_hidden()
    choices.get_by_role("link", name="Double").click()
    expect(page.get_by_text("There is a better move")).to_be_visible()
    step_count = 0
    while page.get_by_role("button", name="Play a real match").count() == 0:
        for answer in choices.get_by_role("link").all():
            address = str(answer.get_attribute("href"))
            assert page.evaluate(KEPT, f"{address}?in=en"), address
        page.locator(".lesson__choices a").first.click()  # the right one
        expect(page.locator(".lesson__step--right")).to_be_visible()
        following = page.locator("#hand .actions a.btn--confirm")
        if following.count():
            following.click()
            expect(choices).to_be_visible()
        step_count += 1
    assert step_count == 10
    page.goto(LESSONS)
    page.get_by_role("link", name="Photo finish").click()
    expect(page.locator(".lesson__choices")).to_be_visible()


def test_what_is_answered_without_a_connection_counts_with_the_next_page(visitor: Visitor, door: Door) -> None:
    page = visitor()
    keep_lessons(page, "en")
    page.goto(f"{LESSONS}folding-is-free/1/fold/")  # the site notes this one itself
    page.goto(f"{LESSONS}one-turn/1/")
    door.shut()
    page.goto(f"{LESSONS}one-turn/1/double/")  # wrong
    for address in ("one-turn/2/fold/", "one-turn/1/open-the-eight/"):  # the later step, and the earlier once more
        page.goto(f"{LESSONS}{address}")
        expect(page.locator(".lesson__step--right")).to_be_visible()
    page.goto("/offline/")
    door.open()
    page.goto(LESSONS)
    expect(page.get_by_text("1 of 5 lessons done")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Go on learning")).to_have_attribute("href", f"{LESSONS}folding-is-free/")


def test_in_japanese_on_a_phone_until_there_is_a_connection(visitor: Visitor, door: Door) -> None:
    page = visitor(locale="ja-JP", width=360)
    keep_lessons(page, "ja")
    door.shut()
    page.goto(f"{LESSONS}one-turn/1/?type=call&card=0")
    expect(page.get_by_role("link", name="8を公開してコール")).to_be_visible()
    assert wider_than_its_screen(page) == []
    door.open()
    expect(page).to_have_url(f"{LESSONS}one-turn/1/open-the-eight/")  # now it does
    expect(page.locator("#seen")).to_be_hidden()
