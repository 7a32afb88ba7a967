"""Practice offline, with the origin gone: a whole match, its replay, and what the device keeps of it."""

import json
import re
import time
import zlib
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import FilePayload, Page, expect

from games.practice import worker_api as worker
from games.practice.match import ME
from games.pwa.practice import pyodide
from tests.browser.closable_proxy import Door
from tests.browser.conftest import Person
from tests.browser.offline import ROWS, account
from tests.browser.playing import CALM, MATCH_SECONDS, act, in_language
from tests.browser.test_axe import complaints
from tests.needs import needs
from tests.practice.kept_matches import practised
from tests.replays.records.files import paths, read

pytestmark = [
    pytest.mark.browser,
    needs(pyodide.list_runtime_files(settings.PYODIDE_ROOT), "`make practice`"),
]
BOARD = "#zone .board"
START_MS = 180_000  # compiling WebAssembly takes seconds of both cores, and others want them too


def download(page: Page, door: Door) -> None:
    page.goto(f"{door.url}/practice/")
    button = page.locator("[data-action='download#fetch']")
    expect(button).to_contain_text(re.compile(r"\(6\.\d MB\)"))
    expect(page.locator("#games")).to_be_hidden()
    button.click()
    expect(page.locator("#games")).to_be_visible()


def begin(page: Page, slug: str, seats: str, level: str = "beginner") -> None:
    form = page.locator(f"form[data-practice-game-param={slug}]")
    form.locator("[name=seats]").select_option(seats)
    form.locator("[name=level]").select_option(level)
    form.locator("button").click()
    expect(page.locator(BOARD).first).to_be_visible(timeout=START_MS)


def play_to_its_end(page: Page) -> int:
    """The match to its end. Returns how many decisions were made."""
    until, decisions = time.monotonic() + MATCH_SECONDS, 0
    while not page.locator("[data-action='practice#lookBack']").count():
        assert time.monotonic() < until, "the match did not end"
        if act(page, CALM):
            decisions += 1
        else:
            page.evaluate("document.querySelector('[data-action$=hurry]')?.click()")
        page.wait_for_timeout(40)
    return decisions


def test_a_visitor_practises_without_a_connection(person: Person, door: Door) -> None:
    """Starting a browser's Python is dear, so one sees all: Japanese without Cache Storage, then English with it."""
    page = person(locale="ja-JP", width=360)
    page.add_init_script("if (!localStorage.getItem('has-storage')) delete window.caches")
    without_storage(page, door)
    door.open()
    page.evaluate("localStorage.setItem('has-storage', '1')")
    in_language(page, "en")
    with_storage(page, door)


