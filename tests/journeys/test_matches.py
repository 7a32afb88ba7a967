"""One person and a match: with hints and an analysis, without a connection, on a phone held sideways, as a replay."""

import pytest
from playwright.sync_api import expect

from tests.browser.closable_proxy import Door
from tests.browser.conftest import Person
from tests.browser.playing import is_over, my_turn
from tests.journeys.steps import create_table, play, play_at_once, press, sign_up

pytestmark = pytest.mark.browser
SHORT = {"opt_start_coins": "8", "opt_target_coins": "16"}
# The texts of buttons that no scrolling down would show whole.
OUTSIDE = """() => [...document.querySelectorAll("#hand button:enabled")].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.left < 0 || box.right > innerWidth);
}).map((one) => one.textContent.trim())"""


def test_a_match_with_a_hint_an_undo_and_an_analysis_is_fair(person: Person) -> None:
    """The page says once that the match won't count; the fairness check of an honest match says yes."""
    page = person()
    sign_up(page, "learner-hints")
    table = create_table(page, "lombard", company="bots", **SHORT)
    play(page, until=lambda: my_turn(page))
    hint = page.locator("form[action$='/hint/'] button").first
    expect(page.locator("#practice-note")).to_be_visible()
    hint.click()
    expect(page.locator("#practice-note")).to_have_count(0)
    undo = page.locator("form[action$='/take-back/'] button:visible")
    play(page, until=lambda: undo.count() > 0 or is_over(page))
    assert undo.count(), "a decision against bots can be taken back"
    undo.first.click()
    play(page, until=lambda: my_turn(page))
    play(page)
    page.goto(table)
    page.get_by_role("link", name="Where did I go wrong?").or_(
        page.get_by_role("button", name="Where did I go wrong?")
    ).first.click()
    page.goto(table)
    page.locator("#zone a[href*='/replays/']").first.click()
    page.get_by_role("tab", name="Fairness check").click()
    press(page.locator("main a[href*='/verify/']"))
    expect(page.locator("main")).to_contain_text("Yes: dealt and played again from the secret", timeout=60_000)


@pytest.mark.slow
def test_a_match_on_a_phone_held_sideways(person: Person) -> None:
    """No button is cut off at the side."""
    page = person(width=740, viewport={"width": 740, "height": 360}, has_touch=True)
    play_at_once(page, "lombard")
    outside: list[str] = []

    def look() -> bool:
        if my_turn(page):
            outside.extend(page.evaluate(OUTSIDE))
        return is_over(page)

    play(page, until=look)
    assert outside == []


@pytest.mark.slow
def test_a_move_made_in_a_tunnel_arrives(visitor: Person, door: Door) -> None:
    page = visitor(width=360)
    play_at_once(page, "lombard")
    play(page, until=lambda: my_turn(page))
    page.reload()
    page.evaluate("navigator.serviceWorker.ready")
    before = page.locator("#zone").get_attribute("data-revision")
    door.shut()
    page.locator("#move button").first.click()
    expect(page.locator("#waiting")).to_contain_text("Waiting to be sent")
    door.open()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting")).not_to_contain_text("Waiting to be sent")
    page.reload()
    assert page.locator("#zone").get_attribute("data-revision") != before


@pytest.mark.slow
def test_a_match_is_shown_to_someone_who_was_not_there(person: Person) -> None:
    page, stranger = person(), person(width=360)
    sign_up(page, "storyteller")
    table = create_table(page, "sdc", company="bots", opt_start_coins="5")
    play(page)
    page.goto(table)
    page.locator("#zone a[href*='/replays/']").first.click()
    page.wait_for_url("**/replays/**")
    stranger.goto(page.url)
    expect(stranger.locator("main")).to_contain_text("storyteller")
