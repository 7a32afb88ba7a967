"""Players check the match in their browsers, with the receipts saved there."""

import copy
import hashlib
import json
import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Route, expect

from games.engine.chance import hash_client_seed
from games.pwa.practice import pyodide
from tests.browser.conftest import Person, Site
from tests.browser.offline import asked_module, kept
from tests.browser.playing import SEED_GIVEN, chosen, play_to_the_end, posted
from tests.needs import needs
from tests.replays.rechaining import Match, rechain, unfolded
from tests.replays.records.files import FOLDER, read
from tests.server.running import eventually

pytestmark = pytest.mark.browser
SHORT = {"seats": "2", "opt_start_coins": "8", "opt_target_coins": "16", "visibility": "private"}
DATABASE, SEEDS = "pwa/lib/database", "replays/lib/client_seeds"
START_MS = 180_000  # compiling WebAssembly takes seconds of both cores, and others want them too
LINE = re.compile(r"^\d+ (opened|ended) [0-9a-f]{64} (-|[0-9a-f]{64}) [0-9a-f]{64}$")
needs_python = needs(pyodide.list_runtime_files(settings.PYODIDE_ROOT), "`make practice`")


def own(page: Page, part: str) -> Locator:
    return page.locator(f"#own-check [data-record-check-target={part}]")


def in_receipts(page: Page, part: str) -> Locator:
    return page.locator(f"#receipts [data-receipts-target={part}]")


def check_record(page: Page, outcome: str) -> None:
    own(page, "button").click()
    expect(own(page, "button")).to_be_enabled(timeout=START_MS)
    expect(own(page, "outcome")).to_contain_text(re.compile(outcome))


def play_match(page: Page) -> str:
    """A short match against a bot, from the first click to the end. Returns the table's id."""
    page.goto("/games/lombard/new/")
    for name, value in (SHORT | {"bots": "1"}).items():
        page.evaluate("([name, value]) => (document.querySelector(`[name=${name}]`).value = value)", [name, value])
    page.locator("form[data-controller=quick-deal] button.btn--confirm").click()
    page.wait_for_url("**/tables/**")
    table = page.url.rstrip("/").split("/")[-1]
    play_to_the_end(page)
    while page.request.get(f"/replays/{table}/record.json").status != 200:  # sealed by a job
        page.wait_for_timeout(200)
    return table


def record_of(page: Page, table: str) -> dict[str, Any]:
    record: dict[str, Any] = page.request.get(f"/replays/{table}/record.json").json()
    return record


def list_kept_lines(page: Page) -> list[str]:
    return [row["line"] for row in kept(page, "receipts") if "line" in row]


