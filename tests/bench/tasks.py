"""`python -m tests.bench.tasks`: how long the browser is kept busy at a time while a table changes, on a slow device.

Crowded tables in Chromium at a quarter of this machine's speed, on a phone and on a desk. What counts is the CPU time
of the tasks, in which Chromium's slowing down shows; it also grows with whatever else the machine does meanwhile. The
elements that are styled are the same on every machine.
"""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROMIUM, FEATURES_OFF
from tests.browser.playing import CALM, table_with_beginners
from tests.server.running import serving

SLOWER, SECONDS, LONG_MS, CHANGING_US = 4, 12, 50, 800_000
TABLES = {"lombard": 11, "dilemma": 10, "get9": 7, "doudizhu": 4, "sdc": 2, "crown": 2}
SCREENS = ((360, 740), (1280, 900))
KINDS = (*CALM, "accept", "play", "pass", "choose")
MARKS = """
    document.addEventListener("tefuda:fresh", () => performance.mark("fresh"));
    document.addEventListener("tefuda:present", () => performance.mark("fresh"));
"""
# Played from within: whoever looks in from outside costs tasks of the page, too.
PLAYS = """(kinds) => setInterval(() => {
    const form = document.querySelector("#hand:not(.is-coming) #move"); // not what is still growing out of sight
    if (!form || form.matches("[data-sent]")) return;
    performance.mark("press");
    form.querySelector("[data-hint]")?.click();
    for (const card of form.querySelectorAll(".get9-row > [aria-pressed=false]")) card.click();
    for (const group of form.querySelectorAll("fieldset[data-min]")) {
        const free = Array.from(group.querySelectorAll(".pick > input:not(:checked)"));
        for (const card of free.slice(0, Number(group.dataset.min))) card.click();
    }
    const kind = (button) => button.name === "type" ? button.value : JSON.parse(button.value).type;
    const buttons = [...form.querySelectorAll("button[name]:enabled")];
    (kinds.map((one) => buttons.find((button) => kind(button) === one)).find(Boolean) || buttons[0])?.click();
}, 400)"""
TASK = "ThreadControllerImpl::RunTask"
CATEGORIES = ["toplevel", "blink.user_timing", "devtools.timeline"]
Screen = tuple[int, int]
Events = list[dict[str, Any]]


def main() -> None:
    if not shutil.which(CHROMIUM):
        print("\nChromium is not there: how long its tasks are is left out")
        return
    print(f"\nTasks of a page at 1/{SLOWER} of this machine's speed while a table changes, ms of CPU (aim: {LONG_MS})")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.served_settings"}
        with serving(Path(folder) / "data", "--host", "127.0.0.1", **settings) as serve:
            off = f"--disable-features={','.join(FEATURES_OFF)}"
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", off])
            for slug, seats in TABLES.items():
                for screen in SCREENS:
                    show(slug, screen, watched(browser, f"http://127.0.0.1:{serve.port}", slug, seats, screen))
            browser.close()


def show(slug: str, screen: Screen, events: Events) -> None:
    page = main_thread(events)
    changes = marks(page, "fresh")
    if not changes:
        print(f"  {slug:9} {screen[0]:5} nothing changed", flush=True)
        return
    tasks = sorted(tasks_of(page, changes), reverse=True)
    long = sum(task > LONG_MS for task in tasks)
    longest = " ".join(f"{task:.0f}" for task in tasks[:8])
    styled = sum(one["args"].get("elementCount", 0) for one in page if one["name"] == "UpdateLayoutTree")
    counted = f"{len(changes):3} changes, each styles {styled / len(changes):4.0f} elements"
    print(f"  {slug:9} {screen[0]:5} {counted}; over {LONG_MS}: {long:2}  longest: {longest}", flush=True)


def watched(browser: Browser, url: str, slug: str, seats: int, screen: Screen) -> Events:
    """What the browser did on a page on which a match goes on."""
    width, height = screen
    context = browser.new_context(base_url=url, viewport={"width": width, "height": height})
    page = context.new_page()
    page.add_init_script(MARKS)
    table_with_beginners(page, slug, seats=str(seats), visibility="private")
    page.wait_for_selector("#hand")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=CATEGORIES)
    page.evaluate(PLAYS, KINDS)
    page.wait_for_timeout(SECONDS * 1000)
    events: Events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return events


def marks(events: Events, name: str) -> list[float]:
    return [one["ts"] for one in events if one["name"] == name and "blink.user_timing" in one["cat"]]


def main_thread(events: Events) -> Events:
    """What happened on the thread that shows the table."""
    marked = (one for one in events if one["name"] in ("fresh", "press") and "blink.user_timing" in one["cat"])
    threads = {(one["pid"], one["tid"]) for one in marked}
    return [one for one in events if (one["pid"], one["tid"]) in threads]


def tasks_of(page: Events, changes: list[float]) -> list[float]:
    """The CPU time (ms) of the tasks in which a table changes or what has changed moves, but not those of a press."""
    presses, found = marks(page, "press"), []
    for task in (one for one in page if one["name"] == TASK):
        start, end = task["ts"], task["ts"] + task.get("dur", 0)
        if any(start <= press <= end for press in presses):
            continue
        if any(start - CHANGING_US <= change <= end for change in changes):
            found.append(task.get("tdur", 0) / 1000)
    return found


if __name__ == "__main__":
    main()
