"""The site as one ASGI application: the live hub on the event loop, Django's pages on a few threads."""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.urls import reverse

from config.log_filters import mask_access_log
from config.server.http.body_reader import BodyReader, Receive, Scope, Send
from config.server.http.response_buffer import ResponseBuffer
from config.server.sse.hub import Hub
from config.wsgi import application as pages

# Pages are short and share one interpreter lock; more threads would only mean more database connections.
PAGE_THREADS = 8
# A thread never waits for a slow reader: the whole response goes to the ResponseBuffer, which limits unread data.
UNBOUNDED = 0


class AsgiSite:
    """Routes requests to the live hub or to Django, and starts and stops the hub with the server."""

    def __init__(self) -> None:
        threads: Any = WSGIMiddleware(cast(Any, pages), workers=PAGE_THREADS, send_queue_size=UNBOUNDED)
        self.pages = ResponseBuffer(BodyReader(threads))
        self.hub = Hub()
        self.live = reverse("live")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"] == self.live:
            await self.hub(scope, receive, send)
        else:
            # WSGI can't distinguish `X_Forwarded_Proto` from `X-Forwarded-Proto`: proxies vouch only for the latter.
            headers = [header for header in scope["headers"] if b"_" not in header[0]]
            await self.pages({**scope, "headers": headers}, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            event = (await receive())["type"]
            if event == "lifespan.startup":
                self.hub.start()
            else:
                self.hub.stop()
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return


mask_access_log()
application = AsgiSite()
