"""Sharing a moment: handed on with its picture where a device can, else the link is copied and the picture saved."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import play_to_the_end, table_with_beginners

pytestmark = pytest.mark.browser
# Records what is shared.
SHARES = """
    window.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ url, files }) => {
        window.shared.push({ url, files: files.map(({ name, type, size }) => [name, type, size > 9999]) });
    };
"""
NO_SHARING = "Object.defineProperty(navigator, 'share', { value: undefined });"


def finish_match(page: Page) -> Page:
    table_with_beginners(page, "sdc", opt_start_coins="5")
    play_to_the_end(page)
    page.reload()
    return page


def test_a_phone_hands_on_link_and_picture(person: Person) -> None:
    page = person(width=360)
    page.add_init_script(SHARES)
    finish_match(page)
    page.get_by_role("link", name="Share the moment").click()
    page.wait_for_function("() => window.shared.length === 1")
    shared = page.evaluate("window.shared[0]")
    assert shared["files"] == [["tefuda-sdc.png", "image/png", True]]
    assert re.search(r"/replays/\w+/moment/$", shared["url"])
    page.goto(shared["url"])
    expect(page.locator("#replay .board")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/positions/\d+/"))


def test_elsewhere_the_link_is_copied_and_the_picture_saved(person: Person) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(NO_SHARING)
    finish_match(page)
    page.get_by_role("link", name="Watch the replay").click()
    page.locator("#tab-share").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Share the moment").click()
    assert saved.value.suggested_filename == "tefuda-sdc.png"
    expect(page.locator("#toast")).to_contain_text("The link is copied")
    assert re.search(r"/positions/\d+/\?", page.evaluate("navigator.clipboard.readText()"))
