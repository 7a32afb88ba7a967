"""The web server: uvicorn with this site's limits, start and shutdown, for `serve` or on its own.

`python -m config.server.http.uvicorn --host 0.0.0.0 --workers 4` takes all of uvicorn's options; those below are the
defaults.

The port answers from the first moment: health probes get a response while the site is prepared and loaded, other
requests wait. uvicorn loads the application and completes its lifespan startup before it listens, with no option to
change that, so it loads StartupSite, which doesn't need Django.

When a process ends, another one takes over, so requests must not be cut off: StartupSite drains connections first.
uvicorn's own shutdown stops accepting immediately, before a load balancer notices, and closes keep-alive connections on
which a proxy may just be sending the next request.
"""

import asyncio
import json
import logging
import os
import resource
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from config.server.http.body_reader import Receive, Scope, Send, send_response
from config.server.processes.supervisor import end_with_multiprocessing_parent

if TYPE_CHECKING:
    from config.asgi import AsgiSite

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

OPEN_FILES = 8192
PAGE_CONNECTIONS = 2000  # in addition to open streams; most are kept alive for the next request
LIVE_PATH, READY_PATH, HEALTH_PATH = "/livez", "/readyz", "/healthz"  # answered by games.monitoring.health once loaded
DRAIN_VARIABLE, DRAIN_SECONDS = "TEFUDA_DRAIN_SECONDS", 5.0
RETRY_SECONDS = 2
FAILED = 3  # uvicorn's own exit status for a failed start, on which its parent gives up
logger = logging.getLogger("tefuda.server")


def raise_open_file_limit() -> None:
    """Raise the limit of open files, since each live page takes one. Call it before importing the hub."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))


def get_uvicorn_options() -> dict[str, Any]:
    """Return uvicorn's settings for this site."""
    from config.server.http.connection_limits import KEEP_ALIVE_SECONDS
    from config.server.sse.hub import MAX_STREAMS

    return {
        "http": "config.server.http.connection_limits:LimitedProtocol",
        "ws": "none",
        "timeout_keep_alive": int(KEEP_ALIVE_SECONDS),
        "limit_concurrency": MAX_STREAMS + PAGE_CONNECTIONS,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # Django's settings decide which proxies are trusted
        "timeout_graceful_shutdown": 10,
    }


def get_tls_options() -> dict[str, Any]:
    """Return uvicorn's settings for HTTPS, if `serve` was given a certificate."""
    certificate, key = os.environ.get("TEFUDA_TLS_CERT"), os.environ.get("TEFUDA_TLS_KEY")
    return {"ssl_certfile": certificate, "ssl_keyfile": key} if certificate and key else {}


class StartupSite:
    """Calls `load` in a thread, and forwards requests to the site it returns once it is ready.

    `background` runs in the event loop from the start.
    """

    def __init__(
        self, load: Callable[[], "AsgiSite"], background: Callable[[], Coroutine[None, None, None]] | None = None
    ) -> None:
        self.load = load
        self.background = background
        self.site: AsgiSite | None = None
        self.is_loaded = asyncio.Event()
        self.is_draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        send = self._closing_while_draining(send)
        if self.site is None and scope["path"] in (LIVE_PATH, READY_PATH, HEALTH_PATH):
            await _say_state(scope, send, "starting")
            return
        if self.is_draining and scope["path"] == READY_PATH:
            await _say_state(scope, send, "draining")
            return
        await self.is_loaded.wait()
        assert self.site
        await self.site(scope, receive, send)

    def _closing_while_draining(self, send: Send) -> Send:
        """Wrap `send` to close the connection after responses that begin while draining."""

        async def closing(message: dict[str, Any]) -> None:
            if self.is_draining and message["type"] == "http.response.start":
                headers = [header for header in message.get("headers", ()) if header[0].lower() != b"connection"]
                message = {**message, "headers": [*headers, (b"connection", b"close")]}
            await send(message)

        return closing

    def drain(self) -> None:
        """Close connections after their next response, and tell load balancers to send no one else."""
        self.is_draining = True

    def stop(self) -> None:
        """Close all streams before the server ends."""
        if self.site:
            self.site.hub.stop()

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        """Complete the startup immediately, so that the server listens while the site is loading."""
        while True:
            event = (await receive())["type"]
            if event == "lifespan.startup":
                self.loading = asyncio.create_task(self._load())
                if self.background:
                    self.running_background = asyncio.create_task(self.background())
            else:
                self.stop()
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return

    async def _load(self) -> None:
        try:
            site = await asyncio.to_thread(self.load)
        except Exception:
            logger.exception("the site can't be loaded")
            os._exit(FAILED)
        site.hub.start()
        self.site = site
        self.is_loaded.set()


async def _say_state(scope: Scope, send: Send, state: str) -> None:
    """Respond that this process is alive but can't serve pages yet, or soon won't."""
    status = 200 if scope["path"] == LIVE_PATH else 503
    body = json.dumps({"ok": status == 200, "status": state}).encode()
    headers = [(b"content-type", b"application/json"), (b"retry-after", str(RETRY_SECONDS).encode())]
    await send_response(scope, send, status, headers, body)


def create_startup_site() -> StartupSite:
    """Return the application for uvicorn. Called once in each of its processes, which end with their parent."""
    end_with_multiprocessing_parent()
    site = StartupSite(_load, lambda: _drain_before_end(site))
    return site


async def _drain_before_end(site: StartupSite) -> None:
    """Drain connections between SIGTERM and uvicorn's own shutdown.

    Called after uvicorn has set its handler. A second SIGTERM reaches that handler and ends at once.
    """
    uvicorns = signal.getsignal(signal.SIGTERM)
    sigterm_received = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, sigterm_received.set)
    await sigterm_received.wait()
    asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
    signal.signal(signal.SIGTERM, uvicorns)
    site.drain()
    await asyncio.sleep(get_drain_seconds())
    site.stop()  # open streams would delay the end; browsers reconnect automatically
    signal.raise_signal(signal.SIGTERM)


def get_drain_seconds() -> float:
    """Return how long load balancers have to notice the shutdown. Exits if the variable isn't a number."""
    seconds = os.environ.get(DRAIN_VARIABLE) or DRAIN_SECONDS
    try:
        return float(seconds)
    except ValueError:
        raise SystemExit(f"{DRAIN_VARIABLE}={seconds} is no number of seconds.") from None


def _load() -> "AsgiSite":
    from config.asgi import application

    compile_templates()
    return application


def compile_templates() -> None:
    """Compile templates before the first request; not in development, where the site restarts after each change."""
    from django.conf import settings

    from games.tables import boards

    if not settings.DEBUG:
        boards.compile_templates()


def main() -> None:
    from django.conf import settings
    from uvicorn.main import main as uvicorn

    # Report invalid settings here, not once per worker.
    settings.DATABASES  # noqa: B018
    get_drain_seconds()

    raise_open_file_limit()
    uvicorn(
        ["config.server.http.uvicorn:create_startup_site", "--factory", *sys.argv[1:]],
        default_map=get_uvicorn_options(),
    )


if __name__ == "__main__":
    main()
