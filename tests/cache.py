"""A Redis cache that test processes may share."""

from config.redis_cache import ResilientRedisCache


class OwnKeysCache(ResilientRedisCache):
    """Django's `clear()` empties the whole Redis database: other processes' rate limits and the broker's queues too."""

    def clear(self) -> bool:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(f"{self.key_prefix}:*"):
            client.delete(key)
        return True
