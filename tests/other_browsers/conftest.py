"""Each test is run in Firefox and in WebKit, against the site behind a door, and fails if a page complains."""

import shutil
from collections.abc import Callable, Iterator

import pytest

from tests.browser.closable_proxy import Door
from tests.needs import needs
from tests.other_browsers import firefox, webkit
from tests.other_browsers.driving import Page
from tests.server.running import Migrated, Serve, serving

HAS_FIREFOX = shutil.which("firefox-esr")
HAS_WEBKIT = shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and webkit.BROWSERS
BROWSERS = [
    pytest.param("firefox", marks=needs(HAS_FIREFOX, "firefox-esr")),
    pytest.param("webkit", marks=needs(HAS_WEBKIT, "webkit2gtk-driver and xvfb")),
]
Person = Callable[[], Page]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, migrated: Migrated) -> Iterator[Serve]:
    data = migrated(tmp_path_factory.mktemp("site") / "data")
    with serving(data, "--host", "127.0.0.1", DJANGO_SETTINGS_MODULE="tests.served_settings") as serve:
        yield serve


@pytest.fixture
def door(served: Serve) -> Iterator[Door]:
    """Before the site, to be shut."""
    door = Door(served.port)
    yield door
    door.shut()


@pytest.fixture(scope="session", params=BROWSERS)
def new_page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Page]]:
    module = firefox if request.param == "firefox" else webkit
    with module.running(tmp_path_factory.mktemp(request.param)) as new_page:
        yield new_page


@pytest.fixture
def person(new_page: Callable[[], Page], door: Door) -> Iterator[Person]:
    """`person()` opens an empty page as a stranger."""
    pages: list[Page] = []

    def arrive() -> Page:
        pages.append(new_page())
        pages[-1].base = door.url
        return pages[-1]

    yield arrive
    complaints = [text for page in pages for text in page.errors()]
    for page in pages:
        page.close()
    assert complaints == []
