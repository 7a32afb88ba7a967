"""What a table shows on every screen, and that no page is wider than its own."""

import argparse

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import new_table
from tests.stage import check

pytestmark = pytest.mark.browser

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
LANGUAGES = {"lombard": "en", "sdc": "ja", "dilemma": "en", "doudizhu": "ja", "get9": "en", "crown": "ja"}
DECISIONS = 4  # `python -m tests.stage.check` plays whole matches
SIZES = ["320x568", "360x640", "360x740", "390x844", "740x360", "820x1180", "1280x800", "1920x1080"]
SIZES_OF_LARGEST = ["740x360", "1280x800"]  # on a phone, names of ten seats are shortened


@pytest.mark.parametrize("slug", LANGUAGES)
def test_everything_a_player_needs_is_seen_at_every_size(browser: Browser, site: Site, slug: str) -> None:
    match = check.Match(options(site), browser, slug, LANGUAGES[slug])
    match.watch()
    assert match.errors == []
    assert {view["kind"] for view in match.views} >= {"asked", "hint"}
    assert list_failures(match) == []


@pytest.mark.parametrize("slug", check.LARGEST)
def test_everything_is_seen_at_the_largest_table(browser: Browser, site: Site, slug: str) -> None:
    match = check.Match(options(site, largest=True), browser, slug, "en")
    match.watch()
    assert match.errors == []
    assert match.views
    assert list_failures(match) == []


def options(site: Site, *, largest: bool = False) -> argparse.Namespace:
    sizes = SIZES_OF_LARGEST if largest else SIZES
    return argparse.Namespace(
        base=site.url, sizes=sizes, decisions=DECISIONS, css=None, shots=None, replay=False, largest=largest,
        large_text=False,
    )  # fmt: skip


def list_failures(match: check.Match) -> list[str]:
    return [
        f"{view['kind']} {view['number']} at {view['size']}: {part} {view['failures'][part]}"
        for view in match.views
        for part in check.CHECKS[view["kind"]]
        if view["failures"][part]
    ]


def wider_than_its_screen(page: Page) -> list[str]:
    """On a phone, with a classic scrollbar and without; it has the size it had before afterwards."""
    complaints, before = list[str](), page.viewport_size
    for width in (305, 320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        complaints += [f"{page.url} is too wide at {width}"] if page.evaluate(WIDER) > 0 else []
    assert before
    page.set_viewport_size(before)
    return complaints


def test_the_own_seat_is_below_the_middle_and_the_others_lie_in_order_above_it(person: Person) -> None:
    page = person()
    new_table(page, "lombard", seats="5", bots="4", visibility="private", bot_level="beginner")
    expect(page.locator("#move")).to_be_visible()
    own_box, *other_boxes = [seat.bounding_box() or {} for seat in page.locator(".seat").all()]
    middle = page.locator(".centre").bounding_box() or {}
    assert abs(own_box["x"] + own_box["width"] / 2 - middle["x"] - middle["width"] / 2) < 2
    assert own_box["y"] > middle["y"] + middle["height"] / 2
    assert all(box["y"] + box["height"] < middle["y"] + middle["height"] / 2 for box in other_boxes)
    lefts = [box["x"] for box in other_boxes]
    assert lefts == sorted(set(lefts))


def test_a_tap_opens_a_seat(person: Person) -> None:
    page = person()
    new_table(page, "lombard", seats="4", bots="3", visibility="private", bot_level="beginner")
    seat = page.locator(".seat").nth(1)
    expect(seat.locator(".seat__sheet")).to_be_hidden()
    seat.click()
    expect(seat.locator(".seat__sheet")).to_contain_text("bot (beginner)")
    expect(seat.locator(".seat__sheet")).to_contain_text("needs 8 more")
    sheet, board = seat.locator(".seat__sheet").bounding_box() or {}, page.locator(".board").bounding_box() or {}
    assert sheet["y"] + sheet["height"] < board["y"] + board["height"]
