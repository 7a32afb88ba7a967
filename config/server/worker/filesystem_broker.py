"""A Celery broker with one file per message in a private folder, for installations without Redis.

It extends kombu's filesystem transport (using its `polling_interval`; `data_folder_in`, `data_folder_out`,
`processed_folder` and `control_folder` don't help) so that several processes can share it safely:

- a message gets its final name only when it is complete (temporary file, then `os.replace`);
- names begin with the wall clock's nanoseconds, so the order survives a restart of the machine;
- a message is claimed by renaming it, which only one reader can do;
- an unreadable message is set aside instead of stopping the worker;
- known queues are kept in memory, because every process declares a queue before using it.

A message claimed by a worker that is then killed is lost. That's acceptable: what is due is in the database, and the
sweep finds it.
"""

import os
import time
import uuid
from collections import deque
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

from celery.utils.log import get_logger
from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual
from kombu.utils.json import dumps, loads

POLL_SECONDS = 0.25
URL = "folder://localhost"
TRANSPORT_ALIASES["folder"] = f"{__name__}:Transport"
logger = get_logger(__name__)


class Channel(filesystem.Channel):
    supports_fanout = False
    get_table = virtual.Channel.get_table

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = Path(self.transport_options["folder"])
        self.data_folder_in = self.data_folder_out = str(self.folder / "waiting")
        self._seen: dict[str, deque[str]] = {}
        for part in ("waiting", "drafts", "taken", "unreadable"):
            (self.folder / part).mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder.chmod(0o700)

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]  # kombu disagrees with itself
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        draft = self.folder / "drafts" / name
        draft.write_text(dumps(payload))
        os.replace(draft, self.folder / "waiting" / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """Return the oldest message of a queue, from one listing of the folder until that is used up. Raises Empty."""
        while True:
            names = self._seen.get(queue) or self._listing(queue)
            if not names:
                raise Empty
            with suppress(FileNotFoundError):  # taken by another reader
                name = names.popleft()
                path = self.folder / "taken" / name
                os.rename(self.folder / "waiting" / name, path)
                if (message := self._read(path)) is not None:
                    return message

    def _size(self, queue: str) -> int:
        return len(self._listing(queue))

    def _listing(self, queue: str) -> deque[str]:
        names = os.listdir(self.folder / "waiting")
        self._seen[queue] = deque(sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg"))
        return self._seen[queue]

    def _read(self, path: Path) -> dict[str, Any] | None:
        try:
            message: dict[str, Any] = loads(path.read_text())
            message["properties"]["delivery_tag"]  # required by kombu
        except (ValueError, KeyError, TypeError):
            logger.error("set aside an unreadable message: %s", path.name)
            path.rename(self.folder / "unreadable" / path.name)
            return None
        path.unlink()
        return message


class Transport(filesystem.Transport):
    Channel = Channel
    global_state = virtual.BrokerState()

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait like kombu, but in short steps, so that a stopped worker ends promptly."""
        super().drain_events(connection, timeout=min(timeout or POLL_SECONDS, POLL_SECONDS))


def delete_stale_messages(folder: Path, older_than: float) -> int:
    """Delete files left by killed processes and broken messages, older than so many seconds. Return how many."""
    limit = time.time() - older_than
    stale = [file for part in ("drafts", "taken", "unreadable") for file in (folder / part).glob("*.msg")]
    stale = [file for file in stale if file.stat().st_mtime < limit]
    for file in stale:
        file.unlink(missing_ok=True)
    return len(stale)
