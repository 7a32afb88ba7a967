"""Passkeys in a browser that has an authenticator: added, used instead of the password, removed."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person, Site
from tests.browser.offline import PASSWORD, account

pytestmark = pytest.mark.browser
# As a phone has it: keeps keys itself, and knows who holds it.
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> Page:
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def test_a_passkey_opens_the_account_until_it_is_removed(person: Person, site: Site) -> None:
    page = with_authenticator(person(base_url=site.url.replace("127.0.0.1", "localhost")))
    page.goto("/")
    account(page, f"keeper-{uuid4().hex[:6]}")
    page.goto("/settings/security/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name of this passkey").fill("My phone")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".items").first).to_contain_text("My phone")
    me = page.locator("body").get_attribute("data-person")

    page.context.clear_cookies()
    page.goto("/account/login/?next=/friends/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url("**/friends/")
    expect(page.locator("body")).to_have_attribute("data-person", me or "nobody")

    page.goto("/settings/security/")
    expect(page.locator("#sessions")).to_contain_text("this device")
    page.get_by_role("link", name="Remove My phone").click()
    # A log-in without the password is no word for it; the passkey itself is.
    page.get_by_role("link", name="Use a passkey instead").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".message").first).to_contain_text("The passkey is removed")
    page.context.clear_cookies()
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url("**/account/login/")
    expect(page.get_by_text("This passkey was not accepted")).to_be_visible()


def test_nothing_speaks_of_passkeys_where_a_browser_has_none(person: Person) -> None:
    """By number, and so not for sure the site one means."""
    page = person()
    page.goto("/account/login/")
    expect(page.get_by_label("Password")).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(0)
