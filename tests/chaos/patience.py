"""Asking a database that is killed now and then: until it answers."""

import time
from collections.abc import Callable
from typing import TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connection

PATIENCE_SECONDS = 120.0
Found = TypeVar("Found")


def patiently(ask: Callable[[], Found]) -> Found:
    """Return the result of `ask`, retried while the database is away."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            close_old_connections()
            return ask()
        except (OperationalError, InterfaceError):
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(0.2)
