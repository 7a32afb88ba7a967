"""How somebody is told by the browser: the count in a tab nobody looks at, and push messages."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import buttons, my_turn, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
A_MINUTE = 60_500  # milliseconds


def test_a_tab_in_the_background_counts_in_its_title(person: Person) -> None:
    alice, bob = person(own=True), person(own=True)
    two_at_a_table(alice, bob, "lombard", visibility="link")
    moving, waiting = (alice, bob) if my_turn(alice) else (bob, alice)
    waiting.clock.install()
    waiting.goto("/rules/sdc/")
    assert not waiting.title().startswith("(")
    waiting.evaluate(HIDDEN, True)
    moving.locator(buttons("call")).first.click()
    expect(moving).not_to_have_title(re.compile(r"^\("))
    waiting.clock.fast_forward(A_MINUTE)
    expect(waiting).to_have_title(re.compile(r"^\(1\) "))
    expect(waiting.locator("#turns .badge")).to_contain_text("1")
    waiting.goto("/told/")
    waiting.get_by_label("Show at how many tables it is my turn").uncheck()
    waiting.locator("form:has(#badge-on) button").click()
    expect(waiting.locator(".message")).to_contain_text("Saved")
    expect(waiting.locator("#turns .badge")).to_have_count(0)
    assert not waiting.title().startswith("(")


def test_a_push_message_is_shown_by_the_worker(visitor: Person) -> None:
    """Delivered by the browser's own tools: without the internet there is no push service."""
    page = visitor(permissions=["notifications"])
    page.goto("/")
    page.locator("form[action='/play/lombard/'] button").click()
    page.wait_for_url("**/t/**")
    page.goto("/told/")
    expect(page.locator("#push [data-push=off] button")).to_be_visible()
    for name in ("insecure", "unable", "nothing", "denied", "failed", "on"):
        expect(page.locator(f"#push [data-push={name}]")).to_be_hidden()
    me = page.locator("body").get_attribute("data-person")
    said = {"title": "Your turn: SdC", "body": "Bid how much?", "path": "/t/abc/", "tag": "abc", "person": me}
    delivered(page, json.dumps(said))
    page.wait_for_function(SHOWN, arg=["Your turn: SdC", "Bid how much?", "abc"])
    delivered(page, json.dumps(said | {"person": "somebodyelse", "title": "Another's turn"}))
    page.wait_for_function(SHOWN, arg=["Tefuda", "", "tefuda"])
    assert "Another's turn" not in page.evaluate(TITLES)  # of the earlier ones some may be gone


TITLES = """async () => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.map((note) => note.title);
}"""
SHOWN = """async ([title, body, tag]) => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.some((note) => note.title === title && note.body === body && note.tag === tag);
}"""


def delivered(page: Page, data: str) -> None:
    """As if a push service had brought this."""
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    told_of = "ServiceWorker.workerRegistrationUpdated"
    devtools.on(told_of, lambda told: found.extend(one["registrationId"] for one in told["registrations"]))
    devtools.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    while not found:
        page.wait_for_timeout(20)
    devtools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": data})
    devtools.detach()
