"""Hands of many equal cards: piles, next plays, keys, and the same without JavaScript."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import MATCH_SECONDS, act, table_with_beginners

pytestmark = pytest.mark.browser


def against_bots(page: Page, deals: str = "1") -> None:
    """Dou Dizhu against beginners."""
    table_with_beginners(page, "doudizhu", opt_deals=deals, visibility="private")
    expect(page.locator("#hand")).to_be_visible()


def to_the_lead(page: Page) -> None:
    """Accept, and if another player was faster, wait for a turn."""
    until = time.monotonic() + MATCH_SECONDS
    while not page.locator("#hand [data-next-play]").count():
        assert time.monotonic() < until
        if not act(page, ("accept",)):
            page.wait_for_timeout(100)


def to_a_pair(page: Page) -> str:
    """Accept and pass until a pair can be played, whoever leads. Return its rank."""
    until = time.monotonic() + MATCH_SECONDS
    while True:
        assert time.monotonic() < until
        listed = plays(page) if page.locator("#hand [data-next-play]").count() else []
        pairs = [cards[0] for cards in listed if len(cards) == 2 and cards[0] == cards[1]]
        if pairs:
            return pairs[0]
        act(page, ("accept", "pass"))
        page.wait_for_timeout(100)


def test_taps_and_keys_count_the_cards_of_a_pile(person: Person) -> None:
    page = person(width=360)
    against_bots(page, deals="4")
    rank = to_a_pair(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    pile = page.locator(f"#hand .pile[data-rank='{rank}']")
    box, play = pile.locator("select"), page.locator("#hand button[value=play]")
    size = box.locator("option").count() - 1
    expect(play).to_be_disabled()
    pile.locator(".pile__add").click()
    pile.locator(".pile__add").click()
    assert box.evaluate("box => box.selectedIndex") == 2
    expect(pile.locator(".pile__count")).to_have_text(f"2/{size}")
    expect(play).to_be_enabled()
    page.keyboard.press("Backspace")
    assert box.evaluate("box => box.selectedIndex") == 1
    page.keyboard.press("0" if rank == "10" else rank)
    assert box.evaluate("box => box.selectedIndex") == 2
    page.keyboard.press("Escape")
    assert box.evaluate("box => box.selectedIndex") == 0
    expect(pile.locator(".pile__count")).to_have_text(f"×{size}")


def test_a_long_press_takes_the_whole_rank(person: Person) -> None:
    page = person()
    against_bots(page)
    to_the_lead(page)
    pile = page.locator("#hand .pile:has(option:nth-child(3))").first
    box = pile.locator("select")
    size = box.locator("option").count() - 1
    for expected in (size, 0):
        pile.locator(".pile__add").click(delay=700)
        assert box.evaluate("box => box.selectedIndex") == expected


def test_what_is_marked_is_named_in_place_of_the_question(person: Person) -> None:
    page = person()
    against_bots(page)
    to_the_lead(page)
    text = page.locator("#turn .status__text")
    expect(page.locator("#turn .status__rule")).to_be_visible()
    page.locator("#hand .pile__add").first.click()
    expect(text).to_have_attribute("data-verdict", "single card")
    expect(page.locator("#turn .status__rule")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#turn .status__rule")).to_be_visible()


def test_a_chip_steps_through_one_kind_in_both_directions(person: Person) -> None:
    page = person(width=1280)
    against_bots(page)
    to_the_lead(page)
    singles = [cards for cards in plays(page) if len(cards) == 1]
    chip, count = page.locator("#kinds [data-kind=single]"), page.locator("#hand [data-plays]")
    chip.click()
    assert marked(page) == singles[0]
    expect(count).to_have_text(f"1/{len(singles)}")
    chip.click()
    assert marked(page) == singles[1]
    page.locator("#hand [data-step='-1']").click()
    page.locator("#hand [data-step='-1']").click()
    assert marked(page) == []
    page.locator("#hand [data-step='-1']").click()
    assert marked(page) == singles[-1]
    page.locator("#kinds [data-clear]").click()
    expect(count).to_have_text(f"–/{len(plays(page))}")


def test_on_a_phone_the_counter_opens_the_chips_over_the_felt(person: Person) -> None:
    page = person(width=360)
    against_bots(page)
    to_the_lead(page)
    chips = page.locator("#kinds")
    expect(chips).to_be_hidden()
    page.locator("[data-opens-kinds]").click()
    expect(chips).to_be_visible()
    sheet, hand = chips.bounding_box(), page.locator("#hand .piles").bounding_box()
    assert sheet is not None
    assert hand is not None
    assert sheet["y"] + sheet["height"] <= hand["y"]


def test_a_trick_passed_against_bots_is_passed_to_its_end(person: Person) -> None:
    page = person()
    against_bots(page, deals="4")
    until = time.monotonic() + MATCH_SECONDS
    while not page.locator("#hand [data-pass-trick]").count():
        assert time.monotonic() < until
        if page.locator("#hand [data-next-play]").count():
            page.keyboard.press("n")
        act(page, ("accept", "play"))
        page.wait_for_timeout(100)
    trick = page.locator("[data-doudizhu-pass-trick-value]").get_attribute("data-doudizhu-pass-trick-value")
    page.locator("#hand [data-pass-trick]").first.click()
    expect(page.locator(f"[data-doudizhu-pass-trick-value='{trick}']")).to_have_count(0)
    page.wait_for_timeout(3000)
    expect(page.locator(f"[data-doudizhu-pass-trick-value='{trick}']")).to_have_count(0)


def test_a_hint_completes_what_is_chosen(person: Person) -> None:
    page = person()
    against_bots(page)
    to_the_lead(page)
    rank = plays(page)[-1][0]
    fitting = {tuple(cards) for cards in plays(page) if rank in cards}
    page.locator(f"#hand .pile[data-rank='{rank}'] .pile__add").click()
    filled_in = set()
    for _ in range(len(fitting)):
        page.locator("#hand [data-next-play]").click()
        filled_in.add(tuple(marked(page)))
        expect(page.locator("#hand .actions__state")).to_contain_text("✓")
    assert filled_in == fitting


def test_what_has_been_sent_is_not_sent_again_by_a_hint(person: Person) -> None:
    """Until the answer has taken the form away, nothing one does to the cards makes its button one to press again."""
    page, sent = person(), list[str]()
    against_bots(page)
    to_the_lead(page)
    page.route("**/move/**", lambda route: sent.append(route.request.url))  # and never answered
    page.keyboard.press("n")
    page.locator("#hand button[value=play]").click()
    expect(page.locator("#move[data-sent]")).to_be_attached()
    page.keyboard.press("n")
    expect(page.locator("#hand button[value=play]")).to_be_disabled()
    page.evaluate("document.getElementById('move').requestSubmit()")
    page.evaluate("htmx.trigger('#move', 'submit')")
    assert len(sent) == 1


def plays(page: Page) -> list[list[str]]:
    """Return what can be played now."""
    listed = (
        page.locator("#hand [data-controller=doudizhu-piles]").get_attribute("data-doudizhu-piles-plays-value") or ""
    )
    return [cards.split() for cards in listed.split("|")]


def marked(page: Page) -> list[str]:
    """Return the cards that are marked."""
    values = page.locator("#hand select").evaluate_all("boxes => boxes.map(box => box.value).filter(Boolean)")
    return " ".join(values).split()


def cards_left(page: Page) -> int:
    return int((page.locator(".seat--me .doudizhu-left").text_content() or "").split()[0])


def test_without_javascript_selects_count_the_cards(person: Person) -> None:
    page = person(scripts=False)
    against_bots(page)
    until = time.monotonic() + MATCH_SECONDS
    while not page.locator("#hand select").count():
        assert time.monotonic() < until
        act(page, ("accept", "pass"))
        page.wait_for_timeout(300)
        page.reload()
    expect(page.locator("#hand [data-next-play]")).to_be_hidden()
    cards, cards_before = plays(page)[0], cards_left(page)
    for rank in set(cards):
        pile = page.locator(f"#hand .pile[data-rank='{rank}'] select")
        pile.select_option(" ".join([rank] * cards.count(rank)))
    page.locator("#hand button[value=play]").click()
    expect(page.locator("#refusal")).to_be_empty()
    assert cards_left(page) == cards_before - len(cards)
