"""A match is looked back at while it runs and watched when it is over: slider, keys, autoplay, spoilers, a phone."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import act, my_turn, play_to_the_end, table_with_beginners
from tests.server.running import eventually

pytestmark = pytest.mark.browser

PRESSED = """(keys) => {
    for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
}"""
PLACES = """() => ["#steps", "#replay .board", "#slider"].map((one) => {
    const { x, y, width } = document.querySelector(one).getBoundingClientRect();
    return [x, y, width].map(Math.round).join();
})"""
FETCHED_SCALE = """async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
    return page.querySelector(".chart__lines").getAttribute("transform");
}"""
HIDDEN = """() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
}"""


def is_at(page: Page, n: int) -> bool:
    """No one steps on from there."""
    return eventually(lambda: shown(page) == n and f"/{n}/" in page.url)


def shown(page: Page) -> int:
    return int(page.locator("#step-n").inner_text())


def match_of(page: Page) -> dict[str, Any]:
    match: dict[str, Any] = json.loads(str(page.locator("#viewer").get_attribute("data-match")))
    return match


def steer(page: Page, n: int) -> None:
    page.locator("#slider").fill(str(n))


def look_back_at(page: Page, table: str) -> None:
    """A seat's history so far, while the match runs."""
    assert eventually(lambda: my_turn(page))
    act(page, ("call",))
    page.locator("#tail a[href*='/replays/']").click()
    page.wait_for_url("**/replays/**?seat=0")
    now, first = shown(page), match_of(page)["first"]
    page.evaluate(PRESSED, ["ArrowLeft"] * 3)
    assert is_at(page, now - 3)
    expect(page).to_have_url(re.compile(rf"/{now - 3}/\?seat=0$"))
    page.evaluate(PRESSED, ["Home"])
    assert is_at(page, first)
    expect(page.locator("#eyes-open, #moments, #chart")).to_have_count(0)
    page.goto(table)


def watch(page: Page) -> None:
    """The replay of a player's match, once it is sealed."""
    page.locator("#zone a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/**?seat=0")
    assert eventually(lambda: page.reload() and page.locator("#chart").count())


def test_looked_back_at_while_it_runs_and_watched_at_the_end(person: Person) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    table = table_with_beginners(page, "lombard", seats="3", opt_start_coins="8")
    look_back_at(page, table)
    play_to_the_end(page, kinds=("double", "call"))
    watch(page)
    first, last = match_of(page)["first"], match_of(page)["last"]
    steps_are_never_lost(page, first, last)
    it_plays_until_somebody_steers(page)
    what_comes_later_is_hidden(page, first, last)
    everything_lies_open(page)
    it_is_read_in_words(page, first)
    it_fills_the_screen(page, first)
    on_a_phone(page, first)
    it_is_read_in_words(page, first)
    it_fills_the_screen(page, first)


