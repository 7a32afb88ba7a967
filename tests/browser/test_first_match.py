"""Help at the table: the question, how to play, the keys, names of marked cards, and the target of Enter."""

import re
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


ACTIONS_AT = "() => [...document.querySelectorAll('#hand .actions')].map((one) => one.getBoundingClientRect().top)"


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


def test_enter_in_an_amount_shows_the_button_and_does_not_press_it(person: Person) -> None:
    page = person()
    at_a_table(page, "dilemma")
    question_seq = question(page)
    page.locator("#move .more-sheet > summary").click()
    page.locator("#move input[type=number]").focus()
    page.keyboard.press("Enter")
    assert active(page, ".name") == "type"
    assert active(page, ".value") in ("raise", "bet")
    page.wait_for_timeout(300)
    assert question(page) == question_seq


def test_marked_cards_are_named_at_once_and_illegal_ones_cannot_be_played(person: Person) -> None:
    page = person()
    to_the_cards(page)
    status, piles = page.locator("#turn .status__text"), page.locator("#hand .pile")
    piles.nth(0).locator(".pile__add").click()
    expect(status).to_have_attribute("data-verdict", re.compile("single card"))
    piles.nth(1).locator(".pile__add").click()
    wrong = re.compile("not allowed: a straight takes five cards or more in a row")
    expect(status).to_have_attribute("data-verdict", wrong)
    expect(page.locator("#announcer")).to_contain_text("not allowed")
    expect(page.locator("#hand button[value=play]")).to_be_disabled()
    expect(page.locator("#hand .pile.is-picked")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(status).not_to_have_attribute("data-verdict", wrong)
    page.keyboard.press("n")
    expect(status).not_to_have_attribute("data-verdict", wrong)
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
    return document.querySelector("#turn .status__text").dataset.verdict;
}}"""


def test_every_set_of_marked_cards_is_called_as_the_rules_call_it(person: Person) -> None:
    """The script's shapes against the rules' own, for some hundred sets of cards."""
    page = person()
    to_the_cards(page)
    held = page.evaluate(HELD)
    combinations_by_cards = combos(True)
    flawed: dict[str, set[str]] = {}
    for marked_cards in set(combinations(held[-9:], 4)) | set(combinations(held[:8], 3)):
        cards = sort_cards(marked_cards)
        words_shown = page.evaluate(MARKED, list(cards))
        assert ("not allowed" in words_shown) is (cards not in combinations_by_cards)
        if cards not in combinations_by_cards:
            flawed.setdefault(flaw(cards), set()).add(words_shown.replace(shape(cards), ""))
    assert all(len(words) == 1 for words in flawed.values())


def answer_nothing(route: Route) -> None:
    route.fulfill(status=204)


def test_without_an_answer_the_focus_stays_in_the_hand(person: Person) -> None:
    page = person()
    at_a_table(page, "lombard")
    page.route("**/move/**", answer_nothing)
    page.locator("#hand button[value*=double]").focus()
    page.keyboard.press("Enter")
    rests(page, "hand")
    expect(page.locator("#hand button[value*=double]")).to_be_enabled()


def on_a_phone(person: Person, locale: str = "en-US") -> Page:
    page = person(locale, width=360, has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 360, "height": 740})
    return page


@pytest.mark.parametrize("slug", SHORT)
def test_the_status_line_leads_to_the_rule_over_the_felt(person: Person, slug: str) -> None:
    page = on_a_phone(person)
    at_a_table(page, slug)
    status, rule = page.locator("#turn a.status__rule"), page.locator("#rule")
    expect(status).to_be_in_viewport(ratio=1)
    before = page.evaluate(ACTIONS_AT)
    status.tap()
    expect(rule.locator("h2")).to_be_visible()
    assert page.evaluate(ACTIONS_AT) == before
    page.keyboard.press("Escape")
    expect(rule).to_be_hidden()
    assert page.evaluate("document.activeElement.className") == "status__rule"
    status.tap()
    expect(rule).to_be_visible()
    page.touchscreen.tap(2, 430)  # next to it
    expect(rule).to_be_hidden()
    status.tap()
    rule.locator("button").tap()
    expect(rule).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_sheet_opens_over_the_felt_and_closes(person: Person, scripts: bool) -> None:
    page = person(width=360, scripts=scripts)
    page.set_viewport_size({"width": 360, "height": 740})
    at_a_table(page, "sdc")
    felt = page.locator(".felt-area").bounding_box() or {}
    for name in ("tail", "how", "about"):
        sheet = page.locator(f"#{name}")
        expect(sheet).to_be_hidden()
        page.locator(f".side-tabs a[href='#{name}']").click()
        box = sheet.bounding_box() or {}
        assert box["y"] >= felt["y"] - 1
        assert box["y"] + box["height"] <= felt["y"] + felt["height"] + 1
        expect(page.locator("#move button").last).to_be_in_viewport(ratio=1)
        sheet.locator(".sheet__close").click()
        expect(sheet).to_be_hidden()


def test_on_a_wide_screen_sheets_are_tabs_beside_the_felt(person: Person) -> None:
    page = person()
    at_a_table(page, "sdc")
    expect(page.locator("#tail")).to_be_visible()
    page.locator(".side-tabs a[href='#how']").click()
    expect(page.locator("#how li").first).to_be_visible()
    expect(page.locator("#tail")).to_be_hidden()


# Which buttons of the hand something else lies upon.
COVERED = """() => [...document.querySelectorAll("#hand .actions button")].filter((button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return button.checkVisibility() && y < innerHeight && !button.contains(document.elementFromPoint(x, y));
}).map((button) => button.outerHTML)"""


@pytest.mark.parametrize("slug", SHORT)
def test_beside_the_rule_the_buttons_can_be_pressed(person: Person, slug: str) -> None:
    page = on_a_phone(person)
    at_a_table(page, slug)
    page.locator("#turn a.status__rule").tap()
    expect(page.locator("#rule")).to_be_in_viewport(ratio=0.99)
    page.wait_for_function(f"() => ({COVERED})().length === 0")  # a new question takes no press at first
    question_seq = question(page)
    if slug == "lombard":
        page.locator("#hand button[value*=double]").tap()
        expect(page.locator("#rule")).to_be_hidden()
        page.wait_for_function("asked => document.getElementById('hand').dataset.question !== asked", arg=question_seq)
