"""Storage of backups: a folder, or a bucket of an S3-compatible service (`s3://bucket/folder`).

A backup is named by its time in UTC, next to a file with its SHA-256 in the format of `sha256sum`. The service is
configured by the usual variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from config.server.backup import BackupError, create_backup

if TYPE_CHECKING:
    from obstore.store import ClientConfig

NAME = re.compile(r"^tefuda-(\d{4}-\d\d-\d\d-\d{6})\.tar$")
NAME_FORMAT = "tefuda-%Y-%m-%d-%H%M%S.tar"
BUCKET_SCHEME = "s3://"
RETRY = timedelta(minutes=1)


class BackupStore:
    """The backups in one place, by name."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.folder = None if place.startswith(BUCKET_SCHEME) else Path(place).resolve()
        with _as_backup_error(place):
            self.store = LocalStore(self.folder) if self.folder else _open_bucket(place)

    def create(self) -> tuple[str, int]:
        """Make a backup. Return its name and size in bytes. Raises BackupError."""
        name = datetime.now(UTC).strftime(NAME_FORMAT)
        if self.folder:
            create_backup(self.folder / name)
            size = self._put_checksum(name, self.folder / name)
        else:
            with tempfile.TemporaryDirectory(prefix="tefuda-backup-") as folder:
                create_backup(Path(folder) / name)
                size = self.put(name, Path(folder) / name)
        return name, size

    def put(self, name: str, file: Path) -> int:
        """Upload a backup in parts. The service verifies the SHA-256 sent with it."""
        with _as_backup_error(self.place):
            obstore.put(self.store, name, file)
            arrived = obstore.head(self.store, name)["size"]
        if arrived != file.stat().st_size:
            raise BackupError(f"{self.place} has {arrived} bytes of {file.stat().st_size}.")
        return self._put_checksum(name, file)

    def _put_checksum(self, name: str, file: Path) -> int:
        """Write the checksum last, so that a backup without one counts as incomplete."""
        with _as_backup_error(self.place):
            obstore.put(self.store, f"{name}.sha256", f"{_hash(file)}  {name}\n".encode())
        return file.stat().st_size

    def list_names(self) -> list[str]:
        """List all complete backups, oldest first."""
        with _as_backup_error(self.place):
            paths = {entry["path"] for entry in obstore.list_with_delimiter(self.store)["objects"]}
        return sorted(name for name in paths if NAME.match(name) and f"{name}.sha256" in paths)

    def delete_older(self, days: int) -> list[str]:
        """Delete backups made more than `days` ago, but never the newest. Return their names."""
        limit = (datetime.now(UTC) - timedelta(days=days)).strftime(NAME_FORMAT)
        old = [name for name in self.list_names()[:-1] if name < limit]
        with _as_backup_error(self.place):
            for name in old:
                obstore.delete(self.store, [f"{name}.sha256", name])
        return old

    @contextmanager
    def fetched(self, name: str) -> Iterator[Path]:
        """Yield the backup as a local file. Raises BackupError if its checksum is wrong."""
        with tempfile.TemporaryDirectory(prefix="tefuda-backup-") as folder:
            file = self.folder / name if self.folder else Path(folder) / name
            with _as_backup_error(self.place):
                if not self.folder:
                    with file.open("wb") as target:
                        for part in obstore.get(self.store, name):
                            target.write(part)
                checksum = bytes(obstore.get(self.store, f"{name}.sha256").bytes()).split()[:1]
            if checksum != [_hash(file).encode()]:
                raise BackupError(f"{self.place}/{name} is damaged: its SHA-256 doesn't match the one stored with it.")
            yield file


@contextmanager
def fetch_backup(source: str) -> Iterator[Path]:
    """Yield the backup that `source` names as a local file: itself, or the newest in a folder or bucket."""
    path = Path(source)
    if not source.startswith(BUCKET_SCHEME) and not path.is_dir():
        yield path
        return
    place, _, last = source.rpartition("/")
    named = last if NAME.match(last) else ""
    store = BackupStore(place if named else source)
    name = named or next(reversed(store.list_names()), "")
    if not name:
        raise BackupError(f"There is no backup in {source}.")
    with store.fetched(name) as file:
        yield file


def _open_bucket(place: str) -> S3Store:
    parts = urlsplit(place)
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    client: ClientConfig = {"allow_http": bool(endpoint and endpoint.startswith("http://"))}
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        endpoint=endpoint,
        region=region,
        client_options=client,
        retry_config={"max_retries": 3, "retry_timeout": RETRY},
    )


@contextmanager
def _as_backup_error(place: str) -> Iterator[None]:
    try:
        yield
    except (BaseError, OSError) as problem:
        first = next(iter(str(problem).splitlines()), type(problem).__name__)
        raise BackupError(f"{place} can't be used: {first}") from None


def _hash(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
