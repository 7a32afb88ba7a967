"""Friends who play with each other: an evening, a weekend at a slow table, a rematch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import act, my_turn
from tests.journeys.steps import (
    create_table,
    find_link,
    get_invitation,
    let_time_pass,
    play,
    press,
    read,
    receive,
    sign_up,
    sit_down,
)
from tests.notifications.servers import Mailbox

pytestmark = pytest.mark.browser
SHORT = {"opt_start_coins": "8", "opt_target_coins": "16"}


def test_two_friends_play_an_evening(person: Person) -> None:
    """A named table, an invitation, an automatic start, a pause, a match, and a rematch."""
    alice, bob = person(), person(width=360)
    sign_up(alice, "alice-evening")
    sign_up(bob, "bob-evening")
    table = create_table(alice, "lombard", name="Friday cards", **SHORT)
    expect(alice.locator("h1")).to_contain_text("Friday cards")
    bob.goto(get_invitation(alice))
    sit_down(bob)
    expect(bob.locator("#hand")).to_be_visible()
    expect(alice.locator("#hand")).to_be_visible()

    bob.goto("/lobby/")
    expect(bob.locator("#mine .line__head").first).to_contain_text("Friday cards")
    bob.goto(table)
    propose(alice, "pause")
    expect(bob.locator(".proposal")).to_contain_text("Pause the match?")
    bob.get_by_role("button", name="Agree", exact=True).click()
    expect(bob.locator("main")).to_contain_text(re.compile("paused", re.IGNORECASE))
    expect(alice.locator("main")).to_contain_text(re.compile("paused", re.IGNORECASE))
    alice.get_by_role("button", name="Let play go on").click()
    play(alice, bob)

    alice.goto(table)
    alice.get_by_role("button", name="Rematch").first.click()
    expect(alice.locator("h1")).to_contain_text("Friday cards")
    bob.goto("/lobby/")
    expect(bob.locator("#mine .message")).to_contain_text("Friday cards")
    bob.locator("button[value=accept]").click()
    expect(bob.locator("#hand")).to_be_visible()
    expect(alice.locator("#hand")).to_be_visible()


@pytest.mark.slow
def test_a_host_starts_the_table_when_it_suits_them(person: Person) -> None:
    """The lobby says that it's full; nothing starts before."""
    alice, bob = person(), person()
    sign_up(alice, "alice-host")
    sign_up(bob, "bob-host")
    table = create_table(alice, "sdc", starts_when_full="off", opt_start_coins="5")
    bob.goto(get_invitation(alice))
    sit_down(bob)
    expect(bob.locator("main")).to_contain_text("Waiting for alice-host to start the match.")
    alice.goto("/lobby/")
    line = alice.locator("#mine .line").first
    expect(line).to_contain_text("Full. Start it")
    line.locator("a").first.click()
    alice.get_by_role("button", name="Start the match").click()
    play(alice, bob)
    assert alice.url == table


@pytest.mark.slow
def test_friends_in_tokyo_and_new_york_share_a_one_day_table(person: Person, site: Site, mailbox: Mailbox) -> None:
    """Each reads times in their own zone, in pages and in mails; a slow answer costs the safe move."""
    hana = person(locale="ja-JP", timezone_id="Asia/Tokyo")
    max_ = person(timezone_id="America/New_York")
    sign_up_in_japanese(hana, "hana-tokyo")
    sign_up(max_, "max-ny", "max@ny.example")
    max_.goto(find_link(read(receive(mailbox, "max@ny.example", "your address")), "/account/email/confirm/"))
    max_.get_by_role("button", name="Confirm").click()  # with mails about turns, as is ticked
    table = create_table(max_, "lombard", **SHORT)
    invitation = get_invitation(max_)
    max_.goto("about:blank")
    max_.wait_for_timeout(3_000)  # until the site has noticed that the page is closed
    let_time_pass(site, table, 1)
    hana.goto(invitation)
    hana.locator("form[action$='/join/'] button").first.click()
    expect(hana.locator("#hand")).to_be_visible()
    play(hana, until=lambda: not my_turn(hana))
    letter = read(receive(mailbox, "max@ny.example", "turn"))
    assert re.search(r"until (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \w+ \d+, \d", letter)
    assert "tomorrow" not in letter
    for page, zone in ((hana, "Asia/Tokyo"), (max_, "America/New_York")):
        page.goto("/settings/availability/")
        expect(page.locator("[name=time_zone]")).to_have_value(zone)
    let_time_pass(site, table, 25)
    max_.goto(table)
    expect(max_.locator("#log")).to_contain_text("Time is up for you; the safe move is played.")


@pytest.mark.slow
def test_a_player_who_ran_out_of_time_takes_the_seat_back(person: Person, site: Site) -> None:
    alice, bob = person(), person()
    sign_up(alice, "alice-late")
    sign_up(bob, "bob-late")
    table = create_table(alice, "lombard", bot_after="1")
    bob.goto(get_invitation(alice))
    sit_down(bob)
    expect(bob.locator("#hand")).to_be_visible()
    play(alice, until=lambda: my_turn(bob))
    let_time_pass(site, table, 24 * 8)
    bob.goto(table)
    take_back = bob.get_by_role("button", name=re.compile("Take.*seat", re.IGNORECASE)).first
    expect(take_back).to_be_visible()
    take_back.click()
    expect(take_back).to_have_count(0)
    play(alice, bob, until=lambda: act(bob) is not None)


def propose(page, proposal: str) -> None:
    """Propose something from the table's menu."""
    press(page.locator("form[action$='/proposal/'] button", has_text=proposal))


def sign_up_in_japanese(page, username: str) -> None:
    page.goto("/account/signup/")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("[name=username]").fill(username)
    for name in ("password1", "password2"):
        page.locator(f"[name={name}]").fill("seven-quiet-herons")
    page.locator("main form button").first.click()
    expect(page).not_to_have_url(re.compile("/signup/"))
