"""Text that is being written stays, with its caret, when the page around it is updated."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.closable_proxy import Door
from tests.browser.offline import Visitor, worker_ready
from tests.browser.playing import play_to_the_end, quick_table
from tests.server.running import eventually

pytestmark = pytest.mark.browser


def test_a_kept_page_waits_for_its_writer(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    quick_table(page, "sdc")
    play_to_the_end(page)
    page.goto(page.url.replace("/tables/", "/replays/"))
    address = page.url
    assert eventually(lambda: page.evaluate("p => caches.match(p).then(Boolean)", address))
    door.shut()
    page.goto(address)
    expect(page.locator("#seen")).to_contain_text(re.compile("Seen"))
    page.locator("#tab-comments").click()
    note = page.locator("textarea[name=text]")
    note.fill("They bluff with nothing")
    note.evaluate("field => field.setSelectionRange(5, 5)")
    door.open()
    with page.expect_response(lambda answer: "/offline/session/" in answer.url and answer.ok, timeout=30_000):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-saved-copy-target=again]")).to_be_enabled()
    expect(page.locator("#seen")).to_be_visible()
    assert note.evaluate("field => [field.value, field.selectionStart]") == ["They bluff with nothing", 5]
    page.locator("[data-saved-copy-target=again]").click()
    expect(page.locator("#seen")).to_be_hidden()
