"""Redis goes away and comes back, while people play."""

import http.cookiejar
import shutil
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tests.ops.running import Serve, a_database, eventually, free_port

pytestmark = pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server to start and stop")


class OwnRedis:
    """One that nobody else uses."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--dir", str(self.folder), "--appendonly", "yes"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        assert eventually(self.answers)

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url).ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Browser:
    """Keeps cookies and fills in the hidden field of forms."""

    def __init__(self, port: int) -> None:
        self.site = f"http://127.0.0.1:{port}"
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        return self._open(path, None)

    def post(self, path: str, **form: str) -> tuple[int, str]:
        self.get("/accounts/login/")
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        return self._open(path, urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token}).encode())

    def _open(self, path: str, data: bytes | None) -> tuple[int, str]:
        """The status and the address one arrives at."""
        with self.opener.open(self.site + path, data, timeout=20) as answer:
            return answer.status, urllib.parse.urlsplit(answer.url).path


@contextmanager
def site_with(own: OwnRedis, data: Path) -> Iterator[Serve]:
    with a_database() as database:
        serve = Serve(data, {"DATABASE_URL": "", **database, "REDIS_URL": own.url})
        try:
            assert eventually(serve.is_open)
            yield serve
        finally:
            serve.parent.terminate()
            serve.parent.wait(30)


def test_people_go_on_while_redis_is_away(tmp_path: Path) -> None:
    own = OwnRedis(tmp_path)
    try:
        with site_with(own, tmp_path / "data") as serve:
            anna, ben = Browser(serve.port), Browser(serve.port)
            table = anna.post("/play/sdc/")[1]
            assert table.startswith("/t/")
            ben.post("/play/sdc/")
            left = [cookie.value for cookie in ben.cookies if cookie.name == "sessionid"]

            own.stop()
            assert anna.get("/lobby/") == (200, "/lobby/")
            assert anna.get(table) == (200, table)
            assert anna.post("/theme/", theme="dark") == (200, "/")
            assert anna.post("/play/sdc/")[1].startswith("/t/"), "what a new table queues can't be queued"
            assert Browser(serve.port).post("/play/sdc/")[1].startswith("/t/"), "guests are counted in the cache"
            assert ben.post("/accounts/logout/", sure="1")[0] == 200

            own.start()
            ben.opener.addheaders = [("Cookie", f"sessionid={left[0]}")]
            assert ben.get("/accounts/profile/") == (200, "/accounts/login/"), "the session came back with Redis"
            assert anna.get("/lobby/") == (200, "/lobby/")
            clock = serve.data / "run" / "clock"
            returned = time.time()
            # A worker that was found lifeless meanwhile is started anew, and has no file at first.
            assert eventually(lambda: clock.exists() and clock.stat().st_mtime > returned), "no clock"
    finally:
        own.stop()
