"""A try at something that must leave no trace in the rest of the test."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def rolled_back() -> Iterator[None]:
    """Nothing that happens inside has happened afterwards."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
