"""The running site: loads Django once, then forks the web server and the workers and keeps them alive.

Forking shares most of the memory of one loaded Django between all of them. Its parent (`serve`) holds its standard
input: when that closes, everything ends. `python -m config.server.processes.master <fd of the listening socket>
[--prepare [--demo]]`.
"""

import asyncio
import gc
import os
import socket
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # Django's checks are for who changes code, not for every worker

import django
import uvicorn
from django.conf import settings
from django.utils.module_loading import import_string

from config.server.http import uvicorn as http_uvicorn
from config.server.processes.supervisor import Gate, ManagedProcess, Supervisor

if TYPE_CHECKING:
    from config.asgi import AsgiSite

HEARTBEAT_SECONDS = 2
LOADING_HEARTBEAT_SECONDS = 0.1  # between two beats until the site is loaded: whoever started it waits for the word
OPEN_FILE = "open"  # the sign by which `serve` knows that pages are shown
WORKER_MODULES = [  # what Celery and we import when a worker starts
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


def _run_web(listener: socket.socket, beat: Path, prepared: Gate) -> int:
    def load() -> "AsgiSite":
        http_uvicorn.compile_templates()
        prepared.wait()
        from config.asgi import application

        return application

    async def show_life() -> None:
        # uvicorn's `callback_notify` goes by the wall clock: set back by an hour, an hour without a sign of life.
        while True:
            with suppress(OSError):
                beat.touch()
                if site.site:
                    beat.with_name(OPEN_FILE).touch()
            await asyncio.sleep(HEARTBEAT_SECONDS if site.site else LOADING_HEARTBEAT_SECONDS)

    site = http_uvicorn.StartupSite(load, show_life)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            site.stop()  # open streams would hold it up
            await super().shutdown(sockets)

    config = uvicorn.Config(
        site, log_config=None, **http_uvicorn.get_uvicorn_options(), **http_uvicorn.get_tls_options()
    )
    asyncio.run(Server(config).serve(sockets=[listener]))
    return 0


def _run_worker(name: str, beat: Path) -> int:
    from config.server.worker import main as worker_main

    worker_main.add_heartbeat_file(beat)
    return worker_main.WORKERS[name]()


def _prepare() -> int:
    from config.server.processes import prepare

    return prepare.main(demo="--demo" in sys.argv)


def _preload() -> None:
    """Import here what the children need, so that they share it: what each imports by itself is there five times."""
    django.setup()
    from django.urls import get_resolver

    from config.celery import app
    from games.catalog import registry

    for name in WORKER_MODULES:
        import_module(name)
    app.loader.import_default_modules()  # the jobs
    get_resolver().url_patterns  # noqa: B018  # views, forms and admin come with it
    for middleware in settings.MIDDLEWARE:
        import_string(middleware)
    for slug in registry.list_metadata():
        registry.get_game(slug)
    gc.collect()
    gc.freeze()


def main() -> None:
    listener = socket.socket(fileno=int(sys.argv[1]))
    http_uvicorn.raise_open_file_limit()
    _preload()
    signs = settings.DATA_DIR / "run"
    signs.mkdir(parents=True, exist_ok=True, mode=0o700)
    prepared = Gate()
    front = ManagedProcess("web", lambda: _run_web(listener, signs / "web", prepared), 30, signs / "web")
    supervisor = Supervisor(
        [
            front,
            ManagedProcess("deadlines", lambda: _run_worker("deadlines", signs / "deadlines"), 30, signs / "deadlines"),
            ManagedProcess("bots", lambda: _run_worker("bots", signs / "bots"), 90, signs / "bots"),
            ManagedProcess("email", lambda: _run_worker("email", signs / "email"), 90, signs / "email"),
            ManagedProcess(
                "background", lambda: _run_worker("background", signs / "background"), 90, signs / "background"
            ),
        ]
    )
    # Here and not before: whoever loads Django for it anew waits another two seconds.
    if "--prepare" in sys.argv and supervisor.run_to_end(
        ManagedProcess("prepare", _prepare, 0, signs / "prepare"), beside=front
    ):
        sys.exit(1)
    prepared.open()
    supervisor.run()


if __name__ == "__main__":
    main()
