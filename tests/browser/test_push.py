"""Notifications while no page is open: push messages."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM, Person

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """Chromium itself: only that one has notifications."""
    with launch_browser(executable_path=CHROMIUM) as browser:
        yield browser


def test_a_push_message_is_shown_by_the_worker(visitor: Person) -> None:
    """Delivered by the browser's own tools: without the internet there is no push service."""
    page = visitor(permissions=["notifications"])
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").click()
    page.wait_for_url("**/tables/**")
    page.goto("/settings/notifications/")
    expect(page.locator("#push [data-state=off] button")).to_be_visible()
    for name in ("insecure", "unable", "nothing", "denied", "failed", "on"):
        expect(page.locator(f"#push [data-state={name}]")).to_be_hidden()
    me = page.locator("body").get_attribute("data-person")
    message = {"title": "Your turn: SdC", "body": "Bid how much?", "path": "/tables/abc/", "tag": "abc", "person": me}
    deliver(page, json.dumps(message))
    page.wait_for_function(SHOWN, arg=["Your turn: SdC", "Bid how much?", "abc"])
    deliver(page, json.dumps(message | {"person": "somebodyelse", "title": "Another's turn"}))
    page.wait_for_function(SHOWN, arg=["Tefuda", "", "tefuda"])
    assert "Another's turn" not in page.evaluate(TITLES)  # of the earlier ones some may be gone


def test_what_was_seen_or_left_is_closed(visitor: Person) -> None:
    """With the table, with the list, and at the log-out; another table's stays."""
    page = visitor(permissions=["notifications"])
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").click()
    page.wait_for_url("**/tables/**")
    table = page.url.split("/tables/")[1].split("/")[0]
    page.goto("/games/")
    me = page.locator("body").get_attribute("data-person")
    for tag in (table, "elsewhere"):
        message = {"title": tag, "body": "now", "path": f"/tables/{tag}/", "tag": tag, "person": me}
        deliver(page, json.dumps(message))
        page.wait_for_function(SHOWN, arg=[tag, "now", tag])
    deliver(page, json.dumps(message | {"tag": table, "title": "newer"}))
    page.wait_for_function(SHOWN, arg=["newer", "now", table])
    page.wait_for_function(ONLY, arg=["elsewhere", "newer"])  # the next one of a table takes its place
    page.goto(f"/tables/{table}/")
    page.wait_for_function(ONLY, arg=["elsewhere"])
    page.goto("/notifications/")
    page.wait_for_function(ONLY, arg=[])
    page.goto("/games/")
    deliver(page, json.dumps(message))
    page.wait_for_function(SHOWN, arg=["elsewhere", "now", "elsewhere"])
    page.context.clear_cookies()  # as when the log-in has ended elsewhere
    page.goto("/games/")
    page.wait_for_function(ONLY, arg=[])


ONLY = """async (titles) => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return String(notes.map((note) => note.title).sort()) === String(titles);
}"""
TITLES = """async () => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.map((note) => note.title);
}"""
SHOWN = """async ([title, body, tag]) => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.some((note) => note.title === title && note.body === body && note.tag === tag);
}"""


def deliver(page: Page, data: str) -> None:
    """As if a push service had brought this."""
    devtools = page.context.new_cdp_session(page)
    registration_ids: list[str] = []
    event = "ServiceWorker.workerRegistrationUpdated"
    devtools.on(
        event,
        lambda update: registration_ids.extend(
            registration["registrationId"] for registration in update["registrations"]
        ),
    )
    devtools.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    while not registration_ids:
        page.wait_for_timeout(20)
    devtools.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration_ids[-1], "data": data}
    )
    devtools.detach()
