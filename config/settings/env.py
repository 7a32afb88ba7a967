"""What the environment says, in the types the settings need. Standard library only."""

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from config.server import keys

CONNECT_SECONDS = 2  # to PostgreSQL; whoever waits for a page is told within five that it is away
_FALSE_VALUES = frozenset({"", "0", "false", "no", "off"})


RENAMED = {
    "TEFUDA_DATA": "TEFUDA_DATA_DIR",
    "TEFUDA_PROXIES": "TEFUDA_TRUSTED_PROXIES",
    "TEFUDA_NOTICE_HOSTS": "TEFUDA_OUTBOUND_ALLOWED_HOSTS",
    "TEFUDA_NO_SERVICE_WORKER": "TEFUDA_SERVICE_WORKER (=0)",
    "TEFUDA_NO_SECOND_FACTOR": "TEFUDA_REQUIRE_STAFF_2FA (=0)",
}


def flag(name: str, *, default: bool = False) -> bool:
    """False if the variable says 0, false, no or off, `default` if it is missing or empty, True otherwise."""
    said = os.environ.get(name, "").strip().lower()
    return said not in _FALSE_VALUES if said else default


def refuse_renamed() -> None:
    """End the program where a variable is set by the name it had before 1.0: ignoring it could open what was closed."""
    for old, new in RENAMED.items():
        if os.environ.get(old):
            raise SystemExit(f"{old} is called {new} since Tefuda 1.0 (docs/configuration.md).")


def comma_separated(name: str) -> list[str]:
    """A comma-separated variable as its parts."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def restrict_permissions(folder: Path) -> None:
    """From now on files are made for this user alone; what lies in the data folder already is closed as well.

    Not a folder that everybody may write to, such as /tmp: it can't be meant.
    """
    os.umask(0o077)
    with suppress(OSError):  # not there yet, or somebody else's: then it is their business
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
    """A variable, or the content of the file that `<name>_FILE` names: containers are handed their secrets as files.

    Ends the program with a sentence where both are set, or the file can't be read.
    """
    given, path = os.environ.get(name, ""), os.environ.get(f"{name}_FILE", "")
    if not path:
        return given
    if given:
        raise SystemExit(f"{name} and {name}_FILE are both set: leave one of them out.")
    try:
        return Path(path).read_text().strip()
    except OSError as problem:
        raise SystemExit(f"{name}_FILE={path} can't be read ({problem.strerror}).") from None


def key_files(folder: Path) -> dict[str, Path]:
    """Where the keys of this installation lie, if they lie in files: the data folder, unless `…_FILE` says where."""
    variables = {"secret_key": "SECRET_KEY_FILE", "vapid_key": "TEFUDA_VAPID_KEY_FILE"}
    return {key: Path(os.environ.get(variable) or folder / key) for key, variable in variables.items()}


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or else the one of this installation: made once, readable by its owner only."""
    return secret("SECRET_KEY") or _read_or_create(folder / "secret_key", keys.make_secret_key)


def vapid_key(folder: Path) -> str:
    """TEFUDA_VAPID_KEY, or else one of this installation: 32 bytes, a P-256 private key, as base64url without padding.

    "" where SECRET_KEY is given and this is not: then there may be several machines, and all need the same one.
    """
    if given := secret("TEFUDA_VAPID_KEY"):
        return given
    return "" if secret("SECRET_KEY") else _read_or_create(folder / "vapid_key", keys.make_vapid_key)


def _read_or_create(path: Path, make: Callable[[], str]) -> str:
    """The text of a file that is made when it is first asked for.

    Several processes may start at the same moment. Linking a complete file to its final name lets exactly one of them
    win and shows nobody half a key.
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
    """Whether a PgBouncer in transaction mode stands before PostgreSQL. Ends the program at another word."""
    between = os.environ.get("TEFUDA_PGBOUNCER", "").strip().lower()
    if between not in ("", "transaction"):
        raise SystemExit(f"TEFUDA_PGBOUNCER={between} is not known: leave it out, or say “transaction”.")
    return bool(between)


def postgresql_settings(given: dict[str, Any], *, pgbouncer: bool, has_redis: bool) -> dict[str, Any]:
    """Django's settings for PostgreSQL, where `given` is what DATABASE_URL says.

    Ends the program with a sentence where they can't work: nobody wants to read a traceback about a variable.
    """
    if pgbouncer and not has_redis:
        raise SystemExit(
            "TEFUDA_PGBOUNCER=transaction needs REDIS_URL: live updates can't listen to PostgreSQL through PgBouncer."
        )
    options: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS}
    if not pgbouncer:
        # The server plans a statement once for each connection, from its fifth time on.
        options |= {"server_side_binding": True, "prepare_threshold": 5}
    # Django would ask for it with a statement of its own, before anybody watches the connection (config.db.limits).
    os.environ["PGTZ"] = "UTC"
    return {
        **given,
        "ENGINE": "config.db.postgresql",
        "CONN_MAX_AGE": 300,
        "CONN_HEALTH_CHECKS": True,
        # A session is another server connection with every transaction: what is prepared or opened there is gone.
        "DISABLE_SERVER_SIDE_CURSORS": pgbouncer,
        "OPTIONS": {**options, **given.get("OPTIONS", {})},
    }


def email_settings(url: str) -> dict[str, object]:
    """Django's mail settings from `smtp://user:password@host:587/?tls=1` (`smtps://` for TLS from the first byte).

    An empty url means that no mail is configured: messages are dropped and pages offer no mail.
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
