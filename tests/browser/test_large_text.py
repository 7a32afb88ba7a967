"""Text of twice the size on a phone: nothing in the hand is covered, cut off or wider than the screen."""

import time
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act, in_language, is_over, my_turn, new_table, stuck

pytestmark = pytest.mark.browser

SHORT = {
    "crown": {"seats": "2", "bots": "1", "opt_target_points": "5"},
    "dilemma": {"seats": "2", "bots": "1", "opt_max_hands": "12"},
    "doudizhu": {"bots": "3", "opt_deals": "1"},
    "get9": {"seats": "3", "bots": "2", "opt_matches": "3", "opt_start_chips": "10"},
    "lombard": {"seats": "2", "bots": "1"},
    "sdc": {"bots": "1", "opt_start_coins": "5"},
}
PRESSED = {
    "crown": ("keep", "pick", "take", "discard", "attack", "nobles", "bishops", "defend", "end-turn", "yield"),
    "dilemma": ("check", "call", "fold"),
    "doudizhu": ("accept", "play", "pass"),
    "get9": ("split", "choose", "check", "call", "all-in", "fold", "open"),
    "lombard": ("double", "call"),
    "sdc": ("draw", "bid", "call"),
}
# A card that was scrolled to must be visible there.
COVERED = """() => {
  const wanted = ".card, .pick, button, input:not([type=hidden]), .note, legend";
  const isOwn = (part, hit) => hit && !hit.matches(".actions")
    && (part.contains(hit) || hit.contains(part) || hit.closest(".pick, .pile, .crown-pile")?.contains(part));
  const found = [];
  for (const part of document.getElementById("hand").querySelectorAll(wanted)) {
    if (!part.checkVisibility()) continue; // what a closed fold holds has a place, too
    part.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height, left, right } = part.getBoundingClientRect();
    const hits = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + width / 2, y + part * height));
    const other = hits.find((hit) => !isOwn(part, hit));
    const name = part.outerHTML.slice(0, 90);
    if (height < innerHeight && other !== undefined) found.push(`${name} is behind ${other?.outerHTML.slice(0, 90)}`);
    if (left < -1 || right > innerWidth + 1) found.push(`${name} sticks out`);
    if (part.scrollWidth > part.clientWidth + 1 && part.matches("button")) found.push(`${name} is cut off`);
  }
  return found;
}"""


WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *")].filter((part) => part.getBoundingClientRect().right > innerWidth + 1
    && !part.closest(".scroll, .visually-hidden")).map((part) => part.outerHTML.slice(0, 120))"""


def enlarge(page: Page) -> None:
    page.evaluate("document.documentElement.style.fontSize = '200%'")


@pytest.mark.parametrize(("slug", "language"), list(zip(SHORT, cycle(("ja", "en")), strict=False)))
def test_nothing_of_the_hand_is_covered(person: Person, slug: str, language: str) -> None:
    page, questions, covered_parts = person(width=360), set[str | None](), dict[str, str | None]()
    page.set_viewport_size({"width": 360, "height": 640})
    new_table(page, slug, visibility="private", bot_level="beginner", **SHORT[slug])
    in_language(page, language)
    enlarge(page)
    expect(page.locator("#move")).to_be_visible()
    until = time.monotonic() + MATCH_SECONDS
    while not is_over(page) and len(questions) < 4:
        assert time.monotonic() < until, stuck(page)
        if not my_turn(page) or page.locator("#move[data-sent]").count():  # else a mark falls on the next hand
            page.wait_for_timeout(100)
            continue
        question = page.locator("#hand").get_attribute("data-question")
        if question not in questions:
            questions.add(question)
            covered_parts |= dict.fromkeys([*page.evaluate(COVERED), *page.evaluate(WIDER)], question)
        try:
            mark(page)
        except TookTooLong:  # the hand was renewed meanwhile
            continue
        act(page, PRESSED[slug])
    assert questions
    assert not covered_parts


def mark(page: Page) -> None:
    """Mark the cards the hand asks for, by keys."""
    if page.locator("#move [data-next-play]").count():
        page.keyboard.press("h")
    elif page.locator("#move [data-piles]").count():
        if page.locator("#move button[value=split]:disabled").count():
            page.keyboard.type("123456789")
    elif (group := page.locator("#move fieldset[data-min]")).count():
        for at in range(int(group.first.get_attribute("data-min", timeout=2_000) or 0)):
            group.first.locator(".pick > input").nth(at).check(force=True, timeout=2_000)
