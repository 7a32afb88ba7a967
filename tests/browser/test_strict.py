"""Strict tables in browsers: parts on several devices, standing up and sitting down, and tables that are broken off."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import SEED_GIVEN, chosen, posted

pytestmark = pytest.mark.browser
LATE = (
    "from games.tables.models import Event, Table; t = Table.objects.get(public_id='{id}'); "
    "t.reveal_deadline = Event.objects.get(table=t, kind='open').created_at; t.save(update_fields=['reveal_deadline'])"
)


def strict_table(page: Page) -> str:
    table = posted(page, "/games/sdc/new/", **chosen("sdc", seats="2", bots="0"), strict="on")
    page.goto(table)
    expect(page.locator(SEED_GIVEN)).to_have_count(1)
    return table


def other_device(person: Person, page: Page, **options: object) -> Page:
    """Another browser of the same person, which has kept nothing."""
    device = person(**options)
    device.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]  # as they were given
    return device


def part(page: Page, seat: int) -> Locator:
    """Return the table page's text about a seat's client seed."""
    return page.locator(".parts li").nth(seat - 1)


def fingerprint(page: Page, seat: int) -> Locator:
    return part(page, seat).locator(".hex")


def test_a_part_given_on_another_device_is_exchanged(person: Person) -> None:
    phone, bob = person(width=360), person()
    table = strict_table(phone)
    laptop = other_device(person, phone)
    laptop.goto(table)
    elsewhere = "[data-client-seed-target=elsewhere]"
    expect(phone.locator(elsewhere)).to_be_hidden()
    expect(laptop.locator(elsewhere)).to_be_visible()
    before = fingerprint(laptop, 1).inner_text()
    laptop.locator(f"{elsewhere} button").click()
    expect(fingerprint(laptop, 1)).not_to_have_text(before)
    expect(laptop.locator(elsewhere)).to_be_hidden()
    expect(phone.locator(elsewhere)).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    bob.goto(posted(bob, f"{table}join/"))
    expect(laptop.locator("#move, .board").first).to_be_visible()  # the laptop has shown it, and that deals


def test_who_stands_up_and_sits_down_again_gives_a_part_again(person: Person) -> None:
    alice, bob = person(), person()
    table = strict_table(alice)
    alice.locator("form[action$='/leave/']").locator("button")  # she is the host: bob goes and comes back
    bob.goto(posted(bob, f"{table}join/"))
    expect(alice.locator("#move, .board").first).to_be_visible()

    third = person()
    table = posted(third, "/games/lombard/new/", **chosen("lombard", seats="3", bots="0"), strict="on")
    third.goto(table)
    alice.goto(posted(alice, f"{table}join/"))
    expect(alice.locator(SEED_GIVEN)).to_have_count(1)
    posted(alice, f"{table}leave/")
    expect(alice.locator("[data-controller=client-seed]")).to_have_count(0)
    posted(alice, f"{table}join/")  # the very page that believed it was given
    expect(alice.locator(SEED_GIVEN)).to_have_count(1)
    expect(part(alice, 2)).to_contain_text("sealed")
    bob.goto(posted(bob, f"{table}join/"))
    expect(alice.locator("#move, .board").first).to_be_visible()


def test_a_part_that_is_on_no_device_here_breaks_the_table_off(person: Person, site: Site) -> None:
    phone, bob = person(), person()
    table = strict_table(phone)
    phone.goto("/lobby/")  # put away
    laptop = other_device(person, phone, width=360)
    laptop.goto(table)
    expect(laptop.locator("[data-client-seed-target=elsewhere]")).to_be_visible()
    bob.goto(posted(bob, f"{table}join/"))
    expect(part(bob, 2)).to_contain_text("shown")
    expect(laptop.locator("[data-client-seed-target=elsewhere]")).to_contain_text("it can’t be replaced any more")
    expect(laptop.locator("#turn")).to_contain_text("Your client seed is needed.")
    expect(laptop.locator("[data-client-seed-target=words]")).to_be_visible()
    assert laptop.evaluate("document.documentElement.scrollWidth") <= 360
    site.manage("shell", "-c", LATE.format(id=table.strip("/").split("/")[-1]))
    for page in (laptop, bob):
        expect(page.locator(".finished")).to_contain_text("Called off before the deal")
        expect(page.locator("#log")).to_contain_text("Not all client seeds were shown in time")
    expect(laptop.locator("[data-client-seed-target=unheard]")).to_be_hidden()  # nothing was ever sent from here
    bob.get_by_role("button", name="Recreate the table").click()
    bob.wait_for_url(re.compile(r"/tables/(?!.*rematch)"))
    new_address = bob.url
    laptop.reload()
    laptop.get_by_role("button", name="Sit down at the recreated table").click()
    laptop.wait_for_url(new_address)
    expect(laptop.locator("#move, .board").first).to_be_visible()


EXCHANGED = (
    "from games.tables.models import Seat; from games.engine.chance import hash_client_seed; "
    "from games.tables.services.seed_reveal import submit_client_seed_hash; "
    "user = Seat.objects.get(table__public_id='{id}', number=1).user_id; "
    "submit_client_seed_hash(public_id='{id}', user_id=user, client_seed_hash=hash_client_seed('{id}', 1, b'chosen'))"
)


def hold_back_seed(page: Page) -> None:
    """This browser adds a client seed and never shows it: the site will."""
    page.route("**/client-seed/reveal/", lambda route: route.fulfill(status=503, body=""))


def test_a_part_that_was_seen_before_another_was_exchanged_is_not_sent_again(person: Person, site: Site) -> None:
    """The site accepts a shown client seed, answers that it is busy, and chooses its own meanwhile."""
    alice, bob = person(), person()
    table = strict_table(alice)
    sent, before = list[str](), fingerprint(alice, 1).inner_text()

    def busy(route: Route) -> None:
        sent.append(parse_qs(route.request.post_data or "")["bytes"][0])
        route.fulfill(status=503, body="")

    alice.route("**/client-seed/reveal/", busy)
    hold_back_seed(bob)
    with alice.expect_request("**/client-seed/reveal/"):
        bob.goto(posted(bob, f"{table}join/"))
    bob.goto("/lobby/")
    site.manage("shell", "-c", EXCHANGED.format(id=table.strip("/").split("/")[-1]))
    expect(alice.locator("[data-client-seed-target=unnoted]")).to_be_visible()
    expect(fingerprint(alice, 1)).not_to_have_text(before)
    with alice.expect_request("**/client-seed/reveal/"):  # it tries every five seconds
        pass
    assert sent[-1] != sent[0]


def test_a_part_that_is_exchanged_under_the_hand_is_found_by_who_showed_theirs(person: Person, site: Site) -> None:
    """The site reads a shown client seed before recording it, and chooses its own first. Its record is complete."""
    alice, bob = person(), person()
    table = strict_table(alice)
    id_ = table.strip("/").split("/")[-1]

    def read_first(route: Route) -> None:
        site.manage("shell", "-c", EXCHANGED.format(id=id_))
        route.continue_(post_data=re.sub("&seen=[^&]*", "", route.request.post_data or ""))

    alice.route("**/client-seed/reveal/", read_first)
    hold_back_seed(bob)
    bob.goto(posted(bob, f"{table}join/"))
    expect(part(alice, 1)).to_contain_text("shown")
    posted(bob, f"{table}leave/", break_off="1")  # an end like any other, and sooner there
    while alice.request.get(f"/replays/{id_}/record.json").status != 200:  # sealed by a job
        alice.wait_for_timeout(200)
    alice.goto(f"/replays/{id_}/verify/")
    check = alice.locator("#own-check [data-record-check-target=button]")
    check.click()
    expect(check).to_be_enabled(timeout=180_000)
    expect(alice.locator("#own-check [data-record-check-target=outcome]")).to_contain_text(
        "was replaced after yours had been shown"
    )
    expect(alice.locator("#own-check [data-record-check-target=seed]")).to_contain_text("chosen between shuffles")


def test_a_part_that_the_site_did_not_note_is_used_no_more(person: Person) -> None:
    """The site accepts a shown client seed, answers with an error, and its seat leaves, as if nothing had been
    shown.
    """
    alice, bob = person(), person()
    table = strict_table(alice)
    before = fingerprint(alice, 1).inner_text()
    alice.route("**/client-seed/reveal/", lambda route: route.fulfill(status=503, body=""))
    bob.route("**/client-seed/reveal/", lambda route: route.fulfill(status=503, body=""))
    with alice.expect_request("**/client-seed/reveal/"):
        bob.goto(posted(bob, f"{table}join/"))
    posted(bob, f"{table}leave/")
    expect(alice.locator("[data-client-seed-target=unnoted]")).to_be_visible()
    expect(fingerprint(alice, 1)).not_to_have_text(before)


# A transaction that never ends, as long as the page is open: others wait for it.
HELD = """() => new Promise((held, failed) => {
  const opened = indexedDB.open("tefuda", 1);
  const stores = ["moves", "receipts", "facts"];
  opened.onupgradeneeded = () => stores.forEach((name) => opened.result.createObjectStore(name));
  opened.onerror = () => failed(opened.error);
  opened.onsuccess = () => {
    const facts = opened.result.transaction("facts", "readwrite").objectStore("facts");
    const again = () => void (facts.get("nothing").onsuccess = again);
    again();
    held();
  };
})"""


def test_a_store_that_does_not_answer_keeps_nobody_from_the_table(person: Person) -> None:
    page = person()
    page.goto("/")
    page.evaluate(HELD)
    page.locator("form[action*='/lombard/'] button").click()
    page.wait_for_url("**/tables/**")
    expect(page.locator("#move")).to_be_visible()
    assert page.evaluate("() => Object.keys(sessionStorage).filter((name) => name.startsWith('phrase ')).length") == 1
