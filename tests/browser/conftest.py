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

from tests.ops.running import ROOT, Serve, outside, serving

CHROMIUM = "/usr/bin/chromium"
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
        env = {**outside(), **self.environment, "TEFUDA_DATA": str(self.serve.data), **environment}
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True, capture_output=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": arguments}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not shutil.which(CHROMIUM):
        pytest.skip("needs Chromium")
    folder: Path = tmp_path_factory.mktemp("site")
    with serving(folder / "data", "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.quick") as serve:
        yield Site(serve, serve.environment)


Person = Callable[..., Page]


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Person]:
    """`person()` opens a fresh browser on an empty page; what its console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(locale: str = "en-US", width: int = 1280, **options: Any) -> Page:
        context = browser.new_context(
            base_url=site.url, locale=locale, viewport={"width": width, "height": 900}, **options
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: _noted(complaints, message))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert complaints == []


def _noted(complaints: list[str], message: Any) -> None:
    expected = "Failed to load resource" in message.text  # a refused move, a stream that was cut on purpose
    if message.type == "error" and not expected:
        complaints.append(message.text)


os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
expect.set_options(timeout=PATIENCE_MS)
