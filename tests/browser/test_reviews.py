"""Two people look at a match together: one follows the other's steps, steps away, comes back and leads."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import play_to_the_end, table_with_beginners
from tests.browser.test_replay_viewer import PRESSED, is_at, shown
from tests.server.running import eventually

pytestmark = pytest.mark.browser


def test_one_leads_and_the_other_follows(person: Person) -> None:
    leader, follower = person(), person(width=360)
    table_with_beginners(follower, "lombard", seats="3")  # a guest, who may lead
    table_with_beginners(leader, "lombard", seats="3", opt_start_coins="8")
    play_to_the_end(leader, kinds=("double", "call"))
    leader.locator("#zone a[href*='/replays/']").first.click()
    leader.wait_for_url("**/replays/**?seat=0")
    leader.locator("#tab-share").click()
    leader.get_by_role("button", name="Start a review").click()
    leader.wait_for_url("**review=**")
    expect(leader.locator("#review [role=status]")).to_contain_text("You lead")
    follower.goto(str(leader.locator("#review-link").input_value()))
    expect(follower.locator("#review [role=status]")).to_contain_text("leads.")
    steps_are_followed(leader, follower)
    one_steps_away_and_comes_back(leader, follower)
    they_talk(leader, follower)
    the_other_leads(leader, follower)
    assert follower.evaluate("document.documentElement.scrollWidth") == 360


def steps_are_followed(leader: Page, follower: Page) -> None:
    n = shown(leader)
    assert is_at(follower, n)
    leader.evaluate(PRESSED, ["ArrowRight"] * 3)
    assert is_at(leader, n + 3)
    since = time.monotonic()
    assert eventually(lambda: shown(follower) == n + 3)
    assert time.monotonic() - since < 3, "a second, on a machine that has nothing else to do"
    assert is_at(follower, n + 3)
    assert "seat=0" in leader.url
    assert "seat=" not in follower.url


def one_steps_away_and_comes_back(leader: Page, follower: Page) -> None:
    n = shown(leader)
    follower.evaluate(PRESSED, ["ArrowLeft"])
    assert is_at(follower, n - 1)
    expect(follower.locator("#review [role=status]")).to_contain_text("on your own")
    leader.evaluate(PRESSED, ["ArrowRight"])
    assert is_at(leader, n + 1)
    follower.reload()
    assert is_at(follower, n - 1)
    follower.locator("[data-review-target=follow]").click()
    assert is_at(follower, n + 1)
    assert is_at(leader, n + 1)


def they_talk(leader: Page, follower: Page) -> None:
    for page in (leader, follower):
        page.locator("#chat summary").click()
    leader.locator("#chat-text").fill("Look at the river")
    leader.locator("#chat-text").press("Enter")
    expect(follower.locator("#chat-lines")).to_contain_text("Look at the river")


def the_other_leads(leader: Page, follower: Page) -> None:
    n = shown(leader)
    leader.get_by_role("button", name="Hand over the lead").click()
    expect(leader.locator("#review [role=status]")).to_contain_text("No one is leading")
    follower.get_by_role("button", name="Lead", exact=True).click()
    expect(follower.locator("#review [role=status]")).to_contain_text("You lead")
    follower.evaluate(PRESSED, ["ArrowLeft"])
    assert is_at(follower, n - 1)
    assert is_at(leader, n - 1)
