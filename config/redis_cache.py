"""The Redis cache that a Redis that is away doesn't turn into errors."""

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
PAUSE_SECONDS = 2.0  # a Redis that doesn't even refuse costs seconds each time it is asked


class SteadyRedisCache(RedisCache):
    """Uses this process's own memory while Redis is away: rate limits then count in each process for itself."""

    away_until: ClassVar[float] = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # One more try: the connections kept from before a restart of Redis are dead, and Redis is not.
        patience = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": Retry(NoBackoff(), 1)}
        self._options = {**patience, **params.get("OPTIONS", {})}
        self._spare = LocMemCache("spare", params)

    def _or_spare(self, name: str, ask: Callable[[], Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= SteadyRedisCache.away_until:
            try:
                return ask()
            except redis.RedisError as problem:
                SteadyRedisCache.away_until = time.monotonic() + PAUSE_SECONDS
                logger.warning("the cache is away: %s", problem)
        return getattr(self._spare, name)(*args, **kwargs)


def _steady(name: str) -> Callable[..., Any]:
    original = getattr(RedisCache, name)

    def method(self: SteadyRedisCache, *args: Any, **kwargs: Any) -> Any:
        return self._or_spare(name, lambda: original(self, *args, **kwargs), *args, **kwargs)

    return method


_ASKING = "add get set touch delete has_key incr get_many set_many delete_many clear"
for _name in _ASKING.split():
    setattr(SteadyRedisCache, _name, _steady(_name))
