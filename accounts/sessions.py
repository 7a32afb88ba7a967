"""Database sessions, with or without Redis, loaded together with their user.

A copy in a cache would save that query, but a log-out while Redis is down couldn't delete it: once Redis is back, the
ended session would work again. And because the user is read for every request, suspensions and changed passwords take
effect immediately in every process.
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
    """A session store that keeps the user row it was loaded with.

    `person` is the session's user when it was loaded, or None; callers check whether the log-in is still valid.
    `seen_at` is when the session was last recorded as used.
    """

    person: User | None = None
    seen_at: datetime | None = None

    def __init__(self, session_key: str | None = None) -> None:
        """Ignore keys that can't be ours: PostgreSQL would raise an error for a NUL."""
        super().__init__(session_key if _is_possible(session_key) else None)

    def load(self) -> dict[str, Any]:
        row = _SESSION_WITH_USER.first(key=self.session_key)
        if row is None or row.expire_date <= timezone.now():
            return super().load()  # also drops the key
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


def get_session_owner(session_key: str | None) -> int | None:
    """Return the primary key of the active user of an unexpired session, or None. 1 query.

    Doesn't check whether the password has changed since; pages do.
    """
    if not _is_possible(session_key):
        return None
    live = Session.objects.filter(session_key=session_key, expire_date__gt=timezone.now(), user__is_active=True)
    return live.values_list("user_id", flat=True).first()


def _is_possible(key: Any) -> bool:
    return isinstance(key, str) and len(key) == KEY_LENGTH and key.isascii() and key.isalnum()
