"""What people do at a table, whatever the title."""

import time

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TookTooLong

MATCH_SECONDS = 300  # no match of these tests is near it, on however busy a machine
CALM = ("draw", "check", "call", "bid", "fold", "double", "drop")  # what to press, first found


def buttons(page: Page, kind: str) -> str:
    """A selector of the enabled buttons for a type of move, in both spellings of a button."""
    return f"#hand button[name=type][value={kind}]:enabled, #hand button[name=move][value*='\"{kind}\"']:enabled"


def my_turn(page: Page) -> bool:
    return page.locator("#move button[name=move], #move button[name=type]").count() > 0


def is_over(page: Page) -> bool:
    return page.locator("#zone a[href*='/replay/']").count() > 0


def act(page: Page, kinds: tuple[str, ...] = CALM) -> str | None:
    """Press the first of these buttons that is there, as soon as one is; None if none is there now."""
    for kind in kinds:
        button = page.locator(buttons(page, kind)).first
        if button.count():
            try:
                button.click(timeout=2_000)
            except TookTooLong:  # the clock or a refresh was quicker
                return None
            return kind
    return None


def play_to_the_end(*pages: Page, kinds: tuple[str, ...] = CALM, reload: bool = False) -> int:
    """Everybody plays until the match is over on every page. Returns how many decisions were made.

    `reload` is for pages without JavaScript, which see news only when loaded again.
    """
    until, decisions = time.monotonic() + MATCH_SECONDS, 0
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < until, "the match did not end"
        for page in pages:
            if act(page, kinds):
                decisions += 1
            elif reload and not is_over(page):
                page.reload()
        pages[0].wait_for_timeout(40)
    return decisions


def new_table(page: Page, slug: str, **fields: str) -> str:
    """Set a table up through the form. Returns its address."""
    page.goto(f"/tables/new/{slug}/")
    for fold in page.locator("form.form details:not([open]) > summary").all():
        fold.click()
    if not page.locator("[name=seats]").count():  # where there is one choice it isn't offered
        fields.pop("seats", None)
    for name, value in fields.items():
        page.locator(f"[name={name}]").select_option(value)
    page.locator("form.form button.btn--confirm").click()
    page.wait_for_url("**/t/**")
    return page.url


def two_at_a_table(alice: Page, bob: Page, slug: str, **fields: str) -> str:
    """Alice sets a table for two up, Bob sits down, Alice starts. Returns the address."""
    address = new_table(alice, slug, seats="2", **fields)
    bob.goto(address)
    bob.locator("form[action$='/join/'] button").first.click()
    expect(bob.locator("form[action$='/leave/']")).to_be_visible()
    alice.locator("form[action$='/start/'] button").click()
    expect(alice.locator("#hand")).to_be_visible()
    return address


def log_of(page: Page) -> list[str]:
    """The numbers of the log lines shown."""
    return [line.get_attribute("data-seq") or "" for line in page.locator("#tail [data-seq]").all()]