def without_storage(page: Page, door: Door) -> None:
    """As without HTTPS. A title's own scripts and the refusals of its rules work without a connection."""
    page.goto(f"{door.url}/practice/")
    expect(page.locator("[data-when=passing]").first).to_contain_text("HTTPS")
    page.locator("[data-action='download#fetch']").click()
    expect(page.locator("#games")).to_be_visible()
    begin(page, "sdc", "2")
    reads_the_rule(page, "ドロー")
    door.shut()
    reads_the_rule(page, "この端末にありません")
    choose_coaching(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    hand = page.locator("#hand")
    hand.locator(".pick").first.click()
    expect(hand.locator(".sdc-keeps")).to_be_visible()  # by the title's own script
    # What the page would not send, the rules refuse, in a sentence.
    page.evaluate("document.querySelector('#hand .pick > input').value = 'Z9'")
    hand.locator("button[name=type][value=draw]").click()
    expect(page.locator("#refusal")).to_have_text("交換できるのは自分の手札だけです。")
    page.evaluate("document.querySelector('#hand .pick > input').disabled = true")
    hand.locator("button[name=type][value=draw]").click()
    expect(hand.locator("button[name=type][value=draw]")).to_have_count(0)
    expect(page.locator("#log li").last).not_to_be_empty()


def reads_the_rule(page: Page, words: str) -> None:
    """The page stays, whether there is a connection or not: without storage it couldn't come back."""
    page.locator("#hand a.coach").click()
    expect(page.locator("#rule")).to_contain_text(words)
    page.locator("#rule button").click()
    expect(page.locator("#hand a.coach")).to_be_focused()


def choose_coaching(page: Page) -> None:
    page.locator("a[href='#how']").click()
    page.get_by_role("button", name="コーチを隠す").click()
    expect(page.locator("#hand .coach")).to_be_hidden()
    page.get_by_role("button", name="コーチを表示").click()
    expect(page.locator("#hand .coach")).to_be_visible()
    page.locator("#how summary").click()


def with_storage(page: Page, door: Door) -> None:
    """A match is restored after the tab was closed; one is played to its end, replayed and deleted."""
    violations = list[str]()
    download(page, door)
    assert len(list_kept_parts(page)) == 1
    violations += complaints(page)
    take_up_and_delete(page)
    strong_tables_come_when_needed(page, door)
    begin(page, "lombard", "2")
    expect(page.locator("#table h1")).to_have_text("Lombard Hold'em")

    urls: list[str] = []
    page.context.on("request", lambda request: urls.append(request.url))
    door.shut()
    assert play_to_its_end(page) >= 1
    violations += complaints(page)
    look_back(page)
    violations += complaints(page)
    page.locator("#look [data-action='practice#home']").click()
    outcome = page.locator("#saved-matches [data-outcome]")
    expect(outcome).to_have_text(re.compile(r"^place [12] of 2, \d+ coins$"))
    violations += complaints(page)
    delete = page.locator("#saved-matches [data-act=delete]")
    delete.click()
    expect(delete).to_have_text("Really delete?")
    delete.click()
    expect(page.locator("#none-kept")).to_be_visible()
    violations += show_from_a_file(page)
    assert (urls, violations) == ([], [])


def strong_tables_come_when_needed(page: Page, door: Door) -> None:
    """Without a connection the first time says so; once fetched they are on the device for good."""
    door.shut()
    form = page.locator("form[data-practice-game-param=lombard]")
    form.locator("[name=level]").select_option("strong")
    form.locator("button").click()
    expect(page.locator("[data-practice-target=unavailable]")).to_be_visible(timeout=START_MS)
    begin(page, "lombard", "2")
    page.locator("[data-action='practice-match#hint']").press("Enter")
    expect(page.locator("#hint")).to_contain_text("Connect once.")
    page.locator("#table [data-action='practice#home']").click()
    door.open()
    begin(page, "lombard", "2", "strong")
    page.reload()
    begin(page, "sdc", "2")  # the worker has started
    page.locator("#table [data-action='practice#home']").click()
    door.shut()
    begin(page, "lombard", "2", "strong")
    page.locator("[data-action='practice-match#hint']").press("Enter")
    expect(page.locator("#hint .note[role=status]")).to_have_count(0)
    expect(page.locator("#hint")).not_to_be_empty()
    assert play_to_its_end(page) >= 1
    [*matches] = page.evaluate(ROWS, ["tefuda-practice", "matches"])
    for match in matches:
        record = match["record"]
        replayed_match = worker.replay_record(record | {"decisions": []})
        for seat, move in record["decisions"]:  # by this machine's Python: the same choices
            if seat == ME:
                replayed_match.replay([(seat, move)])
            else:
                replayed_match.play_bot_move()
            assert json.loads(json.dumps(replayed_match.decisions[-1])) == [seat, move]
    page.locator("#table [data-action='practice#home']").first.click()
    for _ in matches:
        page.locator("#saved-matches [data-act=delete]").first.click(click_count=2)
    expect(page.locator("#none-kept")).to_be_visible()
    door.open()


def show_from_a_file(page: Page) -> list[str]:
    """A record of another site, seen from its second seat; then an invalid file. Return axe's violations."""
    [path] = [path for path in paths() if path.name.startswith("lombard")]
    field = page.locator("#record-file")
    field.set_input_files(record_file(zlib.decompress(path.read_bytes())))
    look, record = page.locator("#look"), read(path)
    expect(look.locator("h1")).to_have_text("Lombard Hold'em")
    expect(look.locator(".seat")).to_have_count(record["seats"])
    look.locator("[data-step=last]").click()
    expect(look.locator(".finished .result-table")).to_contain_text("Seat 1")
    look.get_by_label("Seen from").select_option(index=1)
    expect(look.locator(".seat").first).to_contain_text("Seat 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    violations = complaints(page)
    page.locator("#look [data-action='practice#home']").click()
    field.set_input_files(record_file(b"{}"))
    expect(page.locator("[data-practice-target=unrecorded]")).to_be_visible()
    return violations


def record_file(content: bytes) -> FilePayload:
    return {"name": "record.json", "mimeType": "application/json", "buffer": content}


def list_kept_parts(page: Page) -> list[str]:
    names: list[str] = page.evaluate("caches.keys()")
    return [name for name in names if name.startswith("tefuda-kept-practice-")]


def take_up_and_delete(page: Page) -> None:
    """The tab was closed: the match is where it was."""
    expect(page.locator("[data-when=kept]").first).to_be_visible()
    expect(page.locator("#saved-matches [data-outcome]")).to_have_text("not finished")
    page.locator("#saved-matches [data-act=continue]").click()
    expect(page.locator(BOARD).first).to_be_visible(timeout=START_MS)
    expect(page.locator("#log li").last).not_to_be_empty()
    page.locator("#table [data-action='practice#home']").click()
    page.locator("#saved-matches [data-act=delete]").click(click_count=2)
    expect(page.locator("#none-kept")).to_be_visible()


def look_back(page: Page) -> None:
    """From the end back to the first step, and on to the last."""
    expect(page.locator("#zone .finished .result-table")).to_be_visible()
    [match] = page.evaluate(ROWS, ["tefuda-practice", "matches"])
    replayed_match = worker.replay_record(match["record"])  # by this machine's Python: the same match
    assert replayed_match.over
    page.locator("[data-action='practice#lookBack']").click()
    look = page.locator("#look")
    expect(look.locator(".steps__n")).to_have_text(f"1 / {len(replayed_match.events)}")
    page.keyboard.press("ArrowRight")
    expect(look.locator(".steps__n")).to_have_text(re.compile(r"^2 / "))
    expect(look.locator(".board")).to_be_visible()
    look.locator("[data-step=last]").click()
    expect(look.locator(".finished .result-table")).to_be_visible()


KEEP = """(record) => new Promise((done, failed) => {
    const request = indexedDB.open("tefuda-practice", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("matches", { keyPath: "id" });
    request.onerror = failed;
    request.onsuccess = () => {
        const match = { id: "one", name: "Lombard Hold'em", at: Date.now(), record };
        const transaction = request.result.transaction("matches", "readwrite");
        transaction.objectStore("matches").put(match);
        transaction.oncomplete = () => { request.result.close(); done(); };
    };
})"""


def test_a_finished_match_is_kept_with_the_account(person: Person) -> None:
    page = person(width=360)
    page.goto("/practice/")
    page.evaluate(KEEP, practised("lombard", 2) | {"outcome": "place 1 of 2"})
    page.reload()
    expect(page.locator("#saved-matches [data-act=delete]")).to_be_visible()
    expect(page.locator("#saved-matches [data-act=keep]")).to_have_count(0)  # a stranger has no account
    account(page, f"keeper-{uuid4().hex[:8]}")
    page.goto("/practice/")
    page.locator("#saved-matches [data-act=keep]").click()
    page.wait_for_url("**/replays/*/verify/")
    page.goto("/library/imports/")
    expect(page.locator("main")).to_contain_text("Lombard Hold'em")
