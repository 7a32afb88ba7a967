"""Django's Redis cache, for which a Redis that is away is no error: Django has no option for that."""

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
RETRY_SECONDS = 2.0  # a Redis that doesn't even refuse costs seconds each time it is asked


class ResilientRedisCache(RedisCache):
    """Uses this process's own memory while Redis is away: rate limits then count in each process for itself."""

    unavailable_until: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        # One more try: the connections kept from before a restart of Redis are dead, and Redis is not.
        patience = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 1)}
        super().__init__(server, {**params, "OPTIONS": {**patience, **params.get("OPTIONS", {})}})
        self._url = server
        self._fallback = LocMemCache("spare", params)

    def clear(self) -> None:
        """Forget what has our prefix. Django's empties the whole Redis database, and the broker's queues with it."""
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
        """Whether this process's own memory stands in for Redis, which is asked."""
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
