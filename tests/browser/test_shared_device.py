"""What a device keeps is its person's: hidden from others, cleared away at the log-out, none where none is wanted."""

import sqlite3
from contextlib import closing
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.conftest import Site
from tests.browser.offline import (
    Visitor,
    account,
    alone,
    asked_module,
    choose,
    kept,
    kept_of,
    kept_page,
    log_in,
    moves_made,
    my_turn_at,
    personal_caches,
    worker_ready,
)
from tests.browser.playing import posted
from tests.server.running import eventually

pytestmark = pytest.mark.browser


def anew(name: str) -> str:
    """Not taken by this test's first try."""
    return f"{name}-{uuid4().hex[:6]}"


def leave_unsent_move(visitor: Visitor, door: Door, name: str) -> tuple[Page, str]:
    """A person with an account and a move waiting at a table; the browser reaches the site, but nothing is sent."""
    page = visitor()
    worker_ready(page)
    account(page, name)
    table = alone(page)
    my_turn_at(page, table)
    page.context.route("**/offline/session/", lambda route: route.abort())
    door.shut()
    choose(page)
    door.open()
    return page, table


@pytest.mark.parametrize("way", ["send", "discard"])
def test_logging_out_names_unsent_moves_and_leaves_nothing_behind(
    visitor: Visitor, door: Door, site: Site, way: str
) -> None:
    page, table = leave_unsent_move(visitor, door, anew("leaver"))
    other = page.context.new_page()
    other.goto(table)
    page.goto("/lobby/")
    page.locator(".menu summary").click()
    page.locator("[data-logout] button").click()
    expect(page.locator("#leaving li")).to_contain_text("Call, opening")
    page.locator("#leaving [value=stay]").click()
    assert len(kept(page, "moves")) == 1
    page.locator(".menu summary").click()
    page.locator("[data-logout] button").click()
    if way == "send":
        page.locator("#leaving [value=send]").click()
        expect(page.locator("#toast")).to_contain_text("couldn’t be sent")
        assert len(kept(page, "moves")) == 1
        # Another tab is sending: that is waited for, and is no failure.
        assert eventually(lambda: asked_module(page, "pwa/lib/database", "takeLease", "another tab"))
        page.context.unroute("**/offline/session/")
    page.locator(f"#leaving [value={way}]").click()
    if way == "send":
        page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
        asked_module(page, "pwa/lib/database", "giveLease", "another tab")
    expect(page.locator("a[href='/account/login/']").first).to_be_attached()
    assert moves_made(site, table) == (1 if way == "send" else 0)
    assert kept(page, "moves") == personal_caches(page) == []
    assert eventually(lambda: kept(page, "receipts") == [])
    other.wait_for_url(f"{door.url}/")  # all tabs
    expect(other.locator("body:not([data-person])")).to_have_count(1)
    door.shut()
    page.goto(table)
    expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()
    assert "Call, opening" not in page.locator("main").inner_text()


def test_nobody_sees_or_sends_anything_of_another_person(visitor: Visitor, door: Door, site: Site) -> None:
    """A session expires, another person comes, the first comes back."""
    first, second = anew("first-comer"), anew("second-comer")
    page, table = leave_unsent_move(visitor, door, first)
    page.context.clear_cookies(name="sessionid")
    page.context.unroute("**/offline/session/")  # not before, or it would be sent
    page.goto("/lobby/")
    expect(page.locator("#unsent-login")).to_be_visible()
    assert eventually(lambda: personal_caches(page) == [])
    door.shut()
    page.goto(table)
    expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("Lombard Hold'em – Tefuda")
    door.open()

    account(page, second)
    door.posts.clear()
    page.goto("/lobby/")
    expect(page.locator("#unsent")).to_be_hidden()
    assert eventually(lambda: asked_module(page, "pwa/lib/outbox", "sendMoves") == "sent")  # as far as hers go
    page.goto("/offline/")
    expect(page.locator("[data-name=moves] li")).to_have_count(0)
    assert eventually(lambda: len(personal_caches(page)) == 1)
    assert kept_of(page, "receipts") == []
    door.shut()
    page.goto(table)
    expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()
    page.goto("/lobby/")
    expect(page.locator(".menu__name")).to_have_text(second)
    door.open()
    assert len(kept(page, "moves")) == 1
    assert door.posts == []
    assert moves_made(site, table) == 0

    posted(page, "/account/logout/")
    log_in(page, first)
    page.goto("/lobby/")
    assert eventually(lambda: moves_made(site, table) == 1)
    page.goto(table)
    assert eventually(lambda: kept_page(page, table))
    assert kept_of(page, "receipts")  # they waited as the move did
    door.shut()
    page.goto(table)
    expect(page.locator(".menu__name")).to_have_text(first)
    expect(page.locator("#seen")).to_be_visible()


