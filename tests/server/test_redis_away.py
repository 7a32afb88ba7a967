"""Redis goes away and comes back, while people play."""

import http.cookiejar
import shutil
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from celery import Celery

from tests.needs import needs
from tests.server.own_redis import OwnRedis
from tests.server.running import ROOT, Migrated, Serve, a_database, eventually, outside

pytestmark = [pytest.mark.process, needs(shutil.which("redis-server"), "a redis-server to start and stop")]


class Browser:
    """Keeps cookies and fills in the hidden field of forms."""

    def __init__(self, port: int) -> None:
        self.site = f"http://127.0.0.1:{port}"
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> tuple[int, str]:
        return self._open(path, None)

    def post(self, path: str, **form: str) -> tuple[int, str]:
        self.get("/account/login/")
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        return self._open(path, urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token}).encode())

    def _open(self, path: str, data: bytes | None) -> tuple[int, str]:
        """The status and the address one arrives at."""
        with self.opener.open(self.site + path, data, timeout=20) as answer:
            return answer.status, urllib.parse.urlsplit(answer.url).path


@contextmanager
def site_with(redis_server: OwnRedis, data: Path) -> Iterator[Serve]:
    with a_database() as database:
        serve = Serve(data, {"DATABASE_URL": "", **database, "REDIS_URL": redis_server.url})
        try:
            assert eventually(serve.is_open)
            yield serve
        finally:
            serve.parent.terminate()
            serve.parent.wait(30)


def test_people_go_on_while_redis_is_away(tmp_path: Path, migrated: Migrated) -> None:
    redis_server = OwnRedis(tmp_path)
    try:
        with site_with(redis_server, migrated(tmp_path / "data")) as serve:
            anna, ben = Browser(serve.port), Browser(serve.port)
            table = anna.post("/games/sdc/quick-play/")[1]
            assert table.startswith("/tables/")
            ben.post("/games/sdc/quick-play/")
            values = [cookie.value for cookie in ben.cookies if cookie.name == "sessionid"]

            redis_server.stop()
            assert anna.get("/lobby/") == (200, "/lobby/")
            assert anna.get(table) == (200, table)
            assert anna.post("/settings/theme/", theme="dark") == (200, "/")
            assert anna.post("/games/sdc/quick-play/")[1].startswith("/tables/"), (
                "what a new table queues can't be queued"
            )
            assert Browser(serve.port).post("/games/sdc/quick-play/")[1].startswith("/tables/"), (
                "guests are counted in the cache"
            )
            assert ben.post("/account/logout/", sure="1")[0] == 200

            redis_server.start()
            ben.opener.addheaders = [("Cookie", f"sessionid={values[0]}")]
            assert ben.get("/settings/profile/") == (200, "/account/login/"), "the session came back with Redis"
            assert anna.get("/lobby/") == (200, "/lobby/")
            clock = serve.data / "run" / "deadlines"
            returned = time.time()
            # A worker found dead meanwhile is restarted, and has no file at first.
            assert eventually(lambda: clock.exists() and clock.stat().st_mtime > returned), "no clock"
    finally:
        redis_server.stop()


BUSY = """
import time
from celery import shared_task

@shared_task(name="busy", acks_late=True)
def busy(seconds, done):
    time.sleep(seconds)
    open(done, "w").close()
"""


@pytest.mark.slow
def test_a_worker_that_was_busy_when_redis_went_takes_jobs_again(tmp_path: Path) -> None:
    """It would look healthy and never take another job after the current one."""
    redis_server = OwnRedis(tmp_path)
    (tmp_path / "busy_job.py").write_text(BUSY)
    code = "import busy_job, config.server.worker.main as w; import runpy, sys; sys.argv = ['worker', 'background']; "
    code += "runpy.run_module('config.server.worker.main', run_name='__main__')"
    environment = {**outside(), "DJANGO_SETTINGS_MODULE": "config.settings", "TEFUDA_DATA_DIR": str(tmp_path / "data")}
    environment |= {"REDIS_URL": redis_server.url, "DATABASE_URL": "", "PYTHONPATH": f"{tmp_path}:{ROOT}"}
    worker = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)
    broker = redis.Redis.from_url(redis_server.url)
    sender = Celery(broker=redis_server.url, set_as_current=False)
    try:
        sender.send_task("busy", args=(1.5, str(tmp_path / "done")), queue="background")
        assert eventually(lambda: broker.hlen("unacked") == 1), "nobody took the job"
        redis_server.stop()
        time.sleep(4)  # the job ends meanwhile, if its process still lives, and can't be reported
        redis_server.start()
        sender.send_task("server.heartbeat", queue="background")
        assert eventually(lambda: broker.llen("background") == 0), "nobody asks for jobs"
    finally:
        worker.terminate()
        worker.wait(20)
        redis_server.stop()
