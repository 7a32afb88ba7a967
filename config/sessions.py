"""Sessions in the database, with Redis or without.

A copy in the cache would save a query per page, but a log-out while Redis is away could not reach it: once Redis is
back, the ended session would open the door again.
"""

from typing import Any

from django.contrib.sessions.backends import db

KEY_LENGTH = 32


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: Any) -> bool:
        """Only what we could have made ourselves is looked up: PostgreSQL would raise an error at a NUL."""
        return isinstance(key, str) and len(key) == KEY_LENGTH and key.isascii() and key.isalnum()
