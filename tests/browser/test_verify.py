"""Whoever played checks the match in their own browser, with the receipts it kept."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.playing import chosen, play_to_the_end, posted

pytestmark = pytest.mark.browser
SHORT = {"seats": "2", "opt_start_coins": "8", "opt_target_coins": "16", "visibility": "private"}


def checked(page: Page, outcome: str) -> None:
    page.locator("#own-check [data-check]").click()
    expect(page.locator("#own-check [data-outcome]")).to_contain_text(re.compile(outcome))


def test_a_player_checks_a_match_and_finds_what_was_changed(person: Person) -> None:
    page = person(width=360)
    page.goto("/tables/new/lombard/")
    for name, value in (SHORT | {"bots": "1"}).items():
        page.evaluate("([name, value]) => (document.querySelector(`[name=${name}]`).value = value)", [name, value])
    page.locator("form[data-deals] button.btn--confirm").click()
    page.wait_for_url("**/t/**")
    address = page.url
    decisions = play_to_the_end(page)
    table = address.rstrip("/").split("/")[-1]
    while page.request.get(f"/replay/{table}/record.json").status != 200:  # sealed by a job
        page.wait_for_timeout(200)
    page.goto(f"/replay/{table}/verify/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    checked(page, "^Yes")
    expect(page.locator("#own-check [data-kept]")).to_have_text(
        f"Your browser kept {decisions} receipts of this match: all are in the chain."
    )
    expect(page.locator("#own-check [data-phrase]")).to_contain_text(re.compile(r"\(seat 1\) was used: [0-9a-f]{64}"))
    page.locator("#own-check details summary").click()
    page.locator("#own-check textarea").fill("noted: " + "ab" * 32)
    checked(page, "^Yes")
    expect(page.locator("#own-check [data-pasted]")).to_contain_text("1 are NOT in the chain")

    record = page.request.get(f"/replay/{table}/record.json").json()
    given = record | {"events": [dict(event) for event in record["events"]]}
    page.route("**/record.json", lambda route: answered(route, given))
    at = next(n for n, event in enumerate(record["events"]) if "round-began" in event["body"])
    frame, body = record["events"][at]["frame"], record["events"][at]["body"]
    given["events"][at]["frame"] = frame.replace('"phase":["=","turns"]', '"phase":["=","deal"]')
    checked(page, rf"^No: what the seats were shown is not what was noted \(event {at + 1}\)")
    given["events"][at] = record["events"][at] | {"body": body.replace("round-began", "round-begun")}
    checked(page, rf"^No: the chain of receipts is broken \(event {at + 1}\)")
    given["seed"] = record["seed"].replace("a", "b")
    checked(page, "^No: the secret does not fit")


def test_people_who_sit_down_add_their_parts(person: Person) -> None:
    """Each browser by itself, and whoever likes with words; who sits down anew begins anew."""
    alice, bob = person(), person()
    table = posted(alice, "/tables/new/sdc/", **chosen("sdc", seats="2", bots="0"))
    alice.goto(table)
    given = alice.locator("[data-seat-phrase=given]")
    expect(given).to_have_count(1)
    bob.goto(posted(bob, f"{table}join/"))
    expect(bob.locator("[data-seat-phrase=given]")).to_have_count(1)
    alice.locator("#own-words summary").click()
    alice.locator("#own-words input[name=phrase]").fill("seven quiet herons")
    alice.locator("#own-words button").click()
    expect(alice.locator("#log li", has_text="Seat 1 adds its part to the shuffle.")).to_have_count(2)
    alice.locator("form[action$='/start/'] button").click()
    expect(alice.locator("#move")).to_be_visible()


def test_at_a_strict_table_browsers_show_their_parts_before_the_deal(person: Person) -> None:
    alice, bob = person(), person()
    table = posted(alice, "/tables/new/sdc/", **chosen("sdc", seats="2", bots="0"), strict="on")
    alice.goto(table)
    expect(alice.locator("[data-seat-phrase=given]")).to_have_count(1)
    expect(alice.locator("form[action$='/start/']")).to_have_count(0)
    bob.goto(posted(bob, f"{table}join/"))
    for n in (1, 2):
        expect(alice.locator("#log li", has_text=f"Seat {n} shows its part of the shuffle.")).to_have_count(1)
    alice.locator("form[action$='/start/'] button").click()
    expect(alice.locator("#move")).to_be_visible()


def answered(route: Route, record: object) -> None:
    route.fulfill(status=200, content_type="application/json", body=json.dumps(record))
