"""What people do on the site, by pressing what a person presses."""

import re
import time
from collections.abc import Callable
from email.message import EmailMessage

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site
from tests.browser.playing import CALM, act, is_over
from tests.notifications.servers import Mailbox

PASSWORD = "seven-quiet-herons"
MATCH_SECONDS = 240
MAIL_SECONDS = 90


def sign_up(page: Page, username: str, email: str = "") -> None:
    """Create an account from the front page."""
    page.goto("/")
    open_menu(page)
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Username").fill(username)
    if email:
        page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page).not_to_have_url(re.compile("/signup/"))
    expect(page.locator("#bell")).to_be_visible()


def log_in(page: Page, username: str) -> None:
    """Fill in the log-in form that is open."""
    page.get_by_label(re.compile("^Username")).fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()


def open_menu(page: Page) -> None:
    """Open the menu where a narrow screen hides its links."""
    menu = page.locator("header details:not([open]) > summary")
    for number in range(menu.count()):
        if menu.nth(number).is_visible():
            menu.nth(number).click()
            return


def unfold(page: Page, within: str = "main form.form") -> None:
    """Open everything that is folded there."""
    while (closed := page.locator(f"{within} details:not([open]) > summary")).count():
        closed.first.click()


def press(target: Locator) -> None:
    """Press a button or link, after unfolding what it is folded in."""
    unfold_to(target.first)
    target.first.click()


def unfold_to(target: Locator) -> None:
    """Open what this is folded in, from the outside in."""
    target.wait_for(state="attached")
    folded = target.locator("xpath=ancestor::details[not(@open)]")
    while folded.count():
        folded.first.locator("xpath=./summary").click()


def create_table(
    page: Page, slug: str, *, name: str = "", seats: int = 2, company: str = "link", **options: str
) -> str:
    """Create a table by its form. `options` are fields by name: what to select, "on" or "off" for checkboxes."""
    page.goto(f"/games/{slug}/new/")
    unfold(page)
    page.locator(f"input[name=visibility][value={company}]").check()
    if page.locator("[name=seats]").count():
        page.locator("[name=seats]").select_option(str(seats))
    if name:
        page.locator("[name=name]").fill(name)
    for field, value in options.items():
        control = page.locator(f"[name={field}]")
        if value in ("on", "off"):
            control.set_checked(value == "on")
        elif control.first.get_attribute("type") == "radio":
            page.locator(f"[name={field}][value='{value}']").check()
        elif control.first.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    page.locator("form.form button.btn--confirm").first.click()
    page.wait_for_url("**/tables/**")
    return page.url


def play_at_once(page: Page, slug: str) -> None:
    """Start a match against bots from the front page."""
    page.goto("/")
    page.locator(f"form[action*='/{slug}/quick-play/'] button").first.click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("#play")).to_be_visible()


def get_invitation(page: Page) -> str:
    """Return the link that a table's page offers to share."""
    return page.locator("#invite").input_value()


def sit_down(page: Page) -> None:
    page.get_by_role("button", name="Sit down").first.click()


def play(*pages: Page, kinds: tuple[str, ...] = CALM, until: Callable[[], bool] | None = None) -> int:
    """Let everyone press what they are asked, until the match is over or `until` says so. Return how many moves."""
    is_done = until or (lambda: all(is_over(page) for page in pages))
    end, moves = time.monotonic() + MATCH_SECONDS, 0
    while not is_done():
        assert time.monotonic() < end, [page.locator("main").inner_text()[:300] for page in pages]
        moved = [bool(act(page, kinds)) for page in pages]
        moves += sum(moved)
        pages[0].wait_for_timeout(60)
    return moves


def receive(mailbox: Mailbox, to: str, subject: str) -> EmailMessage:
    """Return the newest mail to an address whose subject holds these words, waiting for it."""
    end = time.monotonic() + MAIL_SECONDS
    while time.monotonic() < end:
        for letter in reversed(mailbox.letters):
            if to in str(letter["To"]) and subject.lower() in str(letter["Subject"]).lower():
                return letter
        time.sleep(0.2)
    raise AssertionError([(str(mail["To"]), str(mail["Subject"])) for mail in mailbox.letters])


def read(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def find_link(text: str, part: str) -> str:
    """Return the first link in a text that has this part."""
    return next(link for link in re.findall(r"https?://[^\s>)]+", text) if part in link)


TIME_PASSES = """
from datetime import timedelta
from config.db import append_only
from games.notifications.models import TablePresence
from games.tables.models import Table
from tests.time_travel import time_passes
time_passes(Table.objects.get(public_id="{table}"), timedelta(hours={hours}))
TablePresence.objects.filter(table_public_id="{table}").delete()
append_only.install_triggers()
"""


def let_time_pass(site: Site, table_url: str, hours: float) -> None:
    """Make everything that happened at a table that much longer ago."""
    table = table_url.rstrip("/").split("/")[-1]
    site.manage("shell", "-c", TIME_PASSES.format(table=table, hours=hours))
