"""What people agree on reaches the others' open pages, and the hand waits meanwhile; times in the server's words."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation
from playwright.sync_api import expect

from games.tables.formatting import span, time_since
from tests.browser.conftest import Person
from tests.browser.offline import asked_module
from tests.browser.playing import press, two_at_a_table

pytestmark = pytest.mark.browser


def test_a_pause_is_proposed_agreed_on_and_ended(person: Person) -> None:
    alice, bob = person(), person(locale="ja-JP", width=360)
    two_at_a_table(alice, bob, "sdc")
    alice.locator("aside summary", has_text="About this table").click()
    alice.locator("button[name=kind][value=pause]").click()
    expect(alice.locator(".proposal button[value=refuse]")).to_have_text("Withdraw proposal")
    bob.locator(".proposal button[value=agree]").click(timeout=20_000)
    expect(bob.locator("#turn.turn--frozen")).to_be_visible()
    expect(alice.locator("#turn.turn--frozen")).to_be_visible(timeout=20_000)
    expect(alice.locator(".proposal")).to_have_count(0)
    expect(alice.locator("time[data-deadline]")).to_have_count(0)
    alice.locator("#turn button[value=pause]").click()
    expect(bob.locator("#turn.turn--mine")).to_be_visible(timeout=20_000)
    press(bob, "draw")
    expect(bob.locator("#hand button[name=type][value=draw]")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_scripts_tell_times_in_the_words_of_the_server(person: Person, language: str) -> None:
    page, now = person(locale=language, timezone_id="UTC"), datetime(2026, 11, 26, 12, tzinfo=UTC)
    page.goto("/lobby/")
    lengths = [1, 59, 60, 599, 600, 3_569, 3_570, 21_540, 21_600, 84_599, 84_600, 86_399, 100_000, 700_000]
    ages = [-95, 0, 59, 60, 3_599, 3_600, 86_399, 86_400, 604_799, 604_800]
    with translation.override(language):
        for seconds in lengths:
            assert asked_module(page, "site/lib/times", "describeSpan", seconds) == span(timedelta(seconds=seconds))
        for seconds in ages:
            moment = now - timedelta(seconds=seconds)
            for coarse in (False, True):
                words = asked_module(
                    page, "site/lib/times", "describeSince", seconds, moment.timestamp() * 1000, coarse
                )
                assert words == time_since(moment, now, coarse=coarse)
