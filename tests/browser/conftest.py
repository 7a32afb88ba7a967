"""One served site per test process, and Chromium from the system."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.door import Door
from tests.server.running import ROOT, Migrated, Serve, outside, serving

CHROMIUM = "/usr/bin/chromium"
# Chromium without a window's parts: a page costs it two thirds. It has no notifications, and not every system has it.
SHELL = "/usr/bin/chromium-headless-shell"
# The address bar's list is two pages of its own in every window, seen or not: as dear as the page under test. A second
# list of features replaces Playwright's, so what matters of that one is said again.
FEATURES_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
EXPECTED = (
    "Failed to load resource",
    "htmx:afterRequest",
    "htmx:sendError",
    "htmx:timeout",
    "Response Status Error Code 50",  # a proxy's, before a site that is away
    "An unknown error occurred when fetching the script",  # the worker's, while the site is down
    "The Cross-Origin-Opener-Policy header has been ignored",  # on plain HTTP
)
NO_PAGE = "/sw.js"  # two lines of text, of the same site
PATIENCE_MS = 30_000  # a busy machine is no fault of the site


@dataclass
class Site:
    """The running site."""

    serve: Serve
    environment: dict[str, str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.serve.port}"

    def manage(self, *arguments: str, **environment: str) -> None:
        """Run a management command on the site's data."""
        env = {**outside(), **self.environment, "TEFUDA_DATA_DIR": str(self.serve.data), **environment}
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True, capture_output=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    arguments.append("--host-resolver-rules=MAP plain.test 127.0.0.1")  # a name that is not this machine's own
    arguments.append(f"--disable-features={','.join(FEATURES_OFF)}")
    return {**browser_type_launch_args, "executable_path": shutil.which(SHELL) or CHROMIUM, "args": arguments}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Iterator[Site]:
    if not shutil.which(CHROMIUM):
        pytest.skip("needs Chromium")
    folder: Path = tmp_path_factory.mktemp("site")
    with serving(migrated(folder / "data"), "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.quick") as serve:
        yield Site(serve, serve.environment)


Person = Callable[..., Page]
Waiting = dict[str, list["Visit"]]  # pages that nobody needs now, by their language and whatever else is special


class Visit:
    """A page of its own browser context, and what its console complains of."""

    def __init__(self, context: BrowserContext, kind: str = "") -> None:
        self.context, self.kind = context, kind
        self.complaints: list[str] = []
        context.set_default_timeout(PATIENCE_MS)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: _noted(self.complaints, message))

    def forgotten(self, origin: str) -> bool:
        """As if nobody had been here, but for files the browser keeps. Says whether that could be done."""
        if not self.kind or self.page.is_closed() or len(self.context.pages) > 1:
            return False
        self.page.unroute_all()
        self.page.goto(f"{origin}{NO_PAGE}")  # about:blank would be a new process, and the next page another
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        devtools = self.context.new_cdp_session(self.page)
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        devtools.send("Page.resetNavigationHistory")
        devtools.detach()
        self.complaints.clear()
        return True


@pytest.fixture(scope="session")
def waiting() -> Waiting:
    """A browser context costs as much as what most tests do in it, so the next test gets one that has been emptied."""
    return {}


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Browser, site: Site, waiting: Waiting) -> Iterator[Person]:
    """`person()` opens an empty page as a stranger; what its console complains of fails the test.

    Whoever adds scripts or listeners that outlive what they are added to says so: `own=True`. Only in files marked
    `moving` do things move: it makes a match a third longer.
    """
    visits: list[Visit] = []
    moves = request.node.get_closest_marker("moving") is not None

    def arrive(
        locale: str = "en-US", width: int = 1280, *, own: bool = False, moving: bool = moves, scripts: bool = True,
        **options: Any,
    ) -> Page:  # fmt: skip
        options |= {} if scripts else {"java_script_enabled": False}
        kind = "" if own else f"{locale} {sorted(options.items())}"
        if waiting.get(kind):
            visit = waiting[kind].pop()
        else:
            # A service worker costs a process of its own, so only those who test it have one.
            given = {"base_url": site.url, "service_workers": "block", **options}
            visit = Visit(browser.new_context(locale=locale, **given), kind)
        visit.page.emulate_media(color_scheme="light", reduced_motion="no-preference" if moving else "reduce")
        visit.page.set_viewport_size({"width": width, "height": 900})
        visits.append(visit)
        return visit.page

    yield arrive
    complaints = [complaint for visit in visits for complaint in visit.complaints]
    for visit in visits:
        if visit.forgotten(site.url):
            waiting.setdefault(visit.kind, []).append(visit)
        else:
            visit.context.close()
    assert complaints == []


@pytest.fixture
def door(site: Site) -> Iterator[Door]:
    """Before the site, to be shut and opened again."""
    door = Door(site.serve.port)
    yield door
    door.shut()


@pytest.fixture
def visitor(person: Person, door: Door) -> Person:
    """`visitor()` is a person behind the door, whose browser may have a service worker, at the front page."""

    def arrive(**options: Any) -> Page:
        page = person(**{"own": True, "base_url": door.url, "service_workers": "allow", **options})
        page.goto("/")
        return page

    return arrive


def _noted(complaints: list[str], message: Any) -> None:
    # A refused move, a stream or a line that was cut on purpose: the browser says so, and htmx as well.
    expected = message.text.startswith(EXPECTED)
    if message.type == "error" and not expected:
        complaints.append(message.text)


os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
expect.set_options(timeout=PATIENCE_MS)
