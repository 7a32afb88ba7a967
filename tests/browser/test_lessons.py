"""Lessons in a browser: on a phone, by keyboard, and without scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.test_room import wider_than_its_screen

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
STEPS = [
    "lombard/lessons/one-turn/1/", "get9/lessons/spend-eight/1/", "doudizhu/lessons/follow/1/",
    "crown/lessons/attack/1/",
]  # fmt: skip

HIGHEST = [
    "dilemma/lessons/the-bonus/1/", "dilemma/lessons/the-clock/1/", "dilemma/lessons/the-step/1/",
    "crown/lessons/princes/1/", "get9/lessons/alone-on-top/1/", "doudizhu/lessons/auction/2/",
]  # fmt: skip
# Where the board and the buttons are.
PLACES = """() => [...document.querySelectorAll(".board, #hand button")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
})"""


def box(page: Page, selector: str) -> dict[str, float]:
    bounds = page.locator(selector).first.bounding_box()
    assert bounds, selector
    return {"top": bounds["y"], "bottom": bounds["y"] + bounds["height"]}


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_on_a_phone_the_sentence_stands_above_the_board_and_the_buttons_are_in_reach(
    person: Person, language: str
) -> None:
    page, faults = person(locale=language), list[str]()
    page.set_viewport_size(PHONE)
    for path in STEPS:
        page.goto(f"/games/{path}")
        sentence, board, button = box(page, "#lesson-step"), box(page, ".board"), box(page, ".btn[data-pointed]")
        assert 0 <= sentence["top"] < sentence["bottom"] <= board["top"], path
        assert board["top"] - sentence["bottom"] < 40, path
        assert button["bottom"] <= PHONE["height"], path
        faults += wider_than_its_screen(page)
    assert faults == []


@pytest.mark.parametrize(
    ("slug", "language"),
    list(zip(("lombard", "sdc", "dilemma", "get9", "doudizhu", "crown"), ("en-US", "ja-JP") * 3, strict=True)),
)
def test_an_example_is_walked_through_on_a_phone_without_scripts(person: Person, slug: str, language: str) -> None:
    page, faults, walked = person(locale=language, scripts=False), list[str](), 1
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{slug}/rules/")
    page.locator("a[href*='/worked-round/']").click()
    while True:
        page.wait_for_load_state()
        sentence, board, buttons = box(page, "#lesson-step"), box(page, ".board"), box(page, "#hand .actions")
        assert 0 <= sentence["top"] < sentence["bottom"] <= board["top"], page.url
        assert buttons["bottom"] <= PHONE["height"], page.url
        faults += wider_than_its_screen(page)
        if not page.locator("a[rel=next]").count():
            break
        page.locator("a[rel=next]").click()
        walked += 1
        expect(page).to_have_url(re.compile(rf"/worked-round/{walked}/$"))
    assert walked >= 6
    assert faults == []


@pytest.mark.parametrize("language", ["en-US", "ja-JP"])
def test_no_ring_pushes_a_button_out_of_the_tray(person: Person, language: str) -> None:
    page = person(locale=language)
    page.set_viewport_size(PHONE)
    for path in HIGHEST:
        page.goto(f"/games/{path}")
        hidden = page.locator("#hand").evaluate("one => one.scrollHeight - one.clientHeight")
        assert hidden <= 0, path


def test_the_cards_are_meant_first_and_then_the_button(person: Person) -> None:
    """It says that all five are kept until some are marked."""
    page = person()
    page.goto("/games/sdc/lessons/exchange/1/")
    button, picks = page.locator(".btn[data-pointed]"), page.locator(".pick:has([data-pointed])")
    expect(button).to_have_css("outline-style", "none")
    for pick in picks.all():
        pick.click()
    expect(button).to_have_css("outline-style", "solid")
    expect(button).not_to_have_text("Keep all five")


def test_who_deals_has_a_puck_in_lessons_and_examples_as_at_tables(person: Person) -> None:
    page = person()
    for path in ("lombard/lessons/one-turn/1/", "lombard/worked-round/1/"):
        page.goto(f"/games/{path}")
        expect(page.locator(".board .puck")).to_have_css("border-radius", "50%")


def test_what_is_meant_has_a_ring(person: Person) -> None:
    page = person()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto("/games/lombard/lessons/one-turn/1/")
        for selector in (".board .card[data-pointed]", ".tray .card[data-pointed]", ".btn[data-pointed]"):
            outline = page.locator(selector).evaluate("one => getComputedStyle(one).outline")
            assert "solid 3px" in outline, (scheme, selector, outline)


def test_cards_are_picked_as_at_a_table(person: Person) -> None:
    page = person()
    page.goto("/games/get9/lessons/spend-eight/1/")
    page.locator(".tray .pick:has([data-pointed])").click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/get9/lessons/spend-eight/1/eight/")
    page.goto("/games/doudizhu/lessons/follow/1/")
    for rank in ("K", "B"):
        page.locator(f'[data-rank="{rank}"] .pile__add').click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/doudizhu/lessons/follow/1/kings/")


def test_piles_are_laid_as_at_a_table(person: Person) -> None:
    """The page's script fills the left pile first, then the others."""
    page = person()
    page.goto("/games/get9/lessons/three-piles/1/")
    for card in "986754321":
        page.locator(f'.get9-row [data-number="{card}"]').click()
    page.locator(".btn[data-pointed]").click()
    expect(page).to_have_url("/games/get9/lessons/three-piles/1/strong-together/")


