"""Puzzles in a browser: answered on the board, with a connection and without, on a phone and without scripts."""

import json
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.conftest import Person, Site
from tests.browser.offline import Visitor, worker_ready
from tests.browser.test_room import wider_than_its_screen
from tests.puzzles.puzzles import QUICK_DAY, SLUG
from tests.server.running import eventually

pytestmark = pytest.mark.browser
BUTTONS = "#hand :is(button[name=move], button[name=type])"
RIGHT, WRONG = "Right", "Not quite: there is a better move"


@pytest.fixture
def puzzle(site: Site) -> str:
    """The address of one that is soon found."""
    site.manage("make_puzzles", "--game", SLUG, "--day", QUICK_DAY.isoformat())
    with closing(sqlite3.connect(site.serve.data / "tefuda.sqlite3")) as database:
        ((public_id,),) = database.execute("SELECT public_id FROM puzzles_puzzle")
    return f"/puzzles/{public_id}/"


def press(page: Page, *, right: bool) -> None:
    """Play the best move, or the worst."""
    button = choose_move(page, right=right)
    button.click()
    if button.is_visible():  # it asks whether one is sure
        button.click()


def choose_move(page: Page, *, right: bool) -> Locator:
    """Mark the cards of the best move, or of the worst, if it has any, and return its button.

    The puzzle may be of any match of the site: an exchange of cards or an amount.
    """
    moves = json.loads(page.locator("#puzzle-data").text_content() or "")["moves"]
    moves.sort(key=lambda move: move["number"])
    fields = moves[0 if right else -1]["fields"]
    if fields["type"] == "draw":
        cards = fields.get("cards", "").split()
        for box in page.locator("#hand input[name=cards]").all():  # the browser may still have the cards of before
            box.set_checked(box.get_attribute("value") in cards)
        return page.locator("#hand button[name=type][value=draw]")
    buttons = page.locator("#hand button[name=move]")
    values = [str(value) for value in buttons.evaluate_all("all => all.map(button => button.value)")]
    read = [{name: str(part) for name, part in json.loads(value).items()} for value in values]
    return buttons.nth(read.index(fields))


def says(page: Page, text: str) -> None:
    expect(page.locator("#outcome-title [data-verdict]:visible")).to_contain_text(text)


def test_it_is_answered_on_the_board(person: Person, puzzle: str) -> None:
    page = person()
    page.goto(puzzle)
    says(page, "What would you do?")
    expect(page.locator(".advice__moves")).to_be_hidden()
    with page.expect_response(lambda response: response.url.endswith("/answer/")) as answer:
        press(page, right=False)
    assert answer.value.ok
    says(page, WRONG)
    expect(page.locator("#outcome")).to_be_focused()
    expect(page.locator(".advice__move--mine")).to_have_count(1)
    expect(page.locator(BUTTONS).first).to_be_hidden()
    page.get_by_role("link", name="Try again").click()
    says(page, "What would you do?")
    press(page, right=True)
    says(page, RIGHT)
    expect(page.locator(".advice__move").first.locator("[data-mine]")).to_be_visible()
    page.reload()
    says(page, WRONG)  # the first answer
    page.set_viewport_size({"width": 360, "height": 740})
    assert wider_than_its_screen(page) == []


def test_without_scripts(browser: Browser, site: Site, puzzle: str) -> None:
    with closing(browser.new_context(base_url=site.url, locale="en-US", java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(puzzle)
        says(page, "What would you do?")
        choose_move(page, right=True).click()
        says(page, RIGHT)
        page.get_by_role("link", name="Try again").click()
        says(page, "What would you do?")
        expect(page.locator(BUTTONS).first).to_be_visible()


def test_without_a_connection(visitor: Visitor, door: Door, puzzle: str) -> None:
    page = visitor()
    worker_ready(page)
    page.goto("/puzzles/")
    is_cached = "p => caches.match(p).then(Boolean)"
    assert eventually(lambda: page.evaluate(is_cached, f"{puzzle}?in=en"))
    door.shut()
    page.goto(puzzle)
    says(page, "What would you do?")
    press(page, right=True)
    says(page, RIGHT)
    page.goto("/puzzles/")
    door.open()
    page.goto(puzzle)
    says(page, RIGHT)  # the site has heard of it
    assert page.locator("#seen").is_hidden()
