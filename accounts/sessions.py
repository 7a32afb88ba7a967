"""Sessions in the database, with Redis or without, read together with the person whose log-in they are.

A copy in a cache would save that query, but a log-out while Redis is away could not reach it: once Redis is back, the
ended session would open the door again. And with the person read anew for every request, a suspension or a changed
password counts at once in every process.
"""

from datetime import datetime
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.utils import timezone

from accounts.models import Session, User
from config.db.compiled_queries import CompiledQuery
from config.db.locking import write_lock

KEY_LENGTH = 32
_SESSION_WITH_USER = CompiledQuery(lambda key: Session.objects.select_related("user").filter(session_key=key))


class SessionStore(db.SessionStore):
    """`person`: who the session said it was of when it was read, or None; whether it still holds is not said here.
    `seen_at`: when it was last noted that somebody came with it."""

    person: User | None = None
    seen_at: datetime | None = None

    def __init__(self, session_key: str | None = None) -> None:
        """Only what we could have made ourselves is looked up: PostgreSQL would raise an error at a NUL."""
        super().__init__(session_key if _is_possible(session_key) else None)

    def load(self) -> dict[str, Any]:
        row = _SESSION_WITH_USER.first(key=self.session_key)
        if row is None or row.expire_date <= timezone.now():
            return super().load()  # which forgets the key
        self.person, self.seen_at = row.user, row.seen_at
        return self.decode(row.session_data)

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.user_id = data.get(SESSION_KEY)
        row.seen_at = self.seen_at = timezone.now()
        return row

    def save(self, must_create: bool = False) -> None:
        with write_lock():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        with write_lock():
            super().delete(session_key)

    @classmethod
    def clear_expired(cls) -> None:
        with write_lock():
            super().clear_expired()


def _is_possible(key: Any) -> bool:
    return isinstance(key, str) and len(key) == KEY_LENGTH and key.isascii() and key.isalnum()
