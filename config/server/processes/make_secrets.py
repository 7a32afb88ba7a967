"""Secrets for a site in containers: `python -m config.server.processes.make_secrets /secrets`.

Existing ones stay. Standard library only, so that it runs before there are any settings.

    secret_key, vapid_key   for SECRET_KEY_FILE and TEFUDA_VAPID_KEY_FILE
    metrics_token           for TEFUDA_METRICS_TOKEN_FILE
    database_password       of the site's role in PostgreSQL
    pgpass                  the same for the site's processes: PGPASSFILE
    pgbouncer_users         the same for PgBouncer: its auth_file
"""

import os
import secrets
import sys
from pathlib import Path

from config.server import keys

ROLE = "tefuda"
GROUP_MAY_READ, OWNER_ALONE = 0o440, 0o400  # libpq refuses a pgpass that others can read


def make_secrets(folder: Path) -> list[str]:
    """Create missing secrets. Return their names."""
    names = [
        _make(folder / "secret_key", keys.make_secret_key()),
        _make(folder / "vapid_key", keys.make_vapid_key()),
        _make(folder / "metrics_token", secrets.token_urlsafe(32)),
        _make(folder / "database_password", secrets.token_urlsafe(32)),
    ]
    password = (folder / "database_password").read_text().strip()
    names += [
        _make(folder / "pgpass", f"*:*:*:{ROLE}:{password}", OWNER_ALONE),
        _make(folder / "pgbouncer_users", f'"{ROLE}" "{password}"'),
    ]
    return [name for name in names if name]


def _make(path: Path, content: str, mode: int = GROUP_MAY_READ) -> str:
    """Create a file atomically. Return its name, or "" if it existed."""
    if path.exists():
        return ""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)  # from a run that was killed
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{content}\n")
    draft.chmod(mode)
    draft.replace(path)
    return path.name


if __name__ == "__main__":
    for name in make_secrets(Path(sys.argv[1])):
        print(f"made {name}")  # noqa: T201
