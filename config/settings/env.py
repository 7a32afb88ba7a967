"""Environment variables, parsed for the settings. Standard library only."""

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from config.server import keys

CONNECT_SECONDS = 2  # for PostgreSQL; people waiting for a page learn within five seconds that it is down
_FALSE_VALUES = frozenset({"", "0", "false", "no", "off"})
SIGNUP_WORDS = ("open", "invitation", "closed")


RENAMED = {
    "TEFUDA_DATA": "TEFUDA_DATA_DIR",
    "TEFUDA_PROXIES": "TEFUDA_TRUSTED_PROXIES",
    "TEFUDA_NOTICE_HOSTS": "TEFUDA_OUTBOUND_ALLOWED_HOSTS",
    "TEFUDA_NO_SERVICE_WORKER": "TEFUDA_SERVICE_WORKER (=0)",
    "TEFUDA_NO_SECOND_FACTOR": "TEFUDA_REQUIRE_STAFF_2FA (=0)",
}


def flag(name: str, *, default: bool = False) -> bool:
    """Return False for 0, false, no and off, `default` if missing or empty, True otherwise."""
    value = os.environ.get(name, "").strip().lower()
    return value not in _FALSE_VALUES if value else default


def signup_rules() -> dict[str, str | bool]:
    """Return the sign-up rules in the environment, by field of `SignupSettings`; others are set in the admin.

    Exits at an unknown value, which could open what should be closed.
    """
    rules: dict[str, str | bool] = {}
    if signup := os.environ.get("TEFUDA_SIGNUP", "").strip().lower():
        if signup not in SIGNUP_WORDS:
            raise SystemExit(f"TEFUDA_SIGNUP={signup} is not known: use one of {', '.join(SIGNUP_WORDS)}.")
        rules["signup"] = signup
    for field, variable in {"guests_allowed": "TEFUDA_GUESTS", "members_may_invite": "TEFUDA_MEMBERS_INVITE"}.items():
        if os.environ.get(variable, "").strip():
            rules[field] = flag(variable)
    return rules


def refuse_renamed() -> None:
    """Exit if a variable is set by its name from before 1.0: ignoring it could open what was closed."""
    for old, new in RENAMED.items():
        if os.environ.get(old):
            raise SystemExit(f"{old} is called {new} since Tefuda 1.0 (docs/configuration.md).")


def comma_separated(name: str) -> list[str]:
    """Return the parts of a comma-separated variable."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def restrict_permissions(folder: Path) -> None:
    """Create new files for this user only, and restrict existing ones in the data folder.

    Skips world-writable folders such as /tmp, which can't be meant.
    """
    os.umask(0o077)
    with suppress(OSError):  # doesn't exist yet, or belongs to someone else
        if not folder.stat().st_mode & stat.S_IWOTH:
            folder.chmod(0o700)
    for file in [
        *folder.glob("tefuda.sqlite3*"),
        *folder.glob("secret_key"),
        *folder.glob("vapid_key"),
        *folder.glob("broker"),
        *folder.glob("run"),
    ]:
        with suppress(OSError):
            file.chmod(file.stat().st_mode & 0o700)


def secret(name: str) -> str:
    """Return a variable, or the content of the file named by `<name>_FILE`, as containers pass secrets in files.

    Exits with a message if both are set, or the file can't be read.
    """
    value, path = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if not path:
        return value
    if value:
        raise SystemExit(f"{name} and {name}_FILE are both set: leave one of them out.")
    try:
        return Path(path).read_text().strip()
    except OSError as problem:
        raise SystemExit(f"{name}_FILE={path} can't be read ({problem.strerror}).") from None


def key_files(folder: Path) -> dict[str, Path]:
    """Return the paths of the installation's keys: in the data folder, unless `…_FILE` names another place."""
    variables = {"secret_key": "SECRET_KEY_FILE", "vapid_key": "TEFUDA_VAPID_KEY_FILE"}
    return {key: Path(os.environ.get(variable) or folder / key) for key, variable in variables.items()}


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or else this installation's own: created once, readable by its owner only."""
    return secret("SECRET_KEY") or _read_or_create(folder / "secret_key", keys.make_secret_key)


def vapid_key(folder: Path) -> str:
    """Return TEFUDA_VAPID_KEY, or else this installation's own.

    A P-256 private key, 32 bytes as base64url without padding. "" if SECRET_KEY is set and this isn't: then
    there may be several machines, which need the same key.
    """
    if key := secret("TEFUDA_VAPID_KEY"):
        return key
    return "" if secret("SECRET_KEY") else _read_or_create(folder / "vapid_key", keys.make_vapid_key)


def _read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the content of a file that is created on first use.

    Several processes may start simultaneously. Linking a complete file to its final name lets exactly one of them win,
    and never shows half a key.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            draft.unlink()
    return path.read_text().strip()


def is_behind_pgbouncer() -> bool:
    """Return whether a PgBouncer in transaction mode is in front of PostgreSQL. Exits at an unknown value."""
    between = os.environ.get("TEFUDA_PGBOUNCER", "").strip().lower()
    if between not in ("", "transaction"):
        raise SystemExit(f"TEFUDA_PGBOUNCER={between} is not known: leave it out, or say “transaction”.")
    return bool(between)


def postgresql_settings(database: dict[str, Any], *, pgbouncer: bool, has_redis: bool) -> dict[str, Any]:
    """Return Django's settings for PostgreSQL; `database` is parsed from DATABASE_URL.

    Exits with a message if they can't work, instead of a traceback.
    """
    if pgbouncer and not has_redis:
        raise SystemExit(
            "TEFUDA_PGBOUNCER=transaction needs REDIS_URL: live updates can't listen to PostgreSQL through PgBouncer."
        )
    options: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS}
    if not pgbouncer:
        # The server plans a statement once per connection, from its fifth use on.
        options |= {"server_side_binding": True, "prepare_threshold": 5}
    # Otherwise Django would query it before the connection is watched (config.db.time_limits).
    os.environ["PGTZ"] = "UTC"
    return {
        **database,
        "ENGINE": "config.db.postgresql",
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
        # Each transaction may use another server connection, where prepared statements and cursors are missing.
        "DISABLE_SERVER_SIDE_CURSORS": pgbouncer,
        "OPTIONS": {**options, **database.get("OPTIONS", {})},
    }


def email_settings(url: str) -> dict[str, object]:
    """Return Django's mail settings from `smtp://user:password@host:587/?tls=1` (`smtps://` for implicit TLS).

    Without a URL mail is disabled: messages are dropped and pages offer none.
    """
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme not in ("smtp", "smtps"):
        raise ValueError(f"EMAIL_URL: {parts.scheme}:// is not known; use smtp://, smtps:// or console://")
    implicit = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if implicit else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": parse_qs(parts.query).get("tls") == ["1"],
        "EMAIL_TIMEOUT": 10,
    }
