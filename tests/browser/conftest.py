"""One served site per test process, and Chromium from the system."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.closable_proxy import Door
from tests.needs import ON_BUILD_MACHINE
from tests.server.running import ROOT, Migrated, Serve, outside, serving

CHROMIUM = "/usr/bin/chromium"
SHELL = "/usr/bin/chromium-headless-shell"  # without a window's parts, and without notifications: what Playwright takes
EXPECTED = (
    "Failed to load resource",
    "htmx:afterRequest",
    "htmx:sendError",
    "htmx:timeout",
    "Response Status Error Code 50",  # a proxy's, before a site that is away
    "An unknown error occurred when fetching the script",  # the worker's, while the site is down
    "The Cross-Origin-Opener-Policy header has been ignored",  # on plain HTTP
)
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
    plain_name = "--host-resolver-rules=MAP plain.test 127.0.0.1"  # a name that is not this machine's own
    arguments = ["--no-sandbox", "--disable-gpu", plain_name]
    program = SHELL if Path(SHELL).exists() else CHROMIUM
    return {**browser_type_launch_args, "executable_path": program, "args": arguments}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Iterator[Site]:
    if not Path(CHROMIUM).exists() and not ON_BUILD_MACHINE:
        pytest.skip("needs Chromium")
    folder: Path = tmp_path_factory.mktemp("site")
    with serving(
        migrated(folder / "data"), "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.served_settings"
    ) as serve:
        yield Site(serve, serve.environment)


Person = Callable[..., Page]


@pytest.fixture
def person(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Person]:
    """`person()` opens an empty page as a stranger; what its console complains of fails the test.

    Only in files marked `moving` do things move: it makes a match a third longer.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    moves = request.node.get_closest_marker("moving") is not None

    def arrive(
        locale: str = "en-US", width: int = 1280, *, moving: bool = moves, scripts: bool = True, **options: Any
    ) -> Page:
        context_options = {
            "base_url": site.url,
            "service_workers": "block",  # a separate process, so only for tests that need it
            "color_scheme": "light",
            "reduced_motion": "no-preference" if moving else "reduce",
            "java_script_enabled": scripts,
            "viewport": {"width": width, "height": 900},
            **options,
        }
        context = browser.new_context(locale=locale, **context_options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: _noted(complaints, message))
        return page

    yield arrive
    for context in contexts:
        context.close()
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
        page = person(**{"base_url": door.url, "service_workers": "allow", **options})
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
