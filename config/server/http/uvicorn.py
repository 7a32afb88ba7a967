"""The web server, uvicorn, with what it needs to stand at the door: for `serve`, and by itself.

`python -m config.server.http.uvicorn --host 0.0.0.0 --workers 4` takes all of uvicorn's options; those below are the
defaults.

The site is there from its first moment on: probes are answered while it is prepared and loaded, all others wait for
that. uvicorn loads the application and ends its lifespan's start before it listens, and has no option to do otherwise;
so what it loads (StartupSite) knows nothing of Django until that is loaded.

At the end of a process another one goes on, so nobody may be cut off in the middle: StartupSite drains. uvicorn's own
end stops accepting at once, before a load balancer knows, and closes the connections that a proxy keeps for its next
request, perhaps in the moment in which it sends that.
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
PAGE_CONNECTIONS = 2000  # connections beside the open streams, most of them kept for the next request
LIVE_PATH, READY_PATH, HEALTH_PATH = "/livez", "/readyz", "/healthz"  # games.monitoring.health answers them later
DRAIN_VARIABLE, DRAIN_SECONDS = "TEFUDA_DRAIN_SECONDS", 5.0
RETRY_SECONDS = 2
FAILED = 3  # uvicorn's own status for a start that failed: its parent gives up then
logger = logging.getLogger("tefuda.server")


def raise_open_file_limit() -> None:
    """As many as the system lets us have, within reason: each live page is one. Before `live` is imported."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def get_uvicorn_options() -> dict[str, Any]:
    """uvicorn's settings for this site."""
    from config.server.http.connection_limits import KEEP_ALIVE_SECONDS
    from config.server.sse.hub import MAX_STREAMS

    return {
        "http": "config.server.http.connection_limits:LimitedProtocol",
        "ws": "none",
        "timeout_keep_alive": int(KEEP_ALIVE_SECONDS),
        "limit_concurrency": MAX_STREAMS + PAGE_CONNECTIONS,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # Django's settings say which proxies are believed
        "timeout_graceful_shutdown": 10,
    }


def get_tls_options() -> dict[str, Any]:
    """uvicorn's settings for HTTPS, where `serve` was given a certificate."""
    certificate, key = os.environ.get("TEFUDA_TLS_CERT"), os.environ.get("TEFUDA_TLS_KEY")
    return {"ssl_certfile": certificate, "ssl_keyfile": key} if certificate and key else {}


class StartupSite:
    """Calls `load` in a thread, and passes everything on to the site it returns as soon as there is one.

    `beside` runs in the event loop from the first moment on.
    """

    def __init__(
        self, load: Callable[[], "AsgiSite"], beside: Callable[[], Coroutine[None, None, None]] | None = None
    ) -> None:
        self.load = load
        self.beside = beside
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
        """As `send`, but an answer that begins while the process drains is the last one of its connection."""

        async def closing(message: dict[str, Any]) -> None:
            if self.is_draining and message["type"] == "http.response.start":
                kept = [header for header in message.get("headers", ()) if header[0].lower() != b"connection"]
                message = {**message, "headers": [*kept, (b"connection", b"close")]}
            await send(message)

        return closing

    def drain(self) -> None:
        """From now on every answer is the last one of its connection, and balancers are asked to send nobody else."""
        self.is_draining = True

    def stop(self) -> None:
        """Close all streams, for the server's own end."""
        if self.site:
            self.site.hub.stop()

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        """The server may listen at once; what it serves comes when it is loaded."""
        while True:
            event = (await receive())["type"]
            if event == "lifespan.startup":
                self.loading = asyncio.create_task(self._load())
                if self.beside:
                    self.running_beside = asyncio.create_task(self.beside())
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
    """This process lives, and can't show pages yet, or soon won't any more."""
    status = 200 if scope["path"] == LIVE_PATH else 503
    body = json.dumps({"ok": status == 200, "status": state}).encode()
    headers = [(b"content-type", b"application/json"), (b"retry-after", str(RETRY_SECONDS).encode())]
    await send_response(scope, send, status, headers, body)


def create_startup_site() -> StartupSite:
    """What uvicorn serves, called once in each of its processes: those end with the one that started them."""
    end_with_multiprocessing_parent()
    site = StartupSite(_load, lambda: _drain_before_end(site))
    return site


async def _drain_before_end(site: StartupSite) -> None:
    """Put a while between SIGTERM and uvicorn's own end, in which nobody new should come and who is there goes.

    Called when uvicorn has set its handler; a second SIGTERM finds that one again and ends at once.
    """
    uvicorns = signal.getsignal(signal.SIGTERM)
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    await told.wait()
    asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
    signal.signal(signal.SIGTERM, uvicorns)
    site.drain()
    await asyncio.sleep(get_drain_seconds())
    site.stop()  # open streams would hold up the end; browsers come back by themselves
    signal.raise_signal(signal.SIGTERM)


def get_drain_seconds() -> float:
    """How long a balancer has to notice, between SIGTERM and the end of accepting. Ends the program at another word."""
    said = os.environ.get(DRAIN_VARIABLE) or DRAIN_SECONDS
    try:
        return float(said)
    except ValueError:
        raise SystemExit(f"{DRAIN_VARIABLE}={said} is no number of seconds.") from None


def _load() -> "AsgiSite":
    from config.asgi import application

    compile_templates()
    return application


def compile_templates() -> None:
    """Before anybody asks for a table; not where the site is started anew with each change of a file."""
    from django.conf import settings

    from games.tables.templatetags import game_templates

    if not settings.DEBUG:
        game_templates.compile_templates()


def main() -> None:
    from django.conf import settings
    from uvicorn.main import main as uvicorn

    # What is wrong with the settings is said here, and not by each worker anew.
    settings.DATABASES  # noqa: B018
    get_drain_seconds()

    raise_open_file_limit()
    uvicorn(
        ["config.server.http.uvicorn:create_startup_site", "--factory", *sys.argv[1:]],
        default_map=get_uvicorn_options(),
    )


if __name__ == "__main__":
    main()
