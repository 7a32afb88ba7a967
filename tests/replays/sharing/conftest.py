import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """How many tables an address sets up is counted in the cache."""
    cache.clear()
