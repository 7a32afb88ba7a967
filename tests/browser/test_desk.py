"""A case of each kind, from the queue to "decided": how many presses it takes, by mouse and by keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Person, Site
from tests.browser.playing import in_language
from tests.browser.test_axe import complaints
from tests.second_factor import code

pytestmark = pytest.mark.browser
MOST = 8
PASSWORD = "seven-quiet-herons"
PREPARE = f"""
from django.contrib.auth.models import Group
from accounts.models import User
from games.moderation.models import Report
from tests.matches import finished, running
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.second_factor import enrolled
from tests.social.chats import say
def account(name, language="en"):
    return User.objects.create_user(name.lower(), name=name, language=language)
nora = User.objects.create_user("nora", password="{PASSWORD}", name="Nora", is_staff=True)
nora.groups.add(Group.objects.get(name="moderator"))
enrolled(nora)
wanda = account("Wanda")
talker, player, pair, thief, lucky = (account(name, "ja") for name in ("Talker", "Idler", "Pairer", "Thieved", "Lucky"))
table = running("dilemma", talker, wanda)
filed("line", line_of(say(table, talker, "you play like a stone")), wanda, talker)
at_table(running("get9", player, wanda), wanda, player, "stalling")
at_table(running("doudizhu", pair, wanda, account("Other")), wanda, pair, "cheating")
at_table(finished("sdc", thief, wanda), wanda, thief, "account")
at_table(running("crown", lucky, wanda), wanda, lucky, "house")
for name in ("Namedone", "Namedtwo", "Namedthree"):
    person = account(name)
    filed("person", person.public_id, wanda, person, "name")
"""


class Presses:
    """A person whose clicks and keys are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, target: str | Locator) -> None:
        self.count += 1
        (self.page.locator(target) if isinstance(target, str) else target).first.click()

    def key(self, name: str) -> None:
        self.count += 1
        self.page.keyboard.press(name)

    def choose(self, decision: str) -> None:
        self.on(f".case__choice:has([value={decision}])")

    def decide(self) -> None:
        self.on(".case__decide [value=decide]")


@pytest.fixture(scope="module")
def logged_in(site: Site, browser: Browser) -> Any:
    """Her session at the queue: a code works once, and she enters one once."""
    site.manage("shell", "-c", PREPARE)
    context = browser.new_context(base_url=site.url, locale="en-US")
    page = context.new_page()
    page.goto("/admin/moderation/report/queue/")
    page.locator("[name=login]").fill("nora")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.locator("[name=code]").fill(code())
    page.locator("main button[type=submit]").first.click()
    expect(page.locator(".queue__next")).to_be_visible()
    storage = context.storage_state()
    context.close()
    return storage


@pytest.fixture
def nora(logged_in: Any, person: Person) -> Page:
    return person(storage_state=logged_in)


def chat(presses: Presses) -> None:
    expect(presses.page.locator(".case__report")).to_contain_text("you play like a stone")
    presses.choose("mute")
    expect(presses.page.locator(".case__text[lang=ja]").first).to_contain_text("発言停止")
    expect(presses.page.locator(".case__text[lang=en]").first).to_contain_text("Please stay friendly")
    presses.on("#redact")
    presses.decide()


def stalling(presses: Presses) -> None:
    expect(presses.page.locator(".case__boards .board").first).to_be_visible()
    presses.choose("warn")
    presses.decide()


def collusion(presses: Presses) -> None:
    expect(presses.page.locator("#together")).to_contain_text("Together at 1 table")
    presses.choose("suspend")
    presses.decide()


def stolen_account(presses: Presses) -> None:
    presses.choose("ban")
    expect(presses.page.locator(".case__preview")).to_contain_text("Someone else seems to be using your account")
    presses.decide()


def cheat_of_the_house(presses: Presses) -> None:
    presses.on("#rebuild button")
    expect(presses.page.locator("#rebuild")).to_contain_text("everything matches")
    presses.choose("rejected")
    expect(presses.page.locator(".case__preview")).to_contain_text("every card agrees")
    presses.decide()


CASES: dict[str, Callable[[Presses], None]] = {
    "Talker": chat, "Idler": stalling, "Pairer": collusion, "Thieved": stolen_account, "Lucky": cheat_of_the_house,
}  # fmt: skip


def test_a_case_of_each_kind_takes_at_most_eight_presses(nora: Page) -> None:
    violations: list[str] = []
    for name, case in CASES.items():
        nora.goto(f"/admin/moderation/report/queue/?q={name}")
        presses = Presses(nora)
        presses.on(".moderate__queue [value=take]")
        expect(nora.locator("h1")).to_have_text(name)
        case(presses)
        expect(nora.locator(".case__decided")).to_be_visible()
        assert presses.count <= MOST, name
        violations += complaints(nora)
        nora.locator(".case__head .link").click()  # back to the same part of the queue
        expect(nora.locator("#queue-q")).to_have_value(name)
        expect(nora.locator(".moderate__queue")).to_have_count(0)
    assert violations == []


def test_by_keys_alone_from_one_case_to_the_next(nora: Page) -> None:
    """Enter opens the next case of the same part of the queue, until there is none."""
    nora.goto("/admin/moderation/report/queue/?category=name&q=Named")
    expect(nora.locator(".queue__next button")).to_be_focused()
    presses = Presses(nora)
    for round_ in range(3):
        presses.count = 0
        presses.key("Enter")
        expect(nora.locator(".case__key").first).to_have_text("1")  # each says its key once keys are heard
        if round_ == 0:
            nora.locator("[name=words]").fill("4")  # no key of the page while one writes
            expect(nora.locator("[name=decision]:checked")).to_have_count(0)
            nora.locator("[name=words]").fill("")
            nora.locator("[name=words]").blur()
        presses.key("3")
        expect(nora.locator("[value=reset-name]")).to_be_checked()
        expect(nora.locator(".case__preview")).to_contain_text("Name reset")
        presses.key("Enter")
        expect(nora.locator(".case__decided [value=next]")).to_be_focused()
        assert presses.count <= MOST
    presses.key("Enter")
    expect(nora.locator(".messagelist")).to_contain_text("No more cases are waiting for you")
    expect(nora).to_have_url(re.compile("q=Named"))


def test_on_a_phone_at_night_in_japanese(nora: Page) -> None:
    nora.set_viewport_size({"width": 360, "height": 900})
    nora.emulate_media(color_scheme="dark")
    nora.goto("/admin/")
    in_language(nora, "ja")
    for path in ("", "?q=Lucky&claim=mine&order=age"):
        nora.goto(f"/admin/moderation/report/queue/{path}")
        assert complaints(nora) == []
        assert nora.evaluate("document.documentElement.scrollWidth") == 360
