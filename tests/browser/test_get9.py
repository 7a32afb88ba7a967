"""GET9!: splitting by taps, drags, digits and a preset, and without scripts."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import act, chosen, is_over, my_turn, new_table, posted

pytestmark = pytest.mark.browser

SPLIT = "#hand button[value=split]"


def box(card: str, pile: int) -> str:
    return f'#hand input[name="piles.{pile}"][value="{card}"]'


def row(page: Page, card: str) -> Locator:
    return page.locator(f'#hand .get9-row [data-number="{card}"]')


def slot(page: Page, number: int) -> Locator:
    return page.locator(f'#hand [data-slot="{number}"]')


def piles(page: Page) -> list[str]:
    """The laid cards, pile by pile: as sent and as shown."""
    rows = [page.locator(f'#hand input[name="piles.{pile}"]:checked').all() for pile in range(3)]
    sent = ["".join(card.get_attribute("value") or "" for card in row) for row in rows]
    slots = [slot(page, pile).locator("[data-number]").all() for pile in range(3)]
    assert ["".join(card.get_attribute("data-number") or "" for card in cards) for cards in slots] == sent
    return sent


def at_a_table(page: Page, **fields: str) -> None:
    new_table(page, "get9", seats="3", bots="2", visibility="private", **fields)
    expect(page.locator(SPLIT)).to_be_visible()


def box_of(page: Page) -> FloatRect:
    """Return the hand's position."""
    box = page.locator("#hand").bounding_box()
    assert box is not None
    return box


def drag(page: Page, card: Locator, target: Locator) -> None:
    """Take that card and let it go on the middle of the other; which a card that is held soon covers."""
    card.hover()
    page.mouse.down()
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_tap_lays_a_card_and_another_takes_it_back(person: Person, width: int) -> None:
    page = person(width=width)
    page.set_viewport_size({"width": width, "height": 740 if width == 360 else 900})
    at_a_table(page)
    before, five = box_of(page), row(page, "5").bounding_box()
    assert five is not None
    assert min(five["width"], five["height"]) >= 30  # to be hit
    for card in "987456123":
        expect(page.locator(SPLIT)).to_be_disabled()
        row(page, card).click()
    expect(page.locator(SPLIT)).to_be_enabled()
    assert piles(page) == ["789", "456", "123"]
    row(page, "5").click()
    slot(page, 0).locator("[data-number='9']").click()
    assert piles(page) == ["78", "46", "123"]
    expect(page.locator(SPLIT)).to_be_disabled()
    row(page, "5").click()
    assert piles(page) == ["578", "46", "123"]
    row(page, "9").click()
    after = box_of(page)
    assert after["height"] == pytest.approx(before["height"], abs=0.5)
    assert width > 400 or after["height"] <= 296 + 20  # two fifths, and the coach's second row
    page.locator(SPLIT).click()
    expect(page.locator("#hand input[name=card]")).to_have_count(3)


def test_a_card_is_dragged_to_where_it_shall_lie(person: Person) -> None:
    page = person()
    at_a_table(page)
    drag(page, row(page, "9"), slot(page, 2))
    assert piles(page) == ["", "", "9"]
    for card in "123":
        row(page, card).click()
    drag(page, slot(page, 2).locator("[data-number='9']"), slot(page, 0).locator("[data-number='2']"))
    assert piles(page) == ["139", "", "2"]
    drag(page, slot(page, 0).locator("[data-number='1']"), row(page, "5"))
    assert piles(page) == ["39", "", "2"]


def test_news_of_the_others_leave_the_hand_where_it_is(person: Person) -> None:
    """There is room above it, so a button or drop target stays in place."""
    alice, bob = person(width=360), person()
    table = posted(alice, "/games/get9/new/", **chosen("get9", seats="3", bots="1"))
    posted(bob, f"{table}join/")
    posted(alice, f"{table}start/")
    lines = alice.locator(".since li")
    for page in (alice, bob):
        page.goto(table)
        expect(page.locator(SPLIT)).to_be_visible()
    expect(lines).to_have_count(2)  # the match has begun, and the bot has split its cards
    before = box_of(alice)
    bob.keyboard.type("123456789")
    bob.locator(SPLIT).click()
    expect(lines).to_have_count(3)
    assert box_of(alice) == before


def test_digits_take_cards_from_pile_to_pile(person: Person) -> None:
    page = person()
    at_a_table(page)
    for card in "9871":
        page.keyboard.press(card)
    assert piles(page) == ["789", "1", ""]
    page.keyboard.press("9")
    assert piles(page) == ["78", "19", ""]
    page.keyboard.press("9")
    assert piles(page) == ["78", "1", "9"]
    page.keyboard.press("9")
    assert piles(page) == ["789", "1", ""]


def test_the_first_card_is_filed_and_the_split_offered_again(person: Person) -> None:
    page = person()
    at_a_table(page, opt_matches="3")
    first = page.locator("#hand select[name=card]")
    expect(page.locator("#hand [data-get9-split-target=preset]")).to_be_hidden()
    page.keyboard.type("147258369")
    expect(first.locator("option:enabled")).to_have_count(4)
    first.select_option("4")
    page.locator(SPLIT).click()
    expect(page.locator(SPLIT)).to_have_count(0)
    expect(page.locator("#hand .get9-played")).to_contain_text("4")
    while not page.locator(SPLIT).count() and not is_over(page):
        page.evaluate(
            "document.querySelector('#hand input[name=card]')?.click()"
        )  # immediately: the question may change
        if my_turn(page):
            act(page, ("choose", "check", "call", "all-in", "open"))
        page.wait_for_timeout(40)
    page.locator("#hand [data-get9-split-target=preset]").click()
    assert piles(page) == ["147", "258", "369"]
    expect(page.locator(SPLIT)).to_be_enabled()


def test_without_scripts_boxes_make_the_piles(person: Person) -> None:
    page = person(scripts=False)
    at_a_table(page)
    page.locator(box("1", 0)).check(force=True)
    page.locator(SPLIT).click()
    expect(page.locator("#refusal")).to_contain_text("three piles of three")
    for card, pile in zip("123456789", (0, 1, 2, 0, 1, 2, 0, 1, 2), strict=True):
        page.locator(box(card, pile)).check(force=True)
    page.locator(SPLIT).click()
    expect(page.locator("#hand input[name=card]")).to_have_count(3)
    page.locator("#hand input[name=card]").first.check(force=True)
    page.locator("#hand button[value=choose]").click()
    expect(page.locator("#hand input[name=card]")).to_have_count(0)
