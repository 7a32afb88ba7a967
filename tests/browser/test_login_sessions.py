"""A person's sessions, and ending them from another device; with plain forms."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.offline import PASSWORD, account

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False])
def test_a_forgotten_device_is_logged_out_from_another(person: Person, scripts: bool) -> None:
    here, forgotten = person(scripts=scripts, width=360), person()
    name = f"keeper-{uuid4().hex[:6]}"
    forgotten.goto("/")
    account(forgotten, name)
    here.goto("/account/login/")
    here.locator("[name=login]").fill(name)
    here.locator("[name=password]").fill(PASSWORD)
    here.locator("form .btn--confirm").click()
    here.goto("/settings/security/")
    expect(here.locator("#sessions .items > li")).to_have_count(2)
    here.locator("#sessions .items button").click()
    expect(here.locator(".message")).to_contain_text("That device is logged out")
    expect(here.locator("#sessions .items > li")).to_have_count(1)
    assert here.evaluate("document.documentElement.scrollWidth <= innerWidth") if scripts else True
    forgotten.goto("/friends/")
    forgotten.wait_for_url("**/account/login/**")
