"""Practice files of other versions of the site.

During a rolling update, open pages of the previous version and pages of the next one request their own files here. Each
version leaves its files in the data folder.
"""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.conf import settings

KEPT_SECONDS = 60 * 24 * 60 * 60  # since the last start of a process of that version


def keep_file(name: str, get_content: Callable[[], bytes]) -> None:
    """Leave a file for other versions, once per process. Does nothing if the folder isn't writable."""
    with suppress(OSError):
        _keep_file(_get_folder(), name, get_content)


def read_file(name: str) -> bytes | None:
    """Return the content, or None if no version has left a file of this name."""
    try:
        return (_get_folder() / name).read_bytes()
    except OSError:
        return None


@cache
def _keep_file(folder: Path, name: str, get_content: Callable[[], bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / name
    if file.exists():
        file.touch()
    else:
        draft = folder / f".{secrets.token_hex(8)}"
        draft.write_bytes(get_content())
        draft.replace(file)
    for other in folder.iterdir():
        if other.stat().st_mtime < time.time() - KEPT_SECONDS:
            other.unlink(missing_ok=True)


def _get_folder() -> Path:
    return Path(settings.DATA_DIR) / "practice"
