"""Django's Redis cache, tolerating a Redis that is down, for which Django has no option."""

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger("tefuda.cache")
RETRY_SECONDS = 2.0  # a Redis that doesn't even refuse connections costs seconds per request


class ResilientRedisCache(RedisCache):
    """Uses this process's memory while Redis is down: rate limits then count per process."""

    unavailable_until: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # One retry: after a restart of Redis, pooled connections are dead, but Redis isn't.
        patience = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 1)}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})
        self._url = server
        self._fallback = LocMemCache("spare", params)

    def clear(self) -> None:
        """Delete keys with our prefix. Django would empty the whole Redis database, including the broker's queues."""
        self._or_fallback("clear", self._delete_own_keys)

    def _delete_own_keys(self) -> None:
        with redis.Redis.from_url(self._url, socket_connect_timeout=1, socket_timeout=1) as client:
            for key in client.scan_iter(f"{self.key_prefix}:*", count=1_000):
                client.delete(key)

    def _or_fallback(self, name: str, ask: Callable[[], Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= ResilientRedisCache.unavailable_until:
            try:
                return ask()
            except redis.RedisError as problem:
                ResilientRedisCache.unavailable_until = time.monotonic() + RETRY_SECONDS
                logger.warning("the cache is away: %s", problem)
        return getattr(self._fallback, name)(*args, **kwargs)

    def is_away(self) -> bool:
        """Return whether this process's memory replaces Redis. Queries Redis."""
        self.has_key("away")
        return time.monotonic() < ResilientRedisCache.unavailable_until


def _with_fallback(name: str) -> Callable[..., Any]:
    original = getattr(RedisCache, name)

    def method(self: ResilientRedisCache, *args: Any, **kwargs: Any) -> Any:
        return self._or_fallback(name, lambda: original(self, *args, **kwargs), *args, **kwargs)

    return method


_ASKING = "add get set touch delete has_key incr get_many set_many delete_many"
for _name in _ASKING.split():
    setattr(ResilientRedisCache, _name, _with_fallback(_name))
