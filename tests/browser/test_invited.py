"""A site without guests or open sign-up: where a visitor is led, and how an invitation gets them to a table."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import CHROMIUM
from tests.needs import ON_BUILD_MACHINE
from tests.server.running import ROOT, Migrated, Serve, outside, serving

pytestmark = pytest.mark.browser
PASSWORD = "seven-quiet-herons"
RULES = {"TEFUDA_SIGNUP": "closed", "TEFUDA_GUESTS": "0"}


@pytest.fixture
def closed_site(tmp_path: Path, migrated: Migrated) -> Iterator[Serve]:
    if not Path(CHROMIUM).exists() and not ON_BUILD_MACHINE:
        pytest.skip("needs Chromium")
    with serving(migrated(tmp_path / "data"), "--host", "127.0.0.1", **RULES) as serve:
        yield serve


def invite(serve: Serve) -> str:
    """Return the link that `manage.py invite` prints."""
    environment = {**outside(), **serve.environment, "TEFUDA_DATA_DIR": str(serve.data)}
    command = [sys.executable, "manage.py", "invite", "--note", "Robin"]
    completed = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return f"http://127.0.0.1:{serve.port}{completed.stdout.strip()}"


def press_play(page: Page) -> None:
    page.locator("form[action*='quick-play'] button").first.click()


def test_a_visitor_is_led_to_the_log_in_and_an_invited_one_to_a_table(closed_site: Serve, browser: Browser) -> None:
    front = f"http://127.0.0.1:{closed_site.port}/"
    page = browser.new_page(viewport={"width": 360, "height": 640}, locale="en-GB")
    page.goto(front)
    press_play(page)
    expect(page).to_have_url(f"{front}account/login/?next=/")
    expect(page.get_by_text("This site has no guests. Log in to play.")).to_be_visible()
    expect(page.get_by_role("link", name="Create an account")).to_have_count(0)
    page.goto(f"{front}account/signup/")
    expect(page.get_by_role("heading", name="No new accounts")).to_be_visible()
    page.goto(invite(closed_site))
    page.get_by_label("Username").fill("robin")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page).to_have_url(front)
    press_play(page)
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.locator("#hand")).to_be_visible()
    page.context.close()
