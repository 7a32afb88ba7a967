"""What helps at the table: what is asked, how to play, the keys, the names of marked cards, where Enter leads."""

import time
from itertools import combinations

import pytest
from playwright.sync_api import Page, Route, expect

from games.catalog.doudizhu.combos import combos, flaw, shape
from games.catalog.doudizhu.ranks import sort_cards
from tests.browser.conftest import Person
from tests.browser.playing import CONTROLLER, MATCH_SECONDS, act
from tests.browser.test_keys import SHORT, active, at_a_table, question, rests

pytestmark = [pytest.mark.browser, pytest.mark.moving]
AMOUNTS = ("dilemma", "get9")


# What of the sentence that has been touched is cut off, or covered by the tray's grip or whatever else.
SEEN_WHOLE = """() => {
  const advice = document.querySelector("#hand .advice");
  const tray = document.getElementById("hand").getBoundingClientRect();
  return [...advice.getClientRects(), ...advice.querySelector("a").getClientRects()].filter((box) => {
    const ends = [[box.left + 6, box.top + 6], [box.right - 6, box.bottom - 6]];
    const covered = ends.some(([x, y]) => !advice.contains(document.elementFromPoint(x, y)));
    return covered || box.top < tray.top || box.bottom > Math.min(tray.bottom, innerHeight);
  }).map((box) => [box.top, box.bottom, tray.top, tray.bottom]);
}"""


def to_the_cards(page: Page) -> None:
    """To the first question of Dou Dizhu with cards to mark."""
    at_a_table(page, "doudizhu")
    until = time.monotonic() + MATCH_SECONDS
    while not page.locator("#hand [data-next-play]").count():
        assert time.monotonic() < until
        act(page, ("accept", "pass"))
        page.wait_for_timeout(150)


def test_a_hand_answered_while_the_list_is_open_loses_no_focus(person: Person) -> None:
    page = person()
    at_a_table(page, "lombard")
    page.locator("#hand button[value*=double]").focus()
    page.keyboard.press("?")
    page.evaluate("document.querySelector('#move').remove()")
    page.keyboard.press("Escape")
    rests(page, "hand", "turn")


@pytest.mark.parametrize("slug", AMOUNTS)
def test_enter_in_an_amount_shows_the_button_and_does_not_press_it(person: Person, slug: str) -> None:
    page = person()
    at_a_table(page, slug)
    box = page.locator("#move input[type=number]")
    until = time.monotonic() + MATCH_SECONDS
    while not box.count():
        assert time.monotonic() < until
        act(page, ("draw", "choose", "call"))
        if slug == "get9":
            page.keyboard.type("123456789")
            act(page, ("split", "choose"))
        page.wait_for_timeout(150)
    asked = question(page)
    box.focus()
    page.keyboard.press("Enter")
    assert active(page, ".name") == "type"
    assert active(page, ".value") in ("raise", "bet", "open")
    page.wait_for_timeout(300)
    assert question(page) == asked


def test_marked_cards_are_named_at_once_and_a_refusal_keeps_the_focus(person: Person) -> None:
    page = person()
    to_the_cards(page)
    marked, piles = page.locator("#hand .marked"), page.locator("#hand .pile")
    expect(marked).to_be_hidden()
    piles.nth(0).locator(".pile__add").click()
    expect(marked).to_contain_text("single card")
    piles.nth(1).locator(".pile__add").click()
    expect(marked).to_contain_text("not allowed: a straight takes five cards or more in a row")
    expect(page.locator("#announcer")).to_contain_text("not allowed")
    page.locator("#hand button[value=play]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_contain_text("not allowed: a straight takes five cards or more in a row")
    rests(page, "hand")
    expect(page.locator("#hand .pile.is-picked")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(marked).to_be_hidden()
    page.keyboard.press("h")
    expect(marked).not_to_contain_text("not allowed")
    expect(page.locator("#hand legend")).to_have_css("position", "absolute")


# The ranks of the cards in the own hand.
HELD = """() => [...document.querySelectorAll("#move .pile")].flatMap((pile) =>
    Array(pile.querySelector("select").options.length - 1).fill(pile.dataset.rank))"""
# What the hand calls these cards.
MARKED = f"""async (cards) => {{
    {CONTROLLER}
    for (const pile of document.querySelectorAll("#move .pile"))
        pile.querySelector("select").selectedIndex = cards.filter((card) => card === pile.dataset.rank).length;
    (await controllerOf("doudizhu-piles")).show();
    return document.querySelector("#move .marked").textContent;
}}"""


def test_every_set_of_marked_cards_is_called_as_the_rules_call_it(person: Person) -> None:
    """The script's shapes against the rules' own, for some hundred sets of cards."""
    page = person()
    to_the_cards(page)
    held = page.evaluate(HELD)
    known = combos(True)
    flawed: dict[str, set[str]] = {}
    for chosen in set(combinations(held[-9:], 4)) | set(combinations(held[:8], 3)):
        cards = sort_cards(chosen)
        said = page.evaluate(MARKED, list(cards))
        assert ("not allowed" in said) is (cards not in known)
        if cards not in known:
            flawed.setdefault(flaw(cards), set()).add(said.replace(shape(cards), ""))
    assert all(len(words) == 1 for words in flawed.values())


def unanswered(route: Route) -> None:
    route.fulfill(status=204)


def test_without_an_answer_the_focus_stays_in_the_hand(person: Person) -> None:
    page = person()
    at_a_table(page, "lombard")
    page.route("**/move/**", unanswered)
    page.locator("#hand button[value*=double]").focus()
    page.keyboard.press("Enter")
    rests(page, "hand")
    expect(page.locator("#hand button[value*=double]")).to_be_enabled()


@pytest.mark.parametrize("slug", SHORT)
def test_who_is_new_is_told_what_is_asked(person: Person, slug: str) -> None:
    page = person(width=360, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 360, "height": 740})
    at_a_table(page, slug)
    advice, how = page.locator("#hand .advice"), page.locator("#how")
    expect(advice).to_be_visible()
    assert len(advice.inner_text()) > 30
    assert how.evaluate("how => how.open")
    expect(page.locator("#how [data-keys]")).to_be_hidden()
    page.reload()
    assert not how.evaluate("how => how.open")
    advice.tap()
    assert page.evaluate(SEEN_WHOLE) == []
    advice.locator("a").click()
    assert how.evaluate("how => how.open")
    expect(how.locator("summary")).to_be_in_viewport()


def test_without_scripts_how_to_play_is_open(person: Person) -> None:
    page = person(scripts=False)
    at_a_table(page, "sdc")
    for _ in range(2):
        expect(page.locator("#hand .advice")).to_be_visible()
        expect(page.locator("#how li").first).to_be_visible()
        expect(page.locator("#how [data-keys]")).to_be_hidden()
        page.reload()
