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
    expect(play).to_be_disabled()
    pile.locator(".pile__add").click()
    pile.locator(".pile__add").click()
    assert box.evaluate("box => box.selectedIndex") == 2
    assert pile.locator(".pile__picked").text_content() == f"2/{box.locator('option').count() - 1}"
    expect(play).to_be_enabled()
    pile.locator(".pile__take").click()
    assert box.evaluate("box => box.selectedIndex") == 1
    page.locator("#hand .marked").click()
    page.keyboard.press("0" if rank == "10" else rank)
    assert box.evaluate("box => box.selectedIndex") == 2
    page.keyboard.press("Backspace")
    assert box.evaluate("box => box.selectedIndex") == 1
    page.keyboard.press("Escape")
    assert box.evaluate("box => box.selectedIndex") == 0


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
        selected_cards = page.locator("#hand select").evaluate_all(
            "boxes => boxes.map(box => box.value).filter(Boolean)"
        )
        filled_in.add(tuple(" ".join(selected_cards).split()))
        expect(page.locator("[data-doudizhu-piles-target=state]")).to_contain_text("✓")
    assert filled_in == fitting


def test_what_has_been_sent_is_not_sent_again_by_a_hint(person: Person) -> None:
    """Until the answer has taken the form away, nothing one does to the cards makes its button one to press again."""
    page, sent = person(), list[str]()
    against_bots(page)
    to_the_lead(page)
    page.route("**/move/**", lambda route: sent.append(route.request.url))  # and never answered
    page.keyboard.press("h")
    page.locator("#hand button[value=play]").click()
    expect(page.locator("#move[data-sent]")).to_be_attached()
    page.keyboard.press("h")
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


def cards_left(page: Page) -> int:
    return int((page.locator(".seat--me .badge").first.text_content() or "").split()[0])


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
