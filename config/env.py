"""What the environment says, in the types the settings need. Standard library only."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

_NO = frozenset({"", "0", "false", "no", "off"})


def flag(name: str) -> bool:
    """True unless the variable is missing, empty or says 0, false, no or off."""
    return os.environ.get(name, "").strip().lower() not in _NO


def listed(name: str) -> list[str]:
    """A comma-separated variable as its parts."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def close_to_others(folder: Path) -> None:
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
        *folder.glob("broker"),
        *folder.glob("run"),
    ]:
        with suppress(OSError):
            file.chmod(file.stat().st_mode & 0o700)


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or else the one of this installation: made once, readable by its owner only.

    Several processes may start at the same moment. Linking a complete file to its final name lets exactly one of them
    win and shows nobody half a key.
    """
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = folder / f".secret_key.{secrets.token_hex(8)}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            draft.unlink()
    return path.read_text().strip()


def mail(url: str) -> dict[str, object]:
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
