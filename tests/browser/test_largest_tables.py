"""A table on a phone with as many seats as there can be."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import new_table

pytestmark = pytest.mark.browser


def test_a_long_name_stays_inside_its_seat_on_a_phone(person: Person) -> None:
    page = person(width=360)
    new_table(page, "lombard", seats="11", bots="10", visibility="private", bot_level="beginner")
    expect(page.locator(".seat")).to_have_count(11)
    sticking_out = page.evaluate(
        """() => [...document.querySelectorAll(".seat")].filter((seat) => {
          const name = seat.querySelector(".seat__name");
          name.textContent = "Unreasonably Longwinded Cormorant";
          return name.getBoundingClientRect().right > seat.getBoundingClientRect().right;
        }).length"""
    )
    assert sticking_out == 0
