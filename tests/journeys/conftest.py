"""One served site for all journeys, with a mailbox and a webhook receiver on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import CHROMIUM, Site, browser_type_launch_args, door, person, visitor
from tests.needs import ON_BUILD_MACHINE
from tests.notifications.servers import Mailbox, Received, http_server, mail_server
from tests.server.running import Migrated, free_port, serving

__all__ = ["browser_type_launch_args", "door", "person", "visitor"]


@pytest.fixture(scope="session")
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as box:
        yield box


@pytest.fixture(scope="session")
def hook() -> Iterator[Received]:
    with http_server() as received:
        yield received


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, migrated: Migrated, mailbox: Mailbox, hook: Received
) -> Iterator[Site]:
    if not Path(CHROMIUM).exists() and not ON_BUILD_MACHINE:
        pytest.skip("needs Chromium")
    port = free_port()
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "TEFUDA_SITE_URL": f"http://127.0.0.1:{port}",
        "TEFUDA_OUTBOUND_ALLOWED_HOSTS": f"127.0.0.1:{hook.port}",
    }
    folder = tmp_path_factory.mktemp("journeys")
    with serving(migrated(folder / "data"), "--host", "127.0.0.1", "--port", str(port), **environment) as serve:
        serve.port = port
        yield Site(serve, serve.environment)
