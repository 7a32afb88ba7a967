"""Numbers of open live streams per person and address, over all web processes that share a Redis.

Each process stores its own counts (not changes to them) and a lease. The counts of a killed process expire after
LEASE_SECONDS, and a Redis that has lost its data gets them again. Without Redis, or while it is down, each process
counts alone.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("tefuda.live")
LEASE_SECONDS = 30
RENEW_SECONDS = 10.0
RETRY_SECONDS = 2.0  # after an error
PATIENCE_SECONDS = 0.5  # timeout of Redis, while a page waits for its stream

# KEYS: the processes, sorted by expiry; then for each person or address a hash of counts by process.
# ARGV: this process and its lease; then for each count this process's number and the limit for all.
_WRITE = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
for i = 2, #KEYS do
  local total = tonumber(ARGV[2 * i - 1])
  local counts = redis.call('HGETALL', KEYS[i])
  for j = 1, #counts, 2 do
    if counts[j] ~= ARGV[1] then
      if redis.call('ZSCORE', KEYS[1], counts[j]) then
        total = total + tonumber(counts[j + 1])
      else
        redis.call('HDEL', KEYS[i], counts[j])
      end
    end
  end
  if total > tonumber(ARGV[2 * i]) then
    return 0
  end
end
for i = 2, #KEYS do
  if tonumber(ARGV[2 * i - 1]) > 0 then
    redis.call('HSET', KEYS[i], ARGV[1], ARGV[2 * i - 1])
    redis.call('EXPIRE', KEYS[i], 86400)
  else
    redis.call('HDEL', KEYS[i], ARGV[1])
  end
end
return 1
"""
NO_LIMIT = 1_000_000


class StreamCounts:
    """The counts of this process. `get_own` returns the number of its streams for a key. Writes happen in order."""

    def __init__(self, get_own: Callable[[Hashable], int]) -> None:
        self._get_own = get_own
        self._process = uuid.uuid4().hex
        self._lock = asyncio.Lock()
        self._tasks = set[asyncio.Task[Any]]()
        self._redis: Redis | None = None
        self._retry_at = 0.0
        self._is_stopped = False
        if settings.SSE_REDIS_URL:  # imported only if needed, because it takes megabytes
            # Imported in the only thread: of two threads importing at once, one may find a half-loaded module.
            import redis.asyncio  # noqa: F401

    async def admit(self, limits: Mapping[Hashable, int]) -> bool:
        """Store this process's counts for these keys. Return False and store nothing if a total exceeds its limit."""
        return bool(await self._write(limits))

    def note_fewer(self, keys: Iterable[Hashable]) -> None:
        """Store soon that a stream has ended."""
        self._begin(self._write(dict.fromkeys(keys, NO_LIMIT)))

    def start(self) -> None:
        """Start renewing this process's lease. Call it inside the running event loop."""
        if settings.SSE_REDIS_URL:
            self._begin(self._renew())

    def stop(self) -> None:
        """Drop this process's counts at once, because its pages reconnect to another process."""
        for task in self._tasks:
            task.cancel()
        self._is_stopped = True
        if settings.SSE_REDIS_URL:
            import redis

            # Not on the event loop, which is about to end.
            patience = PATIENCE_SECONDS
            with (
                suppress(redis.RedisError),
                redis.Redis.from_url(
                    settings.SSE_REDIS_URL, socket_connect_timeout=patience, socket_timeout=patience
                ) as client,
            ):
                client.zrem(self._processes, self._process)

    async def _renew(self) -> None:
        while True:
            await self._write({})
            await asyncio.sleep(RENEW_SECONDS)

    async def _write(self, limits: Mapping[Hashable, int]) -> Any:
        if not settings.SSE_REDIS_URL:
            return True
        from redis.exceptions import RedisError

        async with self._lock:
            if self._is_stopped or time.monotonic() < self._retry_at:
                return True
            keys = [self._processes, *map(_key, limits)]
            counts = [number for key, limit in limits.items() for number in (self._get_own(key), limit)]
            try:
                client = self._client()
                return await client.eval(_WRITE, len(keys), *keys, self._process, LEASE_SECONDS, *counts)
            except (RedisError, OSError, TimeoutError) as problem:
                self._retry_at = time.monotonic() + RETRY_SECONDS
                logger.warning("streams are counted in each process alone: %s", type(problem).__name__)
                return True

    @property
    def _processes(self) -> str:
        return f"{settings.REDIS_PREFIX}-streams"

    def _client(self) -> "Redis":
        if self._redis is None:
            from redis.asyncio import Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff

            self._redis = Redis.from_url(
                settings.SSE_REDIS_URL,
                socket_connect_timeout=PATIENCE_SECONDS,
                socket_timeout=PATIENCE_SECONDS,
                # One retry: after a restart of Redis, pooled connections are dead, but Redis isn't.
                retry=Retry(NoBackoff(), 1),
            )
        return self._redis

    def _begin(self, work: Any) -> None:
        with suppress(RuntimeError):
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


def _key(counted: Hashable) -> str:
    """Hash the key, so that Redis contains no addresses."""
    return f"{settings.REDIS_PREFIX}-streams:{salted_hmac('live streams', repr(counted)).hexdigest()[:32]}"
