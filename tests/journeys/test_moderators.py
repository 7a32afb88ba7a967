"""A whole case: reported, claimed, looked into, suspended, read, appealed, lifted; and the site goes on around it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import in_language, two_at_a_table
from tests.browser.test_axe import complaints
from tests.second_factor import code

pytestmark = pytest.mark.browser
PASSWORD = "seven-quiet-herons"
ENROL = f"""
from django.contrib.auth.models import Group
from accounts.models import User
from tests.second_factor import enrolled
mia = User.objects.create_user("mia", password="{PASSWORD}", name="Mia", is_staff=True)
mia.groups.add(Group.objects.get(name="moderator"))
enrolled(mia)
"""


DESK = (
    "",
    "moderation/report/queue/",
    "moderation/collusionflag/",
    "moderation/report/",
    "accounts/sanction/",
    "moderation/moderationaction/",
)


def at_desk(page: Page) -> None:
    """Mia logs in, and shows her second factor."""
    page.goto("/admin/moderation/report/queue/")
    page.locator("[name=login]").fill("mia")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.locator("[name=code]").fill(code())
    page.locator("main button[type=submit]").first.click()
    expect(page).to_have_url(re.compile("/admin/moderation/report/queue/$"))


def report(bob: Page) -> None:
    """From the line, by the form."""
    bob.locator("#chat-link").click()
    bob.locator(".chat__more").first.click()
    bob.get_by_role("link", name="Report …").click()
    expect(bob.locator("blockquote")).to_contain_text("You play like a stone")
    assert bob.evaluate("document.documentElement.scrollWidth") == 360
    assert complaints(bob) == []
    bob.locator("[name=category][value=abuse]").check()
    bob.locator("[name=text]").fill("Again and again")
    bob.locator("main form button").first.click()
    expect(bob.locator(".message").first).to_contain_text("let you know the outcome")


def complaints_at_night(mia: Page, *pages: str) -> list[str]:
    """Of these pages and of those without a case, on a phone, in Japanese."""
    violations, day = [], mia.viewport_size
    mia.set_viewport_size({"width": 360, "height": 900})
    mia.emulate_media(color_scheme="dark")
    in_language(mia, "ja")
    for path in (*pages, *(f"/admin/{path}" for path in DESK)):
        mia.goto(path)
        violations += complaints(mia)
        assert mia.evaluate("document.documentElement.scrollWidth") == 360, path
    in_language(mia, "en")
    mia.emulate_media(color_scheme="light")
    assert day
    mia.set_viewport_size(day)
    return violations


def give_order(mia: Page, table: str, action: str, reason: str) -> None:
    """Done to the table, from its page."""
    mia.goto(f"/admin/tables/table/?q={table}")
    mia.locator("#result_list tbody th a").first.click()
    mia.locator(f"a[href*='/moderate/{action}/']").first.click()
    mia.locator("[name=reason]").fill(reason)
    mia.locator("form [type=submit]").last.click()
    expect(mia.locator(".messagelist .success")).to_be_visible()


def look_into(mia: Page, bob: Page, table: str) -> None:
    """Frozen before its players' eyes, inspected, a seat to a bot and back, and thawed."""
    give_order(mia, table, "freeze", "A look at the talk")
    expect(bob.locator("#zone")).to_contain_text("A look at the talk")
    expect(bob.locator("#move .actions")).to_have_css("pointer-events", "none")
    mia.goto(f"/admin/tables/table/inspect/{table}/")
    expect(mia.locator(".board, .felt").first).to_be_visible()
    assert complaints(mia) == []
    mia.get_by_role("button", name="Rebuild and compare").click()
    expect(mia.locator("#rebuild")).to_contain_text("everything matches")
    give_order(mia, table, "seat-to-bot", "Until this is clear")
    give_order(mia, table, "seat-back", "It is clear")
    give_order(mia, table, "thaw", "All is well")
    expect(bob.locator("#zone")).not_to_contain_text("A look at the talk")


def suspend(mia: Page, table: str) -> None:
    """Done, and decided."""
    mia.goto(f"/admin/moderation/report/queue/?q={table}")
    mia.locator(".moderate__queue th a").first.click()
    expect(mia.locator(".case__report")).to_contain_text("You play like a stone")
    expect(mia.locator(".case__report")).to_contain_text("Again and again")
    mia.locator("[name=decision][value=suspend]").check()
    mia.locator("[name=hours]").select_option("24")
    mia.locator("[name=words]").fill("Please stay kind")
    expect(mia.locator(".case__preview")).to_contain_text("Please stay kind")
    assert complaints(mia) == []
    mia.locator("[value=decide]").click()
    expect(mia.locator(".case__decided")).to_contain_text("Please stay kind")
    expect(mia.locator(".case__report")).to_have_count(0)
    assert complaints(mia) == []


def test_a_case_from_the_report_to_the_lifting(site: Site, person: Person) -> None:
    site.manage("shell", "-c", ENROL)
    alice, bob, mia = person(), person(width=360), person()
    table = two_at_a_table(alice, bob, "sdc")
    alice.locator("#chat-link").click()
    alice.locator("#chat-text").fill("You play like a stone")
    alice.locator("#chat-text").press("Enter")
    expect(alice.locator(".chat__line")).to_have_count(1)
    report(bob)
    at_desk(mia)
    number = table.strip("/").rsplit("/", 1)[1]
    mia.goto(f"/admin/moderation/report/queue/?q={number}")
    mia.locator(".moderate__queue th a").first.click()
    mia.locator("[value=claim]").click()
    expect(mia.locator(".case__decide")).to_be_visible()
    bob.goto(table)
    case, inspector = mia.url, f"/admin/tables/table/inspect/{number}/"
    look_into(mia, bob, number)
    suspend(mia, number)

    alice.goto(table)  # on every page she opens
    expect(alice).to_have_url(re.compile("/account/status/$"))
    expect(alice.locator("main")).to_contain_text("Please stay kind")
    assert complaints(alice) == []
    alice.locator(".sanction summary").click()
    alice.locator("[name=words]").fill("It was a compliment: stones are patient")
    alice.locator("[value=appeal]").click()
    expect(alice.locator(".sanction__appeal")).to_contain_text("stones are patient")
    bob.goto(table)
    bob.get_by_role("link", name="The moderators have answered a report of yours").click()
    expect(bob.locator("main")).to_contain_text("something was done")
    assert complaints(bob) == []
    bob.goto(table)
    expect(bob.locator("#zone")).to_contain_text("A bot takes over for")  # no match ends by it

    mia.goto("/admin/moderation/report/queue/")
    assert complaints(mia) == []
    mia.locator(".moderate__appeals a").first.click()
    expect(mia.locator("body")).to_contain_text("stones are patient")
    assert complaints(mia) == []
    mia.locator("[name=reason]").fill("So they are")  # it was her who gave it
    mia.locator("input[type=submit].default").click()
    alice.goto(table)
    expect(alice.locator("#play")).to_be_visible()
    alice.get_by_role("link", name="A message from the moderators").click()
    expect(alice.locator(".sanction--over")).to_contain_text("So they are")
    assert complaints_at_night(mia, mia.url, case, inspector) == []
