"""The parts of the site run one by one, as on several machines, on the database of the tests themselves."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection

from tests.server.raw_http import Visitor
from tests.server.running import ROOT, eventually, free_port, outside


def database_of_tests() -> str:
    """The address of the database that this test reads and writes."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


@contextmanager
def parts(*workers: str, **environment: str) -> Iterator[int]:
    """Two web processes, and these workers; the port of the former."""
    port = free_port()
    commands = [["config.server.http.uvicorn", "--port", str(port), "--workers", "2"]]
    commands += [["config.server.worker.main", name] for name in workers]
    env = {**outside(), "DJANGO_SETTINGS_MODULE": "tests.settings", **environment}
    env |= {"SECRET_KEY": settings.SECRET_KEY, "TEFUDA_DRAIN_SECONDS": "0"}
    env.pop("PGOPTIONS", None)  # PgBouncer takes no such thing from a client
    running = [subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=env) for command in commands]
    try:
        assert eventually(lambda: _answers(port)), "the site doesn't open"
        yield port
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


def _answers(port: int) -> bool:
    try:
        with Visitor(port) as visitor:
            return visitor.asks("/account/login/").status() == 200
    except OSError:
        return False
