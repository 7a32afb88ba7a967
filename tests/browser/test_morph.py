"""A fetched table replaces the shown one: unchanged elements are kept."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import FETCHED_ANEW, my_turn, press, two_at_a_table

pytestmark = [pytest.mark.browser, pytest.mark.moving]


def test_a_part_that_is_the_same_stays_the_very_same(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard")
    mover, other = (alice, bob) if my_turn(alice) else (bob, alice)
    other.evaluate("for (const one of document.querySelectorAll('#zone *, #tail *')) one.kept = one.outerHTML")
    rev = other.locator("#zone").get_attribute("data-revision") or ""
    press(mover, "call")
    expect(other.locator("#zone")).not_to_have_attribute("data-revision", rev)
    same = "(all) => all.every((one) => one.kept !== undefined)"
    assert other.locator("#zone .seat, #zone .board, #zone .seat__name, #tail h2").evaluate_all(same)
    changed = other.locator("#zone .seat .chips").evaluate_all("(all) => all.some((one) => one.kept !== one.outerHTML)")
    assert changed


@pytest.mark.parametrize("width", [360, 1280])
def test_ticked_cards_the_focus_and_folds_outlast_others_news(person: Person, width: int) -> None:
    """Both choose their exchange simultaneously: one's choice is news for the other."""
    alice, bob = person(width=width), person()
    two_at_a_table(alice, bob, "sdc")
    cards = alice.locator("#move .pick > input")
    for at in (0, 2):
        cards.nth(at).check(force=True)
    alice.evaluate("""() => {
        document.querySelector("#move .pick > input").focus();
        window.before = [document.getElementById("move"), document.activeElement];
    }""")
    rev = alice.locator("#zone").get_attribute("data-revision") or ""
    press(bob, "draw")
    expect(alice.locator("#zone")).not_to_have_attribute("data-revision", rev)
    assert alice.evaluate("before[0] === document.getElementById('move') && before[1] === document.activeElement")
    assert cards.evaluate_all("(all) => all.map((one) => one.checked)") == [True, False, True, False, False]


def test_a_table_that_comes_whole_keeps_the_focus_scroll_and_folds(person: Person) -> None:
    alice, bob = person(), person()
    two_at_a_table(alice, bob, "lombard")
    page = bob if my_turn(alice) else alice
    page.evaluate("document.styleSheets[0].insertRule('#log-box { max-height: 3rem; }')")  # less than a first log
    page.locator("#log-box").focus()
    page.evaluate("""() => {
        document.querySelector("#log-box").scrollTop = -7;  // the newest line is at the bottom, and is 0
        window.fold = document.querySelector("#plan-fold");
        fold.open = true;
    }""")
    assert read_scroll(page) == -7
    page.evaluate(FETCHED_ANEW)
    assert page.evaluate("document.activeElement.id") == "log-box"
    assert read_scroll(page) == -7
    assert page.evaluate("fold.isConnected && fold.open")


def read_scroll(page: Page) -> float:
    return float(page.locator("#log-box").evaluate("(box) => box.scrollTop"))


def test_a_part_that_was_lost_comes_again(person: Person) -> None:
    page = person()
    two_at_a_table(page, person(), "lombard")  # without bots: no round ends meanwhile
    page.evaluate("document.querySelector('#zone .board').remove()")
    page.evaluate(FETCHED_ANEW)
    expect(page.locator("#zone .board")).to_be_visible()
