"""Django's PostgreSQL backend with a cheaper health check before each request.

With `CONN_HEALTH_CHECKS` every request begins with a `SELECT 1`: a round trip for a connection that is nearly always
fine. A server that has gone away has closed the connection, which is visible here without a query.
"""

import select

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """The class that Django loads from a backend's `base`."""

    def is_usable(self) -> bool:
        """Return whether the connection is open.

        Queries the server in a transaction, or if unexpected data has arrived.
        """
        if self.connection is None or self.connection.closed:
            return False
        if self.connection.info.transaction_status != TransactionStatus.IDLE:
            return bool(super().is_usable())
        incoming = select.poll()
        incoming.register(self.connection.fileno(), select.POLLIN)
        return not incoming.poll(0) or bool(super().is_usable())
