"""Django's PostgreSQL; before each request it looks whether the connection is still there instead of asking the server.

With `CONN_HEALTH_CHECKS` every request begins with a `SELECT 1`: a way there and back, for a connection that is nearly
always well. A server that has gone away has closed it, which this side of it knows without asking.
"""

import select

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """The class Django looks for in a backend's `base`."""

    def is_usable(self) -> bool:
        """Whether the server is there. In a transaction, or where something has come unasked, it is asked after all."""
        if self.connection is None or self.connection.closed:
            return False
        if self.connection.info.transaction_status != TransactionStatus.IDLE:
            return bool(super().is_usable())
        incoming = select.poll()
        incoming.register(self.connection.fileno(), select.POLLIN)
        return not incoming.poll(0) or bool(super().is_usable())
