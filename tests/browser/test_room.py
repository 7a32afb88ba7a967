"""Space at the table: on a phone everything important is visible with the tray, and no table is wider than its
screen.
"""

import time

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act, in_language, is_over, my_turn, new_table, stuck
from tests.browser.test_large_text import PRESSED, mark

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 360, 740
LOW = [(305, 640), (320, 640), (360, 740), (768, 1024), (980, 768), (1280, 720)]
HIGH = [(1280, 900), (1920, 1080)]
LAPTOPS = [(1280, 720), (1280, 800)]
QUESTIONS = 3  # in a language
FULL = {
    "crown": {"seats": "2", "bots": "1"},
    "dilemma": {"seats": "10", "bots": "9"},
    "doudizhu": {"bots": "3"},
    "get9": {"seats": "7", "bots": "6"},
    "lombard": {"seats": "11", "bots": "10"},
    "sdc": {"bots": "1"},
}
LANDED = "document.getAnimations().forEach((flight) => flight.finish());"
# Errors of the held board of an ended round, and of the question; in one step, as the next news may come
# at any time. Vital elements must be completely in the window, above the tray and uncovered, without scrolling.
MEASURED = (
    """() => {
  const hand = document.getElementById("hand");
  const hidden = () => {
    scrollTo(0, 0);
    """
    f"{LANDED}"
    """
    const bottom = Math.min(innerHeight, hand.getBoundingClientRect().top);
    const board = document.querySelector(".is-shown") ?? document.querySelector(".zone > .board");
    if (!board) return []; // the match has ended meanwhile
    return [...board.querySelectorAll("[data-vital]")].flatMap((part) => {
      const box = part.getBoundingClientRect();
      const name = part.innerText.replace(/\\s+/g, " ").slice(0, 60);
      const inside = box.width && box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= bottom + 1;
      if (!inside) return [`${name}: ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${Math.round(bottom)}`];
      const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return part.contains(seen) ? [] : [`${name} is behind ${seen?.outerHTML.slice(0, 80)}`];
    });
  };
  const found = document.querySelector(".is-shown") ? hidden().map((part) => `held: ${part}`) : [];
  document.dispatchEvent(new CustomEvent('tefuda:go-on'));
  found.push(...hidden());
  const coach = document.querySelector(".play--coached") ? 20 : 0; // its second row
  const share = (hand.getBoundingClientRect().height - coach) / innerHeight;
  if (share > 0.4) found.push(`the tray takes ${share}`);
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push("too wide");
  return [hand.dataset.question, found];
}"""
)
SHARE = "() => document.getElementById('hand').getBoundingClientRect().height / innerHeight"
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Boxes that lie on one another: no seat may hide another one or the middle of the table.
OVERLAPS = (
    f"() => {{ {LANDED}"
    """
  const parts = [...document.querySelectorAll(":is(.is-shown, #zone > .board) :is(.seat, .centre > *)")];
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => before(a, b) || before(b, a);
  return parts.flatMap((one, n) => parts.slice(n + 1)
    .filter((other) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect()))
    .map((other) => `${one.innerText.slice(0, 40)} / ${other.innerText.slice(0, 40)}`));
}"""
)
# How far the reader's own seat reaches under the tray: from a laptop's screen on, nothing of it is covered. An ended
# round that came to be held meanwhile is let go.
UNDER = """() => {
  document.dispatchEvent(new CustomEvent('tefuda:go-on'));
  scrollTo(0, 0);
  const own = document.querySelector("#zone > .board .seat:has(.seat__head--me)")?.getBoundingClientRect();
  if (!own) return 0; // the match has ended meanwhile
  return own.bottom - document.getElementById("hand").getBoundingClientRect().top;
}"""


def on_a_phone(page: Page, slug: str) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    new_table(page, slug, visibility="private", bot_level="beginner", **FULL[slug])
    expect(page.locator("#move")).to_be_visible()


