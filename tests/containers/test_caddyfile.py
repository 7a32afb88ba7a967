"""What Caddy does by the file for containers, before two services of different versions."""

import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests

from tests.server.running import ROOT, eventually, free_port
from tests.server.test_deploy import changed, wanted

pytestmark = pytest.mark.process

FILE = ROOT / "deploy" / "containers" / "Caddyfile"


class Service(ThreadingHTTPServer):
    """One that has these files, and pages that say whose they are. `asked` are the paths people asked for."""

    def __init__(self, name: str, *files: str) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.name, self.files, self.asked = name, files, list[str]()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class _Answers(BaseHTTPRequestHandler):
    server: Service

    def do_GET(self) -> None:
        if self.path != "/readyz":
            self.server.asked.append(self.path)
        is_file = self.path.startswith(("/static/", "/practice/assets/"))
        is_there = self.path in self.server.files if is_file else self.path != "/none"
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Length", str(len(self.server.name)))
        self.end_headers()
        self.wfile.write(self.server.name.encode())

    def log_message(self, *_: object) -> None:
        """Return an empty environment."""


@pytest.fixture
def services() -> Iterator[tuple[Service, Service]]:
    both = Service("new", "/static/new.css", "/practice/assets/new.zip"), Service("old", "/static/old.css")
    yield both
    for server in both:
        server.server_close()


@pytest.fixture
def site(services: tuple[Service, Service], tmp_path: Path) -> Iterator[str]:
    """Return the addresses Caddy listens on."""
    address = f"http://127.0.0.1:{free_port()}"
    ports = [service.server_address[1] for service in services]
    text = changed(FILE.read_text(), {"https://{$TEFUDA_HOST}": address, "web1:8000": f"127.0.0.1:{ports[0]}"})
    (tmp_path / "Caddyfile").write_text(changed(text, {"web2:8000": f"127.0.0.1:{ports[1]}"}))
    environment = {**os.environ, "TEFUDA_HOST": "127.0.0.1", "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = [wanted("caddy"), "run", "--config", str(tmp_path / "Caddyfile")]
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=environment) as caddy,
    ):
        try:
            assert eventually(lambda: _answers(address)), (tmp_path / "log").read_text()
            yield address
        finally:
            caddy.terminate()


def _answers(address: str) -> bool:
    try:
        return requests.get(f"{address}/", timeout=5).status_code == 200
    except requests.ConnectionError:
        return False


def test_a_file_that_one_version_lacks_comes_from_the_other(site: str) -> None:
    for path, whose in (("/static/new.css", "new"), ("/static/old.css", "old"), ("/practice/assets/new.zip", "new")):
        answer = requests.get(f"{site}{path}", timeout=10)
        assert (answer.status_code, answer.text) == (200, whose)
    assert requests.get(f"{site}/static/neither.css", timeout=10).status_code == 404


def test_pages_are_asked_of_one_alone(site: str, services: tuple[Service, Service]) -> None:
    assert requests.get(f"{site}/none", timeout=10).status_code == 404
    assert sum(service.asked.count("/none") for service in services) == 1


def test_one_that_is_away_is_left_out_and_both_are_excused(site: str, services: tuple[Service, Service]) -> None:
    services[0].stop()
    for _ in range(6):
        assert requests.get(f"{site}/", timeout=20).text == "old"
    services[1].stop()
    answer = requests.get(f"{site}/", timeout=20)
    assert answer.status_code in (502, 503)
    assert "Please try again soon" in answer.text
    assert answer.headers["Retry-After"] == "5"
