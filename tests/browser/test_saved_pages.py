"""What can be read without a connection, and how a new version of the site replaces the old one."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.pwa.service_worker import UNINSTALL_SCRIPT
from tests.browser.closable_proxy import Door
from tests.browser.conftest import Person
from tests.browser.offline import Visitor, alone, kept_page, my_turn_at, personal_caches, worker_ready
from tests.browser.playing import play_to_the_end
from tests.server.running import eventually

pytestmark = pytest.mark.browser
KB = 1024


def test_tables_lists_and_all_rules_are_there_without_a_connection(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    table = alone(page)
    my_turn_at(page, table)
    assert eventually(lambda: kept_page(page, "/lobby/"))  # the list is saved with any page of a table
    page.locator("footer a[href$='#games']").click()  # all games, each in a row that opens
    for game in page.locator(".game-row > summary").all():
        game.click()
    rules = [str(link.get_attribute("href")) for link in page.locator(".game-row a[href$='/rules/']").all()]
    assert len(rules) == 6
    assert eventually(lambda: page.evaluate("p => caches.match(p + '?in=en').then(Boolean)", rules[-1]))
    door.shut()
    for path in ("/lobby/", table, *rules):
        page.goto(path)
        expect(page.locator("#seen")).to_contain_text(re.compile(r"Seen .*\d+:\d\d"))
        expect(page.locator("h1").first).to_be_visible()
        assert page.locator("body").evaluate("body => getComputedStyle(body).display") == "flex"  # its style is there
    page.goto("/history/")
    expect(page.locator("[data-saved-pages-target=away]")).to_be_visible()
    expect(page.locator("[data-name=pages] a[href='/lobby/']")).to_be_visible()
    door.open()
    expect(page).to_have_title(re.compile("My finished tables"))  # automatically, once there is a connection


def test_a_store_that_is_slow_to_open_does_not_keep_the_worker_away(person: Person, door: Door) -> None:
    page = person(base_url=door.url, service_workers="allow")
    page.add_init_script("IDBFactory.prototype.open = () => ({})")  # in pages alone: it never answers
    page.goto("/")
    assert eventually(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))


def test_after_a_first_visit_front_and_lobby_are_there_and_offer_what_works(visitor: Visitor, door: Door) -> None:
    page = visitor()  # a stranger
    worker_ready(page)
    for path in ("/", "/lobby/"):
        assert eventually(lambda path=path: page.evaluate("p => caches.match(p + '?in=en').then(Boolean)", path))
    door.shut()
    page.goto("/lobby/")
    expect(page.locator("#seen")).to_contain_text("no server")
    new = page.locator("#new a").first
    expect(new).to_have_attribute("aria-disabled", "true")
    new.dispatch_event("click")
    expect(page.locator("#toast")).to_have_text("needs a connection")
    page.goto("/")
    page.get_by_role("button", name="Play against bots").first.click()
    page.wait_for_url("**/practice/#games")
    door.open()
    page.goto("/lobby/")
    expect(page.locator("#seen")).to_be_hidden()
    expect(new).not_to_have_attribute("aria-disabled", "true")


def test_what_is_kept_has_a_size_and_can_be_deleted(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    my_turn_at(page, alone(page))
    page.goto("/history/")
    assert eventually(lambda: kept_page(page, "/history/"))
    page.goto("/offline/")
    lines = page.locator("[data-name=pages] li")
    expect(lines.filter(has_text="My finished tables")).to_contain_text(re.compile(r"[\d.]+ kB"))
    count = lines.count()
    lines.filter(has_text="My finished tables").get_by_role("button").click()
    expect(lines).to_have_count(count - 1)
    assert not kept_page(page, "/history/")
    page.get_by_role("button", name="Clear all").click()
    expect(page.locator("[data-name=pages]")).to_be_hidden()
    expect(page.locator("[data-saved-pages-target=all]")).to_be_hidden()
    assert personal_caches(page) == []


KEPT_PIECE = """async (path) => {
    const names = (await caches.keys()).filter((name) => name.startsWith("tefuda-pieces-1-"));
    const keys = (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat();
    return keys.some((key) => new URL(key.url).pathname.startsWith(path));
}"""


def test_a_replay_is_kept_when_asked_for_and_steps_that_were_seen(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    page.goto(alone(page))
    play_to_the_end(page, kinds=("fold", "call"))
    page.locator("#zone a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/*/positions/*/**")
    first = page.url
    page.locator("#step-forward").click()
    page.wait_for_url(lambda url: url != first)
    second = page.url
    assert eventually(lambda: kept_page(page, first) and page.evaluate(KEPT_PIECE, urlsplit(second).path))
    door.shut()
    page.goto(first)
    expect(page.locator("#seen")).to_be_visible()
    page.locator("#step-forward").click()
    expect(page.locator(".steps__n")).to_contain_text(re.compile(rf"^\s*{second.split('/')[-2]} /"))
    page.locator("#step-last").click()  # has never been seen
    expect(page.locator("#toast")).to_contain_text("The server can’t be reached. We keep trying.")
    expect(page.locator("#seen")).to_be_visible()
    expect(page).to_have_url(first)
    door.open()
    page.goto(first)
    page.locator("#save-replay").click()
    expect(page.locator("#save-replay")).to_have_text("Saved on this device")
    door.shut()
    page.goto(first.partition("positions/")[0])  # the replay's own address leads to where one begins
    expect(page).to_have_url(first)
    page.locator("#step-last").click()
    expect(page.locator("#replay .result-table").first).to_be_visible()
    page.goto("/offline/")
    expect(page.locator("[data-name=replays] a")).to_have_count(1)


PUT = """async ([path, text]) => {
  const cache = await caches.open("tefuda-kept-test");
  await cache.put(path, new Response(text, { headers: { "Content-Type": "text/html" } }));
}"""


def test_what_a_part_of_the_site_has_put_aside_is_found(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    for path in ("/practice/", "/practice/part.html"):
        page.evaluate(PUT, [path, f"<h1>{path}</h1>"])
    door.shut()
    page.goto("/practice/?title=sdc#begin")
    expect(page.locator("h1")).to_have_text("/practice/")
    assert (
        page.evaluate("fetch('/practice/part.html').then((answer) => answer.text())") == "<h1>/practice/part.html</h1>"
    )


def test_in_japanese_all_of_it_is_japanese(visitor: Visitor, door: Door) -> None:
    page = visitor(locale="ja-JP")
    worker_ready(page)
    my_turn_at(page, alone(page))
    assert eventually(lambda: page.evaluate("caches.match('/games/get9/rules/?in=ja').then(Boolean)"))
    door.shut()
    page.goto("/games/get9/rules/")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#seen")).to_contain_text("サーバー応答なし")
    page.goto("/history/")
    expect(page.locator("h1")).to_have_text("この端末に残っているもの")


def test_a_new_version_is_offered_and_leaves_nothing_of_the_old(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    script = page.request.get("/sw.js").text()
    version = re.search(r'"version": "(\w+)"', script)
    assert version
    assert eventually(lambda: f"tefuda-shell-{version[1]}" in page.evaluate("caches.keys()"))
    door.instead["/sw.js"] = script.replace(version[1], "next")
    page.reload()
    with page.expect_navigation():
        page.locator("#fresh button").click()
    assert eventually(lambda: shells(page) == ["tefuda-shell-next"])
    expect(page.locator("#fresh")).to_be_hidden()
    del door.instead["/sw.js"]


def shells(page: Page) -> list[str]:
    return [name for name in page.evaluate("caches.keys()") if "shell" in name]


# A page without a worker.
WITHOUT_WORKER = """async () => {
  const device = document.querySelector("[data-controller~=device]");
  const another = device.cloneNode(true);
  another.removeAttribute("data-device-worker-value");
  device.replaceWith(another);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return caches.keys();
}"""


def test_the_kill_switch_removes_the_worker_and_what_it_kept(visitor: Visitor, door: Door) -> None:
    page = visitor()
    worker_ready(page)
    my_turn_at(page, alone(page))
    assert personal_caches(page)
    # Actions of each page without a worker; the previous worker may still be saving something.
    assert eventually(lambda: page.evaluate(WITHOUT_WORKER) == [])
    page.goto("/lobby/")
    worker_ready(page)
    page.reload()
    assert eventually(lambda: personal_caches(page))
    door.instead["/sw.js"] = UNINSTALL_SCRIPT  # … and what the worker itself does
    page.goto("/lobby/")
    assert eventually(lambda: page.evaluate("caches.keys()") == [])
    page.route("**/sw.js", lambda route: route.abort())
    assert eventually(
        lambda: page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
    door.shut()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto("/lobby/")


def test_a_first_visit_is_small(visitor: Visitor, door: Door) -> None:
    """Everything that comes over the line, the worker and what it fetches for later included: front and lobby once
    more, as anybody sees them. A fifth of it is the court: the front page shows a card of each deck."""
    page = visitor()
    worker_ready(page)
    assert eventually(lambda: page.evaluate("caches.match('/offline/?in=en').then(Boolean)"))
    assert 20 * KB < door.bytes_out <= 210 * KB
