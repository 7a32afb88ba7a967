"""After a match: where did I go wrong? Asked for with a button, read in the replay."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.playing import play_to_the_end
from tests.browser.test_axe import EYES, complaints
from tests.browser.test_room import wider_than_its_screen

pytestmark = pytest.mark.browser
SHORT = {"opt_start_coins": "5", "opt_stage_limit": "20", "visibility": "private", "bots": "1"}
MADE_MS = 120_000  # a decision takes 50 ms, and others want both cores too


def play_match(page: Page) -> None:
    """A short match against a bot, from the first click to the end."""
    page.goto("/games/sdc/new/")
    for name, value in SHORT.items():
        page.evaluate("([name, value]) => (document.querySelector(`[name=${name}]`).value = value)", [name, value])
    page.locator("form[data-controller=quick-deal] button.btn--confirm").click()
    page.wait_for_url("**/tables/**")
    play_to_the_end(page)


def open_analysis(page: Page) -> None:
    """From the result of the match to the analysis."""
    page.locator("#zone a[href$='/analysis/']").click()
    page.locator("#analysis form button").click()
    expect(page.locator("#analysis .analysis__sum")).to_be_visible(timeout=MADE_MS)


def test_one_asks_for_it_and_steps_through_it(person: Person) -> None:
    page = person()
    play_match(page)
    open_analysis(page)
    bars = page.locator("#analysis a[data-decision]")
    n = int(bars.last.get_attribute("data-decision") or "")
    page.locator("#analysis details summary").click()
    row = page.locator("#analysis tbody tr").last
    expect(row.locator("a")).to_have_text(str(n))
    row.locator("a").click()
    page.wait_for_url(f"**/positions/{n}/**")
    here = page.locator("#analysis-here section")
    expect(here.locator(".advice__move--mine")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(here).to_have_count(0)
    page.locator("#tab-analysis").click()
    first = page.locator("#about-analysis a[data-decision]").first
    page.locator("#about-analysis details summary").click()
    page.locator("#about-analysis tbody a").first.click()
    expect(here).to_be_visible()
    expect(first).to_have_class("is-here")
    page.wait_for_url(f"**/positions/{first.get_attribute('data-decision')}/**")
    page.goto(f"{page.url}&hl=ja")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(here.locator(".badge")).to_have_text("あなたの手")


def test_it_is_read_without_scripts_too(person: Person) -> None:
    page = person()
    play_match(page)
    open_analysis(page)
    plain = person(scripts=False, storage_state=page.context.storage_state())
    plain.goto(page.url)
    expect(plain.locator("#analysis .analysis__sum")).to_be_visible()
    plain.locator("#analysis details summary").click()
    plain.locator("#analysis tbody a").first.click()
    expect(plain).to_have_url(re.compile(r"/positions/\d+/\?seat=0$"))
    expect(plain.locator("#analysis-here .advice__move--mine")).to_be_visible()


@EYES
def test_everybody_can_read_it(person: Person, locale: str, scheme: str) -> None:
    page = person(locale=locale, width=360)
    page.emulate_media(color_scheme=scheme)
    play_match(page)
    open_analysis(page)
    page.locator("#analysis details summary").click()
    violations = complaints(page)
    assert not wider_than_its_screen(page)
    page.locator("#analysis tbody a").first.click()
    expect(page.locator("#analysis-here section")).to_be_visible()
    page.locator("#tab-analysis").click()
    assert not wider_than_its_screen(page)
    assert violations + complaints(page) == []