def steps_are_never_lost(page: Page, first: int, last: int) -> None:
    own_turn = first + match_of(page)["turns"].index("0")
    assert shown(page) == own_turn
    page.evaluate(PRESSED, ["Home"])
    assert is_at(page, first)
    places = page.evaluate(PLACES)
    page.evaluate(PRESSED, ["ArrowRight"] * 12)
    page.evaluate(PRESSED, ["ArrowLeft", "ArrowRight", "ArrowRight"])
    assert is_at(page, first + 13)
    expect(page.locator("#step-n")).to_have_text(str(first + 13))
    expect(page).to_have_url(re.compile(rf"/{first + 13}/\?seat=0$"))
    expect(page.locator("#announcer")).to_contain_text(f"{first + 13} / {last}: ")
    assert page.evaluate(PLACES)[0::2] == places[0::2]
    page.evaluate(PRESSED, ["Home", "."])
    assert is_at(page, own_turn)
    chapters = match_of(page)["chapters"]
    page.evaluate(PRESSED, ["Home", "]", "]"])
    assert is_at(page, chapters[1])
    page.locator("#slider").fill(str(last))
    assert is_at(page, last)
    expect(page.locator("#replay .result-table").first).to_be_visible()
    steer(page, first + 13)
    page.locator("#log[data-page='1'] li a").first.press("Enter")  # the log is still rolling to the shown line
    assert is_at(page, first)
    expect(page.locator("#replay .board")).to_be_in_viewport()
    the_log_is_searched(page)
    page.locator(".steps__n").click()
    expect(page.locator("#log-box")).to_be_focused()
    expect(page.locator("#log li[aria-current=step]")).to_be_in_viewport()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def the_log_is_searched(page: Page) -> None:
    """Search results stay while the reader looks at them, and can be copied."""
    page.locator("#slider").fill(str(match_of(page)["last"]))
    page.locator("#replay .result-table").first.wait_for()
    assert is_at(page, match_of(page)["last"])
    page.select_option("#log-kind", "move")
    page.locator("#log-find").fill("You")
    page.locator("#log-find").press("Enter")
    page.wait_for_url("**find=You**")
    lines = page.locator("#log li:visible")
    count = lines.count()
    assert 0 < count == page.locator("#log li", has_text="You").count()
    lines.locator("a").first.click()
    assert eventually(lambda: shown(page) < match_of(page)["last"])
    assert lines.count() == count
    page.locator("[data-action='replay-log#copy']").click()
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(copied) == count
    assert all(re.match(r"\d+ You ", line) for line in copied)
    page.locator(".replay-log__search a").click()
    expect(page.locator(".replay-log__search a")).to_have_count(0)


def it_plays_until_somebody_steers(page: Page) -> None:
    button, playing = page.locator("#autoplay"), re.compile("is-playing")
    page.locator("#steps-more summary").click()
    page.select_option("#speed", "4")
    page.evaluate(PRESSED, ["Home"])
    first_step = match_of(page)["first"]
    assert is_at(page, first_step)
    button.click()
    assert eventually(lambda: shown(page) >= first_step + 2)
    page.evaluate(PRESSED, ["ArrowLeft"])
    expect(button).not_to_have_class(playing)
    page.evaluate(PRESSED, [" "])
    expect(button).to_have_class(playing)
    page.evaluate(HIDDEN)
    expect(button).not_to_have_class(playing)
    steer(page, match_of(page)["last"] - 1)
    button.click()
    assert is_at(page, match_of(page)["last"])
    expect(button).not_to_have_class(playing)
    it_repeats_a_part(page)


def it_repeats_a_part(page: Page) -> None:
    begins, after = match_of(page)["chapters"][:2]
    page.locator("#loop").click()
    expect(page.locator("#loop")).to_have_attribute("aria-pressed", "true")
    steer(page, after - 1)
    assert is_at(page, after - 1)
    page.locator("#autoplay").click()
    assert eventually(lambda: shown(page) == begins)
    page.locator("#autoplay").click()
    page.locator("#loop").click()
    page.locator("#steps-more summary").click()


def scale(matrix: str) -> list[float]:
    return [round(float(part), 2) for part in re.findall(r"[-.\d]+", matrix)]


def what_comes_later_is_hidden(page: Page, first: int, last: int) -> None:
    steer(page, first + 2)
    assert is_at(page, first + 2)
    expect(page.locator("#moments .moments__what:visible")).to_have_count(0)
    assert page.locator("#chart clipPath rect").evaluate("rect => Number(rect.getAttribute('width'))") < 690
    assert scale(str(page.locator(".chart__lines").get_attribute("transform"))) == scale(page.evaluate(FETCHED_SCALE))
    lines = page.locator("#log li[data-n]:visible")
    assert eventually(lambda: max(lines.evaluate_all("all => all.map((li) => Number(li.dataset.n))")) <= first + 2)
    steer(page, last)
    expect(page.locator("#moments .moments__later:visible")).to_have_count(0)
    expect(page.locator("#chart .chart__now").first).to_have_text(re.compile(r"-?\d+"))
    page.locator("#tab-scores").click()
    page.locator("#chart svg").first.click(position={"x": 40, "y": 40})
    assert eventually(lambda: shown(page) < last)
    expect(page.locator("#replay .board")).to_be_in_viewport()
    steer(page, first + 2)
    page.locator("#spoilers").click()
    page.wait_for_url("**all=1**")
    expect(page.locator("#about-scores .result-table")).to_be_visible()  # the tab is still open
    expect(page.locator("#moments .moments__later:visible")).to_have_count(0)
    page.locator("#spoilers").click()
    page.wait_for_url(re.compile(r"\?seat=0$"))


