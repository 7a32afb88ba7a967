"""The master process: loads Django once, then forks the web server and the workers and keeps them running.

Forked processes share most of the memory of one loaded Django. The parent (`serve`) holds the master's standard input:
when that closes, everything ends. `python -m config.server.processes.master <fd of the listening socket> <fd to write
to when pages are served> [--prepare [--demo]] [--replace]`.

With `--replace` another master is still serving, so nothing listens before everything is prepared and loaded. SIGUSR1
informs that master that it has been replaced.
"""

import asyncio
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # Django's checks are for development, not for every worker

import django
import uvicorn
from django.conf import settings
from django.utils.module_loading import import_string

from config.server.http import uvicorn as http_uvicorn
from config.server.http.connection_limits import KEEP_ALIVE_SECONDS
from config.server.processes.supervisor import Gate, ManagedProcess, Supervisor

if TYPE_CHECKING:
    from config.asgi import AsgiSite

HEARTBEAT_SECONDS = 2
LOADING_HEARTBEAT_SECONDS = 0.1  # until the site is loaded, because `serve` is waiting
RETIRE_SECONDS = KEEP_ALIVE_SECONDS + 5  # for the replaced web process; its last connections have ended by then
WORKER_MODULES = [  # imported by Celery and our code when a worker starts
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.beat",
    "celery.concurrency.solo",
    "celery.contrib.django.task",
    "celery.events.dispatcher",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.control",
    "celery.worker.loops",
    "celery.worker.pidbox",
    "celery.worker.strategy",
    "config.server.worker.main",
    "django.db.models.sql.compiler",
    "games.tables.bots.scheduler",
]


def _run_web(listener: socket.socket, opened: int, beat: Path, prepared: Gate) -> int:
    def load() -> "AsgiSite":
        http_uvicorn.compile_templates()
        prepared.wait()
        from config.asgi import application

        return application

    async def show_life() -> None:
        # uvicorn's `callback_notify` uses the wall clock: set back by an hour, it would stop the heartbeat for an hour.
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, server.retire)
        while not site.site:
            await _touch(beat, LOADING_HEARTBEAT_SECONDS)
        with suppress(OSError):  # sent once: no one listens after a restart
            os.write(opened, b"1")
        while True:
            await _touch(beat, HEARTBEAT_SECONDS)

    if "--replace" in sys.argv:
        load()  # the other master serves until this one is ready
    site = http_uvicorn.StartupSite(load, show_life)
    config = uvicorn.Config(
        site, log_config=None, **http_uvicorn.get_uvicorn_options(), **http_uvicorn.get_tls_options()
    )
    server = Server(config, site)
    asyncio.run(server.serve(sockets=[listener]))
    return 0


async def _touch(beat: Path, seconds: float) -> None:
    with suppress(OSError):
        beat.touch()
    await asyncio.sleep(seconds)


class Server(uvicorn.Server):
    """A uvicorn server that ends immediately when stopped, and gracefully when another process takes over."""

    def __init__(self, config: uvicorn.Config, site: http_uvicorn.StartupSite) -> None:
        super().__init__(config)
        self.site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.site.stop()  # open streams would delay the end
        await super().shutdown(sockets)

    def retire(self) -> None:
        """Stop accepting, and end when the last client has disconnected."""
        self.site.drain()
        for each in self.servers:
            each.close()
        self.site.stop()  # browsers reconnect automatically, to the other process
        self.retiring = asyncio.create_task(self._end_when_idle())

    async def _end_when_idle(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(RETIRE_SECONDS):
                while self.server_state.connections:
                    await asyncio.sleep(0.1)
        self.should_exit = True


def _run_worker(name: str, beat: Path) -> int:
    from config.server.worker import main as worker_main

    worker_main.add_heartbeat_file(beat)
    return worker_main.WORKERS[name]()


def _prepare() -> int:
    from config.server.processes import prepare

    status = prepare.main(demo="--demo" in sys.argv)
    if not status and "--replace" in sys.argv:
        import_module("config.asgi")  # find import errors here, while the other master still serves
    return status


def _preload() -> None:
    """Import what the children need, so that they share its memory instead of loading it six times."""
    django.setup()
    from django.urls import get_resolver

    from config.celery import app
    from games.catalog import registry

    for name in WORKER_MODULES:
        import_module(name)
    app.loader.import_default_modules()  # the tasks
    get_resolver().url_patterns  # noqa: B018  # views, forms and admin come with it
    for middleware in settings.MIDDLEWARE:
        import_string(middleware)
    registry.load_games()
    gc.collect()
    gc.freeze()


def main() -> None:
    listener, opened = socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2])
    http_uvicorn.raise_open_file_limit()
    _preload()
    signs = settings.DATA_DIR / "run"
    signs.mkdir(parents=True, exist_ok=True, mode=0o700)
    prepared = Gate()
    front = ManagedProcess(
        "web",
        lambda: _run_web(listener, opened, signs / "web", prepared),
        30,
        signs / "web",
        retire_signal=signal.SIGUSR1,
    )
    supervisor = Supervisor(
        [
            front,
            ManagedProcess("deadlines", lambda: _run_worker("deadlines", signs / "deadlines"), 30, signs / "deadlines"),
            ManagedProcess("bots", lambda: _run_worker("bots", signs / "bots"), 90, signs / "bots"),
            ManagedProcess("email", lambda: _run_worker("email", signs / "email"), 90, signs / "email"),
            ManagedProcess(
                "background", lambda: _run_worker("background", signs / "background"), 90, signs / "background"
            ),
            ManagedProcess("analysis", lambda: _run_worker("analysis", signs / "analysis"), 90, signs / "analysis"),
        ]
    )
    # Here and not earlier: a separate process that loads Django takes another two seconds.
    if "--prepare" in sys.argv and supervisor.run_to_end(
        ManagedProcess("prepare", _prepare, 0, signs / "prepare"), companion=None if "--replace" in sys.argv else front
    ):
        sys.exit(1)
    prepared.open()
    supervisor.run()


if __name__ == "__main__":
    main()
