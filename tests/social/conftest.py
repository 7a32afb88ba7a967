import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """How many people somebody has asked is counted in the cache."""
    cache.clear()
