import pytest
from django.core.cache import cache

from tests.matches import running, waiting


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """How many guests an address may make is counted in the cache."""
    cache.clear()


@pytest.fixture
def duel(alice, bob, visit, language):
    """A Lombard table for two, the seat that has the turn, and its person's browser."""
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    return table, at, visit(at.user, language)
