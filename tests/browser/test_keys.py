"""Keys at the table never do what one didn't mean, and the focus is never lost."""

import time

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.playing import (
    GO_ON,
    MATCH_SECONDS,
    REFRESH,
    act,
    buttons,
    my_turn,
    new_table,
    press,
    stuck,
    two_at_a_table,
)

pytestmark = pytest.mark.browser

SHORT = {
    "crown": {"seats": "2", "bots": "1", "opt_target_points": "5"},
    "dilemma": {"seats": "2", "bots": "1", "opt_max_hands": "12"},
    "doudizhu": {"opt_deals": "1"},
    "get9": {"seats": "3", "bots": "2", "opt_matches": "3", "opt_start_chips": "10"},
    "lombard": {"seats": "2", "bots": "1", "opt_start_coins": "12"},
    "sdc": {"bots": "1", "opt_start_coins": "5"},
}


def active(page: Page, ask: str) -> object:
    """Something of the focused element, e.g. its `.id`."""
    return page.evaluate(f"document.activeElement{ask}")


def rests(page: Page, *ids: str) -> None:
    """Wait until the focus is on one of these."""
    page.wait_for_function("ids => ids.includes(document.activeElement.id)", arg=list(ids))


def at_a_table(page: Page, slug: str, **fields: str) -> None:
    options = SHORT[slug] | {"visibility": "private", "bot_level": "beginner"} | fields
    if slug == "doudizhu":
        options["bots"] = "3"
    new_table(page, slug, **options)
    expect(page.locator("#move")).to_be_visible()
    page.evaluate(GO_ON)  # if bots have ended a hand before


def question(page: Page) -> str | None:
    return page.locator("#hand").get_attribute("data-question")


def beat_or_pass(page: Page) -> None:
    """To a question of Dou Dizhu with cards to mark and a button to pass, which was not just pressed."""
    until = time.monotonic() + MATCH_SECONDS
    while not page.locator("#move:not([data-sent]) [data-controller=doudizhu-piles] button[value*=pass]").count():
        assert time.monotonic() < until, stuck(page)
        if page.locator("#hand [data-next-play]").count():
            page.keyboard.press("h")
            act(page, ("play",))
        else:
            act(page, ("refuse", "accept", "pass"))
        page.wait_for_timeout(150)


def test_marked_cards_are_never_passed_by_enter(person: Person) -> None:
    page = person()
    at_a_table(page, "doudizhu", opt_deals="4")
    beat_or_pass(page)
    question_seq = question(page)
    pile = page.locator("#hand .pile").first
    rank = pile.get_attribute("data-rank") or ""
    passing = page.locator("#hand button[value*=pass]")
    passing.focus()
    page.keyboard.press({"10": "1"}.get(rank, rank))
    expect(pile).to_have_class("pile is-picked")
    expect(page.locator("#announcer")).to_contain_text("1/")
    assert active(page, ".id") == "hand"
    for _ in range(12):  # no more than there are, and no way back to none
        page.keyboard.press({"10": "1"}.get(rank, rank))
    assert pile.locator("select").evaluate("box => box.selectedIndex == box.options.length - 1")
    page.keyboard.press("Enter")
    may_play = page.locator("#hand button[value=play]").is_enabled()
    assert (active(page, ".value") == "play") == may_play
    assert question(page) == question_seq
    page.keyboard.press("Escape")
    expect(page.locator("#hand .is-picked")).to_have_count(0)
    page.keyboard.press("Enter")
    assert question(page) == question_seq
    expect(passing).to_be_visible()


def test_a_held_enter_shows_the_way_but_does_not_go_it(person: Person) -> None:
    page = person()
    at_a_table(page, "sdc")
    question_seq = question(page)
    page.keyboard.press("2")
    assert active(page, ".matches('.pick > input:checked')")
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert active(page, ".value") == "draw"
    page.wait_for_timeout(500)
    assert question(page) == question_seq
    page.keyboard.press("Enter")
    expect(page.locator(f"#hand[data-question='{question_seq}'] #move")).to_have_count(0)


def test_digits_type_an_amount_where_there_is_one(person: Person) -> None:
    page = person()
    at_a_table(page, "dilemma")
    page.locator("#amount").wait_for()
    page.keyboard.type("120")
    expect(page.locator("#amount")).to_have_value("120")
    assert active(page, ".id") == "amount"


def test_where_cards_are_numbers_a_digit_is_its_number(person: Person) -> None:
    page = person()
    at_a_table(page, "get9")
    page.keyboard.type("456123789")  # 4, 5 and 6 into the left pile
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    card = page.locator("#hand input[name=card]")
    card.first.wait_for()
    page.keyboard.press("1")
    expect(page.locator("#hand input[name=card]:checked")).to_have_count(0)
    page.keyboard.press("5")
    expect(page.locator("#hand input[value='5']")).to_be_checked()


def test_the_focus_is_not_taken_from_elsewhere(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "sdc")
    alice.locator("#tail .log-box").focus()
    rev = alice.locator("#zone").get_attribute("data-revision") or ""
    press(bob, "draw")
    expect(alice.locator("#zone")).not_to_have_attribute("data-revision", rev)
    rests(alice, "log-box")
    alice.locator("#hand button[value=draw]").click()
    alice.locator("#tail .log-box").focus()
    expect(alice.locator("#hand button[value=draw]")).to_have_count(0)
    rests(alice, "log-box")


def test_a_refresh_under_way_does_not_overtake_a_moves_answer(person: Person) -> None:
    page = person()
    at_a_table(page, "lombard")
    refreshes: list[Route] = []
    moves: list[tuple[Route, APIResponse]] = []
    page.route("**/fragment/**", lambda route: refreshes.append(route))
    page.route("**/move/**", lambda route: moves.append((route, route.fetch())))
    question_seq = question(page)
    assert tab_to(page, buttons("double"))
    page.evaluate(REFRESH)
    while not refreshes:
        page.wait_for_timeout(50)
    page.keyboard.press("Enter")
    while not moves:
        page.wait_for_timeout(50)
    page.unroute("**/fragment/**")
    refreshes[0].continue_()
    page.wait_for_timeout(500)
    assert question(page) == question_seq
    route, answer = moves[0]
    route.fulfill(response=answer)
    expect(page.locator(f"#hand[data-question='{question_seq}'] #move")).to_have_count(0)
    rests(page, "hand", "turn")


def test_a_new_question_never_finds_one_in_its_number_box(person: Person) -> None:
    """Keys typed for the previous question don't answer this one."""
    alice, bob = person(), person()
    address = two_at_a_table(alice, bob, "dilemma", opt_max_hands="12")
    alice.locator("#hand").wait_for()
    pages = {page: page.context.new_page() for page in (alice, bob)}
    mover = alice if my_turn(alice) else bob
    question_seq = question(mover)
    mover.locator("#amount").fill("100")
    assert active(mover, ".id") == "amount"
    second = pages[mover]
    second.goto(address)
    press(second, "call")
    other = bob if mover is alice else alice
    for page in (other, second) * 6:
        if mover.locator(f"#hand:not([data-question='{question_seq}']) #amount").count():
            break
        page.wait_for_timeout(300)
        if my_turn(other):
            act(other, ("check", "call"))
    mover.locator(f"#hand:not([data-question='{question_seq}']) #amount").wait_for()
    rests(mover, "hand", "turn")


def tab_to(page: Page, selector: str) -> bool:
    """Tab until the focus is there, once around the page at most."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return True
        page.keyboard.press("Tab")
    return False
