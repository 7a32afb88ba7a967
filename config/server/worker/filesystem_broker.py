"""Celery's messages as files in one private folder, for an installation without a broker of its own.

kombu's filesystem transport (whose `polling_interval` is taken; `data_folder_in`, `data_folder_out`, `processed_folder`
and `control_folder` name folders and change none of this) with what makes it safe for several processes at once:

- a message gets its final name only when it is complete (temporary file, then `os.replace`);
- names begin with the wall clock's nanoseconds, so the order survives a restart of the machine;
- a message is taken by renaming it, which exactly one reader can do;
- a message that can't be read is set aside instead of stopping the worker;
- the queues a process knows are kept in its memory: everybody declares a queue before using it.

A message taken by a worker that is then killed is gone. That is fine here: what is due stands in the database, and the
sweep finds it again.
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
        """The oldest message of a queue. Raises Empty. One listing of the folder serves until it is used up."""
        while True:
            names = self._seen.get(queue) or self._listing(queue)
            if not names:
                raise Empty
            with suppress(FileNotFoundError):  # another reader was faster
                name = names.popleft()
                taken = self.folder / "taken" / name
                os.rename(self.folder / "waiting" / name, taken)
                if (message := self._read(taken)) is not None:
                    return message

    def _size(self, queue: str) -> int:
        return len(self._listing(queue))

    def _listing(self, queue: str) -> deque[str]:
        names = os.listdir(self.folder / "waiting")
        self._seen[queue] = deque(sorted(name for name in names if name.partition(".")[2] == f"{queue}.msg"))
        return self._seen[queue]

    def _read(self, taken: Path) -> dict[str, Any] | None:
        try:
            message: dict[str, Any] = loads(taken.read_text())
            message["properties"]["delivery_tag"]  # what kombu needs to hand it on
        except (ValueError, KeyError, TypeError):
            logger.error("set aside an unreadable message: %s", taken.name)
            taken.rename(self.folder / "unreadable" / taken.name)
            return None
        taken.unlink()
        return message


class Transport(filesystem.Transport):
    Channel = Channel
    global_state = virtual.BrokerState()

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """As kombu's, but comes up for air often enough that a worker told to stop does so at once."""
        super().drain_events(connection, timeout=min(timeout or POLL_SECONDS, POLL_SECONDS))


def delete_stale_messages(folder: Path, older_than: float) -> int:
    """Removes what killed processes and broken messages left behind, if older (seconds). Returns how many files."""
    limit = time.time() - older_than
    stale = [file for part in ("drafts", "taken", "unreadable") for file in (folder / part).glob("*.msg")]
    stale = [file for file in stale if file.stat().st_mtime < limit]
    for file in stale:
        file.unlink(missing_ok=True)
    return len(stale)