def test_a_lesson_by_keyboard(person: Person) -> None:
    page = person()
    page.goto("/games/lombard/lessons/")
    page.get_by_role("link", name="Start").press("Enter")
    expect(page.get_by_role("heading", level=2, name="You have one turn a round")).to_be_visible()
    element = page.locator(".btn[data-pointed]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if element.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url("/games/lombard/lessons/one-turn/1/open-the-eight/")
    page.get_by_role("link", name="Continue").press("Enter")
    expect(page).to_have_url("/games/lombard/lessons/one-turn/2/")
    page.goto("/games/lombard/lessons/")
    expect(page.get_by_text("1 of 2 steps")).to_be_visible()


def test_a_lesson_without_scripts_ends_in_a_match(person: Person) -> None:
    page = person(scripts=False)
    page.goto("/games/lombard/lessons/photo-finish/2/")
    page.get_by_role("button", name="Fold").click()
    expect(page).to_have_url("/games/lombard/lessons/photo-finish/2/anything-else/")
    page.get_by_role("link", name="Back to the question").click()
    page.locator(".btn[data-pointed]").first.click()
    expect(page).to_have_url("/games/lombard/lessons/photo-finish/2/call/")
    page.get_by_role("button", name="Play a real match against 1 beginner").click()
    expect(page.locator("#zone")).to_be_visible()
    assert "/tables/" in page.url


@pytest.mark.parametrize("width", [360, 1280])
def test_the_offer_beside_a_first_match_is_hidden_without_moving_what_one_plays_with(
    person: Person, width: int
) -> None:
    page = person()
    page.set_viewport_size({"width": width, "height": 740})
    page.goto("/")
    page.locator("form[action='/games/lombard/quick-play/'] button").click()
    offer = page.locator(".lesson-offer")
    expect(offer.get_by_role("link", name="Learn in 2 minutes")).to_be_visible()
    expect(page.locator("#move button").first).to_be_visible()
    page.wait_for_load_state()  # with its scripts, which give the hand its handle
    table = page.url
    expect(page.locator("html")).to_have_js_property("scrollWidth", width)
    page.evaluate(f"window.before = ({PLACES})()")
    hide = offer.get_by_role("button", name="Don’t show again")
    assert (hide.bounding_box() or {"height": 0})["height"] >= 44
    hide.click()
    expect(offer).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(PLACES) == page.evaluate("before")
    assert page.url == table
    page.reload()
    expect(page.locator("#move button").first).to_be_visible()
    expect(offer).to_have_count(0)
