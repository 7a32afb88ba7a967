"""From the end of a match to another person who plays on from its middle, in their browsers."""

import re

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from games.pwa.practice import pyodide
from tests.browser.conftest import Person
from tests.browser.playing import play_to_the_end
from tests.browser.test_axe import complaints

pytestmark = pytest.mark.browser
SHORT = {"seats": "2", "bots": "1", "opt_start_coins": "8", "opt_target_coins": "16", "visibility": "private"}


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def play_match(page: Page) -> str:
    """A match against a bot, played to its end. Its id."""
    page.goto("/games/lombard/new/")
    for name, value in SHORT.items():
        page.evaluate("([name, value]) => (document.querySelector(`[name=${name}]`).value = value)", [name, value])
    page.locator("form[data-controller=quick-deal] button.btn--confirm").click()
    page.wait_for_url("**/tables/**")
    play_to_the_end(page)
    return page.url.rstrip("/").split("/")[-1]


def test_from_the_end_of_a_match_to_a_new_one_from_its_middle(person: Person) -> None:
    alice, stranger = person(permissions=["clipboard-read", "clipboard-write"]), person("ja-JP", width=360)
    table = play_match(alice)
    alice.locator("#finished-share summary").click()
    alice.locator("a", has_text="Visibility").click()
    alice.wait_for_url(re.compile(rf"/replays/{table}/positions/\d+/"))

    # Two steps further, including everything next to it.
    n = int(alice.url.split(table)[1].split("/")[2])
    for _ in range(2):
        n += 1
        alice.locator("#step-forward").click()
        alice.wait_for_url(f"**/{table}/positions/{n}/**")
    expect(alice.locator("#around")).to_have_attribute("data-replay-sidebar-n-value", str(n))
    alice.locator("#tab-eyes").click()
    alice.locator("#eyes-0").click()
    alice.wait_for_url("**/?seat=0")
    alice.locator('.table-head [data-action="copy#copy"]').click()
    address = alice.evaluate("navigator.clipboard.readText()")
    assert address == alice.url.replace("?seat=0", "?seat=0&hl=en")
    expect(alice.locator(".table-head .share-way__name").first).to_have_text("Copied")

    # Comments and notes are kept where one is.
    alice.locator("#tab-comments").click()
    alice.locator("#comment-text").fill("what a hand")
    alice.locator("#comment-text").press("Enter")
    expect(alice.locator("#beside .chat__said")).to_have_text("what a hand")
    assert alice.url.endswith(f"/{n}/?seat=0#beside")
    alice.locator("#beside textarea").fill("look at this again")
    alice.locator("form[action$='/note/'] button").click()
    expect(alice.locator("#beside textarea")).to_have_value("look at this again")

    alice.locator("#around details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    assert complaints(alice) == []
    alice.locator("#beside .chat__more").click()
    alice.locator("button[value=take-back]").click()
    expect(alice.locator("#beside .chat__said")).to_have_text("Deleted by its writer")

    # Quick tables begin with the link; closed and opened again by who played it.
    def wish(label: str) -> None:
        alice.locator("#tab-share").click()
        alice.locator("#around details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
        alice.get_by_label(label).check()
        alice.locator("form[action$='/share/'] button").click()
        alice.wait_for_load_state()

    assert stranger.request.get(address).status == 200
    wish("Only the players of the match")
    assert stranger.request.get(address).status == 404
    wish("Everyone (listed in the library)")
    stranger.goto("/library/")
    fits(stranger)
    expect(stranger.locator(f".library a[href='/replays/{table}/']")).to_have_count(1)
    assert complaints(stranger) == []

    # The link shows the same position from the same seat, in its language; a guest plays on.
    stranger.goto(address.replace("hl=en", "hl=ja"))
    fits(stranger)
    expect(stranger.locator("html")).to_have_attribute("lang", "ja")
    expect(stranger.locator("#eyes-0")).to_have_attribute("aria-current", "true")
    expect(stranger.locator("#beside .chat__said")).to_have_count(0)
    stranger.locator("#tab-fork").click()
    stranger.locator("section[aria-labelledby=fork-title] summary").click()
    stranger.locator("[name=against][value=bots-open]").check()
    stranger.locator("#step-forward").click()
    expect(stranger.locator("#around")).to_have_attribute("data-replay-sidebar-n-value", str(n + 1))
    expect(stranger.locator("[name=against][value=bots-open]")).to_be_checked()
    stranger.locator("[name=against][value=bots]").check()
    stranger.locator("form[action$='/fork/'] button").click()
    stranger.wait_for_url("**/tables/**")
    expect(stranger.locator("#move")).to_be_visible()
    play_to_the_end(stranger)
    fork = stranger.url.rstrip("/").split("/")[-1]
    while stranger.request.get(f"/replays/{fork}/record.json").status != 200:  # sealed by a job
        stranger.wait_for_timeout(200)
    stranger.goto(f"/replays/{fork}/verify/?hl=en")
    if not pyodide.list_runtime_files(settings.PYODIDE_ROOT):
        return
    stranger.locator("#own-check [data-record-check-target=button]").click()
    outcome = stranger.locator("#own-check [data-record-check-target=outcome]")
    expect(outcome).to_contain_text(re.compile("^Yes: verify_record"), timeout=180_000)
    expect(stranger.locator("#own-check [data-record-check-target=seed]")).to_contain_text("was used")
