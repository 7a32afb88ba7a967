"""The rule behind the coach's line without a connection: out of the rulebook that the device keeps."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.closable_proxy import Door
from tests.browser.offline import Visitor, alone, my_turn_at, worker_ready
from tests.server.running import eventually

pytestmark = pytest.mark.browser
KEPT = "p => caches.match(p).then(Boolean)"


def read_rule(page: Page) -> str:
    """Return the dialog's text, without its surroundings in the rulebook."""
    page.locator("#hand .coach").click()
    dialog = page.locator("#rule")
    expect(dialog).to_be_visible()
    assert dialog.locator(".prose__anchor, [id]:not(#rule-title), details").count() == 0
    text = " ".join(dialog.locator("[data-coach-target=section]").inner_text().split())
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return text


@pytest.mark.parametrize(("slug", "seats"), [("lombard", "2"), ("get9", "3")])  # a section, and one within another
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_coach_shows_the_same_rule_without_a_connection(
    visitor: Visitor, door: Door, slug: str, seats: str, language: str
) -> None:
    page = visitor(locale={"en": "en-US", "ja": "ja-JP"}[language])
    table = alone(page, slug, seats)
    worker_ready(page)
    my_turn_at(page, table)
    assert eventually(lambda: page.evaluate(KEPT, f"/games/{slug}/rules/?in={language}"))
    rule = read_rule(page)
    assert len(rule) > 100
    door.shut()
    assert read_rule(page) == rule
    assert page.url.endswith(table)
