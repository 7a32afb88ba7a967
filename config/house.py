"""The running site: loads Django once, then forks the web server and the two workers and keeps them alive.

Forking shares most of the memory of one loaded Django between four processes. Its parent (`config.serve`) holds its
standard input: when that closes, everything ends. `python -m config.house <fd of the listening socket>`.
"""

import asyncio
import gc
import os
import resource
import socket
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
import uvicorn
from django.conf import settings

from config.supervisor import Child, Supervisor

OPEN_FILES = 8192


def _web(listener: socket.socket, beat: Path) -> int:
    from config.asgi import application

    async def alive() -> None:
        beat.touch()

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            application.hub.stop()  # open streams would hold it up
            await super().shutdown(sockets)

    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # Django's settings say which proxies are believed
        callback_notify=alive,
        timeout_notify=2,
        timeout_graceful_shutdown=1,
    )
    asyncio.run(Server(config).serve(sockets=[listener]))
    return 0


def _worker(name: str, beat: Path) -> int:
    from config import worker

    worker.show_life(beat)
    return worker.WORKERS[name]()


def _load() -> None:
    """Import here what all children need, so that they share it."""
    django.setup()
    from django.urls import get_resolver

    import config.worker  # noqa: F401
    from games import catalog

    get_resolver().url_patterns  # noqa: B018  # views, forms and admin come with it
    for slug in catalog.metas():
        catalog.title(slug)
    gc.collect()
    gc.freeze()


def _allow_open_files() -> None:
    """As many as the system lets us have, within reason: each live page is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def main() -> None:
    listener = socket.socket(fileno=int(sys.argv[1]))
    _allow_open_files()
    _load()
    signs = settings.DATA_DIR / "run"
    signs.mkdir(parents=True, exist_ok=True)
    Supervisor(
        [
            Child("web", lambda: _web(listener, signs / "web"), 30, signs / "web"),
            Child("clock", lambda: _worker("clock", signs / "clock"), 30, signs / "clock"),
            Child("slow", lambda: _worker("slow", signs / "slow"), 150, signs / "slow"),
        ]
    ).run()


if __name__ == "__main__":
    main()
