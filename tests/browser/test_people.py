"""Friends by link, a table for two from a friend's page, and a circle with a table for all: on a phone and a laptop."""

from secrets import token_hex

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.offline import account
from tests.browser.test_axe import complaints
from tests.browser.test_room import wider_than_its_screen

pytestmark = pytest.mark.browser


def check_page(page: Page) -> None:
    """The current page is readable and fits."""
    assert complaints(page) + wider_than_its_screen(page) == []


def choose(page: Page, form: str, game: str) -> None:
    """The game in that form, as one taps it; then the table is set up."""
    page.locator(f"{form} .game-tile:has([value={game}])").click()
    page.locator(f"{form} .btn--confirm").click()
    expect(page.locator("#play")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_friends_and_a_circle_play(person: Person, scripts: bool) -> None:
    hana, ken = person(scripts=scripts), person(width=360, color_scheme="dark", scripts=scripts)
    names = [f"{name}{token_hex(4)}" for name in ("hana", "ken")]
    for page, name in zip((hana, ken), names, strict=True):
        account(page, name)

    # A link makes them friends.
    hana.goto("/friends/")
    hana.locator("#by-link button[value=renew]").click()
    hana.locator("#by-link summary").click()
    expect(hana.locator("#by-link svg")).to_be_visible()
    ken.goto(hana.locator("#friend-link").input_value())
    ken.locator("main .btn--confirm").click()
    expect(ken.locator("main")).to_contain_text("You are friends.")
    if scripts:
        check_page(hana)

    # From his page she plays with him; he finds the invitation.
    hana.goto("/friends/")
    hana.locator(".place", has_text=names[1]).locator("a").click()
    hana.locator("#play-with summary").click()
    if scripts:
        check_page(hana)
    choose(hana, "#play-with", "sdc")
    ken.goto("/lobby/")
    ken.locator("button[value=accept]").click()
    expect(ken.locator("#play")).to_be_visible()

    # A circle, its link, and a table for both.
    hana.goto("/circles/")
    hana.locator("[name=name]").fill("Thursday")
    hana.locator("main .btn--confirm").click()
    ken.goto(hana.locator("#join-link").input_value())
    ken.locator("main .btn--confirm").click()
    expect(ken.locator("#members .place")).to_have_count(2)
    if scripts:
        check_page(ken)
    choose(ken, "#new-table", "lombard")
    hana.goto("/circles/")
    hana.locator(".place a").click()
    expect(hana.locator(".line")).to_have_count(1)
    if scripts:
        check_page(hana)
    hana.locator(".line__link").click()
    hana.locator("main form[action$='/join/'] .btn--confirm").click()
    expect(hana.locator(".place--vacant")).to_have_count(0)