@pytest.mark.parametrize("slug", FULL)
def test_what_matters_is_seen_beside_the_tray(person: Person, slug: str) -> None:
    """The first questions in English, the next ones in Japanese; before that, no size of a screen is too small."""
    page, questions_seen, complaints = person(locale="en-US"), set[str](), list[str]()
    on_a_phone(page, slug)
    complaints += too_wide_or_on_one_another(page)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    until = time.monotonic() + MATCH_SECONDS
    for language, questions in (("en", QUESTIONS), ("ja", 2 * QUESTIONS)):
        in_language(page, language)
        while not is_over(page) and len(questions_seen) < questions:
            assert time.monotonic() < until, stuck(page)
            if not my_turn(page) or page.locator(".tray__handle[hidden]").count():  # its scripts don't run yet
                page.wait_for_timeout(100)
                continue
            question, faults = page.evaluate(MEASURED)
            if question not in questions_seen:
                questions_seen.add(question)
                faults += own_seat_covered(page)
                complaints += [f"{question} in {language}: {fault}" for fault in faults]
            try:
                mark(page)
            except TookTooLong:  # the hand was renewed meanwhile
                continue
            act(page, PRESSED[slug])
    assert questions_seen
    assert page.locator("[data-vital]").count()
    assert complaints == []


def test_the_tray_folds_to_a_line_and_stays_folded(person: Person) -> None:
    page = person(locale="en-US")
    on_a_phone(page, "dilemma")
    handle, form = page.locator(".tray__handle"), page.locator("#move")
    assert handle.get_attribute("aria-expanded") == "true"
    handle.click(position={"x": WIDTH - 40, "y": 12})  # the handle, next to the coach
    expect(form).to_be_hidden()
    assert handle.get_attribute("aria-expanded") == "false"
    assert "Your turn" in handle.inner_text()
    expect(handle.locator(".card")).to_have_count(2)
    assert page.evaluate(SHARE) < 0.1
    page.reload()
    expect(form).to_be_hidden()
    handle.click()
    expect(form).to_be_visible()
    page.reload()
    expect(form).to_be_visible()


def too_wide_or_on_one_another(page: Page) -> list[str]:
    """No table is wider than its screen, and no seats overlap. 305 pixels are 320 with a classic scrollbar."""
    complaints = list[str]()
    for width, height in (*LOW, *HIGH):
        page.set_viewport_size({"width": width, "height": height})
        complaints += [f"{width}: too wide"] if page.evaluate(WIDER) > 0 else []
        complaints += [f"{width}: {pair}" for pair in page.evaluate(OVERLAPS)]
        if (width, height) in HIGH and page.evaluate(UNDER) > 0:
            complaints.append(f"{width}: the own seat is under the tray")
    return complaints


def own_seat_covered(page: Page) -> list[str]:
    """By the tray with this question, on a laptop. It is a phone again afterwards."""
    complaints = list[str]()
    for width, height in LAPTOPS:
        page.set_viewport_size({"width": width, "height": height})
        if (under := page.evaluate(UNDER)) > 0:
            complaints.append(f"{width} x {height}: the own seat is {under} px under the tray")
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return complaints


def wider_than_its_screen(page: Page) -> list[str]:
    """On a phone, with a classic scrollbar and without; it has the size it had before afterwards."""
    complaints, before = list[str](), page.viewport_size
    for width in (305, 320, 360):
        page.set_viewport_size({"width": width, "height": 640})
        complaints += [f"{page.url} is too wide at {width}"] if page.evaluate(WIDER) > 0 else []
    assert before
    page.set_viewport_size(before)
    return complaints


def test_the_own_seat_is_at_the_bottom_of_the_oval_and_the_next_one_to_its_left(person: Person) -> None:
    page = person()
    new_table(page, "lombard", seats="5", bots="4", visibility="private", bot_level="beginner")
    expect(page.locator("#move")).to_be_visible()
    boxes = [seat.bounding_box() or {} for seat in page.locator(".seat").all()]
    middle = page.locator(".centre").bounding_box() or {}
    own_box, left_box, *top_boxes, right_box = boxes
    centre = middle["x"] + middle["width"] / 2
    assert abs(own_box["x"] + own_box["width"] / 2 - centre) < 2
    assert own_box["y"] > middle["y"] + middle["height"] / 2
    assert left_box["x"] + left_box["width"] < centre < right_box["x"]
    assert all(seat["y"] + seat["height"] < left_box["y"] + left_box["height"] for seat in top_boxes)
    assert top_boxes[0]["x"] < top_boxes[1]["x"]
