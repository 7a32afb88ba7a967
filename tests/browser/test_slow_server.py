"""What people read while the server is slow, being restarted or behind a proxy that can't reach it; and that the move
that waits is played once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.conftest import Site
from tests.browser.offline import Visitor, alone, kept_page, moves_made, my_turn_at, worker_ready
from tests.server.running import eventually

pytestmark = pytest.mark.browser
KEPT = {"en": "Saved here. It reaches the table exactly once.", "ja": "この端末に残り、テーブルには1回だけ届きます。"}
LONG_MS = 30_000


def about_to_move(visitor: Visitor, **how: str) -> tuple[Page, str]:
    page = visitor(**how)
    table = alone(page)
    page.goto(table)
    expect(page.locator("#move button").first).to_be_visible()
    return page, table


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The server hasn’t answered within 4 s. We keep trying."),
        ("ja", "サーバーから4秒以内に返事がありません。"),
    ],
)
def test_a_slow_server_plays_the_move_once(visitor: Visitor, door: Door, site: Site, language: str, words: str) -> None:
    page, table = about_to_move(visitor, locale=language)
    door.flowing.clear()
    page.locator("#move button").first.click()
    expect(page.locator(".tray__sent")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text(words, timeout=LONG_MS)
    expect(page.locator("#waiting")).to_contain_text(KEPT[language])
    door.flowing.set()
    expect(page.locator("#waiting .waiting")).to_have_count(0, timeout=LONG_MS)
    assert door.posts.count(f"{table}move/") >= 2  # it came through the first time as well
    assert moves_made(site, table) == 1


def test_a_page_that_comes_late_takes_the_kept_ones_place_by_itself(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    my_turn_at(page, alone(page))
    page.goto("/history/")
    assert eventually(lambda: kept_page(page, "/history/"))
    page.goto("/lobby/")
    door.flowing.clear()
    page.goto("/history/")
    expect(page.locator("#seen")).to_contain_text("slow")
    door.flowing.set()
    expect(page.locator("#seen")).to_be_hidden()
    assert page.locator("body").get_attribute("data-seen") == ""


def test_a_page_that_does_not_come_says_so(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    table = alone(page)
    my_turn_at(page, table)
    door.flowing.clear()
    page.goto(table)
    expect(page.locator("#seen")).to_contain_text(re.compile(r"Seen .*\d+:\d\d.* · slow"))
    door.flowing.set()
    expect(page.locator("#seen")).to_be_hidden(timeout=LONG_MS)
    door.proxy_says(503)
    page.goto(table)
    expect(page.locator("#seen")).to_contain_text("restarting")
    door.proxy = None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The server is being restarted. We try again in 5 s."),
        ("ja", "サーバーを再起動しています。5秒後にもう一度試します。"),
    ],
)
def test_a_restart_is_waited_for_as_long_as_it_says(
    visitor: Visitor, door: Door, site: Site, language: str, words: str
) -> None:
    page, table = about_to_move(visitor, locale=language)
    door.asked.clear()
    door.proxy_says(503, Retry_After="5")
    page.locator("#move button").first.click()
    expect(page.locator("#waiting")).to_contain_text(words)
    expect(page.locator("#waiting")).to_contain_text(KEPT[language])
    assert eventually(lambda: any(path == "/offline/session/" for _at, path in door.asked))
    move_at = next(at for at, path in door.asked if path == f"{table}move/")
    retry_at = next(at for at, path in door.asked if path == "/offline/session/")
    assert retry_at - move_at >= 4.9
    door.proxy = None
    expect(page.locator("#waiting .waiting")).to_have_count(0, timeout=LONG_MS)
    assert moves_made(site, table) == 1


def test_once_the_site_answers_nobody_waits_as_long_as_it_asked(visitor: Visitor, door: Door, site: Site) -> None:
    """It asked for ten minutes, and is there again after seconds: the next answer to anything sends the move."""
    page, table = about_to_move(visitor)
    door.proxy_says(503, Retry_After="600")
    page.locator("#move button").first.click()
    expect(page.locator("#waiting")).to_contain_text(KEPT["en"])
    door.proxy = None
    page.evaluate("document.dispatchEvent(new Event('tefuda:refresh'))")
    expect(page.locator("#waiting .waiting")).to_have_count(0, timeout=LONG_MS)
    assert moves_made(site, table) == 1


@pytest.mark.parametrize("status", [502, 504])
def test_a_proxys_error_page_is_told_as_such(visitor: Visitor, door: Door, site: Site, status: int) -> None:
    page, table = about_to_move(visitor)
    door.proxy_says(status)
    page.locator("#move button").first.click()
    expect(page.locator("#waiting")).to_contain_text(f"The server can’t be reached (error {status}). We keep trying.")
    door.proxy = None
    expect(page.locator("#waiting .waiting")).to_have_count(0, timeout=LONG_MS)
    assert moves_made(site, table) == 1
