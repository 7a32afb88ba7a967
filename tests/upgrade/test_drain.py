"""Two web services behind Caddy, by our sample, stopped and started one after the other while people play."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.needs import needs
from tests.server.running import ROOT, Migrated, eventually, free_port, outside
from tests.server.test_deploy import DEPLOY, changed
from tests.upgrade.crowd import playing, wait_for_moves
from tests.upgrade.test_side_by_side import Version, shows_pages

CADDY = shutil.which("caddy")
MOVES = 5
pytestmark = [pytest.mark.slow, pytest.mark.process, needs(CADDY, "caddy")]


@contextmanager
def caddy(folder: Path, *ports: int) -> Iterator[int]:
    """The port of a Caddy with the sample's settings for two services, in front of these."""
    port = free_port()
    services = " ".join(f"127.0.0.1:{each}" for each in ports)
    text = (DEPLOY / "Caddyfile").read_text().replace("#health_", "health_").replace("#lb_", "lb_")
    site = {
        "\ncards.example.org {": f"\nhttp://127.0.0.1:{port} {{",
        "reverse_proxy 127.0.0.1:8000": f"reverse_proxy {services}",
    }
    (folder / "Caddyfile").write_text(changed(text, site).replace("{\n\tservers", "{\n\tadmin off\n\tservers", 1))
    command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    environment = {**outside(), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log, subprocess.Popen(command, env=environment, stderr=log) as running:
        try:
            assert eventually(lambda: shows_pages(port)), (folder / "caddy.log").read_text()
            yield port
        finally:
            running.terminate()


def test_one_service_is_started_anew_after_the_other_and_nobody_notices(tmp_path: Path, migrated: Migrated) -> None:
    environment = {
        **outside(), "TEFUDA_DATA_DIR": str(migrated(tmp_path / "data")), "DATABASE_URL": "", "REDIS_URL": "",
        "TEFUDA_TRUSTED_PROXIES": "1", "ALLOWED_HOSTS": "127.0.0.1",
    }  # fmt: skip
    site = Version(ROOT, environment, tmp_path / "site.log")
    ports = free_port(), free_port()

    def start(port: int) -> subprocess.Popen[bytes]:
        return site.start("config.server.http.uvicorn", "--port", str(port), "--workers", "2")

    with ExitStack() as stack:
        services = {port: start(port) for port in ports}
        stack.callback(lambda: [service.kill() for service in services.values()])
        assert all(eventually(lambda port=port: shows_pages(port), 120) for port in ports)
        stack.enter_context(site.workers("deadlines", "bots"))
        crowd = stack.enter_context(playing(stack.enter_context(caddy(tmp_path, *ports))))
        wait_for_moves(crowd, MOVES)
        for port in ports:
            services[port].terminate()
            assert services[port].wait(30) == 0
            wait_for_moves(crowd, MOVES)
            services[port] = start(port)
            assert eventually(lambda port=port: shows_pages(port), 120)
            wait_for_moves(crowd, MOVES)
        crowd.stopping.set()
        assert crowd.failures == []
    assert "Traceback" not in site.log.read_text()
