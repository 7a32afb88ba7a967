"""The last release and today's version side by side on one PostgreSQL and one Redis, updated one process after the
other and back, while people play through a load balancer."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.needs import ON_BUILD_MACHINE
from tests.server.running import ROOT, START_PATIENCE, a_database, a_redis, eventually, free_port, outside
from tests.upgrade.balancer import Balancer, balancing
from tests.upgrade.crowd import Crowd, playing, wait_for_moves
from tests.upgrade.test_reload import list_wrongs
from tests.upgrade.test_upgrade import FOLDERS
from tests.upgrade.versions import has_history, take_release

RELEASE = FOLDERS[-1].name
MOVES = 8
WORKERS = ("deadlines", "bots", "email", "background")
pytestmark = [
    pytest.mark.process,
    pytest.mark.servers,
    pytest.mark.slow,  # a minute and a half
    pytest.mark.skipif(not (has_history(RELEASE) or ON_BUILD_MACHINE), reason=f"needs git's history back to {RELEASE}"),
]


class Version:
    """The code in one folder, on the database, the broker and the data folder that all share."""

    def __init__(self, code: Path, environment: dict[str, str], log: Path) -> None:
        self.code, self.environment, self.log = code, environment, log

    def prepare(self) -> None:
        self.start("config.server.processes.prepare").wait(120)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        with self.log.open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *command], cwd=self.code, env=self.environment, stdout=log, stderr=log
            )

    @contextmanager
    def workers(self, *names: str) -> Iterator[None]:
        running = [self.start("config.server.worker.main", name) for name in names or WORKERS]
        try:
            yield
        finally:
            for process in running:
                process.terminate()
            for process in running:
                process.wait(70)

    @contextmanager
    def web(self, balancer: Balancer) -> Iterator[int]:
        """The port of a web process that people are sent to, for this block."""
        port = free_port()
        process = self.start("config.server.http.uvicorn", "--port", str(port))
        try:
            assert eventually(lambda: shows_pages(port), START_PATIENCE), self.log.read_text()
            balancer.ports.append(port)
            yield port
            balancer.remove(port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def shows_pages(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/account/login/", timeout=20) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    with a_database() as database, a_redis() as broker:
        data = tmp_path / "data"
        data.mkdir(mode=0o700)
        yield {
            **outside(), "TEFUDA_DATA_DIR": str(data), "SECRET_KEY": "side-by-side-" * 5, "TEFUDA_DRAIN_SECONDS": "1",
            "TEFUDA_TRUSTED_PROXIES": "1", **database, **broker,
        }  # fmt: skip


def play_on_both(crowd: Crowd, balancer: Balancer, *ports: int) -> None:
    """Until each of them has had its share of requests."""
    before = dict(balancer.served)
    wait_for_moves(crowd, MOVES)
    assert all(balancer.served[port] > before.get(port, 0) + MOVES for port in ports)


def test_the_release_and_today_side_by_side_and_back(tmp_path: Path, environment: dict[str, str]) -> None:
    release = Version(take_release(tmp_path / "former", RELEASE), environment, tmp_path / "former.log")
    today = Version(ROOT, environment, tmp_path / "today.log")
    release.prepare()
    with balancing() as balancer, ExitStack() as before, ExitStack() as after:
        old = before.enter_context(release.web(balancer))
        workers = before.enter_context(ExitStack())
        workers.enter_context(release.workers())
        with playing(balancer.server_port) as crowd:
            wait_for_moves(crowd, MOVES)
            today.prepare()  # the database is today's from here on, while the release serves
            new = after.enter_context(today.web(balancer))
            play_on_both(crowd, balancer, old, new)
            todays_workers = after.enter_context(ExitStack())
            todays_workers.enter_context(today.workers())
            workers.close()
            before.close()
            play_on_both(crowd, balancer, new)
            # And back: the release on the database that today's version has brought up to date.
            release.prepare()
            back = before.enter_context(release.web(balancer))
            play_on_both(crowd, balancer, back, new)
            before.enter_context(release.workers())
            after.close()
            play_on_both(crowd, balancer, back)
        assert crowd.failures == []
        assert len(crowd.receipts) >= 5 * MOVES
        before.close()
    assert list_wrongs(environment, crowd) == []
    assert "Traceback" not in today.log.read_text(), today.log
