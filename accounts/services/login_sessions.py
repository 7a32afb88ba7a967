"""The open log-ins of a person, as listed on the account page: browser, start and last use. They can be ended there.

The session itself stores the browser's name and the start. No network address is stored.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Session, User
from accounts.sessions import SessionStore
from accounts.signals import session_ended
from config.db.locking import write_lock, write_transaction

LOGIN_SESSION_KEY = "log_in"  # key in the session for the start of the log-in
SEEN_INTERVAL = timedelta(days=1)
MAX_LISTED = 50
# The first match counts, so browsers that claim to be another one come before it.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class LoginSession:
    """An open log-in. `id` names it in forms, because the session key must not leave the cookie."""

    id: str
    browser: str
    started_at: datetime | None
    seen_at: datetime | None
    is_current: bool


def record_login(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Store browser and time of this log-in in the session."""
    browser, system = parse_user_agent(request.headers.get("User-Agent", ""))
    request.session[LOGIN_SESSION_KEY] = {
        "at": timezone.now().isoformat(timespec="seconds"),
        "browser": browser,
        "system": system,
    }


user_logged_in.connect(record_login, dispatch_uid="accounts.services.login_sessions.record_login")


def parse_user_agent(text: str) -> tuple[str, str]:
    """Browser and system, by name and without versions; "" if unknown.

    >>> parse_user_agent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    ('Firefox', 'Linux')
    >>> parse_user_agent("curl/8.5.0")
    ('', '')
    """
    browser = next((name for mark, name in BROWSERS if re.search(rf"{mark}[A-Za-z]*/", text)), "")
    return browser, next((name for mark, name in SYSTEMS if mark in text), "")


def record_visit(request: HttpRequest) -> None:
    """Update when the session was last used, at most once a day."""
    seen_at = request.session.seen_at  # type: ignore[attr-defined]  # accounts.sessions
    now = timezone.now()
    if seen_at is not None and now - seen_at < SEEN_INTERVAL:
        return
    with write_lock():
        Session.objects.filter(pk=request.session.session_key).update(seen_at=now)


def list_login_sessions(person: User, current_key: str | None = None) -> list[LoginSession]:
    """List the log-ins that still open the account: the one with `current_key` first, then by last use. 1 query."""
    sessions = [_build(row, data, current_key) for row, data in _open_rows(person)]
    return sorted(sessions, key=lambda session: not session.is_current)


def end_login_session(person: User, session_id: str) -> bool:
    """End one log-in. Return False if it doesn't exist (any more)."""
    return _end([row for row, _data in _open_rows(person) if constant_time_compare(_id(row), session_id)])


def end_other_login_sessions(person: User, current_key: str | None) -> bool:
    """End all log-ins but the one with `current_key`. Return False if there was no other."""
    return _end(list(person.sessions.exclude(pk=current_key)))


def export_login_sessions(person: User) -> list[dict[str, Any]]:
    return [
        {"browser": session.browser, "started_at": session.started_at, "seen_at": session.seen_at}
        for session in list_login_sessions(person)
    ]


def _open_rows(person: User) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield the valid sessions with their data, without those invalidated by a new password or a suspension."""
    holds = person.get_session_auth_hash()
    rows = person.sessions.filter(expire_date__gt=timezone.now()).order_by("-seen_at", "-pk")
    for row in rows[:MAX_LISTED]:
        data = SessionStore().decode(row.session_data)
        if constant_time_compare(data.get(HASH_SESSION_KEY) or "", holds):
            yield row, data


def _build(row: Session, data: dict[str, Any], current_key: str | None) -> LoginSession:
    login = data.get(LOGIN_SESSION_KEY) or {}
    at = login.get("at")
    return LoginSession(
        id=_id(row),
        browser=name_browser(login.get("browser", ""), login.get("system", "")),
        started_at=datetime.fromisoformat(at) if at else None,
        seen_at=row.seen_at,
        is_current=row.pk == current_key,
    )


def name_browser(browser: str, system: str) -> str:
    """Return the browser's name to show."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown browser")


@write_transaction()
def _end(rows: list[Session]) -> bool:
    """End these sessions; receivers of `session_ended` forget the device as well."""
    for row in rows:
        session = SessionStore(row.pk)
        session_ended.send(sender=Session, session=session)
        Session.objects.filter(pk=row.pk).delete()
    return bool(rows)


def _id(row: Session) -> str:
    return salted_hmac("tefuda.session.id", row.pk, algorithm="sha256").hexdigest()[:24]