def everything_lies_open(page: Page) -> None:
    page.locator("#tab-eyes").focus()
    page.locator("#tab-eyes").press("ArrowLeft")
    expect(page.locator("#tab-analysis")).to_be_focused()
    page.locator("#tab-analysis").press("ArrowLeft")
    expect(page.locator("#tab-scores")).to_be_focused()
    expect(page.locator("#chart")).to_be_visible()
    page.locator("#tab-scores").press("ArrowRight")
    expect(page.locator("#chart")).to_be_hidden()
    page.locator("#tab-analysis").press("ArrowRight")
    page.locator("#eyes-open").click()
    page.wait_for_url("**open=1**")
    steer(page, match_of(page)["first"] + 4)
    expect(page.locator(".position__hidden .card-inline").first).to_be_visible()
    page.evaluate(PRESSED, ["End"])
    assert is_at(page, match_of(page)["last"])


def it_is_read_in_words(page: Page, first: int) -> None:
    """Opened once, the words stay open from step to step and tell of the position that is shown."""
    steer(page, first)
    assert is_at(page, first)
    words = page.locator("#replay .in-words")
    expect(words.locator("ul")).to_be_hidden()
    words.locator("summary").click()
    expect(words.locator("li")).to_have_count(3)
    before = words.inner_text()
    page.evaluate(PRESSED, ["ArrowRight"] * 4)
    assert is_at(page, first + 4)
    expect(words.locator("ul")).to_be_visible()
    assert words.inner_text() != before
    words.locator("summary").click()


def it_fills_the_screen(page: Page, first: int) -> None:
    """The position and its steps; keys and buttons work there as well, and Esc leads back."""
    steer(page, first + 2)
    assert is_at(page, first + 2)
    page.locator("#steps-more summary").click()
    page.locator("#full-screen").click()
    assert eventually(lambda: page.evaluate("document.fullscreenElement?.id === 'viewer'"))
    assert page.evaluate(
        "[...'xy'].every((_, at) => document.elementFromPoint(2, at * (innerHeight - 2)).closest('#viewer'))"
    )
    for part in ("#replay .board", "#steps"):
        expect(page.locator(part)).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    assert is_at(page, first + 3)
    page.locator("#full-screen").click()
    assert eventually(lambda: page.evaluate("document.fullscreenElement === null"))
    page.locator("#steps-more summary").click()


SWIPED = """(across) => {
    const target = document.querySelector("#replay .position__line");
    const touch = (x) => new Touch({ identifier: 1, target, clientX: 180 + x, clientY: 120 });
    const send = (kind, touches, changedTouches) =>
        target.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches }));
    send("touchstart", [touch(0)], [touch(0)]);
    send("touchend", [], [touch(across)]);
}"""


def swipe(page: Page, across: int) -> None:
    page.evaluate(SWIPED, across)


def on_a_phone(page: Page, first: int) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    steer(page, first + 3)
    assert is_at(page, first + 3)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("document.querySelector('.table-head').offsetHeight") < 44  # one row, the link in it
    box = page.locator("#steps").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] == pytest.approx(740, abs=1)
    assert box["height"] < 110
    swipe(page, -120)
    assert is_at(page, first + 4)
    swipe(page, 120)
    swipe(page, 30)  # too short
    assert is_at(page, first + 3)
    for way in page.locator("#steps :is(a, button):visible").all():
        size = way.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 24
