"""The site from its first moment on: probes are answered while it is prepared and loaded, all others wait for that.

Knows nothing of Django until it is loaded, so that the web process can listen at once.
"""

import asyncio
import json
import logging
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from config.server.http.body_reader import Receive, Scope, Send, send_response

if TYPE_CHECKING:
    from config.asgi import AsgiSite

LIVE_PATH, READY_PATH, HEALTH_PATH = (
    "/healthz/live",
    "/healthz/ready",
    "/healthz",
)  # games.monitoring.health answers them later
RETRY_SECONDS = 2
FAILED = 3  # uvicorn's own status for a start that failed: its parent gives up then
logger = logging.getLogger("tefuda.server")


class Gate:
    """What a forked child waits at until its parent opens it, once and for all the children to come.

    A pipe: open is its writing end closed everywhere. To be made before the fork.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        self._write: int | None = write

    def open(self) -> None:
        """In the parent."""
        if self._write is not None:
            os.close(self._write)
            self._write = None

    def wait(self) -> None:
        """In a child. Also ends when the parent does."""
        self.open()  # our own copy of its end
        os.read(self._read, 1)


class StartupSite:
    """Calls `load` in a thread, and passes everything on to the site it returns as soon as there is one."""

    def __init__(self, load: Callable[[], "AsgiSite"]) -> None:
        self.load = load
        self.site: AsgiSite | None = None
        self.is_loaded = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        if self.site is None and scope["path"] in (LIVE_PATH, READY_PATH, HEALTH_PATH):
            await _say_starting(scope, send)
            return
        await self.is_loaded.wait()
        assert self.site
        await self.site(scope, receive, send)

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


async def _say_starting(scope: Scope, send: Send) -> None:
    """This process lives, and can't show pages yet."""
    status = 200 if scope["path"] == LIVE_PATH else 503
    body = json.dumps({"ok": status == 200, "status": "starting"}).encode()
    headers = [(b"content-type", b"application/json"), (b"retry-after", str(RETRY_SECONDS).encode())]
    await send_response(scope, send, status, headers, body)
