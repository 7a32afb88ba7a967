"""What tests of notifications share."""

import pytest

from tests.notifications.push_devices import plain
from tests.notifications.servers import https_server


@pytest.fixture
def service(tmp_path, monkeypatch, settings):
    """A push service on this machine."""
    settings.SITE_URL = "https://cards.example.org"
    settings.NOTIFICATION_DELAY = 0
    settings.VAPID_KEY = plain((7).to_bytes(32, "big"))
    with https_server(tmp_path, "localhost") as endpoint:
        monkeypatch.setenv("SSL_CERT_FILE", endpoint.authority)
        settings.OUTBOUND_ALLOWED_HOSTS = [f"localhost:{endpoint.port}"]
        endpoint.answer = b"HTTP/1.1 201 Created\r\n\r\n"
        yield endpoint
