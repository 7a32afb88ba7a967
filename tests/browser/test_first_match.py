"""Help at the table: the question, how to play, the keys, names of marked cards, and the target of Enter."""

import time
from itertools import combinations

import pytest
from playwright.sync_api import Page, Route, expect

from games.catalog.doudizhu.combos import combos, flaw, shape
from games.catalog.doudizhu.ranks import sort_cards
from tests.browser.conftest import Person
from tests.browser.playing import CONTROLLER, MATCH_SECONDS, act
from tests.browser.test_keys import SHORT, active, at_a_table, question, rests
from tests.contract.test_coach import list_coach_lines

pytestmark = [pytest.mark.browser, pytest.mark.moving]
AMOUNTS = ("dilemma", "get9")


# Which of these sentences don't fit into the two rows that the coach has.
TOO_LONG = """lines => {
  const coach = document.querySelector("#hand .coach");
  const text = coach.firstChild;
  return lines.filter((line) => {
    text.data = line;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rows = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    const over = coach.scrollWidth > coach.clientWidth || coach.scrollHeight > coach.clientHeight;
    return rows > 2 || over;
  });
}"""
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
    question_seq = question(page)
    box.focus()
    page.keyboard.press("Enter")
    assert active(page, ".name") == "type"
    assert active(page, ".value") in ("raise", "bet", "open")
    page.wait_for_timeout(300)
    assert question(page) == question_seq


def test_marked_cards_are_named_at_once_and_illegal_ones_cannot_be_played(person: Person) -> None:
    page = person()
    to_the_cards(page)
    element, piles = page.locator("#hand .marked"), page.locator("#hand .pile")
    expect(element).to_be_hidden()
    piles.nth(0).locator(".pile__add").click()
    expect(element).to_contain_text("single card")
    piles.nth(1).locator(".pile__add").click()
    expect(element).to_contain_text("not allowed: a straight takes five cards or more in a row")
    expect(page.locator("#announcer")).to_contain_text("not allowed")
    expect(page.locator("#hand button[value=play]")).to_be_disabled()
    expect(page.locator("#hand .pile.is-picked")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(element).to_be_hidden()
    page.keyboard.press("h")
    expect(element).not_to_contain_text("not allowed")
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
def test_who_is_new_is_coached_and_reads_the_rule_over_the_page(person: Person, slug: str) -> None:
    page = on_a_phone(person)
    at_a_table(page, slug)
    coach, how, rule = page.locator("#hand a.coach"), page.locator("#how"), page.locator("#rule")
    expect(coach).to_be_in_viewport(ratio=1)
    assert page.evaluate(TOO_LONG, [coach.inner_text()]) == []
    assert how.evaluate("how => how.open")
    expect(page.locator("#how [data-keys]")).to_be_hidden()
    page.reload()
    assert not how.evaluate("how => how.open")
    before = page.evaluate(ACTIONS_AT)
    coach.tap()
    expect(rule.locator("h2")).to_be_visible()
    assert page.evaluate(ACTIONS_AT) == before
    page.keyboard.press("Escape")
    expect(rule).to_be_hidden()
    assert page.evaluate("document.activeElement.className") == "coach"
    coach.tap()
    expect(rule).to_be_visible()
    page.touchscreen.tap(2, 730)  # next to it
    expect(rule).to_be_hidden()
    coach.tap()
    rule.locator("button").tap()
    expect(rule).to_be_hidden()


# Which buttons of the hand something else lies upon.
COVERED = """() => [...document.querySelectorAll("#hand .actions button")].filter((button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return y < innerHeight && !button.contains(document.elementFromPoint(x, y));
}).map((button) => button.outerHTML)"""


@pytest.mark.parametrize("slug", SHORT)
def test_beside_the_rule_the_buttons_can_be_pressed(person: Person, slug: str) -> None:
    page = on_a_phone(person)
    at_a_table(page, slug)
    page.locator("#hand a.coach").tap()
    expect(page.locator("#rule")).to_be_in_viewport(ratio=0.99)
    assert page.evaluate(COVERED) == []
    question_seq = question(page)
    if slug == "lombard":
        page.locator("#hand button[value*=double]").tap()
        expect(page.locator("#rule")).to_be_hidden()
        page.wait_for_function("asked => document.getElementById('hand').dataset.question !== asked", arg=question_seq)


def test_without_the_coach_the_buttons_stay_where_they_were(person: Person) -> None:
    page = on_a_phone(person)
    at_a_table(page, "lombard")
    page.reload()  # How to play is folded
    coached = page.evaluate(ACTIONS_AT)
    page.locator("#how summary").click()
    with page.expect_navigation():  # a page that is still coming shows no coach either
        page.get_by_role("button", name="Hide the coach").click()
    expect(page.locator("#hand .coach")).to_be_hidden()
    assert page.evaluate(ACTIONS_AT) == coached
    page.locator("#how summary").click()
    page.get_by_role("button", name="Show the coach").click()
    expect(page.locator("#hand .coach")).to_be_visible()


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("ja-JP", "ja")])
def test_the_coach_has_two_rows_whatever_is_asked(person: Person, locale: str, language: str) -> None:
    page = on_a_phone(person, locale)
    at_a_table(page, "sdc")
    for slug in SHORT:
        assert page.evaluate(TOO_LONG, sorted(list_coach_lines(slug, language))) == [], slug


def test_without_scripts_how_to_play_is_open(person: Person) -> None:
    page = person(scripts=False)
    at_a_table(page, "sdc")
    for _ in range(2):
        expect(page.locator("#hand .coach")).to_be_visible()
        expect(page.locator("#how li").first).to_be_visible()
        expect(page.locator("#how [data-keys]")).to_be_hidden()
        page.reload()