@needs_python
def test_a_player_runs_the_program_itself_and_finds_what_was_changed(
    person: Person, site: Site, tmp_path: Path
) -> None:
    page = person(width=360)
    table = play_match(page)
    record = record_of(page, table)
    # The last one too, and all before it.
    assert eventually(lambda: record["digest"] in {row.get("digest") for row in kept(page, "receipts")})
    receipts = {row["seq"]: row["digest"] for row in kept(page, "receipts") if "seq" in row}
    assert len(receipts) >= 5
    assert all(record["events"][seq - 1]["digest"] == digest for seq, digest in receipts.items())
    assert receipts[len(record["events"])] == record["digest"]
    assert eventually(lambda: len(list_kept_lines(page)) == 2, patience=60)
    assert all(LINE.match(line) for line in list_kept_lines(page))

    page.goto(f"/replays/{table}/verify/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    count = in_receipts(page, "count")
    expect(count).to_have_text(f"This device has {len(receipts)} receipts of this match.")
    check_record(page, f"^Yes: verify_record.py finds that all {len(record['events'])} events agree with the secret")
    program = page.request.get("/verify_record.py").body()
    expect(own(page, "sha256")).to_have_text(hashlib.sha256(program).hexdigest())
    expect(own(page, "printed")).to_contain_text(re.compile("^Yes: "))
    expect(own(page, "unstarted")).to_be_hidden()
    expect(own(page, "seed")).to_contain_text(re.compile(r"\(seat 1\) was used: [0-9a-f]{64}"))
    pins = in_receipts(page, "pins")
    expect(pins).to_contain_text(f"Your receipts pin all {len(record['events'])} events; the last one is from ")
    for line in page.locator("#receipts [data-receipts-target=lines] li").all():
        expect(line).to_contain_text("it is unchanged and fits the record")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    a_file_of_ones_own(page)
    save_and_read_elsewhere(page, person, table, record, tmp_path)
    change_and_find(page, table, record)
    parts_and_pasted_receipts(page, table, record)


# What no event but a deal may do: a card of a hand and one of the deck change places.
DEALS = {"stage-began", "round-began", "reshuffled", "began"}


def swap_later_card(match: Match) -> None:
    """In the frames of one deal, after the deal itself, as a house would that plays a seat."""
    events = [event for event in match["events"] if event["frame"]]
    types = [{happening["what"]["type"] for happening in event["body"]["happenings"]} for event in events]
    dealt = [n for n, happening_types in enumerate(types) if DEALS & happening_types]
    first = next(n for n, until in zip(dealt, [*dealt[1:], len(events)], strict=True) if until > n + 1)
    until = next((n for n in dealt if n > first), len(events))
    for event in events[first + 1 : until]:
        frame = event["frame"]
        hand = frame["own"][0].get("hand") or frame["own"][0].get("cards")
        if hand and frame["hidden"].get("deck"):
            hand[0], frame["hidden"]["deck"][-1] = frame["hidden"]["deck"][-1], hand[0]


def a_file_of_ones_own(page: Page) -> None:
    """Another match, as it was and with a card that was swapped after the deal: the program finds that, too."""
    match = unfolded(read(FOLDER / "lombard-1.json.z"))
    page.locator("#own-check details summary").click()
    for outcome in (r"^Yes: ", r"^No: .* \(event \d+\)"):
        text = json.dumps(rechain(match)).encode()
        file = {"name": "record.json", "mimeType": "application/json", "buffer": text}
        own(page, "file").set_input_files(files=[file])  # type: ignore[list-item]
        check_record(page, outcome)
        expect(in_receipts(page, "pins")).to_contain_text("Without receipts")
        swap_later_card(match)
    expect(own(page, "where")).to_be_hidden()  # it is no match of this page
    own(page, "file").set_input_files([])


def save_and_read_elsewhere(page: Page, person: Person, table: str, record: dict[str, Any], folder: Path) -> None:
    """Both files: the program takes the one as it is, another device the other."""
    files = dict[str, Path]()
    for button in ("save", "saveArguments"):
        with page.expect_download() as download:
            page.locator(f"#receipts [data-action='receipts#{button}']").click()
        files[button] = folder / download.value.suggested_filename
        download.value.save_as(files[button])
    program = folder / "verify_record.py"
    program.write_bytes(page.request.get("/verify_record.py").body())
    arguments = files["saveArguments"].read_text().split()
    assert re.fullmatch("0:[0-9a-f]{64}", arguments[0])
    assert record["digest"] in arguments
    command = [sys.executable, str(program), *arguments]
    ran = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout[:3]) == (0, "Yes")

    other = person()
    other.goto("/")
    other.context.add_cookies([cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"])
    other.goto(f"/replays/{table}/verify/")
    expect(in_receipts(other, "count")).to_contain_text("no receipts")
    other.locator("#receipts details", has=other.locator("[type=file]")).locator("summary").click()
    other.locator("#receipts [type=file]").set_input_files(files["saveArguments"])
    expect(in_receipts(other, "read")).to_have_text("This is not a receipts file from this page.")
    other.locator("#receipts [type=file]").set_input_files(files["save"])
    expect(in_receipts(other, "read")).to_contain_text("Read and kept on this device")
    other.reload()
    everything = sum(row["table"] == table and "digest" in row for row in kept(page, "receipts"))
    expect(in_receipts(other, "count")).to_contain_text(f"{everything} receipts")


def change_and_find(page: Page, table: str, record: dict[str, Any]) -> None:
    """The program's findings appear in words, with a link to the event; and the findings of receipts alone."""
    at = next(n for n, event in enumerate(record["events"]) if "round-began" in event["body"])
    forged_record = record | {"events": [dict(event) for event in record["events"]]}
    page.route("**/record.json", lambda route: answer_with(route, forged_record))
    body = record["events"][at]["body"]
    forged_record["events"][at] = record["events"][at] | {"body": body.replace("round-began", "round-begun")}
    check_record(page, rf"^No: the chain of receipts is broken \(event {at + 1}\)")
    expect(own(page, "printed")).to_have_text(f"NO: event {at + 1}: chain")
    expect(in_receipts(page, "pins")).to_be_empty()
    link = page.locator("#own-check [data-record-check-target=where] a")
    expect(link).to_have_text(f"Look at event {at + 1}")
    expect(link).to_have_attribute("href", f"/replays/{table}/?n={at + 1}")
    forged_record["seed"] = f"{int(record['seed'], 16) ^ 1:064x}"
    check_record(page, "^No: the secret doesn’t match its published fingerprint. Please")
    expect(link).to_be_hidden()
    forged_record.clear()
    forged_record["events"] = "none"
    check_record(page, "^No: the record can’t be read")

    # The site rewrites the end with matching hashes: the record is consistent, but not with the receipts.
    match = unfolded(record)
    last = match["events"][-1]["body"]
    last["time"] = (datetime.fromisoformat(last["time"]) + timedelta(seconds=1)).isoformat()
    forged_record.clear()
    forged_record.update(rechain(match))
    check_record(page, "^No: a receipt this site gave you is missing from the record")
    expect(in_receipts(page, "pins")).to_contain_text("receipts are NOT in this record")
    assert page.locator("#receipts [data-receipts-target=list] li.is-bad").count() == 1
    expect(page.locator("#receipts [data-receipts-target=lines] li.is-bad")).to_contain_text("the match ended")


def parts_and_pasted_receipts(page: Page, table: str, record: dict[str, Any]) -> None:
    """A replaced client seed accuses no one; a recorded one missing from the log does."""
    part = own(page, "seed")
    me = page.locator("body").get_attribute("data-person")
    asked_module(page, DATABASE, "forgetReceipts", me)
    match = unfolded(record)
    phrase_event = next(event for event in match["events"] if event["body"]["kind"] == "phrase")
    before = copy.deepcopy(phrase_event)
    before["body"]["data"]["phrase"] = hash_client_seed(table, phrase_event["body"]["seat"], bytes.fromhex("ab" * 32))
    match["events"].insert(match["events"].index(phrase_event), before)
    replaced = rechain(match)
    page.unroute("**/record.json")
    page.route("**/record.json", lambda route: answer_with(route, replaced))
    asked_module(page, SEEDS, "keepSeed", table, {"seat": 0, "phrase": "ab" * 32, "person": me})
    check_record(page, "^Yes: ")
    expect(part).to_contain_text("(seat 1), and it was replaced before the start")
    expect(page.locator("#own-check .is-bad")).to_have_count(0)

    given_part = {"seat": 0, "phrase": "cd" * 32, "person": me}
    for receipt_flag, outcome in ((0, "^Yes: "), (1, "^No: your client seed isn’t in the record")):
        asked_module(page, SEEDS, "keepSeed", table, {**given_part, "noted": receipt_flag})
        check_record(page, outcome)
    expect(part).to_contain_text("(seat 1) was NOT used")

    asked_module(page, SEEDS, "keepSeed", table, None)
    page.locator("#receipts details", has=page.locator("[data-receipts-target=typed]")).locator("summary").first.click()
    for typed, outcome in ((replaced["digest"], "^Yes: "), ("0" * 64, "^No: a receipt this site gave you")):
        in_receipts(page, "typed").fill(f"noted: {typed}")
        check_record(page, outcome)
    in_receipts(page, "typed").fill("")
    line = f"1 opened {record['commitment']} - {'0' * 64}"
    asked_module(page, DATABASE, "addReceipts", [{"person": me, "table": table, "line": line, "at": 1}])
    check_record(page, "^No: the log of all tables has changed since this device saw it")


def receipt(person: str, table: str, seq: int, at: int) -> dict[str, Any]:
    return {"person": person, "table": table, "seq": seq, "at": at, "says": "", "digest": str(seq) * 64}


def test_nothing_is_kept_twice_and_the_oldest_matches_make_room(person: Person) -> None:
    page = person()
    page.goto("/")
    old = [receipt("a", "old", 1, 5), receipt("a", "old", 2, 90), receipt("b", "old", 3, 1)]
    for receipts in ([*old, receipt("a", "new", 4, 50)], [receipt("a", "old", 1, 99)]):
        asked_module(page, DATABASE, "addReceipts", receipts)
    asked_module(page, DATABASE, "trimReceipts", 3)
    assert [(row["person"], row["table"], row["seq"], row["at"]) for row in kept(page, "receipts")] == [
        ("a", "new", 4, 50),
        ("a", "old", 1, 5),
        ("a", "old", 2, 90),
    ]
    asked_module(page, DATABASE, "trimReceipts", 2)
    assert {row["table"] for row in kept(page, "receipts")} == {"old"}
    asked_module(page, DATABASE, "trimReceipts", 0)  # the latest stays, however long it is
    assert len(kept(page, "receipts")) == 2
    asked_module(page, DATABASE, "forgetReceipts", "a")
    assert kept(page, "receipts") == []


# --- Where there is no Python in the browser ---------------------------------------------------------------------


@needs_python
def test_where_python_does_not_start_it_says_that_nothing_was_checked(person: Person) -> None:
    page = person()
    table = play_match(page)
    page.route("**/verify_worker.js", lambda route: route.abort())
    page.goto(f"/replays/{table}/verify/")
    check_record(page, "^$")
    expect(own(page, "unstarted")).to_contain_text("nothing was checked")
    expect(page.locator("#own-check .is-ok, #own-check .is-bad")).to_have_count(0)
    expect(in_receipts(page, "pins")).to_be_empty()
    expect(page.locator("#own-check pre").first).to_have_text(f"python3 verify_record.py < tefuda-{table}.json")


def test_without_javascript_it_says_how_to_run_the_program(person: Person) -> None:
    page = person()
    table = play_match(page)
    plain = person(scripts=False)
    plain.context.add_cookies([cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid"])
    plain.goto(f"/replays/{table}/verify/")
    section = plain.locator("#own-check")
    expect(section.locator("pre").first).to_have_text(f"python3 verify_record.py < tefuda-{table}.json")
    expect(section.locator("a[href='/verify_record.py']")).to_be_visible()
    expect(section.locator("button")).to_be_hidden()


def test_people_who_sit_down_add_their_parts(person: Person) -> None:
    """Each browser separately, or a person with words; sitting down again starts over."""
    alice, bob = person(), person()
    table = posted(alice, "/games/sdc/new/", **chosen("sdc", seats="2", bots="0"))
    alice.goto(table)
    element = alice.locator(SEED_GIVEN)
    expect(element).to_have_count(1)
    bob.goto(posted(bob, f"{table}join/"))
    expect(bob.locator(SEED_GIVEN)).to_have_count(1)
    part = alice.locator("[data-controller=client-seed]")
    before = str(part.get_attribute("data-hash"))
    alice.locator("#fairness > summary").click()
    alice.locator("#own-words summary").click()
    alice.locator("#own-words input[name=phrase]").fill("seven quiet herons")
    alice.locator("#own-words button").click()
    expect(part).not_to_have_attribute("data-hash", before)
    alice.locator("form[action$='/start/'] button").click()
    expect(alice.locator("#move")).to_be_visible()


def test_at_a_strict_table_browsers_show_their_parts_before_the_deal(person: Person) -> None:
    alice, bob = person(), person()
    table = posted(alice, "/games/sdc/new/", **chosen("sdc", seats="2", bots="0"), strict="on")
    alice.goto(table)
    expect(alice.locator(SEED_GIVEN)).to_have_count(1)
    expect(alice.locator("form[action$='/start/']")).to_have_count(0)
    bob.goto(posted(bob, f"{table}join/"))
    expect(alice.locator("#move, .board").first).to_be_visible()  # the last one has dealt


def answer_with(route: Route, record: object) -> None:
    route.fulfill(status=200, content_type="application/json", body=json.dumps(record))