def end_session(site: Site, page: Page) -> None:
    """As by a log-out on another device: the site forgets the session, and the browser hears nothing of it."""
    (key,) = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid"]
    with closing(sqlite3.connect(site.serve.data / "tefuda.sqlite3", timeout=30)) as rows:
        assert rows.execute("DELETE FROM accounts_session WHERE session_key = ?", (key,)).rowcount == 1
        rows.commit()


def test_a_log_in_that_ended_elsewhere_takes_its_pages_along(visitor: Visitor, door: Door, site: Site) -> None:
    page, name = visitor(), anew("ended")
    worker_ready(page)
    account(page, name)
    table = alone(page)
    my_turn_at(page, table)
    assert eventually(lambda: page.evaluate("caches.match('/games/sdc/rules/?in=en').then(Boolean)"))
    door.shut()
    choose(page)
    end_session(site, page)
    page.goto(table)  # without any contact it stays readable
    expect(page.locator("#seen")).to_be_visible()
    expect(page.locator(".menu__name")).to_have_text(name)
    door.open()
    page.goto("/games/sdc/rules/")
    assert eventually(lambda: personal_caches(page) == [])
    expect(page.locator("#unsent-login")).to_be_visible()
    door.shut()
    for private in (table, "/history/"):
        page.goto(private)
        expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()
        expect(page.locator("body")).not_to_contain_text(name)
    page.goto("/games/lombard/rules/")  # of no person
    expect(page.locator("#seen")).to_be_visible()
    door.open()
    page.goto("/")
    assert len(kept(page, "moves")) == 1
    assert moves_made(site, table) == 0
    log_in(page, name)
    page.goto("/lobby/")
    assert eventually(lambda: moves_made(site, table) == 1)


def test_the_same_is_heard_while_a_page_stays_open(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor()
    worker_ready(page)
    account(page, anew("open"))
    page.goto("/lobby/")
    assert eventually(lambda: personal_caches(page))
    end_session(site, page)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # there is news
    assert eventually(lambda: personal_caches(page) == [])


def test_an_old_page_takes_nothing_along(visitor: Visitor, door: Door) -> None:
    """A page from the back button may be older than the login: the site is asked before anything is sent."""
    page, name = visitor(), anew("back")
    worker_ready(page)
    account(page, name)
    page.goto("/lobby/")
    assert eventually(lambda: kept_page(page, "/lobby/"))
    asked_module(page, "pwa/lib/reader", "setReader", "none")
    assert kept_page(page, "/lobby/")
    reader = asked_module(page, "pwa/lib/database", "getFact", "reader")["person"]
    assert reader == page.locator("body").get_attribute("data-person")
    door.shut()
    page.goto("/lobby/")
    expect(page.locator(".menu__name")).to_have_text(name)


def test_a_device_that_is_to_keep_nothing_keeps_nothing(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    account(page, anew("careful"))
    page.goto("/lobby/")
    assert eventually(lambda: personal_caches(page))
    page.goto("/settings/devices/")
    page.locator("#keep-nothing").check()
    page.locator("form[action$='/devices/'] button").click()
    expect(page.locator(".message")).to_contain_text("Saved")
    assert eventually(lambda: personal_caches(page) == [])
    table = alone(page)
    page.goto(table)
    expect(page.locator("#move")).to_be_visible()
    door.shut()
    page.locator("#move button").first.click()
    expect(page.locator("#toast")).to_contain_text("nothing is saved on this device")
    assert kept(page, "moves") == personal_caches(page) == []
    page.reload()
    expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()


# What a browser does in the end where there is no room: the transaction is undone. Chromium looks at its quota for
# IndexedDB only every half a minute; for pages immediately.
NO_ROOM = """() => {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...given) {
    const request = add.apply(this, given);
    this.transaction.abort();
    return request;
  };
  return () => (IDBObjectStore.prototype.add = add);
}"""


def test_a_full_device_says_so_and_loses_nothing(visitor: Visitor, door: Door, site: Site) -> None:
    page = visitor()
    worker_ready(page)
    tables = [alone(page), alone(page)]
    my_turn_at(page, tables[0])
    before = kept_page(page, tables[0])
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": door.url, "quotaSize": 1})
    page.goto(tables[1])
    expect(page.locator("#move")).to_be_visible()  # shown, if not kept
    room_again = page.evaluate_handle(NO_ROOM)
    door.shut()
    page.locator("#move button").first.click()
    expect(page.locator("#toast")).to_contain_text("is full")
    assert not page.locator("#move").evaluate("form => form.inert")
    assert kept(page, "moves") == []
    assert kept_page(page, tables[0]) == before != ""
    assert kept_page(page, tables[1]) == ""
    room_again.evaluate("again => again()")
    choose(page)
    door.open()
    expect(page.locator("#waiting .waiting")).to_have_count(0)
    assert moves_made(site, tables[1]) == 1
