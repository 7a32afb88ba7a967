"""A device's time zone: filled in at sign-up, and asked about once where it changes."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser


def test_the_zone_is_stored_and_a_change_asked_about_once(visitor: Person) -> None:
    page = visitor(timezone_id="Asia/Tokyo")
    page.goto("/account/signup/")
    page.locator("#id_username").fill("traveller")
    page.locator("#id_password1").fill("seven-quiet-herons")
    page.locator("#id_password2").fill("seven-quiet-herons")
    page.locator("form[action='/account/signup/'] button").click()
    page.goto("/settings/availability/")
    expect(page.locator("#id_time_zone")).to_have_value("Asia/Tokyo")
    expect(page.locator(".zone-question")).to_be_hidden()
    away = visitor(timezone_id="Europe/Berlin", storage_state=page.context.storage_state())
    away.goto("/games/")
    question = away.locator(".zone-question")
    expect(question).to_contain_text("Your device is in Europe/Berlin, your account in Asia/Tokyo.")
    question.get_by_role("button", name="Keep Asia/Tokyo").click()
    away.wait_for_url("**/games/")
    expect(question).to_be_hidden()
    paris = visitor(timezone_id="Europe/Paris", storage_state=page.context.storage_state())
    paris.goto("/games/")
    paris.locator(".zone-question").get_by_role("button", name="Use Europe/Paris").click()
    expect(paris.get_by_text("Your time zone is now Europe/Paris.")).to_be_visible()
    expect(paris.locator(".zone-question")).to_be_hidden()
