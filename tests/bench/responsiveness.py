"""`python -m tests.bench.responsiveness [slug …]`: how fast a table responds to input, and its layout shifts.

Whole matches against beginners in Chromium at a quarter of this machine's speed, on a phone and on a desktop.
Interaction to next paint (INP) as the browser measures each press and tap, in ms: the 98th percentile and the longest;
and the cumulative layout shift (CLS): the worst five seconds of movement without input. Both grow with the load of the
machine.
"""

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import CHROMIUM
from tests.browser.playing import act, is_over, my_turn, table_with_beginners
from tests.browser.test_large_text import PRESSED, mark
from tests.server.running import serving

SLOWER, SECONDS = 4, 60
SEATS = {"lombard": 4, "dilemma": 4, "get9": 4, "doudizhu": 4, "sdc": 2, "crown": 2}
SCREENS = ((360, 740), (1280, 900))
INP_AIM_MS, CLS_AIM = 200, 0.05
WATCH = """
    window.presses = new Map();
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) {
            const longest = Math.max(one.duration, presses.get(one.interactionId) || 0);
            if (one.interactionId) presses.set(one.interactionId, longest);
        }
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) shifts.push([one.startTime, one.value]);
    }).observe({ type: "layout-shift", buffered: true });
"""
FOUND = "() => [[...presses.values()], shifts]"


def main(slugs: list[str]) -> None:
    if not Path(CHROMIUM).exists():
        print("\nChromium is not there: how soon a table answers is left out")
        return
    print(f"\nINP (p98, longest; aim: {INP_AIM_MS} ms) and CLS (aim: {CLS_AIM}) at 1/{SLOWER} of this machine's speed")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = {"DJANGO_SETTINGS_MODULE": "tests.served_settings"}
        with serving(Path(folder) / "data", "--host", "127.0.0.1", **settings) as serve:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for slug in slugs:
                for screen in SCREENS:
                    show(slug, screen, *watched(browser, f"http://127.0.0.1:{serve.port}", slug, screen))
            browser.close()


def show(slug: str, screen: tuple[int, int], presses: list[float], shifts: list[tuple[float, float]]) -> None:
    ordered = sorted(presses)
    p98 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.98))] if ordered else 0
    longest = ordered[-1] if ordered else 0
    line = f"{len(ordered):3} presses: {p98:5.0f} {longest:5.0f} ms   CLS {worst_window(shifts):.3f}"
    print(f"  {slug:9} {screen[0]:5} {line}", flush=True)


def worst_window(shifts: list[tuple[float, float]]) -> float:
    """As browsers sum it up: shifts less than a second apart, for five seconds at most."""
    worst = window_start = last = total = 0.0
    for at, value in shifts:
        if at - last > 1000 or at - window_start > 5000:
            window_start, total = at, 0.0
        total, last = total + value, at
        worst = max(worst, total)
    return worst


def watched(
    browser: Browser, url: str, slug: str, screen: tuple[int, int]
) -> tuple[list[float], list[tuple[float, float]]]:
    """Return the browser's timings at a table where a person plays by taps and keys."""
    width, height = screen
    context = browser.new_context(base_url=url, viewport={"width": width, "height": height})
    page = context.new_page()
    page.add_init_script(WATCH)
    table_with_beginners(page, slug, seats=str(SEATS[slug]), visibility="private")
    page.wait_for_selector("#hand")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    play(page, slug)
    presses, shifts = page.evaluate(FOUND)
    context.close()
    return presses, shifts


def play(page: Page, slug: str) -> None:
    until = time.monotonic() + SECONDS
    while not is_over(page) and time.monotonic() < until:
        if not my_turn(page):
            page.wait_for_timeout(100)
            continue
        go_on = page.locator(".previous-board.is-shown button")
        if go_on.count():
            go_on.click()
        try:
            mark(page)
        except TookTooLong:  # the hand was renewed meanwhile
            continue
        act(page, PRESSED[slug])


if __name__ == "__main__":
    main(sys.argv[1:] or list(SEATS))
