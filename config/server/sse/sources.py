"""Sources of changes for the live hub: SQLite's change counter, PostgreSQL's NOTIFY, or Redis.

Each is one thread with a blocking client, which passes revisions to the hub's event loop. After a lost connection, a
source publishes the revisions of all watched topics, so that no change is missed.
"""

import asyncio
import logging
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

from django.conf import settings
from django.db import connection

from config.db import unavailable
from games.tables.live.presence import Fetch
from games.tables.live.publish import PG_CHANNEL, get_redis_channel
from games.tables.live.topics import group_by_query

logger = logging.getLogger("tefuda.live")
POLL_SECONDS = 0.075
RETRY_SECONDS = 1.0
LISTEN_SECONDS = 0.25


class HubProtocol(Protocol):
    """The part of the hub that a source uses."""

    @property
    def topics(self) -> list[str]: ...
    def publish(self, numbers: dict[str, int]) -> None: ...


def read_revisions(topics: Iterable[str]) -> dict[str, int]:
    """Return the current revisions of topics (games.tables.live.topics), with this thread's connection."""
    revisions: dict[str, int] = {}
    with connection.cursor() as cursor:
        for query, names in group_by_query(topics).items():
            cursor.execute(query.format(", ".join(["%s"] * len(names))), names)
            revisions |= dict(cursor.fetchall())
    return revisions


def _log_problem(action: str, problem: Exception) -> None:
    """Log a problem; for an unavailable database only once for all."""
    if unavailable.is_unavailable(problem):
        unavailable.log_unavailable(problem)
    else:
        logger.warning("%s: %s", action, problem)


class RevisionReader:
    """The hub's database access, in a thread with its own connection."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-numbers")

    async def read(self, topics: list[str]) -> dict[str, int]:
        """Return revisions by topic; empty if the database is unavailable: pages poll, and the source catches up."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, topics)

    async def record_presence(self, looks: set[Fetch]) -> None:
        """Store who is looking at which table. On errors, people may be notified of what they see."""
        if looks:
            with suppress(RuntimeError):  # closed in the meantime
                await asyncio.get_running_loop().run_in_executor(self._thread, self._write_presence, looks)

    def close(self) -> None:
        with suppress(RuntimeError):  # closed already
            self._thread.submit(lambda: connection.close())  # closes the connection of that thread
            self._thread.shutdown(wait=False)

    def _read(self, topics: list[str]) -> dict[str, int]:
        if unavailable.is_hanging():
            return {}
        try:
            connection.close_if_unusable_or_obsolete()
            return read_revisions(topics)
        except Exception as problem:
            _log_problem("no present numbers", problem)
            connection.close()
            return {}

    def _write_presence(self, looks: set[Fetch]) -> None:
        from games.notifications.presence import record_presence  # models, which need Django to be set up

        try:
            connection.close_if_unusable_or_obsolete()
            record_presence(looks)
        except Exception as problem:
            _log_problem("looks not noted", problem)
            connection.close()


class Source:
    """A thread that listens until stopped, and restarts after errors."""

    def start(self, hub: HubProtocol, loop: asyncio.AbstractEventLoop) -> None:
        self.hub, self.loop = hub, loop
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="live-source", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopped.set()

    def listen(self) -> None:
        """Wait for changes and publish them, until stopped."""
        raise NotImplementedError

    def publish(self, numbers: dict[str, int]) -> None:
        if numbers and not self.stopped.is_set():
            self.loop.call_soon_threadsafe(self.hub.publish, numbers)

    def publish_message(self, message: str) -> None:
        topic, _, number = message.partition(":")
        if number.isdecimal():
            self.publish({topic: int(number)})

    def _run(self) -> None:
        while not self.stopped.is_set():
            try:
                self.listen()
            except Exception as problem:
                _log_problem("live updates interrupted", problem)
                self.stopped.wait(RETRY_SECONDS)
            finally:
                connection.close()


class SqliteSource(Source):
    """Polls whether anything was committed (3 µs), and only then reads revisions."""

    def listen(self) -> None:
        before = None
        while not self.stopped.wait(POLL_SECONDS):
            with connection.cursor() as cursor:
                now = cursor.execute("PRAGMA data_version").fetchone()
            if now != before:
                before = now
                self.publish(read_revisions(self.hub.topics))


class PostgresSource(Source):
    """Uses LISTEN on its own connection."""

    def listen(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {PG_CHANNEL}")
        self.publish(read_revisions(self.hub.topics))
        while not self.stopped.is_set():
            for notice in connection.connection.notifies(timeout=LISTEN_SECONDS):
                self.publish_message(notice.payload)


class RedisSource(Source):
    """Subscribes to the channel of `games.tables.live.publish`."""

    def listen(self) -> None:
        # Imported only if needed: these would take a tenth of the web process's memory.
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        client = redis.Redis.from_url(
            settings.SSE_REDIS_URL,
            decode_responses=True,
            health_check_interval=30,
            # Reconnecting silently would hide that messages were missed.
            retry=Retry(NoBackoff(), 0),
        )
        with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            channel.subscribe(get_redis_channel())
            self.publish(read_revisions(self.hub.topics))
            connection.close()
            while not self.stopped.is_set():
                if message := channel.get_message(timeout=LISTEN_SECONDS):
                    self.publish_message(message["data"])


def create_source() -> Source:
    if settings.SSE_REDIS_URL:
        return RedisSource()
    return PostgresSource() if connection.vendor == "postgresql" else SqliteSource()
