"""The secrets of a site in containers, made once: `python -m config.server.processes.make_secrets /secrets`.

What is there already stays as it is. Standard library only, so it runs before there is any setting.

    secret_key, vapid_key   what SECRET_KEY_FILE and TEFUDA_VAPID_KEY_FILE name
    metrics_token           what TEFUDA_METRICS_TOKEN_FILE names
    database_password       PostgreSQL gives it to the site's role
    pgpass                  the same for the site's processes: PGPASSFILE names it
    pgbouncer_users         the same for PgBouncer: its auth_file
"""

import os
import secrets
import sys
from pathlib import Path

from config.server import keys

ROLE = "tefuda"
GROUP_MAY_READ, OWNER_ALONE = 0o440, 0o400  # libpq refuses a pgpass that others may read


def make_secrets(folder: Path) -> list[str]:
    """Make those that are missing. Returns their names."""
    made = [
        _make(folder / "secret_key", keys.make_secret_key()),
        _make(folder / "vapid_key", keys.make_vapid_key()),
        _make(folder / "metrics_token", secrets.token_urlsafe(32)),
        _make(folder / "database_password", secrets.token_urlsafe(32)),
    ]
    password = (folder / "database_password").read_text().strip()
    made += [
        _make(folder / "pgpass", f"*:*:*:{ROLE}:{password}", OWNER_ALONE),
        _make(folder / "pgbouncer_users", f'"{ROLE}" "{password}"'),
    ]
    return [name for name in made if name]


def _make(path: Path, content: str, mode: int = GROUP_MAY_READ) -> str:
    """A file that is there whole or not at all. Its name, or "" if it was there."""
    if path.exists():
        return ""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)  # of a start that was killed
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{content}\n")
    draft.chmod(mode)
    draft.replace(path)
    return path.name


if __name__ == "__main__":
    for name in make_secrets(Path(sys.argv[1])):
        print(f"made {name}")  # noqa: T201
