"""People who play with each other often: a circle with its webhook, and friends."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import my_turn
from tests.journeys.steps import let_time_pass, play, press, sign_up, unfold_to
from tests.notifications.servers import Received
from tests.server.running import eventually

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_circle_posts_its_turns_to_a_chat(person: Person, site: Site, hook: Received) -> None:
    """A circle is created, its link joined, its webhook saved and tried; a table for all starts automatically and
    posts.
    """
    hana, ken = person(), person(width=360)
    sign_up(hana, "hana-circle")
    sign_up(ken, "ken-circle")
    hana.goto("/circles/")
    hana.locator("[name=name]").fill("Thursday people")
    hana.locator("main .btn--confirm").click()
    ken.goto(hana.locator("#join-link").input_value())
    ken.locator("main .btn--confirm").click()
    expect(ken.locator("main")).to_contain_text("Thursday people")

    hana.reload()
    form = hana.locator("form:has([name=url])").first
    unfold_to(form)
    form.locator("[name=format]").select_option("json")
    form.locator("[name=url]").fill(f"http://127.0.0.1:{hook.port}/thursday")
    form.get_by_role("button", name="Save").click()
    expect(hana.locator("main")).to_contain_text("127.0.0.1")
    press(hana.locator("button", has_text="Send a test"))
    assert eventually(lambda: any(path == "/thursday" for path, _, _ in hook.requests))
    tested = len(hook.requests)

    ken.reload()
    press(ken.locator("#new-table .game-tile:has([value=lombard])"))
    ken.locator("#new-table [name=seats]").select_option("2")
    ken.locator("#new-table .btn--confirm").click()
    hana.goto("/lobby/")
    hana.locator("button[value=accept]").click()
    expect(hana.locator("#hand")).to_be_visible()
    expect(ken.locator("#hand")).to_be_visible()
    play(hana, ken, until=lambda: my_turn(hana) or my_turn(ken))
    let_time_pass(site, ken.url, 0.1)  # turns taken immediately aren't announced
    assert eventually(lambda: len(hook.requests) > tested, patience=100)
    assert b"lombard" in hook.requests[-1][2].lower()


@pytest.mark.slow
def test_friends_find_each_other_and_play(person: Person) -> None:
    hana, ken = person(), person()
    sign_up(hana, "hana-friend")
    sign_up(ken, "ken-friend")
    hana.goto("/friends/")
    hana.locator("form:has([name=name]) [name=name]").first.fill("ken-friend")
    hana.locator("form:has([name=name]) button").first.click()
    ken.goto("/friends/")
    ken.get_by_role("button", name=re.compile("Accept")).first.click()
    expect(ken.locator(".message")).to_contain_text("You and hana-friend are friends now.")
    ken.locator(".place a", has_text="hana-friend").first.click()
    press(ken.locator("#play-with .game-tile:has([value=sdc])"))
    ken.locator("#play-with .btn--confirm").click()
    hana.goto("/lobby/")
    hana.locator("button[value=accept]").click()
    play(hana, ken)
